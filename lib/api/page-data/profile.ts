import { PROBE_REASONS } from 'assay-verify/state/observation'
import { findProfile } from '../../store/catalog/profiles'
import { listRecentObservations } from '../../store/evidence/evidence'
import type { Context } from '../context'
import { unknownTool } from '../get-rating'

const PROBES_SHOWN = 30

/** Catalog entry of one tool or server, for pages. Throws `ApiError` as the operations do. */
export async function profile({ toolId }: { toolId: string }, context: Context) {
  const found = await findProfile(context.reads.db, toolId)
  if (found === undefined) throw await unknownTool(toolId, context)
  const { subject, server, tool } = found
  return {
    toolId,
    kind: subject.kind,
    name: subject.name,
    title: tool?.title ?? null,
    description: tool?.description ?? server.description,
    serverKey: server.key,
    serverId: server.id,
    serverTitle: server.title,
    productId: server.productId,
    registry: server.registry,
    repository: server.repository,
    packages: server.packages,
    remotes: server.remotes,
    inputSchema: tool?.inputSchema ?? null,
    outputSchema: tool?.outputSchema ?? null,
    annotations: tool?.annotations ?? null,
    categories: subject.categories,
    protocolVersion: server.protocolVersion,
    license: server.license,
    version: server.version,
    lastReleaseAt: server.lastReleaseAt?.toISOString() ?? null,
    listedAt: server.listedAt?.toISOString() ?? null,
    declaredAuth: server.declaredAuth,
    isDeleted: server.lifecycle === 'deleted',
    removedAt: subject.removedAt?.toISOString() ?? null,
    firstSeenAt: (tool?.firstSeenAt ?? server.firstSeenAt).toISOString(),
  }
}

export type Profile = Awaited<ReturnType<typeof profile>>

/** The newest probes of a server, newest first. */
export async function newestProbes(serverKey: number, { reads: { db } }: Pick<Context, 'reads'>) {
  const probes = await listRecentObservations(db, serverKey, PROBES_SHOWN)
  return probes.map(({ at, ...probe }) => ({ ...probe, at: at.toISOString(), text: PROBE_REASONS[probe.reason].text }))
}

import { PROBE_REASONS } from '../core/state/observation'
import { listToolsOfServer } from '../store/catalog/category-listings'
import { findProfile } from '../store/catalog/profiles'
import { listToolChanges, listToolChangesOfServer } from '../store/catalog/tool-changes'
import { listRecentObservations } from '../store/evidence/evidence'
import type { Context } from './context'
import { unknownTool } from './get-rating'
import { listingRow } from './operations/category'

const TOOLS_SHOWN = 200
const PROBES_SHOWN = 30
const CHANGES_SHOWN = 20

/** Catalog entry and recent probes of one tool or server, for its page. Throws `ApiError` as the operations do. */
export async function profile({ toolId }: { toolId: string }, context: Context) {
  const found = await findProfile(context.db, toolId)
  if (found === undefined) throw await unknownTool(toolId, context)
  const { subject, server, tool } = found
  const tools = subject.kind === 'server' ? await listToolsOfServer(context.db, server.key, TOOLS_SHOWN) : []
  const probes = await listRecentObservations(context.db, server.key, PROBES_SHOWN)
  const changes =
    subject.kind === 'server'
      ? await listToolChangesOfServer(context.db, server.key, CHANGES_SHOWN)
      : await listToolChanges(context.db, toolId, CHANGES_SHOWN)
  return {
    toolId,
    kind: subject.kind,
    name: subject.name,
    title: tool?.title ?? null,
    description: tool?.description ?? server.description,
    serverId: server.id,
    serverTitle: server.title,
    repository: server.repository,
    packages: server.packages,
    remotes: server.remotes,
    inputSchema: tool?.inputSchema ?? null,
    outputSchema: tool?.outputSchema ?? null,
    annotations: tool?.annotations ?? null,
    categories: subject.categories,
    protocolVersion: server.protocolVersion,
    license: server.license,
    removedAt: subject.removedAt?.toISOString() ?? null,
    firstSeenAt: (tool?.firstSeenAt ?? server.firstSeenAt).toISOString(),
    tools: tools.map((row) => listingRow(row, context.now)),
    probes: probes.map(({ at, ...probe }) => ({
      ...probe,
      at: at.toISOString(),
      text: PROBE_REASONS[probe.reason].text,
    })),
    changes: changes.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })),
  }
}

export type Profile = Awaited<ReturnType<typeof profile>>

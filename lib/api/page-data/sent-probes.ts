import { PROBE_REASONS } from 'assay-verify/state/observation'
import { listAskedOrigins } from '../../store/access/origin-policies'
import { listSignIns } from '../../store/access/sign-ins'
import { findProfile } from '../../store/catalog/profiles'
import { listSentProbes, listSentTargets } from '../../store/evidence/sent-probes'
import type { Context } from '../context'
import { unknownTool } from '../get-rating'

/** Observations on one page. */
const SENT_PROBES_SHOWN = 200

/**
 * All that was sent to a server and when, as far as it is kept, for its page: `before` (an instant; null: now) begins a
 * page of observations, `olderBefore` the next one. Throws `ApiError` for an unknown id.
 */
export async function sentProbes({ toolId, before }: { toolId: string; before: Date | null }, context: Context) {
  const found = await findProfile(context.reads.db, toolId)
  if (found === undefined) throw await unknownTool(toolId, context)
  const { server } = found
  const targets = await listSentTargets(context.reads.db, server.key)
  const probes = await listSentProbes(context.reads.db, server.key, before, SENT_PROBES_SHOWN)
  const signIns = (await listSignIns(context.reads.db, [server.key])).get(server.key) ?? []
  const origins = targets.flatMap(({ url }) => (/^https?:/i.test(url) && URL.canParse(url) ? new URL(url).origin : []))
  const last = probes.length === SENT_PROBES_SHOWN ? probes.at(-1) : undefined
  return {
    serverId: server.id,
    serverTitle: server.title,
    targets,
    probes: probes.map(({ at, ...probe }) => ({
      ...probe,
      at: at.toISOString(),
      text: PROBE_REASONS[probe.reason].text,
    })),
    signIns: signIns.map(({ endpoint, askedAt }) => ({ endpoint, askedAt: new Date(askedAt).toISOString() })),
    policies: (await listAskedOrigins(context.reads.db, [...new Set(origins)])).map(({ origin, askedAt }) => ({
      origin,
      askedAt: askedAt.toISOString(),
    })),
    olderBefore: last?.at.toISOString() ?? null,
  }
}

import { attestedAt } from 'assay-verify/attestation-claims'
import { toolFactsOf } from 'assay-verify/score/tool-facts'
import type { Context } from '../context'
import { getRating } from '../get-rating'
import { score } from '../operations/score'
import { dayStrips } from './day-strips'
import { newestChanges, newestProbes, type Profile } from './profile'
import { settledHealth } from './settled-health'
import { shownAlternatives } from './shown-alternatives'
import { unsafeFacts } from './unsafe-facts'

const ALTERNATIVES_SHOWN = 3

/** All that the page of a tool shows. */
export async function toolPage(entry: Profile, context: Context) {
  const { toolId, serverId, serverKey } = entry
  const rating = await getRating(toolId, context)
  const [verdict, signed, changes, probes, alternatives, strips] = await Promise.all([
    settledHealth(toolId, context),
    score({ toolId, explain: false }, context),
    newestChanges(toolId, context),
    newestProbes(serverKey, context, 1),
    shownAlternatives(toolId, ALTERNATIVES_SHOWN, context),
    dayStrips([serverId], context),
  ])
  const change = toolFactsOf(rating)?.openChange ?? null
  return {
    entry,
    health: verdict,
    rating: signed,
    signedAt: attestedAt(signed.attestation)?.toISOString() ?? context.now.toISOString(),
    changes,
    lastMs: probes[0]?.latencyMs ?? null,
    alternatives,
    days: strips.get(serverId),
    change,
    unsafe: change?.class === 'unsafe_text' ? await unsafeFacts(entry, context) : null,
  }
}

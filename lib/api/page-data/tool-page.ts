import { attestedAt } from 'assay-verify/attestation-claims'
import { toolFactsOf } from 'assay-verify/score/tool-facts'
import { dayStrip } from '../../core/history/day-strip'
import { toolChangesRead } from '../../store/catalog/tool-changes'
import { recentObservationsRead } from '../../store/evidence/evidence'
import { intervalsRead } from '../../store/evidence/intervals'
import { readTogether } from '../../store/read-together'
import type { Context } from '../context'
import { getRating } from '../get-rating'
import { score } from '../operations/score'
import { stripSince } from './day-strips'
import type { Profile } from './profile'
import { settledHealth } from './settled-health'
import { shownAlternatives } from './shown-alternatives'
import { unsafeFacts } from './unsafe-facts'

const ALTERNATIVES_SHOWN = 3
const CHANGES_SHOWN = 20

/** All that the page of a tool shows. */
export async function toolPage(entry: Profile, context: Context) {
  const { toolId, serverKey } = entry
  const rating = await getRating(toolId, context)
  const [verdict, signed, { intervals, changes, newest }, alternatives] = await Promise.all([
    settledHealth(toolId, context),
    score({ toolId, explain: false }, context),
    readTogether(context.reads.db, {
      intervals: intervalsRead([serverKey], stripSince(context.now)),
      changes: toolChangesRead(toolId, CHANGES_SHOWN),
      newest: recentObservationsRead(serverKey, 1),
    }),
    shownAlternatives(toolId, ALTERNATIVES_SHOWN, context),
  ])
  const change = toolFactsOf(rating)?.openChange ?? null
  return {
    entry,
    health: verdict,
    rating: signed,
    signedAt: attestedAt(signed.attestation)?.toISOString() ?? context.now.toISOString(),
    changes: changes.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })),
    lastMs: newest[0]?.latencyMs ?? null,
    alternatives,
    days: intervals[0] && dayStrip(intervals[0].intervals, context.now),
    change,
    unsafe: change?.class === 'unsafe_text' ? await unsafeFacts(entry, context) : null,
  }
}

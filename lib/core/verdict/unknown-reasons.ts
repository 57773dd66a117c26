import type { Reason } from 'assay-verify/reason'
import { CONFIRM_AFTER_MS } from 'assay-verify/state/confirmed-state'
import { outcomeOf, type ProbeReason } from 'assay-verify/state/observation'
import type { ServerState } from 'assay-verify/state/server-state'
import { formatSpan } from '../text/relative-time'
import { instant, probeReason } from './reason'

/** What else is known where no endpoint decides. */
interface KnownOtherwise {
  /** Whether the newest evidence of an endpoint still counts. */
  fresh: boolean
  /** Whether packages or pages give reasons. */
  isKnownOtherwise: boolean
  /** Their newest evidence, epoch milliseconds, however old; null: none. */
  checkedAt: number | null
}

/**
 * Why there is no verdict: it was not probed, the probes do not agree yet, or (`fresh` false) the last of them is too
 * old. Empty where no endpoint was probed and packages or pages give the reasons.
 */
export function whyUnknown(
  serverState: ServerState | null,
  { fresh, isKnownOtherwise, checkedAt }: KnownOtherwise,
  now: Date,
): Reason[] {
  const hindrance = hindranceOf(serverState?.lastReason ?? null)
  const latestAt = serverState?.lastInformativeAt ?? null
  if (serverState === null || latestAt === null) {
    if (hindrance.length > 0 || isKnownOtherwise) return hindrance
    if (checkedAt !== null) return [stale(checkedAt, now)]
    return [{ code: 'never_probed', text: 'It has not been probed yet.' }]
  }
  if (!fresh) return [stale(latestAt, now), ...hindrance]
  const needed = `a verdict needs at least two in a row that agree, ${CONFIRM_AFTER_MS / 1000} seconds apart`
  const thin = { code: 'not_enough_evidence', text: `Its newest probes do not settle it: ${needed}.` }
  return [
    thin,
    ...(serverState.lastInformativeReason === null ? [] : [probeReason(serverState.lastInformativeReason)]),
    ...hindrance,
  ]
}

function stale(latestAt: number, now: Date): Reason {
  const age = formatSpan((now.getTime() - latestAt) / 1000)
  const why =
    latestAt > now.getTime() ? 'which is in the future: a clock was wrong.' : `${age} ago: too old for a verdict.`
  return { code: 'stale', text: `The newest evidence is of ${instant(latestAt)}, ${why}` }
}

function hindranceOf(reason: ProbeReason | null): Reason[] {
  return reason !== null && outcomeOf(reason) === 'inconclusive' ? [probeReason(reason)] : []
}

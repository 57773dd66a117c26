import type { RecentEvent } from './decision.ts'
import type { Policy } from './policy.ts'

/**
 * What becomes of a call that is to be denied: it is (`open`), it is let through to see whether the reason is over
 * (`trial`), or this caller has seen that it is (`closed`).
 */
export type Circuit = 'open' | 'trial' | 'closed'

/**
 * A caller that keeps nothing lets through what falls into a window of these. They are so much less than the interval
 * apart that also a caller that calls once a minute, or once each interval, falls into one.
 */
const WINDOW_MS = 15_000

interface Seen {
  firstDenied: number
  lastTrial: number
  completed: number
  failed: number
}

/**
 * `since`: when the reason began, in milliseconds since 1970; what the caller saw before it does not count. `untried`:
 * whether completed calls count that were no trials: for the reason `down` they do, for a single tool they say nothing.
 */
export function circuitOf(
  recent: readonly RecentEvent[] | null,
  since: number,
  untried: boolean,
  { trialMinutes, closedMinutes }: Pick<Policy, 'trialMinutes' | 'closedMinutes'>,
  now: number,
): Circuit {
  const trialMs = trialMinutes * 60_000
  // Negated comparisons: where a number is none, the call goes on.
  if (recent === null) return !((now - Math.max(since, 0)) % (trialMs - WINDOW_MS) >= WINDOW_MS) ? 'trial' : 'open'
  const { firstDenied, lastTrial, completed, failed } = seenSince(recent, since, now)
  const counts = untried || (lastTrial > 0 && completed >= lastTrial)
  if (counts && completed > 0 && completed >= failed && !(now - completed > closedMinutes * 60_000)) return 'closed'
  if (firstDenied === 0) return 'open'
  return !(now - Math.max(firstDenied, lastTrial) < trialMs) ? 'trial' : 'open'
}

/** When the caller saw what, 0: not. What is later than `now` was written before its clock was set back. */
function seenSince(recent: readonly RecentEvent[], since: number, now: number): Seen {
  const seen: Seen = { firstDenied: 0, lastTrial: 0, completed: 0, failed: 0 }
  for (const { at, kind } of recent) {
    if (!(at >= since && at <= now)) continue
    if (kind === 'denied') seen.firstDenied = seen.firstDenied === 0 ? at : Math.min(seen.firstDenied, at)
    else if (kind === 'trial') seen.lastTrial = Math.max(seen.lastTrial, at)
    else if (kind === 'completed') seen.completed = Math.max(seen.completed, at)
    else if (kind === 'failed') seen.failed = Math.max(seen.failed, at)
  }
  return seen
}

/** Failures of the caller in a row up to now; 0 where the newest is older than `withinMinutes`. */
export function failuresInARow(recent: readonly RecentEvent[], withinMinutes: number, now: number): number {
  let count = 0
  for (let at = recent.length - 1; at >= 0; at -= 1) {
    const event = recent[at]
    if (event === undefined || event.at > now) continue
    if (event.kind === 'completed') return count
    if (event.kind !== 'failed') continue
    if (count === 0 && now - event.at > withinMinutes * 60_000) return 0
    count += 1
  }
  return count
}

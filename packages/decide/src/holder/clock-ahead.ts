import { HolderProblem } from './bounded-get.ts'

/** Clocks that differ by less count as equal: an answer takes time, and its date has whole seconds. */
const EQUAL_MS = 90_000
const DAY_MS = 86_400_000
/** The date is not signed: with an old one an old manifest would be taken for a new one, for no longer than this. */
const MOST_AHEAD_MS = 3_600_000

/**
 * By how many milliseconds the caller's clock is ahead of the service's, by the date of an answer that just came and
 * the time that caches held it; null: the answer has no date. Throws `HolderProblem` where it is more than an hour
 * ahead, or more than a day behind.
 */
export function clockAhead(headers: Headers, now: number): number | null {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) return null
  const ahead = now - (date + (Number(headers.get('age')) || 0) * 1000)
  if (Math.abs(ahead) > DAY_MS) throw new HolderProblem('the clock of this computer is more than a day off')
  if (ahead > MOST_AHEAD_MS) throw new HolderProblem('the clock of this computer is more than an hour ahead')
  return Math.abs(ahead) < EQUAL_MS ? 0 : ahead
}

/** Credits one key can earn with one tool in one day (UTC), so that many reports on one tool do not raise the limit. */
export const CREDITS_A_TOOL_AND_DAY = 50

/** Credits one key can earn in one day (UTC). */
export const CREDITS_A_KEY_AND_DAY = 1000

/** Days whose credits raise a limit: a key that stops reporting returns to its base. */
export const CREDIT_DAYS = 30

/** Credits that raise the limit by one call a minute. */
export const CREDITS_OF_ONE_CALL = 10

/**
 * Calls a minute a key may make: its base, plus one for every ten credits of the last 30 days. Credits never affect a
 * score.
 */
export function limitOf(base: number, recentCredits: number): number {
  return base + Math.floor(Math.max(0, recentCredits) / CREDITS_OF_ONE_CALL)
}

/** Events of one batch about one tool, and events the same key reported on it before on the same day. */
export interface ReportedOfTool {
  before: number
  events: number
}

/**
 * Credits a batch earns: one per event, up to the daily caps per tool and per key. `earnedToday`: what the key earned
 * before this batch.
 */
export function creditsOf(batch: readonly ReportedOfTool[], earnedToday: number): number {
  const capped = (events: number) => Math.min(CREDITS_A_TOOL_AND_DAY, events)
  const earned = batch.reduce((sum, { before, events }) => sum + capped(before + events) - capped(before), 0)
  return Math.max(0, Math.min(earned, CREDITS_A_KEY_AND_DAY - earnedToday))
}

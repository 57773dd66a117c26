/** Credits one key can earn with one tool in one day (UTC): one loud tool must not be worth a raised limit. */
export const CREDITS_A_TOOL_AND_DAY = 50

/** Credits one key can earn in one day (UTC). */
export const CREDITS_A_KEY_AND_DAY = 1000

/** Days whose credits raise a limit: who stops telling falls back. */
export const CREDIT_DAYS = 30

/** Credits that raise the limit by one call a minute. */
export const CREDITS_OF_ONE_CALL = 10

/** Calls a minute that a key may make: its base, and one more for every ten credits of the last 30 days. Credits never touch a score. */
export function limitOf(base: number, recentCredits: number): number {
  return base + Math.floor(Math.max(0, recentCredits) / CREDITS_OF_ONE_CALL)
}

/** What one batch tells of one tool, and what the same key had told of it before on the same day. */
export interface ToldOfTool {
  before: number
  events: number
}

/**
 * Credits a batch earns: one an event, until what its key told of the tool today, or earned in all today, reaches the cap. `earnedToday`: by the same key,
 * before.
 */
export function creditsOf(batch: readonly ToldOfTool[], earnedToday: number): number {
  const capped = (events: number) => Math.min(CREDITS_A_TOOL_AND_DAY, events)
  const earned = batch.reduce((sum, { before, events }) => sum + capped(before + events) - capped(before), 0)
  return Math.max(0, Math.min(earned, CREDITS_A_KEY_AND_DAY - earnedToday))
}

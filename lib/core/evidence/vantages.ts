// When several vantages probe the same servers.

/** A vantage that has not probed for this long, in ms, does not count as active: runs begin at least every minute. */
export const ACTIVE_VANTAGE_MS = 3 * 60_000

/** A vantage with connectivity this recently, in ms, was probing meanwhile: what another vantage missed is no gap. */
export const CONNECTED_VANTAGE_MS = 300_000

/** How long, in seconds, a recheck waits for another vantage. */
export const RECHECK_WAITS_SECONDS = 8

/** What a listing would remove from what its server listed before. */
interface ListingLoss {
  /** Tools it listed until now. */
  known: number
  /** Of those, how many this listing lacks. */
  gone: number
  /** How many tools this listing contains. */
  listed: number
  /** Whether the server is confirmed up: one that is just recovering may not be ready. */
  isUp: boolean
}

/** So many tools gone at once, and more than half of all, is more often a temporary fault than a decision. */
const MANY_GONE = 10

/** How far apart, in ms, two listings must be to confirm each other: longer than a start or a roll-out takes. */
export const CONFIRMS_AFTER_MS = 5 * 60_000

/**
 * Since when something that must be confirmed waits: since the same thing was first seen, if that waits. null: it is
 * confirmed, as a server that is up showed the same long enough before. `waiting`: what waits of the server already.
 */
export function waitsSince(
  waiting: { hash: string | null; since: Date | null } | undefined,
  hash: string,
  isUp: boolean,
  now: Date,
): Date | null {
  const since = waiting?.hash === hash && waiting.since !== null ? waiting.since : now
  return isUp && now.getTime() - since.getTime() >= CONFIRMS_AFTER_MS ? null : since
}

/**
 * Whether a listing removes so much that a later one has to confirm it: it is empty, or lacks most of the known tools.
 */
export function needsConfirmation({ known, gone, listed, isUp }: ListingLoss): boolean {
  if (gone === 0) return false
  return !isUp || listed === 0 || (gone >= MANY_GONE && gone * 2 > known)
}

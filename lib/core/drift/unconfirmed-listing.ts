/** What a listing would take away from what its server listed before. */
interface ListingLoss {
  /** Tools it listed until now. */
  known: number
  /** Of those, how many this listing lacks. */
  gone: number
  /** How many this listing holds at all. */
  listed: number
  /** Whether the server is held to be up: one that is just coming back may not have everything ready. */
  isUp: boolean
}

/** So many tools gone at once, and more than half of all, is more often a fault of the moment than a decision. */
const MANY_GONE = 10

/** How far apart, in ms, two listings must be to confirm each other: longer than a start or a roll-out takes. */
export const CONFIRMS_AFTER_MS = 5 * 60_000

/** Whether a listing takes away so much that it is believed only once a later one agrees: it holds nothing, or lacks most of what was there. */
export function needsConfirmation({ known, gone, listed, isUp }: ListingLoss): boolean {
  if (gone === 0) return false
  return !isUp || listed === 0 || (gone >= MANY_GONE && gone * 2 > known)
}

/** Longer waits are cut, so that no server leaves monitoring. */
export const LONGEST_RETRY_AFTER_SECONDS = 24 * 3600
const LONGEST_MS = LONGEST_RETRY_AFTER_SECONDS * 1000

// Date.parse alone reads almost any text as a date.
const HTTP_DATE = /^[A-Z][a-z]+, /

/**
 * How long `Retry-After` asks to wait, 0 to 24 hours; null where it cannot be read. A date is compared with the
 * answer's own `Date`, so that differences between clocks do not matter.
 */
export function retryAfterMs(retryAfter: string | undefined, date: string | undefined): number | null {
  if (retryAfter === undefined) return null
  const text = retryAfter.trim()
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_MS)
  if (!HTTP_DATE.test(text)) return null
  const wait = Date.parse(text) - Date.parse(date ?? '')
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), LONGEST_MS)
}

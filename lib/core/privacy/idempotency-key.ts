/** How far a key's own time may be from now, either way: as long as keys are stored. */
const WINDOW_MS = 24 * 60 * 60 * 1000

// RFC 9562, section 5.7: version 7 and the variant of that document; the first 48 bits are milliseconds since 1970.
const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
// 128 bits in Crockford's base 32, which has no I, L, O or U: a first digit above 7 would be more than that.
const ULID = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/i
const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'
const ULID_TIME_LENGTH = 10

const WRONG_FORM = 'An idempotency key is a UUID of version 7 or a ULID.'
const WRONG_TIME = 'The time inside an idempotency key must be within 24 hours of now.'

/**
 * What is wrong with an idempotency key, as a sentence that does not repeat it; undefined when it is a UUIDv7 (RFC
 * 9562) or a ULID whose own time is within 24 hours of `now`, before or after. Upper and lower case spell the same key.
 */
export function idempotencyKeyFault(text: string, now: Date): string | undefined {
  const atMs = uuidTimeMs(text) ?? ulidTimeMs(text)
  if (atMs === undefined) return WRONG_FORM
  return Math.abs(now.getTime() - atMs) <= WINDOW_MS ? undefined : WRONG_TIME
}

function uuidTimeMs(text: string): number | undefined {
  const [, high, low] = UUID_V7.exec(text) ?? []
  return high === undefined || low === undefined ? undefined : Number.parseInt(high + low, 16)
}

function ulidTimeMs(text: string): number | undefined {
  if (!ULID.test(text)) return undefined
  const time = text.slice(0, ULID_TIME_LENGTH).toLowerCase()
  return [...time].reduce((sum, digit) => sum * CROCKFORD.length + CROCKFORD.indexOf(digit), 0)
}

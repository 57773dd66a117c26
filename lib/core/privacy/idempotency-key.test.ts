import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { idempotencyKeyFault } from './idempotency-key'

const HOUR_MS = 3_600_000
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
// The examples of RFC 9562 (appendix A.6) and of the ULID specification, with their times.
const RFC_UUID = '017F22E2-79B0-7CC3-98C4-DC0C0C07398F'
const RFC_TIME = new Date('2022-02-22T19:22:22.000Z')
const SPEC_ULID = '01ARYZ6S41TSV4RRFFQ69G5FAV'
const SPEC_TIME = new Date(1469918176385)

const FORM = 'An idempotency key is a UUID of version 7 or a ULID.'
const TIME = 'The time inside an idempotency key must be within 24 hours of now.'
const later = (time: Date, ms: number) => new Date(time.getTime() + ms)

describe('idempotencyKeyFault', () => {
  it.each([
    ['the UUIDv7 of RFC 9562', RFC_UUID, RFC_TIME],
    ['the same in lower case', RFC_UUID.toLowerCase(), RFC_TIME],
    ['the ULID of its specification', SPEC_ULID, SPEC_TIME],
    ['the same in lower case', SPEC_ULID.toLowerCase(), SPEC_TIME],
    ['24 hours old', RFC_UUID, later(RFC_TIME, 24 * HOUR_MS)],
    ['24 hours ahead', SPEC_ULID, later(SPEC_TIME, -24 * HOUR_MS)],
  ])('takes %s', (_, key, now) => {
    expect(idempotencyKeyFault(key, now)).toBeUndefined()
  })

  it.each([
    ['a UUID too old', RFC_UUID, later(RFC_TIME, 24 * HOUR_MS + 1)],
    ['a UUID too far ahead', RFC_UUID, later(RFC_TIME, -24 * HOUR_MS - 1)],
    ['a ULID too old', SPEC_ULID, later(SPEC_TIME, 24 * HOUR_MS + 1)],
    ['a ULID too far ahead', SPEC_ULID, later(SPEC_TIME, -24 * HOUR_MS - 1)],
    ['a ULID of zeros', '0'.repeat(26), RFC_TIME],
    ['the greatest ULID there is', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ', RFC_TIME],
  ])('refuses the time of %s', (_, key, now) => {
    expect(idempotencyKeyFault(key, now)).toBe(TIME)
  })

  it.each([
    ['nothing', ''],
    ['a UUIDv4', '919108f7-52d1-4320-9bac-f847db4148a8'],
    ['a UUIDv1', 'c232ab00-9414-11ec-b3c8-9f6bdeced846'],
    ['the nil UUID', '00000000-0000-0000-0000-000000000000'],
    ['a UUIDv7 of another variant', '017F22E2-79B0-7CC3-C8C4-DC0C0C07398F'],
    ['a UUIDv7 without hyphens', RFC_UUID.replaceAll('-', '')],
    ['a UUIDv7 in braces', `{${RFC_UUID}}`],
    ['a UUIDv7 as a URN', `urn:uuid:${RFC_UUID}`],
    ['a UUIDv7 with a line break after it', `${RFC_UUID}\n`],
    ['a UUIDv7 in full-width digits', RFC_UUID.replaceAll('0', '\uff10')],
    ['two, separated by a comma', `${RFC_UUID}, ${RFC_UUID}`],
    ['a ULID of more than 128 bits', '8ZZZZZZZZZZZZZZZZZZZZZZZZZ'],
    ['a ULID with a letter that Crockford leaves out', SPEC_ULID.replace('T', 'U')],
    ['a ULID one short', SPEC_ULID.slice(1)],
    ['a ULID one long', `${SPEC_ULID}0`],
    ['an address', 'john.doe@example.com'],
  ])('refuses the form of %s', (_, key) => {
    expect(idempotencyKeyFault(key, RFC_TIME)).toBe(FORM)
  })

  it('reads the time of every ULID and UUIDv7', () => {
    const time = fc.date({ min: new Date(0), max: new Date(2 ** 48 - 1), noInvalidDate: true })
    fc.assert(
      fc.property(time, fc.integer({ min: -48, max: 48 }), (at, hours) => {
        const expected = Math.abs(hours) <= 24 ? undefined : TIME
        const now = later(at, hours * HOUR_MS)
        const hex = at.getTime().toString(16).padStart(12, '0')
        expect(idempotencyKeyFault(`${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`, now)).toBe(expected)
        let digits = ''
        for (let rest = at.getTime(), i = 0; i < 10; i += 1, rest = Math.floor(rest / 32)) {
          digits = (CROCKFORD[rest % 32] ?? '') + digits
        }
        expect(idempotencyKeyFault(`${digits}${'Z'.repeat(16)}`, now)).toBe(expected)
      }),
    )
  })

  it('is deterministic and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect([FORM, TIME]).toContain(idempotencyKeyFault(text, RFC_TIME))
      }),
    )
  })
})

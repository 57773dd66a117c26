import { expect, test } from 'vitest'
import { retryAfterMs } from './retry-after'

const DATE = 'Sun, 01 Mar 2026 12:00:00 GMT'

test.each<[string | undefined, string | undefined, number | null]>([
  [undefined, DATE, null],
  ['0', undefined, 0],
  [' 120 ', undefined, 120_000],
  ['99999999999999999999', undefined, 86_400_000],
  ['Sun, 01 Mar 2026 12:01:00 GMT', DATE, 60_000],
  ['Sun, 01 Mar 2026 11:00:00 GMT', DATE, 0],
  ['Sun, 01 Mar 2099 12:00:00 GMT', DATE, 86_400_000],
  ['Sun, 01 Mar 2026 12:01:00 GMT', undefined, null],
  ['Sun, 01 Mar 2026 12:01:00 GMT', 'today', null],
  ['-5', DATE, null],
  ['soon', DATE, null],
  ['', DATE, null],
])('Retry-After %s, Date %s: %s', (retryAfter, date, expected) => {
  expect(retryAfterMs(retryAfter, date)).toBe(expected)
})

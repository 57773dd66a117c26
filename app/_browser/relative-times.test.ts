import type { ServerState } from 'assay-verify/state/server-state'
import { expect, test } from 'vitest'
import { whyDown } from '@/lib/core/verdict/reason'
import { FORMS } from './relative-times'

const NOW = new Date('2026-11-22T10:00:00Z')
const before = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)
const written = (form: string, seconds: number) =>
  FORMS[form]?.(before(seconds).toISOString(), '2026-11-22 09:00 UTC', NOW)

test('a time is followed or replaced by how long ago it is', () => {
  expect(written('ago', 720)).toBe('12 minutes ago')
  expect(written('ago', -720)).toBe('in 12 minutes')
  expect(written('beside', 3600)).toBe('2026-11-22 09:00 UTC, 1 hour ago')
  expect(written('for', 0)).toBe('for 1 second')
})

test.each([80, 5400, 11_500, 258_000])(
  'after %s s a page and the reason of the API say the same duration',
  (seconds) => {
    const state = { lastFailureReason: null, downSinceAt: before(seconds).getTime(), streak: null }
    expect(whyDown(state as unknown as ServerState, NOW)[0]?.text).toContain(`, ${written('for', seconds)}.`)
  },
)

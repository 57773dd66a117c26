import { expect, test } from 'vitest'
import { ConnectivityNotice } from '../layout/connectivity-notice'
import { textShown } from '../test-render'
import { BreakingNow } from './breaking-now'
import { RightNow } from './right-now'

const NOW = new Date('2026-11-23T10:00:00Z')
const NONE = { healthy: 0, degraded: 0, avoid: 0, down: 0, auth: 0, pending: 0, unwatched: 0 }

test('what can be checked and what was checked are two numbers', () => {
  const servers = { ...NONE, healthy: 3, down: 1, pending: 4305 }
  const shown = textShown(<RightNow servers={servers} tools={NONE} />)
  expect(shown).toContain('4,309 servers can be checked, 4 checked')
  expect(shown).toContain('4,305 without a recent result')
  const one = textShown(<RightNow servers={{ ...NONE, healthy: 1 }} tools={NONE} />)
  expect(one).toContain('1 server can be checked, 1 checked')
  expect(one).toContain('0 tools can be checked')
})

test('what answers and is unsafe or empty is not counted as working', () => {
  const servers = { ...NONE, healthy: 3, avoid: 2 }
  const shown = textShown(<RightNow servers={servers} tools={NONE} />)
  expect(shown).toContain('5 servers can be checked, 5 checked')
  expect(shown).toContain('3 working')
  expect(shown).toContain('2 answer, but should be avoided')
})

test('that nothing is broken is said only where something was checked', () => {
  expect(textShown(<BreakingNow breakages={[]} hasResults />)).toContain('Nothing that we watch is broken.')
  const unchecked = textShown(<BreakingNow breakages={[]} hasResults={false} />)
  expect(unchecked).toContain('Nothing has been checked yet.')
  expect(unchecked).not.toContain('is broken')
})

test('lost connectivity is one line, with the time since when', () => {
  const since = new Date(NOW.getTime() - 12 * 60_000)
  expect(textShown(<ConnectivityNotice since={since} />)).toBe(
    'Our own connection was lost 2026-11-23 09:48 UTC : nothing is checked until it is back, and what these pages show is from before.',
  )
})

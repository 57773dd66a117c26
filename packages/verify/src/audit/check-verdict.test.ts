import { expect, test } from 'vitest'
import { HOUR_MS } from '../duration.ts'
import type { Verdict } from '../verdict.ts'
import { checkVerdict, type ShownVerdict } from './check-verdict.ts'
import { TlogFacts, type TlogVerdict } from './tlog-facts.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')
const ID = 'r/o/s'
const logged = (to: Verdict, from: Verdict = 'unknown', at = NOW - 9 * HOUR_MS): TlogVerdict => ({
  leaf: 7,
  from,
  to,
  at,
})
const shown = (verdict: Verdict, more: Partial<ShownVerdict> = {}): ShownVerdict => ({
  ...{ id: ID, verdict, reasons: [], staleAfter: NOW + HOUR_MS },
  evidence: [{ kind: 'endpoint', asOf: NOW - HOUR_MS }],
  ...{ askedAt: NOW, readAt: NOW, ...more },
})
const withDowns = (count: number, hoursAgo: number): TlogFacts => {
  const facts = new TlogFacts()
  for (let down = 0; down < count; down += 1) {
    const at = new Date(NOW - hoursAgo * HOUR_MS + down * 1000).toISOString()
    facts.add({ v: 1, kind: 'interval', at, id: ID, target: 0, state: 'down', previous: null }, down + 1)
  }
  return facts
}

test.each<[string, ShownVerdict, TlogVerdict | undefined, TlogVerdict | undefined, boolean]>([
  ['the same', shown('healthy'), logged('healthy'), logged('healthy'), true],
  ['none is logged of what is unknown', shown('unknown'), undefined, undefined, true],
  ['none is logged of what is healthy', shown('healthy'), undefined, undefined, false],
  ['another', shown('healthy'), logged('down'), logged('down'), false],
  ['it turned after it was read', shown('healthy'), logged('healthy'), { ...logged('down', 'healthy'), leaf: 9 }, true],
  ['it turned twice meanwhile', shown('degraded'), logged('healthy'), { ...logged('down', 'degraded'), leaf: 9 }, true],
  ['it turned a moment before', shown('healthy'), logged('down', 'healthy', NOW), logged('down', 'healthy', NOW), true],
  ['it is stale', shown('unknown', { staleAfter: NOW }), logged('healthy'), logged('healthy'), true],
  ['it is not stale yet', shown('unknown'), logged('down'), logged('down'), false],
  ['nothing is known of it', shown('unknown', { staleAfter: null }), logged('down'), logged('down'), false],
  [
    'throttled for a day',
    shown('unknown', { reasons: [{ code: 'throttled', text: '' }] }),
    logged('healthy'),
    logged('healthy'),
    true,
  ],
  [
    'throttled, and it was down',
    shown('unknown', { reasons: [{ code: 'throttled', text: '' }] }),
    logged('down'),
    logged('down'),
    false,
  ],
  [
    'failures of real use faded',
    shown('healthy', { reasons: [{ code: 'verified_by_probe_only', text: '9 calls were reported.' }] }),
    logged('degraded'),
    logged('degraded'),
    true,
  ],
  [
    'evidence of its endpoint just ended, and its package decides',
    shown('healthy', { evidence: [{ kind: 'endpoint', asOf: NOW - 2 * HOUR_MS }] }),
    logged('down'),
    logged('down'),
    true,
  ],
])('%s', (_, given, before, after, agrees) => {
  const found = checkVerdict(given, { before, after }, new TlogFacts())
  expect(found.map(({ code }) => code)).toEqual(agrees ? [] : ['verdict'])
})

test('flapping that ended by itself needs the outages in the log', () => {
  const pair = { before: logged('degraded'), after: logged('degraded') }
  expect(checkVerdict(shown('healthy'), pair, withDowns(3, 24.5))).toEqual([])
  expect(checkVerdict(shown('healthy'), pair, withDowns(2, 24.5))).toHaveLength(1)
  expect(checkVerdict(shown('healthy'), pair, withDowns(3, 40))).toHaveLength(1)
})

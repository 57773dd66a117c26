import { expect, test } from 'vitest'
import { EXAMPLES } from '@/lib/contract/examples'
import type { Health } from '@/lib/contract/shapes/health'
import { plainText } from './spoken'
import { type StatusFacts, statusSummaryOf } from './status-summary'

const NOW = new Date('2026-11-22T10:00:00Z')
const HEALTHY = EXAMPLES.health as Health
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString()
const because = (code: string, text = '') => [{ code, text }]

function answer(health: Partial<Health>, more: Partial<StatusFacts> = {}) {
  const facts = { isRemoved: false, isDeleted: false, latencyMs: 168, hasAlternatives: true, ...more }
  const { headline, lines } = statusSummaryOf({ ...facts, health: { ...HEALTHY, ...health } })
  return [headline, ...lines].map(({ text }) => text)
}

const DOWN = {
  status: 'down',
  downSince: minutesAgo(12),
  reasons: because('connect_failed'),
  lastProbe: { at: minutesAgo(1), outcome: 'failed', reason: 'connect_failed' },
} as const
const NEVER: Partial<Health> = {
  status: 'unknown',
  grade: 'unrated',
  lastProbe: null,
  forecast: { ...HEALTHY.forecast, basis: 'population', asOf: null },
}
const UNRATED = { grade: 'unrated' as const, uptime: { ...HEALTHY.uptime, '30d': { ratio: null, observedHours: 2.4 } } }

test.each<[string, string[], string[]]>([
  [
    'works',
    answer({}),
    ['Working', 'Last check {time} answered in 168 ms.', 'Chance that it is up in an hour: 99 %.', 'You can use it.'],
  ],
  [
    'works and is not rated yet',
    answer(UNRATED, { latencyMs: null }),
    [
      'Working',
      'Last check {time} answered.',
      'Chance that it is up in an hour: 99 %.',
      'Not rated yet: 2 of 6 hours watched.',
      'You can use it.',
    ],
  ],
  [
    'down beside a good grade',
    answer(DOWN),
    [
      'Down {since}',
      'Last check {time} failed: the connection was refused or broke.',
      'A over 30 days; down {since}.',
      'Chance that it is up in an hour: 99 %.',
      'Use an alternative until it answers again.',
    ],
  ],
  [
    'never checked',
    answer(NEVER, { latencyMs: null }),
    ['Not checked: no check gave a result', 'Try it yourself before you rely on it.'],
  ],
])('%s', (_, said, wanted) => {
  expect(said.map((text) => text.replaceAll('\u00a0', ' '))).toEqual(wanted)
})

test.each<[string, Partial<Health>, Partial<StatusFacts>, string]>([
  [
    'changed',
    { reasons: because('breaking_change') },
    {},
    'Working, but it changed: calls that worked before may fail',
  ],
  ['unsafe', { reasons: because('unsafe_change') }, {}, 'Working, but a recent change makes it less safe'],
  [
    'one tool changed',
    { reasons: because('tool_unsafe_change') },
    { change: { at: minutesAgo(90), text: '`tidy_archive` may now delete.', tool: 'tidy_archive' } },
    'Working, but `tidy_archive` may now delete',
  ],
  ['no tools', { reasons: because('offers_no_tools') }, {}, 'Answers, but offers no tools'],
  ['no tool left', { reasons: because('no_tools_left') }, {}, 'Answers, but offers no tool any more'],
  ['unsafe', { reasons: because('unsafe_text') }, {}, 'Unsafe: do not connect'],
  ['unsafe and down', { ...DOWN, reasons: because('unsafe_text') }, {}, 'Unsafe: do not connect'],
  [
    'a tool of an unsafe server',
    { reasons: because('unsafe_text') },
    { kind: 'tool' },
    'Unsafe: do not call this tool',
  ],
  [
    'flapping',
    { status: 'degraded', reasons: because('flapping', 'It went down 5 times within 24 hours.') },
    {},
    'Unstable: works now, but went down 5 times in 24 hours',
  ],
  ['slow', { status: 'degraded', reasons: because('slow') }, {}, 'Unstable: it answers much slower than usual'],
  [
    'credentials',
    { status: 'auth', axes: { ...HEALTHY.axes, access: 'auth' } },
    {},
    'Sign-in required: it answers, and asks for credentials',
  ],
  [
    'payment is no sign-in',
    { status: 'auth', axes: { ...HEALTHY.axes, access: 'paid' } },
    {},
    'Payment required: it answers, and asks for payment',
  ],
  ['no address', { ...NEVER, reasons: because('not_probeable') }, {}, 'Not checked: no public address'],
  ['opted out', { ...NEVER, reasons: because('opted_out') }, {}, 'Not checked: its operator asked us not to'],
  ['a package', { ...NEVER, reasons: because('published') }, {}, 'Not checked: it runs on your own machine'],
  ['a removed tool', DOWN, { isRemoved: true }, 'Removed: its server no longer offers this tool'],
  ['a deleted server', {}, { isDeleted: true }, 'Removed: its registry no longer lists this server'],
])('headline of %s', (_, health, more, headline) => {
  expect(answer(health, more)[0]?.replaceAll('\u00a0', ' ')).toBe(headline)
})

test('of what is unsafe it says since when and what, that answering makes it no safer, and nothing that invites to use it', () => {
  const change = {
    at: minutesAgo(90),
    text: 'Its instructions tell agents to send private data to an address. Read it.',
  }
  expect(answer({ reasons: because('unsafe_text') }, { change })).toEqual([
    'Unsafe: do not connect',
    'Since 22 Nov: its instructions tell agents to send private data to an address.',
    'It still answers; that makes it no safer.',
    'Remove it where it is connected, and replace every key that its agents could read since then.',
  ])
})

test('of a changed tool the fact is said once, and what to do with that tool', () => {
  const change = { at: minutesAgo(90), text: '`a` may now delete.', tool: 'a' }
  const said = answer({ reasons: because('tool_unsafe_change') }, { change })
  expect(said[0]).toBe('Working, but `a` may now delete')
  expect(said.at(-1)).toBe('Review the change before an agent calls `a`.')
  expect(said.join(' ')).not.toContain('You can use it')
})

test('what is unobserved has neither number nor forecast', () => {
  expect(answer({ ...NEVER, reasons: because('never_probed') }, { latencyMs: null }).join(' ')).not.toMatch(/\d/)
})

test.each<[string, Partial<Health>, Partial<StatusFacts>, string]>([
  ['works', {}, {}, 'healthy'],
  ['works, and changed so that calls may fail', { reasons: because('breaking_change') }, {}, 'degraded'],
  ['works, and became less safe', { reasons: because('unsafe_change') }, {}, 'degraded'],
  ['works, and has a tool that became less safe', { reasons: because('tool_unsafe_change') }, {}, 'degraded'],
  ['works, and is unsafe', { reasons: because('unsafe_text') }, {}, 'unsafe'],
  ['is down, and is unsafe', { ...DOWN, reasons: because('unsafe_text') }, {}, 'unsafe'],
  ['is down, and became less safe', { ...DOWN, reasons: because('unsafe_change') }, {}, 'down'],
  ['works, and no longer lists the tool', {}, { isRemoved: true }, 'down'],
])('the sign of a server that %s', (_, health, more, sign) => {
  const facts = { isRemoved: false, isDeleted: false, latencyMs: 168, hasAlternatives: true, ...more }
  expect(statusSummaryOf({ ...facts, health: { ...HEALTHY, ...health } }).sign).toBe(sign)
})

test('an outage that lasts says since when, in the place of the headline and of the outlook', () => {
  const facts = { isRemoved: false, isDeleted: false, latencyMs: null, hasAlternatives: true }
  const { headline, lines } = statusSummaryOf({ ...facts, health: { ...HEALTHY, ...DOWN } })
  expect(plainText(headline)).toBe('Down since 2026-11-22 09:48 UTC')
  expect(lines.map(plainText)).toContain('A over 30 days; down since 2026-11-22 09:48 UTC.')
  expect(statusSummaryOf({ ...facts, health: HEALTHY }).headline.at).toBeNull()
})

test('a chance that is small is not called none', () => {
  const horizons = (up: number) =>
    ({ forecast: { ...HEALTHY.forecast, horizons: [{ hours: 1, up }] } }) as Partial<Health>
  expect(answer(horizons(0.0055))).toContain('Chance that it is up in an hour: under 1\u00a0%.')
  expect(answer(horizons(0))).toContain('Chance that it is up in an hour: 0\u00a0%.')
})

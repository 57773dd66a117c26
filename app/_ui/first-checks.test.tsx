import { expect, test } from 'vitest'
import { FirstChecksProgress, firstChecksText, minutesText } from './first-checks'
import { CheckNow } from './server/check-now'
import { textShown } from './test-render'

const progress = {
  checkable: 4309,
  checked: 1204,
  perHour: 10,
  nextInMinutes: 6,
  asOf: '2026-11-22T10:00:00.000Z',
  method: 'Counted so.',
}

test.each([
  [{}, 'First checks: 1,204 of 4,309 done, the next in about 6 minutes'],
  [{ checked: 4309, nextInMinutes: null }, 'First checks: 4,309 of 4,309 done'],
  [{ perHour: 0, nextInMinutes: null }, 'First checks: 1,204 of 4,309 done, none in the last hour'],
  [{ perHour: null, nextInMinutes: null }, 'First checks: 1,204 of 4,309 done; nothing is being checked now'],
])('progress %j reads: %s', (changes, text) => {
  expect(firstChecksText({ ...progress, ...changes })).toBe(text)
})

test('the progress says how it was counted, and is not there where nothing can be checked', () => {
  expect(textShown(<FirstChecksProgress progress={progress} />)).toContain('Counted so.')
  expect(textShown(<FirstChecksProgress progress={{ ...progress, checkable: 0, checked: 0 }} />)).toBe('')
})

test.each([
  [1, '1 minute'],
  [119, '119 minutes'],
  [300, '5 hours'],
  [2880, '2 days'],
])('%s minutes are %s', (minutes, text) => {
  expect(minutesText(minutes)).toBe(text)
})

const turn = { serverId: 'a/b', askedAt: null, dueAt: '2026-11-22T10:00:00.000Z', ahead: 3, inMinutes: 300 }
const limits = { caller: 10, host: 4, hostLeft: 4 }

test.each([
  [turn, limits, 'Its turn comes in about 5 hours.', 'All are left.', true],
  [
    { ...turn, inMinutes: null },
    { ...limits, hostLeft: 1 },
    'nothing is being checked now',
    '1 of these is left',
    true,
  ],
  [turn, { ...limits, hostLeft: 0 }, 'Its turn comes in about 5 hours.', 'None is left.', false],
  [{ ...turn, askedAt: turn.dueAt, inMinutes: 1 }, limits, 'was asked for. It comes in about 1 minute.', 'All', false],
])('the turn %j with %j', (given, left, text, rest, hasButton) => {
  const shown = textShown(<CheckNow turn={given} limits={left} />)
  expect(shown).toContain(text)
  expect(shown).toContain(rest)
  expect(shown.includes('Check now', shown.indexOf(rest))).toBe(hasButton)
})

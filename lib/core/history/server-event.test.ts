import { expect, test } from 'vitest'
import { groupedByDay } from './server-event'

const outage = (at: string, to: string | null, reason = 'It did not answer.') => ({
  kind: 'outage' as const,
  at,
  to,
  downSeconds: 60,
  outages: 1,
  reason,
})

test('outages of a day with many are one', () => {
  const open = outage('2026-11-20T12:00:00Z', null)
  const many = [10, 9, 8].map((hour) => outage(`2026-11-20T0${hour % 10}:00:00Z`, `2026-11-20T0${hour % 10}:01:00Z`))
  const few = [
    outage('2026-11-19T03:00:00Z', '2026-11-19T03:01:00Z'),
    outage('2026-11-19T01:00:00Z', '2026-11-19T01:01:00Z'),
  ]
  expect(groupedByDay([open, ...many, ...few])).toEqual([
    open,
    { ...outage('2026-11-20T00:00:00Z', '2026-11-20T09:01:00Z'), downSeconds: 180, outages: 3 },
    ...few,
  ])
})

test('different reasons are none', () => {
  const day = ['a', 'b', 'c'].map((reason, at) =>
    outage(`2026-11-20T0${at}:00:00Z`, `2026-11-20T0${at}:01:00Z`, reason),
  )
  expect(groupedByDay(day)[0]?.reason).toBeNull()
})

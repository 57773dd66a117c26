import { describe, expect, it } from 'vitest'
import { breakageChanges, type Standing } from './breakage'
import { judge, standingOf } from './judgement'
import { at, HOURS, look, looks, watch } from './test-looks'

const healthy: Standing = { verdict: 'healthy', access: 'open', reachable: true }
const degraded: Standing = { verdict: 'degraded', access: 'open', reachable: true }
const down: Standing = { verdict: 'down', access: 'open', reachable: false }
const door: Standing = { verdict: 'unknown', access: 'auth', reachable: true }
const stale: Standing = { verdict: 'unknown', access: 'open', reachable: null }
const staleDoor: Standing = { verdict: 'unknown', access: 'auth', reachable: null }
const nothing = { open: [], close: [] }
const DOWN = { kind: 'down', severity: 'major' }
const DEGRADED = { kind: 'degraded', severity: 'minor' }
const AUTH = { kind: 'auth_changed', severity: 'minor' }

describe('breakages', () => {
  it('do not move while the standing does not', () => {
    for (const standing of [healthy, degraded, down, door]) expect(breakageChanges(standing, standing)).toEqual(nothing)
  })

  it.each([
    ['a first verdict of down', null, down, { open: [DOWN], close: [] }],
    ['a first verdict of healthy', null, healthy, nothing],
    ['going down', healthy, down, { open: [DOWN], close: [] }],
    ['coming back', down, healthy, { open: [], close: ['down'] }],
    ['coming back slowly', down, degraded, { open: [DEGRADED], close: ['down'] }],
    ['coming back behind a door', down, door, { open: [AUTH], close: ['down'] }],
    ['worsening', healthy, degraded, { open: [DEGRADED], close: [] }],
    ['mending', degraded, healthy, { open: [], close: ['degraded'] }],
    ['worsening to down', degraded, down, { open: [DOWN], close: ['degraded'] }],
    ['not being looked at', down, stale, nothing],
    ['not being looked at behind a door', down, { ...staleDoor, access: 'open' }, nothing],
    ['being down when looked at again', stale, down, { open: [DOWN], close: ['degraded'] }],
    ['being up when looked at again', stale, healthy, { open: [], close: ['down', 'degraded'] }],
    ['a door that was not looked at', { ...down, access: 'auth' }, staleDoor, nothing],
    ['asking for credentials', healthy, door, { open: [AUTH], close: [] }],
    ['asking for payment', healthy, { ...door, access: 'paid' }, { open: [AUTH], close: [] }],
    ['asking for money instead of credentials', door, { ...door, access: 'paid' }, nothing],
    ['being open again', door, healthy, { open: [], close: ['auth_changed'] }],
  ] as const)('%s', (_, before, after, changes) => {
    expect(breakageChanges(before, after)).toEqual(changes)
  })

  it('take an unknown that asks for credentials for a living one where nothing is said of reach', () => {
    expect(breakageChanges({ verdict: 'down', access: 'auth' }, { verdict: 'unknown', access: 'auth' }).close).toEqual([
      'down',
    ])
    expect(breakageChanges({ verdict: 'down', access: 'open' }, { verdict: 'unknown', access: 'open' }).close).toEqual(
      [],
    )
  })

  it('outlive a silence and end when the server is seen up', () => {
    const history = [...looks(0, 3), look(2700, 'timed_out'), look(2720, 'timed_out')]
    const standings = [
      standingOf(judge(watch(history).belief, 'open', null, at(2720))),
      standingOf(judge(watch(history).belief, 'open', null, at(9 * HOURS))),
      standingOf(judge(watch([...history, look(9 * HOURS)]).belief, 'open', null, at(9 * HOURS))),
      standingOf(
        judge(watch([...history, look(9 * HOURS), look(9 * HOURS + 20)]).belief, 'open', null, at(9 * HOURS + 20)),
      ),
    ]
    const closes = standings.map((after, index) => breakageChanges(standings[index - 1] ?? healthy, after).close)
    expect(closes).toEqual([[], [], [], ['down', 'degraded']])
  })
})

import { BREAKAGE_KINDS, type BreakageKind } from 'assay-verify/breakage-kind'
import { anyProbes, at, HOURS, probe, probes, watch } from 'assay-verify/state/test-observations'
import { ACCESS_KINDS, VERDICTS } from 'assay-verify/verdict'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DriftClass } from '../drift/types'
import { assess, conditionOf } from './assessment'
import { breakageChanges, breakageChangesByListing } from './breakage-changes'
import type { ServerCondition } from './breakage-rule'
import { incidentSeverity, MANY } from './severity'

const healthy: ServerCondition = { verdict: 'healthy', access: 'open', reachable: true }
const degraded: ServerCondition = { verdict: 'degraded', access: 'open', reachable: true }
const down: ServerCondition = { verdict: 'down', access: 'open', reachable: false }
const endpoint: ServerCondition = { verdict: 'unknown', access: 'auth', reachable: true }
const stale: ServerCondition = { verdict: 'unknown', access: 'open', reachable: null }
const staleSignIn: ServerCondition = { verdict: 'unknown', access: 'auth', reachable: null }
const nothing = { open: [], close: [] }
const DOWN = { kind: 'down', severity: 'major' }
const DEGRADED = { kind: 'degraded', severity: 'minor' }
const AUTH = { kind: 'auth_changed', severity: 'minor' }

describe('breakages', () => {
  it.each([
    ['a first verdict of down', [], null, down, { open: [DOWN], close: [] }],
    ['a first verdict of healthy', [], null, healthy, nothing],
    ['staying well', [], healthy, healthy, nothing],
    ['staying down', ['down'], down, down, nothing],
    ['still asking for credentials', ['auth_changed'], endpoint, endpoint, nothing],
    ['going down', [], healthy, down, { open: [DOWN], close: [] }],
    ['coming back', ['down'], down, healthy, { open: [], close: ['down'] }],
    ['coming back slowly', ['down'], down, degraded, { open: [DEGRADED], close: ['down'] }],
    ['coming back with a sign-in', ['down'], down, endpoint, { open: [AUTH], close: ['down'] }],
    ['worsening', [], healthy, degraded, { open: [DEGRADED], close: [] }],
    ['mending', ['degraded'], degraded, healthy, { open: [], close: ['degraded'] }],
    ['recovering by the passing of time alone', ['degraded'], healthy, healthy, { open: [], close: ['degraded'] }],
    ['worsening to down', ['degraded'], degraded, down, { open: [DOWN], close: ['degraded'] }],
    ['not being probed', ['down'], down, stale, nothing],
    ['not being probed behind a sign-in', ['down'], down, { ...staleSignIn, access: 'open' }, nothing],
    ['being down when probed again', ['degraded'], stale, down, { open: [DOWN], close: ['degraded'] }],
    ['being down as before when probed again', ['down'], stale, down, nothing],
    ['being up when probed again', ['down'], stale, healthy, { open: [], close: ['down'] }],
    ['a sign-in that was not probed', ['down'], { ...down, access: 'auth' }, staleSignIn, nothing],
    ['asking for credentials', [], healthy, endpoint, { open: [AUTH], close: [] }],
    ['asking for payment', [], healthy, { ...endpoint, access: 'paid' }, { open: [AUTH], close: [] }],
    ['asking for money instead of credentials', ['auth_changed'], endpoint, { ...endpoint, access: 'paid' }, nothing],
    ['being open again', ['auth_changed'], endpoint, healthy, { open: [], close: ['auth_changed'] }],
    ['going down in a maintenance window', [], healthy, { ...down, inMaintenance: true }, nothing],
    ['being down when the window is over', [], { ...down, inMaintenance: true }, down, { open: [DOWN], close: [] }],
    ['recovering in a window', ['down'], down, { ...healthy, inMaintenance: true }, { open: [], close: ['down'] }],
  ] as [string, BreakageKind[], ServerCondition | null, ServerCondition, unknown][])(
    '%s',
    (_, open, before, after, changes) => {
      expect(breakageChanges(open, before, after)).toEqual(changes)
    },
  )

  it('treat an unknown that asks for credentials as alive where `reachable` is left out', () => {
    const close = (access: 'auth' | 'open') =>
      breakageChanges(['down'], { verdict: 'down', access }, { verdict: 'unknown', access }).close
    expect(close('auth')).toEqual(['down'])
    expect(close('open')).toEqual([])
  })

  it('never open and close the same kind, open none twice, close none that is not open, and settle at once', () => {
    const anyCondition = fc.record(
      {
        verdict: fc.constantFrom(...VERDICTS),
        access: fc.constantFrom(...ACCESS_KINDS),
        reachable: fc.constantFrom(true, false, null),
        inMaintenance: fc.boolean(),
      },
      { requiredKeys: ['verdict', 'access'] },
    )
    fc.assert(
      fc.property(fc.subarray([...BREAKAGE_KINDS]), fc.option(anyCondition), anyCondition, (open, before, after) => {
        const { open: opens, close } = breakageChanges(open, before, after)
        const kinds = opens.map(({ kind }) => kind)
        expect(kinds.filter((kind) => close.includes(kind) || open.includes(kind))).toEqual([])
        expect(close.filter((kind) => !open.includes(kind))).toEqual([])
        expect(new Set([...kinds, ...close]).size).toBe(kinds.length + close.length)
        const then = [...open.filter((kind) => !close.includes(kind)), ...kinds]
        expect(breakageChanges(then, after, after)).toEqual(nothing)
      }),
    )
  })

  it('of any history are open exactly while the verdict lasts, and stay open only across a silence', () => {
    fc.assert(
      fc.property(anyProbes(), (history) => {
        let open: BreakageKind[] = []
        let before: ServerCondition | null = null
        for (const [index, seen] of history.entries()) {
          const after = conditionOf(
            assess(watch(history.slice(0, index + 1)).serverState, 'open', null, seen.observedAt),
          )
          const changes = breakageChanges(open, before, after)
          open = [...open.filter((kind) => !changes.close.includes(kind)), ...changes.open.map(({ kind }) => kind)]
          if (after.verdict === 'down' || after.verdict === 'degraded') {
            expect(open.filter((kind) => kind !== 'auth_changed')).toEqual([after.verdict])
          }
          if (after.verdict === 'healthy') expect(open).toEqual([])
          before = after
        }
      }),
    )
  })

  it('stay open across a silence and end when the server is seen up', () => {
    const history = [...probes(0, 3), ...probes(2700, 3, 'timed_out')]
    const conditions = [
      conditionOf(assess(watch(history).serverState, 'open', null, at(4500))),
      conditionOf(assess(watch(history).serverState, 'open', null, at(9 * HOURS))),
      conditionOf(
        assess(
          watch([...history, probe(9 * HOURS), probe(9 * HOURS + 20)]).serverState,
          'open',
          null,
          at(9 * HOURS + 20),
        ),
      ),
    ]
    expect(conditions.map(({ verdict }) => verdict)).toEqual(['down', 'unknown', 'healthy'])
    const closes = conditions.map(
      (after, index) => breakageChanges(['down'], conditions[index - 1] ?? healthy, after).close,
    )
    expect(closes).toEqual([[], [], ['down']])
  })
})

describe('severity', () => {
  it('is one step worse where many broke together', () => {
    expect(incidentSeverity('major', { servers: 1, tools: 1 })).toBe('major')
    expect(incidentSeverity('major', { servers: MANY.servers, tools: 0 })).toBe('critical')
    expect(incidentSeverity('minor', { servers: 1, tools: MANY.tools })).toBe('major')
    expect(incidentSeverity('critical', { servers: 99, tools: 999 })).toBe('critical')
  })

  it('of a changed tool is critical where a promise of harmlessness is taken back', () => {
    const opened = (worst: DriftClass) => {
      const changes = [{ class: worst, code: 'changed', text: 'It changed.' }]
      const drift = [{ toolId: 's/a', changes, contractBefore: 'before', contractAfter: 'after' }]
      const listing = { removedToolIds: [], returnedToolIds: [], drift, isFirst: false, isCut: false }
      return breakageChangesByListing([], listing).open.map(({ severity }) => severity)
    }
    expect(opened('safety')).toEqual(['critical'])
    expect(opened('breaking')).toEqual(['major'])
    expect(opened('additive')).toEqual([])
    expect(opened('wording')).toEqual([])
  })
})

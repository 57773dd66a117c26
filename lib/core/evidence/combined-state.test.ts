import { MINUTE_MS } from 'assay-verify/duration'
import type { Observation, ProbeReason } from 'assay-verify/state/observation'
import { foldObservations } from 'assay-verify/state/server-state'
import { describe, expect, test } from 'vitest'
import { assess } from '../verdict/assessment'
import { type CombinedTarget, combineStates } from './combined-state'
import { livenessOfNonEndpoint, needsAnotherProbe, updateNonEndpointState } from './non-endpoint-state'

const START = new Date('2026-03-01T12:00:00Z')
const at = (minutes: number) => new Date(START.getTime() + minutes * MINUTE_MS)
const seen = (minutes: number, reason: ProbeReason): Observation => ({
  observedAt: at(minutes),
  reason,
  latencyMs: 100,
  httpStatus: null,
  vantage: 'test',
})

/** An endpoint with these probes, a quarter of an hour apart. */
function endpoint(targetNo: number, reasons: readonly ProbeReason[], from = 0): CombinedTarget {
  const observations = reasons.map((reason, i) => seen(from + i * 15, reason))
  const state = reasons.length === 0 ? null : foldObservations(null, observations).serverState
  return { targetNo, evidence: 'endpoint', kind: 'streamable-http', url: `https://${targetNo}.example/mcp`, state }
}

function checked(
  targetNo: number,
  evidence: 'launch' | 'publication' | 'documentation',
  reasons: readonly ProbeReason[],
  version: string | null = null,
): CombinedTarget {
  const state = reasons.reduce<ReturnType<typeof updateNonEndpointState> | null>(
    (before, reason, i) => updateNonEndpointState(before, seen(i * 15, reason), { version, packageFacts: null }),
    null,
  )
  const kind = evidence === 'documentation' ? 'http-api-docs' : 'npm'
  return { targetNo, evidence, kind, url: evidence === 'documentation' ? 'https://docs.example/' : 'one', state }
}

const assessed = (targets: readonly CombinedTarget[], minutes: number) =>
  assess(combineStates(targets), 'unknown', null, at(minutes))
const UP = Array<ProbeReason>(4).fill('answered')
const DOWN = Array<ProbeReason>(4).fill('connect_failed')
const AUTH = Array<ProbeReason>(4).fill('credentials_required')

describe('a server with several endpoints', () => {
  test('is up while any of them is, and names the one that leads', () => {
    const down = assessed([endpoint(0, DOWN), endpoint(1, UP)], 50)
    expect(down.verdict).toBe('healthy')
    expect(combineStates([endpoint(0, DOWN), endpoint(1, UP)])?.targets.map(({ targetNo }) => targetNo)).toEqual([1, 0])
    expect(combineStates([endpoint(0, UP), endpoint(1, UP)])?.targets[0]?.targetNo).toBe(0)
    expect(combineStates([endpoint(0, AUTH), endpoint(1, UP)])?.targets[0]?.targetNo).toBe(1)
  })

  test('is down once all are, since the last of them failed', () => {
    const { verdict, downSince } = assessed([endpoint(0, DOWN), endpoint(1, [...UP, ...DOWN])], 110)
    expect([verdict, downSince]).toEqual(['down', at(60)])
  })

  test('an endpoint whose newest probes failed does not lead before it is confirmed down', () => {
    const failing = endpoint(0, [...UP, 'connect_failed'])
    expect(combineStates([failing, endpoint(1, UP)])?.targets[0]?.targetNo).toBe(1)
    expect(combineStates([failing, endpoint(1, [])])?.targets[0]?.targetNo).toBe(0)
  })

  test('an endpoint without evidence does not hide one that works, nor one of long ago one of now', () => {
    expect(assessed([endpoint(0, []), endpoint(1, UP)], 50).verdict).toBe('healthy')
    expect(assessed([endpoint(0, UP), endpoint(1, DOWN, 600)], 650).verdict).toBe('unknown')
  })
})

describe('packages and documentation', () => {
  test('a package that starts makes a server healthy; publication and documentation do not', () => {
    const healthy = assessed([checked(0, 'launch', ['started'], '1.0.0')], 60)
    expect(healthy).toMatchObject({ verdict: 'healthy', axes: { reachable: true, access: 'open', verified: 'probe' } })
    const published = assessed([checked(0, 'publication', ['published', 'published'], '1.0.0')], 60)
    expect(published).toMatchObject({ verdict: 'unknown', axes: { reachable: null } })
    expect(published.reasons.map(({ code }) => code)).toEqual(['published'])
    expect(assessed([checked(0, 'documentation', ['documented'])], 60)).toMatchObject({
      verdict: 'unknown',
      reasons: [{ code: 'documented' }],
    })
  })

  test('a package that starts and offers no tools works, as an endpoint that does', () => {
    expect(assessed([checked(0, 'launch', ['answered_without_tools'], '1.0.0')], 60).verdict).toBe('healthy')
  })

  test('a package that asks for a key is behind a sign-in, not down', () => {
    const found = assessed([checked(0, 'launch', ['start_needs_credentials'], '1.0.0')], 60)
    expect(found).toMatchObject({ verdict: 'unknown', status: 'auth', axes: { reachable: true, access: 'auth' } })
  })

  test('a package that is gone makes its server down where it is the only way in, else degraded', () => {
    const gone = checked(1, 'publication', ['published', 'package_gone', 'package_gone'])
    const started = checked(2, 'launch', ['started'], '1.0.0')
    const alone = assessed([gone, started, checked(3, 'documentation', ['documented'])], 60)
    expect([alone.verdict, alone.downSince, alone.reasons[0]?.code]).toEqual(['down', at(15), 'package_gone'])
    expect(assessed([endpoint(0, []), gone], 60).verdict).toBe('degraded')
    expect(assessed([endpoint(0, UP), gone], 60)).toMatchObject({ verdict: 'healthy' })
    expect(assessed([endpoint(0, DOWN), gone], 60)).toMatchObject({ verdict: 'down' })
  })

  test('one answer that a package is gone settles nothing and is asked for again', () => {
    const first = updateNonEndpointState(null, seen(0, 'published'), { version: '1.0.0', packageFacts: null })
    const second = updateNonEndpointState(first, seen(15, 'package_gone'))
    expect([livenessOfNonEndpoint(second), needsAnotherProbe(first, second)]).toEqual(['unknown', true])
    const third = updateNonEndpointState(second, seen(16, 'package_gone'))
    expect([livenessOfNonEndpoint(third), needsAnotherProbe(second, third)]).toEqual(['down', false])
    expect(updateNonEndpointState(third, seen(17, 'index_unusable'))).toMatchObject({
      reason: 'package_gone',
      lastReason: 'index_unusable',
    })
  })

  test('a deprecated package is degraded; a launch of an older version than the published one proves nothing', () => {
    const deprecated = checked(0, 'publication', ['deprecated'], '2.0.0')
    expect(assessed([deprecated, checked(1, 'launch', ['started'], '2.0.0')], 60).verdict).toBe('degraded')
    const published = checked(0, 'publication', ['published'], '2.0.0')
    expect(assessed([published, checked(1, 'launch', ['started'], '1.0.0')], 60).verdict).toBe('unknown')
    expect(assessed([published, checked(1, 'launch', ['started'], '2.0.0')], 60).verdict).toBe('healthy')
  })

  test('beside an endpoint that is down a package that starts is a way in, with a warning', () => {
    const found = assessed([endpoint(0, DOWN), checked(1, 'launch', ['started'], '1.0.0')], 60)
    expect(found.verdict).toBe('degraded')
    expect(found.reasons.map(({ code }) => code)).toContain('connect_failed')
  })

  test('each kind of evidence becomes stale by itself', () => {
    const targets = [endpoint(0, UP), checked(1, 'publication', ['published'], '1.0.0')]
    expect(assessed(targets, 60).verdict).toBe('healthy')
    const later = assessed(targets, 24 * 60)
    expect(later.verdict).toBe('unknown')
    expect(later.reasons.map(({ code }) => code)).toEqual(['stale', 'published'])
    expect(assessed(targets, 4 * 24 * 60).reasons.map(({ code }) => code)).toEqual(['stale'])
  })
})

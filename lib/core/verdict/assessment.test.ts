import { USAGE_MODEL } from 'assay-verify/score/recent-use'
import { NO_TOOL_FACTS, type ToolFacts } from 'assay-verify/score/tool-facts'
import type { Observation } from 'assay-verify/state/observation'
import { anyProbes, at, HOURS, outage, probe, probes, watch } from 'assay-verify/state/test-observations'
import { RECOMMENDATION_BY_VERDICT, VERDICTS } from 'assay-verify/verdict'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Assessment, assess, conditionOf, STALE_AFTER_HOURS } from './assessment'

const codes = ({ reasons }: Assessment) => reasons.map(({ code }) => code)
const text = ({ reasons }: Assessment, code: string) => reasons.find((reason) => reason.code === code)?.text

/** The assessment right after the last of these probes, or later. */
function assessed(observations: Observation[], laterSeconds = 0): Assessment {
  const { serverState } = watch(observations)
  return assess(serverState, 'unknown', null, new Date((serverState.lastProbeAt ?? 0) + laterSeconds * 1000))
}

const good = [probe(0), probe(20)]
const broken = [...good, ...outage(900)]

describe('lack of evidence', () => {
  it('is unknown before the first probe', () => {
    expect(assess(null, 'auth', null, at(0))).toEqual({
      verdict: 'unknown',
      status: 'unknown',
      recommendation: 'unknown',
      axes: { reachable: null, access: 'auth', verified: 'none' },
      reasons: [{ code: 'never_probed', text: 'It has not been probed yet.' }],
      confidence: 0,
      asOf: null,
      staleAfter: null,
      downSince: null,
    })
  })

  it('gives the reason why it was not probed', () => {
    const assessment = assessed([probe(0, 'not_probeable')])
    expect(assessment).toMatchObject({ verdict: 'unknown', asOf: null, confidence: 0 })
    expect(assessment.reasons).toEqual([{ code: 'not_probeable', text: 'It publishes no address a probe could use.' }])
  })

  it('is unknown after one probe, healthy after a second, 20 s later', () => {
    const first = assessed([probe(0)])
    expect(first).toMatchObject({ verdict: 'unknown', axes: { reachable: null, access: 'open' } })
    expect(codes(first)).toEqual(['not_enough_evidence', 'answered'])

    const second = assessed(good)
    expect(second).toMatchObject({
      verdict: 'healthy',
      status: 'healthy',
      recommendation: 'proceed',
      axes: { reachable: true, access: 'open', verified: 'probe' },
      confidence: 0.67,
      asOf: at(20),
      staleAfter: at(20 + STALE_AFTER_HOURS * HOURS),
    })
    expect(codes(second)).toEqual(['answered', 'verified_by_probe_only'])
  })

  it('is unknown when the evidence is stale, whatever the verdict was', () => {
    const fresh = STALE_AFTER_HOURS * HOURS
    expect(assessed(good, fresh).verdict).toBe('healthy')
    const stale = assessed(good, fresh + 1)
    expect(stale).toMatchObject({ verdict: 'unknown', status: 'unknown', confidence: 0, axes: { reachable: null } })
    expect(text(stale, 'stale')).toBe(
      'The newest evidence is of 2026-09-01T00:00:20Z, 2 hours ago: too old for a verdict.',
    )
    expect(codes(assessed(broken, fresh + 1))).toEqual(['stale'])
    expect(assessed(probes(0, 4, 'credentials_required'), fresh + 1).status).toBe('unknown')
    expect(codes(assessed([...good, probe(5 * HOURS, 'connectivity_lost')]))).toEqual(['stale', 'connectivity_lost'])
  })

  it('includes probes dated by a clock that was ahead: they do not stay fresh until that time comes', () => {
    const ahead = watch([probe(7 * 24 * HOURS), probe(7 * 24 * HOURS + 20)]).serverState
    const assessment = assess(ahead, 'open', null, at(0))
    expect(assessment).toMatchObject({ verdict: 'unknown', axes: { reachable: null } })
    expect(text(assessment, 'stale')).toContain('is in the future')
    expect(assess(watch([probe(60), probe(80)]).serverState, 'open', null, at(0)).verdict).toBe('healthy')
  })

  it('lasts after a gap until two probes agree again', () => {
    expect(codes(assessed([...good, probe(9 * HOURS)]))).toEqual(['not_enough_evidence', 'answered'])
    expect(assessed([...good, probe(9 * HOURS), probe(9 * HOURS + 20)]).verdict).toBe('healthy')
  })
})

describe('an outage', () => {
  it('is not confirmed by the first failure, which is reported', () => {
    const transientFailure = assessed([...good, probe(900, 'timed_out')])
    expect(transientFailure.verdict).toBe('healthy')
    expect(transientFailure.confidence).toBeLessThan(assessed([...good, probe(900)]).confidence)
    expect(codes(transientFailure)).toEqual(['failed_once', 'answered', 'verified_by_probe_only'])
    expect(assessed([...good, probe(900, 'timed_out'), probe(920)]).reasons).not.toContainEqual(
      expect.objectContaining({ code: 'failed_once' }),
    )
  })

  it('is down at the fifth failure in quick succession, with its cause and its beginning', () => {
    const down = assessed(broken)
    expect(down).toMatchObject({
      verdict: 'down',
      status: 'down',
      recommendation: 'avoid',
      axes: { reachable: false, verified: 'probe' },
    })
    expect(codes(down)).toEqual(['timed_out', 'down_since'])
    expect(text(down, 'down_since')).toBe('Seen down since 2026-09-01T00:15:00Z, for 80 seconds.')
    expect(down.confidence).toBeGreaterThan(0.7)
  })

  it('reports an apparent recovery, and is over at the second answer', () => {
    const once = assessed([...broken, probe(9000 / 5)])
    expect(once.verdict).toBe('down')
    expect(codes(once)).toEqual(['timed_out', 'down_since', 'recovering'])
    expect(assessed([...broken, probe(1800), probe(1820)]).verdict).toBe('healthy')
  })
})

describe('a server that requires sign-in', () => {
  it('is unknown and alive, and listed as auth', () => {
    const endpoint = assessed([probe(0, 'credentials_required'), probe(20, 'forbidden')])
    expect(endpoint).toMatchObject({
      verdict: 'unknown',
      status: 'auth',
      axes: { reachable: true, access: 'auth', verified: 'none' },
    })
    expect(codes(endpoint)).toEqual(['auth_required'])
    expect(endpoint.confidence).toBeGreaterThan(0.6)
    expect(assessed(probes(0, 2, 'payment_required'))).toMatchObject({ status: 'auth', axes: { access: 'paid' } })
  })

  it('is down when it is dead, whatever it asks for', () => {
    expect(assessed([...probes(0, 3, 'credentials_required'), ...outage(2700, 5, 'dns_failed')])).toMatchObject({
      verdict: 'down',
      status: 'down',
    })
  })

  it('is assessed by observed, not declared, access', () => {
    expect(assess(watch(good).serverState, 'auth', null, at(20))).toMatchObject({
      verdict: 'healthy',
      axes: { access: 'open' },
    })
    expect(assess(watch(probes(0, 2, 'forbidden')).serverState, 'open', null, at(900))).toMatchObject({
      verdict: 'unknown',
      axes: { access: 'auth' },
    })
  })

  it('is not one after a single refusal', () => {
    const refused = assessed([...good, probe(900, 'forbidden')])
    expect(refused.verdict).toBe('healthy')
    expect(codes(refused)).toContain('refused_once')
    expect(assessed([...good, probe(900, 'forbidden'), probe(920, 'forbidden')]).status).toBe('auth')
  })
})

describe('a server that asked to slow down', () => {
  it('is unknown where it never answered a probe', () => {
    const throttled = assessed([probe(0, 'rate_limited'), probe(20, 'asked_to_wait')])
    expect(throttled).toMatchObject({
      verdict: 'unknown',
      status: 'unknown',
      axes: { reachable: true, verified: 'none' },
    })
    expect(codes(throttled)).toEqual(['throttled'])
  })

  it('stays healthy for a day after it did', () => {
    expect(codes(assessed([...good, ...probes(900, 95, 'rate_limited')]))).toEqual([
      'answered',
      'throttled',
      'verified_by_probe_only',
    ])
    expect(codes(assessed([...good, ...probes(900, 97, 'rate_limited')]))).toEqual(['throttled'])
  })
})

describe('degraded', () => {
  const usual = probes(0, 20)

  it('is slow when both of the last two answers are, compared with its own usual latency', () => {
    expect(assessed([...usual, probe(18_000, 'answered', 9000)]).verdict).toBe('healthy')
    const slow = assessed([...usual, probe(18_000, 'answered', 9000), probe(18_900, 'answered', 8000.4)])
    expect(slow).toMatchObject({ verdict: 'degraded', recommendation: 'proceed_with_caution' })
    expect(codes(slow)[0]).toBe('slow')
    expect(text(slow, 'slow')).toMatch(/^Its last two answers took 9000 ms and 8000 ms; usual is about \d+ ms\.$/)
    expect(assessed([...usual, probe(18_000, 'answered', 2300), probe(18_900, 'answered', 2300)]).verdict).toBe(
      'healthy',
    )
  })

  it('needs eight latencies to know the usual one', () => {
    const first = probes(0, 5)
    expect(assessed([...first, probe(4500, 'answered', 9000), probe(5400, 'answered', 9000)]).verdict).toBe('healthy')
  })

  it('is failing often when more than a fifth of the probes fail transiently', () => {
    const shaky = (everyNth: number) =>
      Array.from({ length: 60 }, (_, index) =>
        index % everyNth === everyNth - 1 ? probe(index * 900, 'server_error') : probe(index * 900),
      )
    const often = assessed([...shaky(4), probe(60 * 900)])
    expect(often.verdict).toBe('degraded')
    expect(codes(often)[0]).toBe('failing_often')
    expect(assessed([...shaky(10), probe(60 * 900)]).verdict).toBe('healthy')
  })

  it('is flapping when three outages began within a day, and no longer a day later', () => {
    const passing = (from: number) => [...outage(from), ...probes(from + 1800, 10)]
    const thrice = [...usual, ...[0, 1, 2].flatMap((nth) => passing(18_000 + nth * 10_800))]
    const flapping = assessed(thrice)
    expect(flapping.verdict).toBe('degraded')
    expect(text(flapping, 'flapping')).toBe('It went down 3 times within 24 hours.')
    expect(assessed([...thrice, ...probes(50_400, 96)]).verdict).toBe('healthy')
    expect(codes(assessed(thrice.slice(0, -10)))).toContain('flapping')
  })
})

describe('a tool', () => {
  const gone = { ...NO_TOOL_FACTS, removedAt: at(600) }

  it('is assessed like its server while that lists it', () => {
    expect(assess(watch(good).serverState, 'open', NO_TOOL_FACTS, at(20))).toEqual(
      assess(watch(good).serverState, 'open', null, at(20)),
    )
  })

  it('is down and to be avoided from when its server no longer lists it', () => {
    const removed = assess(watch(good).serverState, 'open', gone, at(900))
    expect(removed).toMatchObject({ verdict: 'down', status: 'down', recommendation: 'avoid', downSince: at(600) })
    expect(removed.axes).toEqual({ reachable: true, access: 'open', verified: 'probe' })
    expect(removed.reasons).toEqual([
      { code: 'removed_from_listing', text: 'Its server no longer lists it since 2026-09-01T00:10:00Z.' },
    ])
  })

  it('is assessed like its server, with a warning first, while a breakage of its contract is open', () => {
    const changed = (name: 'safety' | 'breaking') => ({
      ...NO_TOOL_FACTS,
      openChange: {
        class: name,
        at: at(600).toISOString(),
        text: 'It promised only to read; now it may change things.',
      },
    })
    const unsafe = assess(watch(good).serverState, 'open', changed('safety'), at(900))
    expect(unsafe).toMatchObject({ verdict: 'healthy', recommendation: 'proceed_with_caution', downSince: null })
    expect(unsafe.reasons[0]).toEqual({
      code: 'unsafe_change',
      text: 'It took back a promise of harmlessness on 2026-09-01T00:10:00Z: It promised only to read; now it may change things.',
    })
    const readOnly = { readOnly: true }
    expect(assess(watch(good).serverState, 'open', changed('safety'), at(900), readOnly).recommendation).toBe('avoid')
    const breaking = assess(watch(good).serverState, 'open', changed('breaking'), at(900), readOnly)
    expect(breaking).toMatchObject({ verdict: 'healthy', recommendation: 'proceed_with_caution' })
    expect(codes(breaking)[0]).toBe('breaking_change')
    const down = assess(watch(broken).serverState, 'open', changed('safety'), at(980))
    expect(down).toMatchObject({ verdict: 'down', recommendation: 'avoid', downSince: at(900) })
    expect(codes(down)).toEqual(['timed_out', 'down_since', 'unsafe_change'])
  })

  it('is down when its server is, whether listed or not', () => {
    const down = assess(watch(broken).serverState, 'open', gone, at(980))
    expect(codes(down)).toEqual(['removed_from_listing', 'timed_out', 'down_since'])
    expect(down.verdict).toBe('down')
  })

  it('is unknown without recent probes', () => {
    const assessment = assess(watch(good).serverState, 'open', gone, at(9 * HOURS))
    expect(assessment.verdict).toBe('unknown')
    expect(codes(assessment)).toEqual(['removed_from_listing', 'stale'])
    expect(assessment.recommendation).toBe('avoid')
    expect(assess(null, 'open', gone, at(900))).toMatchObject({ verdict: 'unknown', recommendation: 'avoid' })
  })
})

describe('real use', () => {
  const used = (share: { succeeding?: number; failing?: number }, networks = 3): ToolFacts => {
    const seen = (value?: number) => ({
      networks,
      agreeing: networks,
      trusted: networks,
      share: value ?? 0,
      until: value === undefined ? null : at(900).toISOString(),
    })
    const votes = { reporters: networks, networks, weight: 1, mean: 0.2 }
    const usage = {
      model: USAGE_MODEL as typeof USAGE_MODEL,
      asOf: at(900).toISOString(),
      calls: 99,
      trusted: votes,
      untrusted: votes,
      latencyMs: null,
      failing: seen(share.failing),
      succeeding: seen(share.succeeding),
    }
    return { ...NO_TOOL_FACTS, usage }
  }
  const endpoint = watch(probes(0, 2, 'credentials_required')).serverState

  it('by trusted reporters of three networks verifies, also behind a sign-in', () => {
    expect(assess(watch(good).serverState, 'open', used({ succeeding: 0.9 }), at(900)).axes.verified).toBe('usage')
    const inside = assess(endpoint, 'unknown', used({ succeeding: 0.9 }), at(900))
    expect(inside).toMatchObject({ verdict: 'healthy', status: 'healthy', axes: { access: 'auth', verified: 'usage' } })
    expect(codes(inside)).toEqual(['verified_by_usage'])
  })

  it('by those of two networks, by those who fail, or of yesterday, does not verify', () => {
    for (const facts of [used({ succeeding: 0.9 }, 2), used({ succeeding: 0.5 }), used({})])
      expect(assess(endpoint, 'unknown', facts, at(900))).toMatchObject({ status: 'auth', axes: { verified: 'none' } })
    const probed = watch(probes(0, 120, 'credentials_required')).serverState
    expect(assess(probed, 'unknown', used({ succeeding: 0.9 }), at(30 * HOURS)).status).toBe('auth')
  })

  it('that fails makes degraded, never down', () => {
    const failing = assess(watch(good).serverState, 'open', used({ failing: 1 }), at(900))
    expect(failing.verdict).toBe('degraded')
    expect(codes(failing)[0]).toBe('failing_in_use')
  })

  it('does not override a down found by probes', () => {
    expect(assess(watch(broken).serverState, 'open', used({ succeeding: 1 }), at(980)).verdict).toBe('down')
  })
})

describe('every assessment', () => {
  it('has reasons, a confidence within 0 and 1, and is consistent, whatever was seen and whenever it is made', () => {
    fc.assert(
      fc.property(anyProbes(), fc.integer({ min: -1e6, max: 1e8 }), (observations, seconds) => {
        const assessment = assess(watch(observations).serverState, 'unknown', null, at(seconds))
        expect(VERDICTS).toContain(assessment.verdict)
        expect(assessment.recommendation).toBe(RECOMMENDATION_BY_VERDICT[assessment.verdict])
        expect(assessment.confidence).toBeGreaterThanOrEqual(0)
        expect(assessment.confidence).toBeLessThanOrEqual(1)
        expect(assessment.reasons.length).toBeGreaterThan(0)
        expect(new Set(codes(assessment)).size).toBe(assessment.reasons.length)
        for (const reason of assessment.reasons) {
          expect(reason.code).toMatch(/^[a-z]+(_[a-z]+)*$/)
          expect(reason.text).toMatch(/^(?!.*(NaN|Infinity|null|undefined)).+\.$/)
        }
        if (assessment.verdict === 'healthy') expect(assessment.axes).toMatchObject({ reachable: true, access: 'open' })
        if (assessment.verdict === 'down') expect(assessment.axes.reachable).toBe(false)
      }),
    )
  })

  it('never calls down what only asks for credentials', () => {
    fc.assert(
      fc.property(
        anyProbes(fc.constantFrom('credentials_required', 'payment_required', 'forbidden')),
        (observations) => {
          expect(assessed(observations).verdict).toBe('unknown')
        },
      ),
    )
  })

  it('gives breakages what they need', () => {
    expect(conditionOf(assessed(broken))).toEqual({ verdict: 'down', access: 'open', reachable: false })
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countsOf, NO_HISTORY } from '../forecast/outage-history.ts'
import type { Interval } from '../history/interval.ts'
import type { Observation } from './observation.ts'
import {
  foldObservations,
  MOST_QUICK_PROBES,
  needsRecheck,
  QUICK_WITHIN_MS,
  type ServerState,
  updateServerState,
} from './server-state.ts'
import { anyProbes, at, HOURS, inSeconds, MINUTES, outage, probe, probes, watch } from './test-observations.ts'

describe('the first verdict', () => {
  it('needs two probes that agree, and dates from the first', () => {
    expect(watch([probe(0)]).serverState.liveness).toBe('unknown')
    const { serverState, stored } = watch([probe(0), probe(20)])
    expect(serverState).toMatchObject({ liveness: 'up', livenessSinceAt: at(0).getTime(), probes: 2 })
    expect(inSeconds(stored)).toEqual([['up', 0, 20]])
  })

  it('is down after two failures', () => {
    const { serverState, stored } = watch([probe(0, 'timed_out'), probe(20, 'connect_failed')])
    expect(serverState).toMatchObject({ liveness: 'down', lastFailureReason: 'connect_failed' })
    expect(inSeconds(stored)).toEqual([['down', 0, 20]])
  })

  it('is not given by probes less than 10 s apart, nor by probes that disagree', () => {
    expect(watch([probe(0), probe(9)]).serverState.liveness).toBe('unknown')
    expect(watch([probe(0), probe(9), probe(10)]).serverState.liveness).toBe('up')
    expect(watch([probe(0), probe(20, 'timed_out'), probe(900), probe(920, 'timed_out')]).serverState.liveness).toBe(
      'unknown',
    )
  })

  it('does not count inconclusive probes', () => {
    const { serverState, stored } = watch([probe(0), probe(20, 'probe_defect'), probe(40, 'connectivity_lost')])
    expect(serverState).toMatchObject({
      liveness: 'unknown',
      probes: 1,
      lastReason: 'connectivity_lost',
      lastProbeAt: at(40).getTime(),
    })
    expect(serverState.lastInformativeAt).toBe(at(0).getTime())
    expect(stored).toEqual([])
  })
})

const good = [probe(0), probe(20)]

describe('a transient failure', () => {
  it('leaves the state and the interval unchanged', () => {
    const during = watch([...good, probe(900, 'timed_out')])
    expect(during.serverState.liveness).toBe('up')
    expect(inSeconds(during.stored)).toEqual([['up', 0, 900]])
    const after = watch([probe(920), probe(1800)], during.serverState)
    expect(after.serverState).toMatchObject({ liveness: 'up', downsAt: [] })
    expect(inSeconds(after.stored)).toEqual([['up', 0, 1800]])
    expect(after.serverState.history.outages).toEqual(NO_HISTORY.outages)
    expect(after.serverState.transientFailures.failures).toBeCloseTo(0.98)
    expect(after.serverState.failsOften).toBe(false)
    expect(countsOf(after.serverState.history).upHours).toBeCloseTo(0.5, 2)
  })

  it('counts once however often it is seen within 10 s', () => {
    const crowd = Array.from({ length: 90 }, (_, index) => probe(900 + index / 10, 'timed_out'))
    expect(watch([...good, ...crowd]).serverState).toMatchObject({ liveness: 'up', streak: { probes: 1 } })
  })

  it('includes four failures in quick succession', () => {
    expect(watch([...good, ...outage(900, 4)]).serverState.liveness).toBe('up')
  })
})

describe('an outage', () => {
  const broken = [...good, ...outage(900)]

  it('begins at the first failure once four rechecks confirm it', () => {
    const { serverState, stored } = watch(broken)
    expect(serverState).toMatchObject({
      liveness: 'down',
      livenessSinceAt: at(900).getTime(),
      downsAt: [at(900).getTime()],
    })
    expect(inSeconds(stored)).toEqual([
      ['up', 0, 900],
      ['down', 900, 980],
    ])
    expect(serverState.history).toMatchObject({ state: 'down', sinceAt: at(900).getTime() })
  })

  it('lasts through one success and ends at the first of two', () => {
    const once = watch([...broken, probe(1800)])
    expect(once.serverState.liveness).toBe('down')
    expect(inSeconds(once.stored).at(-1)).toEqual(['down', 900, 1800])

    const relapsed = watch([...broken, probe(1800), probe(1820, 'server_error')])
    expect(inSeconds(relapsed.stored).at(-1)).toEqual(['down', 900, 1820])

    const { serverState, stored } = watch([...broken, probe(1800), probe(1820)])
    expect(serverState).toMatchObject({ liveness: 'up', livenessSinceAt: at(1800).getTime() })
    expect(inSeconds(stored)).toEqual([
      ['up', 0, 900],
      ['down', 900, 1800],
      ['up', 1800, 1820],
    ])
    expect(serverState.history).toMatchObject({ state: 'up', lastEndAt: at(1800).getTime() })
    expect(serverState.history.outages.reduce((sum, count) => sum + count, 0)).toBeCloseTo(1, 2)
  })

  it('is confirmed after as many failures and over after two answers, however long the time before was', () => {
    const { serverState } = watch(probes(0, 3000))
    const down = watch(outage(3000 * 900), serverState)
    expect(down.serverState.liveness).toBe('down')
    const long = watch(probes(3001 * 900, 3000, 'timed_out'), down.serverState)
    expect(watch([probe(6001 * 900), probe(6001 * 900 + 20)], long.serverState).serverState.liveness).toBe('up')
  })

  it('is confirmed after three failures at the usual interval', () => {
    const failures = probes(900, 3, 'timed_out')
    expect(watch([...good, ...failures.slice(0, 2)]).serverState.liveness).toBe('up')
    expect(watch([...good, ...failures]).serverState).toMatchObject({
      liveness: 'down',
      livenessSinceAt: at(900).getTime(),
    })
  })

  it('is confirmed after two for a server that was never seen up', () => {
    expect(watch(outage(0, 2)).serverState.liveness).toBe('down')
    expect(watch([probe(0), ...outage(900, 2)]).serverState.liveness).toBe('unknown')
    expect(watch([...good, ...outage(9 * HOURS, 2)]).serverState.liveness, 'nor after a gap').toBe('unknown')
  })

  it('keeps the beginnings of one day, eight at most', () => {
    const passing = (from: number) => [...outage(from), probe(from + 900), probe(from + 920)]
    const day = Array.from({ length: 12 }, (_, index) => passing(1800 * (index + 1))).flat()
    expect(watch([...good, ...day]).serverState.downsAt).toHaveLength(8)
    const later = [...probes(24_000, 100), ...passing(24_000 + 100 * 900)]
    expect(watch([...good, ...day, ...later]).serverState.downsAt).toHaveLength(1)
  })
})

describe('a gap', () => {
  it('counts for no state, and the state after it has to be confirmed anew', () => {
    const { serverState, stored } = watch([...good, probe(2 * HOURS + 21)])
    expect(serverState).toMatchObject({ liveness: 'unknown', interval: null, access: 'open' })
    expect(inSeconds(stored)).toEqual([['up', 0, 20]])
    const next = watch([probe(2 * HOURS + 41)], serverState)
    expect(next.serverState.liveness).toBe('up')
    expect(inSeconds(next.stored)).toEqual([['up', 2 * HOURS + 21, 2 * HOURS + 41]])
    expect(countsOf(next.serverState.history).upHours).toBeLessThan(0.02)
  })

  it('does not begin at two hours', () => {
    expect(inSeconds(watch([...good, probe(2 * HOURS + 20)]).stored)).toEqual([['up', 0, 2 * HOURS + 20]])
  })

  it('changes nothing else: other times, another state, but no failure seen', () => {
    const { serverState } = watch([...good, ...outage(5 * HOURS)])
    expect(serverState).toMatchObject({ liveness: 'down', downsAt: [] })
    expect(serverState.history.outages).toEqual(NO_HISTORY.outages)
  })
})

describe('a late probe', () => {
  it('changes nothing', () => {
    const { serverState } = watch([...good, probe(900)])
    expect(updateServerState(serverState, probe(899, 'timed_out'))).toEqual({ serverState, intervals: [] })
    expect(updateServerState(serverState, probe(30, 'connectivity_lost')).serverState).toBe(serverState)
  })

  it('without a date changes nothing either', () => {
    const { serverState } = watch(good)
    expect(updateServerState(serverState, { ...probe(0), observedAt: new Date(Number.NaN) }).serverState).toBe(
      serverState,
    )
    expect(updateServerState(null, { ...probe(0), observedAt: new Date(Number.NaN) }).serverState.probes).toBe(0)
  })
})

describe('access', () => {
  it('is what was seen first, and another only after a second sign', () => {
    const endpoint = watch([probe(0, 'credentials_required'), probe(20, 'rate_limited')]).serverState
    expect(endpoint).toMatchObject({ liveness: 'up', access: 'auth' })
    const doubted = watch([...good, probe(900, 'forbidden')]).serverState
    expect(doubted).toMatchObject({ access: 'open', unconfirmedAccess: { access: 'auth', firstAt: at(900).getTime() } })
    expect(watch([probe(920)], doubted).serverState).toMatchObject({ access: 'open', unconfirmedAccess: null })
    expect(watch([probe(920, 'credentials_required')], doubted).serverState).toMatchObject({
      access: 'auth',
      unconfirmedAccess: null,
    })
    expect(watch([probe(920, 'payment_required'), probe(940, 'payment_required')], doubted).serverState.access).toBe(
      'paid',
    )
  })

  it('is not learnt from failures, nor latency from refusals', () => {
    const { serverState } = watch([probe(0, 'timed_out'), probe(20, 'rate_limited')])
    expect(serverState.access).toBeNull()
    expect(watch(probes(0, 9, 'credentials_required')).serverState.latency.samples).toBe(0)
    expect(watch(probes(0, 9)).serverState.latency.samples).toBe(9)
  })
})

describe('a recheck', () => {
  const asks = (before: Observation[], newest: Observation) => {
    const serverState = before.length === 0 ? null : watch(before).serverState
    return needsRecheck(serverState, updateServerState(serverState, newest).serverState)
  }

  it('is needed after the first probe, failures, a first answer, a first refusal and a gap', () => {
    expect(asks([], probe(0))).toBe(true)
    for (let failures = 0; failures < 4; failures += 1)
      expect(asks([...good, ...outage(900, failures)], probe(900 + 20 * failures, 'timed_out'))).toBe(true)
    expect(asks(outage(0, 2), probe(900))).toBe(true)
    expect(asks(good, probe(900, 'credentials_required'))).toBe(true)
    expect(asks(good, probe(9 * HOURS))).toBe(true)
  })

  it('is needed as well where probes come every minute', () => {
    const minutely = probes(0, 30, 'answered', 60)
    expect(asks(minutely, probe(1800, 'timed_out'))).toBe(true)
    expect(asks([...minutely, ...outage(1800, 3)], probe(1860, 'timed_out'))).toBe(true)
  })

  it('is not needed when the newest probe agrees, is late, or is inconclusive', () => {
    expect(asks(good, probe(900))).toBe(false)
    expect(asks([...good, ...outage(900, 3)], probe(960))).toBe(false)
    expect(asks([...good, ...outage(900, 4)], probe(980, 'timed_out'))).toBe(false)
    expect(asks(good, probe(10, 'timed_out'))).toBe(false)
    expect(asks(good, probe(900, 'probe_defect'))).toBe(false)
    expect(asks([], probe(0, 'not_probeable'))).toBe(false)
    expect(asks(outage(0, 2), probe(900, 'timed_out'))).toBe(false)
  })

  it('is not made of a server that asked to slow down', () => {
    expect(asks([], probe(0, 'rate_limited'))).toBe(false)
  })

  it('is never requested without end', () => {
    fc.assert(
      fc.property(anyProbes(), (observations) => {
        for (const row of askedInARow(observations)) expect(row).toBeLessThanOrEqual(MOST_QUICK_PROBES)
      }),
    )
  })
})

/** After each informative probe: how many rechecks have been requested in a row by then. */
function askedInARow(observations: readonly Observation[]): number[] {
  let serverState: ServerState | null = null
  let asked = 0
  return observations.flatMap((observation) => {
    const before: ServerState | null = serverState
    serverState = updateServerState(before, observation).serverState
    if (serverState.probes === (before?.probes ?? 0)) return []
    const sinceMs = (serverState.lastInformativeAt ?? 0) - (before?.lastInformativeAt ?? 0)
    const inARow = sinceMs <= QUICK_WITHIN_MS ? asked + 1 : 1
    asked = needsRecheck(before, serverState) ? inARow : 0
    return [asked]
  })
}

describe('probes of one instant', () => {
  it('count as one: the most favourable for the server', () => {
    const both = [probe(900, 'timed_out'), probe(900)]
    const { serverState } = watch(good)
    expect(foldObservations(serverState, both).serverState).toMatchObject({
      probes: 3,
      lastInformativeReason: 'answered',
    })
  })

  const shuffled = anyProbes().chain((observations) => {
    // Instants are coarse, so that many coincide.
    const together = observations.map((seen) => ({
      ...seen,
      observedAt: new Date(Math.floor(seen.observedAt.getTime() / 600_000) * 600_000),
    }))
    const all = { minLength: together.length, maxLength: together.length }
    return fc.tuple(fc.constant(together), fc.shuffledSubarray(together, all))
  })
  const sameInAnyOrder = fc.property(shuffled, ([one, other]) => {
    expect(foldObservations(null, other)).toEqual(foldObservations(null, one))
  })

  it('give the same state in whatever order they come', () => {
    fc.assert(sameInAnyOrder)
  })

  it('give the same state in an order that once made a difference', () => {
    fc.assert(sameInAnyOrder, { seed: 696159851, path: '78:2:2:0:0:1:4:5:5:6', endOnFailure: true })
  })

  it.each([Number.MAX_VALUE, Number.POSITIVE_INFINITY, Number.NaN, -1, -0, 0.4, 60_001, 59_999.6])(
    'give the same state where a latency is %d, whatever the other is',
    (odd) => {
      for (const other of [null, 0, 400, 60_000, Number.MAX_VALUE]) {
        const pair = [probe(900, 'answered', odd), probe(900, 'answered', other)]
        const { serverState } = watch(good)
        expect(foldObservations(serverState, pair.toReversed())).toEqual(foldObservations(serverState, pair))
      }
    },
  )

  it('give the same state where one has no valid date', () => {
    const undated = { ...probe(0, 'timed_out'), observedAt: new Date(Number.NaN) }
    const dated = foldObservations(null, good)
    for (const all of [
      [undated, ...good],
      [probe(20), undated, probe(0)],
      [probe(20), probe(0), undated],
    ])
      expect(foldObservations(null, all)).toEqual(dated)
  })
})

describe('latency', () => {
  it('after an idle time is kept apart, and never makes a server slow', () => {
    const woken = watch([
      ...probes(0, 20),
      probe(20 * 900 + 3600, 'answered', 20_000),
      probe(20 * 900 + 7000, 'answered', 19_000),
    ])
    expect(woken.serverState).toMatchObject({ slow: false, latency: { samples: 20 }, wakingLatency: { samples: 2 } })
  })

  it('makes a server slow by two answers, and no longer slow by two', () => {
    const of = (...latencies: number[]) =>
      watch([
        ...probes(0, 20),
        ...latencies.map((latencyMs, index) => probe(18_000 + index * 900, 'answered', latencyMs)),
      ]).serverState.slow
    expect(of(9000)).toBe(false)
    expect(of(9000, 9000)).toBe(true)
    expect(of(9000, 9000, 400)).toBe(true)
    expect(of(9000, 9000, 400, 400)).toBe(false)
  })
})

describe('whatever is seen', () => {
  it('the state is finite, survives JSON, and its probability lies within 0 and 1', () => {
    fc.assert(
      fc.property(anyProbes(), (observations) => {
        const { serverState } = watch(observations)
        expect(JSON.parse(JSON.stringify(serverState))).toEqual(serverState)
        expect(serverState.up).toBeGreaterThan(0)
        expect(serverState.up).toBeLessThan(1)
        for (const count of [
          serverState.history.upHours,
          ...serverState.history.outages,
          ...Object.values(serverState.transientFailures),
          ...serverState.latency.weights,
          ...serverState.wakingLatency.weights,
        ]) {
          expect(count).toBeGreaterThanOrEqual(0)
          expect(Number.isFinite(count)).toBe(true)
        }
        expect(serverState.interval?.state ?? 'unknown').toBe(serverState.liveness)
      }),
    )
  })

  it('stored intervals have a length, do not overlap, and touch only where the state changes', () => {
    fc.assert(
      fc.property(anyProbes(), (observations) => {
        const rows = inSeconds(watch(observations).stored)
        for (const [index, [state, from, to]] of rows.entries()) {
          expect(to).toBeGreaterThan(from)
          const next = rows[index + 1]
          if (next === undefined) continue
          expect(next[1]).toBeGreaterThanOrEqual(to)
          if (next[1] === to) expect(next[0]).not.toBe(state)
        }
      }),
    )
  })

  it('the time in the intervals is no more than lies between the probes', () => {
    fc.assert(
      fc.property(anyProbes(), (observations) => {
        const { serverState, stored } = watch(observations)
        const watched = inSeconds(stored).reduce((sum, [, from, to]) => sum + to - from, 0)
        const whole = ((serverState.lastInformativeAt ?? 0) - (serverState.firstInformativeAt ?? 0)) / 1000
        expect(watched).toBeLessThanOrEqual(whole + 1e-6)
      }),
    )
  })

  it('no single failure makes a server down, no single answer makes it up', () => {
    const lonely = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 40 }).map((steps) => {
      let seconds = 20
      return steps.flatMap((step) => {
        seconds += step + 1
        return [probe(seconds, 'timed_out'), probe(seconds + 1)]
      })
    })
    fc.assert(
      fc.property(lonely, (observations) => {
        expect(watch([...good, ...observations]).serverState.liveness).not.toBe('down')
        const { serverState } = watch(outage(0, 2))
        const flipped = observations.map((seen) => ({
          ...seen,
          reason: seen.reason === 'answered' ? ('timed_out' as const) : ('answered' as const),
        }))
        expect(watch(flipped, serverState).serverState.liveness).not.toBe('up')
      }),
    )
  })

  it('a failure in place of an answer never improves the state: time up never grows, down time never shrinks', () => {
    const spoiled = fc.tuple(
      anyProbes(fc.constantFrom('answered', 'rate_limited', 'forbidden', 'timed_out')),
      fc.array(fc.nat(59), { maxLength: 5 }),
    )
    const ms = (stored: Interval[], state: string) =>
      stored.reduce((sum, row) => sum + (row.state === state ? row.to.getTime() - row.from.getTime() : 0), 0)
    fc.assert(
      fc.property(spoiled, ([observations, spoil]) => {
        const worse = observations.map((seen, index) =>
          spoil.includes(index) ? { ...seen, reason: 'timed_out' as const, latencyMs: null } : seen,
        )
        const [before, after] = [watch(observations), watch(worse)]
        expect(ms(after.stored, 'up')).toBeLessThanOrEqual(ms(before.stored, 'up'))
        expect(ms(after.stored, 'down')).toBeGreaterThanOrEqual(ms(before.stored, 'down'))
      }),
      { numRuns: 500 },
    )
  })

  it('a server that only ever refuses anonymous callers is never down', () => {
    const refusal = fc.constantFrom(
      'credentials_required',
      'forbidden',
      'payment_required',
      'rate_limited',
      'connectivity_lost' as const,
    )
    fc.assert(
      fc.property(anyProbes(refusal), (observations) => {
        const { serverState, stored } = watch(observations)
        expect(serverState.liveness).not.toBe('down')
        expect(stored.every(({ state }) => state === 'up')).toBe(true)
      }),
    )
  })

  it('the same step twice from a stored state gives the same state', () => {
    const { serverState } = watch([...good, probe(15 * MINUTES, 'timed_out')])
    const stored = JSON.parse(JSON.stringify(serverState)) as ServerState
    expect(updateServerState(stored, probe(920))).toEqual(updateServerState(serverState, probe(920)))
  })
})

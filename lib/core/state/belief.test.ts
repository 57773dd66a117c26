import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countsOf, NO_HISTORY } from '../forecast/outage-history'
import type { Interval } from '../history/interval'
import {
  type Belief,
  MOST_QUICK_LOOKS,
  needsAnotherLook,
  QUICK_WITHIN_MS,
  updateBelief,
  updateBeliefByAll,
} from './belief'
import type { Observation } from './observation'
import { anyLooks, at, HOURS, look, looks, MINUTES, outage, told, watch } from './test-looks'

describe('the first verdict', () => {
  it('needs two looks that agree, and dates from the first', () => {
    expect(watch([look(0)]).belief.standing).toBe('unknown')
    const { belief, stored } = watch([look(0), look(20)])
    expect(belief).toMatchObject({ standing: 'up', standingSinceAt: at(0).getTime(), looks: 2 })
    expect(told(stored)).toEqual([['up', 0, 20]])
  })

  it('is down after two failures', () => {
    const { belief, stored } = watch([look(0, 'timed_out'), look(20, 'connect_failed')])
    expect(belief).toMatchObject({ standing: 'down', lastFailureReason: 'connect_failed' })
    expect(told(stored)).toEqual([['down', 0, 20]])
  })

  it('is not given by looks nearer than 10 s, nor by looks that disagree', () => {
    expect(watch([look(0), look(9)]).belief.standing).toBe('unknown')
    expect(watch([look(0), look(9), look(10)]).belief.standing).toBe('up')
    expect(watch([look(0), look(20, 'timed_out'), look(900), look(920, 'timed_out')]).belief.standing).toBe('unknown')
  })

  it('does not count looks that could not look', () => {
    const { belief, stored } = watch([look(0), look(20, 'probe_defect'), look(40, 'own_line_down')])
    expect(belief).toMatchObject({
      standing: 'unknown',
      looks: 1,
      lastReason: 'own_line_down',
      lastLookAt: at(40).getTime(),
    })
    expect(belief.lastInformativeAt).toBe(at(0).getTime())
    expect(stored).toEqual([])
  })
})

const good = [look(0), look(20)]

describe('a blip', () => {
  it('leaves the state and the interval whole', () => {
    const during = watch([...good, look(900, 'timed_out')])
    expect(during.belief.standing).toBe('up')
    expect(told(during.stored)).toEqual([['up', 0, 900]])
    const after = watch([look(920), look(1800)], during.belief)
    expect(after.belief).toMatchObject({ standing: 'up', downsAt: [] })
    expect(told(after.stored)).toEqual([['up', 0, 1800]])
    expect(after.belief.history.outages).toEqual(NO_HISTORY.outages)
    expect(after.belief.blips.failures).toBeCloseTo(0.98)
    expect(after.belief.failsOften).toBe(false)
    expect(countsOf(after.belief.history).upHours).toBeCloseTo(0.5, 2)
  })

  it('is still one however often it is seen within 10 s', () => {
    const crowd = Array.from({ length: 90 }, (_, index) => look(900 + index / 10, 'timed_out'))
    expect(watch([...good, ...crowd]).belief).toMatchObject({ standing: 'up', run: { looks: 1 } })
  })

  it('is still one for four failures in quick succession', () => {
    expect(watch([...good, ...outage(900, 4)]).belief.standing).toBe('up')
  })
})

describe('an outage', () => {
  const broken = [...good, ...outage(900)]

  it('begins at the first failure once four more in quick succession confirm it', () => {
    const { belief, stored } = watch(broken)
    expect(belief).toMatchObject({ standing: 'down', standingSinceAt: at(900).getTime(), downsAt: [at(900).getTime()] })
    expect(told(stored)).toEqual([
      ['up', 0, 900],
      ['down', 900, 980],
    ])
    expect(belief.history).toMatchObject({ state: 'down', sinceAt: at(900).getTime() })
  })

  it('holds through one success and ends at the first of two', () => {
    const once = watch([...broken, look(1800)])
    expect(once.belief.standing).toBe('down')
    expect(told(once.stored).at(-1)).toEqual(['down', 900, 1800])

    const relapsed = watch([...broken, look(1800), look(1820, 'server_error')])
    expect(told(relapsed.stored).at(-1)).toEqual(['down', 900, 1820])

    const { belief, stored } = watch([...broken, look(1800), look(1820)])
    expect(belief).toMatchObject({ standing: 'up', standingSinceAt: at(1800).getTime() })
    expect(told(stored)).toEqual([
      ['up', 0, 900],
      ['down', 900, 1800],
      ['up', 1800, 1820],
    ])
    expect(belief.history).toMatchObject({ state: 'up', lastEndAt: at(1800).getTime() })
    expect(belief.history.outages.reduce((sum, count) => sum + count, 0)).toBeCloseTo(1, 2)
  })

  it('is believed after as many failures and left after two answers, however long the time before was', () => {
    const { belief } = watch(looks(0, 3000))
    const down = watch(outage(3000 * 900), belief)
    expect(down.belief.standing).toBe('down')
    const long = watch(looks(3001 * 900, 3000, 'timed_out'), down.belief)
    expect(watch([look(6001 * 900), look(6001 * 900 + 20)], long.belief).belief.standing).toBe('up')
  })

  it('is believed after three failures that come at their usual time', () => {
    const failures = looks(900, 3, 'timed_out')
    expect(watch([...good, ...failures.slice(0, 2)]).belief.standing).toBe('up')
    expect(watch([...good, ...failures]).belief).toMatchObject({ standing: 'down', standingSinceAt: at(900).getTime() })
  })

  it('is believed after two by a server that was never seen up', () => {
    expect(watch(outage(0, 2)).belief.standing).toBe('down')
    expect(watch([look(0), ...outage(900, 2)]).belief.standing).toBe('unknown')
    expect(watch([...good, ...outage(9 * HOURS, 2)]).belief.standing, 'nor after a gap').toBe('unknown')
  })

  it('remembers the beginnings of one day, eight at most', () => {
    const passing = (from: number) => [...outage(from), look(from + 900), look(from + 920)]
    const day = Array.from({ length: 12 }, (_, index) => passing(1800 * (index + 1))).flat()
    expect(watch([...good, ...day]).belief.downsAt).toHaveLength(8)
    const later = [...looks(24_000, 100), ...passing(24_000 + 100 * 900)]
    expect(watch([...good, ...day, ...later]).belief.downsAt).toHaveLength(1)
  })
})

describe('a gap', () => {
  it('belongs to nobody, and the state after it is to be seen anew', () => {
    const { belief, stored } = watch([...good, look(2 * HOURS + 21)])
    expect(belief).toMatchObject({ standing: 'unknown', interval: null, access: 'open' })
    expect(told(stored)).toEqual([['up', 0, 20]])
    const next = watch([look(2 * HOURS + 41)], belief)
    expect(next.belief.standing).toBe('up')
    expect(told(next.stored)).toEqual([['up', 2 * HOURS + 21, 2 * HOURS + 41]])
    expect(countsOf(next.belief.history).upHours).toBeLessThan(0.02)
  })

  it('is none at two hours', () => {
    expect(told(watch([...good, look(2 * HOURS + 20)]).stored)).toEqual([['up', 0, 2 * HOURS + 20]])
  })

  it('turns nothing: other times, another state, but no failure seen', () => {
    const { belief } = watch([...good, ...outage(5 * HOURS)])
    expect(belief).toMatchObject({ standing: 'down', downsAt: [] })
    expect(belief.history.outages).toEqual(NO_HISTORY.outages)
  })
})

describe('a late look', () => {
  it('changes nothing', () => {
    const { belief } = watch([...good, look(900)])
    expect(updateBelief(belief, look(899, 'timed_out'))).toEqual({ belief, intervals: [] })
    expect(updateBelief(belief, look(30, 'own_line_down')).belief).toBe(belief)
  })

  it('without a date changes nothing either', () => {
    const { belief } = watch(good)
    expect(updateBelief(belief, { ...look(0), observedAt: new Date(Number.NaN) }).belief).toBe(belief)
    expect(updateBelief(null, { ...look(0), observedAt: new Date(Number.NaN) }).belief.looks).toBe(0)
  })
})

describe('access', () => {
  it('is what was seen first, and another at its second sign only', () => {
    const door = watch([look(0, 'credentials_required'), look(20, 'rate_limited')]).belief
    expect(door).toMatchObject({ standing: 'up', access: 'auth' })
    const doubted = watch([...good, look(900, 'forbidden')]).belief
    expect(doubted).toMatchObject({ access: 'open', accessDoubt: { access: 'auth', firstAt: at(900).getTime() } })
    expect(watch([look(920)], doubted).belief).toMatchObject({ access: 'open', accessDoubt: null })
    expect(watch([look(920, 'credentials_required')], doubted).belief).toMatchObject({
      access: 'auth',
      accessDoubt: null,
    })
    expect(watch([look(920, 'payment_required'), look(940, 'payment_required')], doubted).belief.access).toBe('paid')
  })

  it('is not learnt from failures, nor latency from refusals', () => {
    const { belief } = watch([look(0, 'timed_out'), look(20, 'rate_limited')])
    expect(belief.access).toBeNull()
    expect(watch(looks(0, 9, 'credentials_required')).belief.latency.samples).toBe(0)
    expect(watch(looks(0, 9)).belief.latency.samples).toBe(9)
  })
})

describe('another look', () => {
  const asks = (before: Observation[], newest: Observation) => {
    const belief = before.length === 0 ? null : watch(before).belief
    return needsAnotherLook(belief, updateBelief(belief, newest).belief)
  }

  it('is needed at the very first, at failures, a first answer, a first refusal and after a gap', () => {
    expect(asks([], look(0))).toBe(true)
    for (let failures = 0; failures < 4; failures += 1)
      expect(asks([...good, ...outage(900, failures)], look(900 + 20 * failures, 'timed_out'))).toBe(true)
    expect(asks(outage(0, 2), look(900))).toBe(true)
    expect(asks(good, look(900, 'credentials_required'))).toBe(true)
    expect(asks(good, look(9 * HOURS))).toBe(true)
  })

  it('is needed as well where looks come every minute as usual', () => {
    const minutely = looks(0, 30, 'answered', 60)
    expect(asks(minutely, look(1800, 'timed_out'))).toBe(true)
    expect(asks([...minutely, ...outage(1800, 3)], look(1860, 'timed_out'))).toBe(true)
  })

  it('is not needed when the newest agrees, is late, or says nothing', () => {
    expect(asks(good, look(900))).toBe(false)
    expect(asks([...good, ...outage(900, 3)], look(960))).toBe(false)
    expect(asks([...good, ...outage(900, 4)], look(980, 'timed_out'))).toBe(false)
    expect(asks(good, look(10, 'timed_out'))).toBe(false)
    expect(asks(good, look(900, 'probe_defect'))).toBe(false)
    expect(asks([], look(0, 'not_probeable'))).toBe(false)
    expect(asks(outage(0, 2), look(900, 'timed_out'))).toBe(false)
  })

  it('spares a server that asked us to slow down', () => {
    expect(asks([], look(0, 'rate_limited'))).toBe(false)
  })

  it('is never asked for without end', () => {
    fc.assert(
      fc.property(anyLooks(), (observations) => {
        for (const row of askedInARow(observations)) expect(row).toBeLessThanOrEqual(MOST_QUICK_LOOKS)
      }),
    )
  })
})

/** After each informative look: how many in quick succession have asked for another by then. */
function askedInARow(observations: readonly Observation[]): number[] {
  let belief: Belief | null = null
  let asked = 0
  return observations.flatMap((observation) => {
    const before: Belief | null = belief
    belief = updateBelief(before, observation).belief
    if (belief.looks === (before?.looks ?? 0)) return []
    const sinceMs = (belief.lastInformativeAt ?? 0) - (before?.lastInformativeAt ?? 0)
    const inARow = sinceMs <= QUICK_WITHIN_MS ? asked + 1 : 1
    asked = needsAnotherLook(before, belief) ? inARow : 0
    return [asked]
  })
}

describe('looks of one instant', () => {
  it('are one: what says most for the server', () => {
    const both = [look(900, 'timed_out'), look(900)]
    const { belief } = watch(good)
    expect(updateBeliefByAll(belief, both).belief).toMatchObject({ looks: 3, lastInformativeReason: 'answered' })
  })

  const shuffled = anyLooks().chain((observations) => {
    // Instants are made coarse, so that many fall together.
    const together = observations.map((seen) => ({
      ...seen,
      observedAt: new Date(Math.floor(seen.observedAt.getTime() / 600_000) * 600_000),
    }))
    const all = { minLength: together.length, maxLength: together.length }
    return fc.tuple(fc.constant(together), fc.shuffledSubarray(together, all))
  })
  const sameInAnyOrder = fc.property(shuffled, ([one, other]) => {
    expect(updateBeliefByAll(null, other)).toEqual(updateBeliefByAll(null, one))
  })

  it('are believed the same in whatever order they come', () => {
    fc.assert(sameInAnyOrder)
  })

  it('are believed the same in the order that once made a difference', () => {
    fc.assert(sameInAnyOrder, { seed: 696159851, path: '78:2:2:0:0:1:4:5:5:6', endOnFailure: true })
  })

  it.each([Number.MAX_VALUE, Number.POSITIVE_INFINITY, Number.NaN, -1, -0, 0.4, 60_001, 59_999.6])(
    'are believed the same where a latency is %d, whatever the other is',
    (odd) => {
      for (const other of [null, 0, 400, 60_000, Number.MAX_VALUE]) {
        const pair = [look(900, 'answered', odd), look(900, 'answered', other)]
        const { belief } = watch(good)
        expect(updateBeliefByAll(belief, pair.toReversed())).toEqual(updateBeliefByAll(belief, pair))
      }
    },
  )

  it('are believed the same where the date of one is none', () => {
    const undated = { ...look(0, 'timed_out'), observedAt: new Date(Number.NaN) }
    const dated = updateBeliefByAll(null, good)
    for (const all of [
      [undated, ...good],
      [look(20), undated, look(0)],
      [look(20), look(0), undated],
    ])
      expect(updateBeliefByAll(null, all)).toEqual(dated)
  })
})

describe('latency', () => {
  it('after an idle time is kept apart, and makes nothing slow', () => {
    const woken = watch([
      ...looks(0, 20),
      look(20 * 900 + 3600, 'answered', 20_000),
      look(20 * 900 + 7000, 'answered', 19_000),
    ])
    expect(woken.belief).toMatchObject({ slow: false, latency: { samples: 20 }, wakingLatency: { samples: 2 } })
  })

  it('makes slow by two, and no longer slow by two', () => {
    const of = (...latencies: number[]) =>
      watch([
        ...looks(0, 20),
        ...latencies.map((latencyMs, index) => look(18_000 + index * 900, 'answered', latencyMs)),
      ]).belief.slow
    expect(of(9000)).toBe(false)
    expect(of(9000, 9000)).toBe(true)
    expect(of(9000, 9000, 400)).toBe(true)
    expect(of(9000, 9000, 400, 400)).toBe(false)
  })
})

describe('whatever is seen', () => {
  it('the belief is finite, survives JSON, and its probability lies within 0 and 1', () => {
    fc.assert(
      fc.property(anyLooks(), (observations) => {
        const { belief } = watch(observations)
        expect(JSON.parse(JSON.stringify(belief))).toEqual(belief)
        expect(belief.up).toBeGreaterThan(0)
        expect(belief.up).toBeLessThan(1)
        for (const count of [
          belief.history.upHours,
          ...belief.history.outages,
          ...Object.values(belief.blips),
          ...belief.latency.weights,
          ...belief.wakingLatency.weights,
        ]) {
          expect(count).toBeGreaterThanOrEqual(0)
          expect(Number.isFinite(count)).toBe(true)
        }
        expect(belief.interval?.state ?? 'unknown').toBe(belief.standing)
      }),
    )
  })

  it('stored intervals have a length, do not overlap, and touch only where the state turns', () => {
    fc.assert(
      fc.property(anyLooks(), (observations) => {
        const rows = told(watch(observations).stored)
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

  it('the time in the intervals is what the looks watched: no more than lies between them', () => {
    fc.assert(
      fc.property(anyLooks(), (observations) => {
        const { belief, stored } = watch(observations)
        const watched = told(stored).reduce((sum, [, from, to]) => sum + to - from, 0)
        const whole = ((belief.lastInformativeAt ?? 0) - (belief.firstInformativeAt ?? 0)) / 1000
        expect(watched).toBeLessThanOrEqual(whole + 1e-6)
      }),
    )
  })

  it('no single failure makes down, no single answer makes up', () => {
    const lonely = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 40 }).map((steps) => {
      let seconds = 20
      return steps.flatMap((step) => {
        seconds += step + 1
        return [look(seconds, 'timed_out'), look(seconds + 1)]
      })
    })
    fc.assert(
      fc.property(lonely, (observations) => {
        expect(watch([...good, ...observations]).belief.standing).not.toBe('down')
        const { belief } = watch(outage(0, 2))
        const flipped = observations.map((seen) => ({
          ...seen,
          reason: seen.reason === 'answered' ? ('timed_out' as const) : ('answered' as const),
        }))
        expect(watch(flipped, belief).belief.standing).not.toBe('up')
      }),
    )
  })

  it('a failure in place of an answer never makes it stand better: time up never grows, down time never shrinks', () => {
    const spoiled = fc.tuple(
      anyLooks(fc.constantFrom('answered', 'rate_limited', 'forbidden', 'timed_out')),
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

  it('a server that only ever refuses strangers is never down', () => {
    const refusal = fc.constantFrom(
      'credentials_required',
      'forbidden',
      'payment_required',
      'rate_limited',
      'own_line_down' as const,
    )
    fc.assert(
      fc.property(anyLooks(refusal), (observations) => {
        const { belief, stored } = watch(observations)
        expect(belief.standing).not.toBe('down')
        expect(stored.every(({ state }) => state === 'up')).toBe(true)
      }),
    )
  })

  it('the same step twice from a stored belief gives the same belief', () => {
    const { belief } = watch([...good, look(15 * MINUTES, 'timed_out')])
    const stored = JSON.parse(JSON.stringify(belief)) as Belief
    expect(updateBelief(stored, look(920))).toEqual(updateBelief(belief, look(920)))
  })
})

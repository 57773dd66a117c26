import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundedObservation, inOrderOfEffect, LONGEST_LATENCY_MS, type Observation } from './observation.ts'
import { anyProbes, probe } from './test-observations.ts'

const latencyOf = (latencyMs: number | null) => boundedObservation(probe(0, 'answered', latencyMs)).latencyMs
const statusOf = (httpStatus: number | null) => boundedObservation({ ...probe(0), httpStatus }).httpStatus

describe('an observation within its bounds', () => {
  it.each([
    [0, 0],
    [400, 400],
    [412.6, 413],
    [LONGEST_LATENCY_MS, LONGEST_LATENCY_MS],
    [null, null],
  ])('keeps a latency of %s ms as %s', (given, kept) => {
    expect(latencyOf(given)).toBe(kept)
  })

  it.each([Number.NaN, -1, -0.1, LONGEST_LATENCY_MS + 1, Number.MAX_VALUE, Infinity, -Infinity])(
    'has no latency where %d was measured',
    (latencyMs) => {
      expect(latencyOf(latencyMs)).toBeNull()
    },
  )

  it('turns -0 into 0', () => {
    expect(Object.is(latencyOf(-0), 0)).toBe(true)
  })

  it.each([100, 200, 418, 599, 999])('keeps status %d', (httpStatus) => {
    expect(statusOf(httpStatus)).toBe(httpStatus)
  })

  it.each([null, 0, -200, 99, 1000, 65_536, 200.5, Number.NaN, Infinity])(
    'has no status where %s was read',
    (status) => {
      expect(statusOf(status)).toBeNull()
    },
  )

  it('is unchanged when it is bounded twice', () => {
    fc.assert(
      fc.property(fc.double(), fc.double(), (latencyMs, httpStatus) => {
        const once = boundedObservation({ ...probe(0), latencyMs, httpStatus })
        expect(boundedObservation(once)).toEqual(once)
      }),
    )
  })
})

describe('the order of effect', () => {
  const effectOf = ({ observedAt, reason, latencyMs }: Observation) => [observedAt.getTime(), reason, latencyMs]

  it('is the same for every order of arrival, and drops observations without a date', () => {
    const undated = { ...probe(0), observedAt: new Date(Number.NaN) }
    const shuffled = anyProbes().chain((observations) => {
      const all = [...observations, undated]
      return fc.tuple(fc.constant(observations), fc.shuffledSubarray(all, { minLength: all.length }))
    })
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        expect(inOrderOfEffect(other).map(effectOf)).toEqual(inOrderOfEffect(one).map(effectOf))
        expect(inOrderOfEffect(other)).toHaveLength(one.length)
      }),
    )
  })
})

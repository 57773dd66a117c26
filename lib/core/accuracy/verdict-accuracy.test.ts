import { DELAY_BINS, delayBinOf, delayQuantile, shareWithin } from 'assay-verify/accuracy/verdict-figures'
import { at, MINUTES } from 'assay-verify/state/test-observations'
import type { Verdict } from 'assay-verify/verdict'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Assessment, assess } from '../verdict/assessment'
import {
  changeFindings,
  REVERSED_WITHIN_MINUTES,
  stateOfIntervals,
  TAKEN_BACK_WITHIN_MINUTES,
} from './verdict-accuracy'

const unknown = assess(null, 'open', null, at(0))
function assessed(verdict: Verdict, reachable: boolean | null): Assessment {
  return { ...unknown, verdict, axes: { ...unknown.axes, reachable } }
}
const healthy = assessed('healthy', true)
const degraded = assessed('degraded', true)
const down = assessed('down', false)

describe('a verdict change', () => {
  it('is a change between two verdicts that rest on evidence', () => {
    expect(changeFindings(healthy, healthy, null, at(0))).toBeNull()
    expect(changeFindings(unknown, healthy, null, at(0))).toBeNull()
    expect(changeFindings(healthy, unknown, null, at(0))).toBeNull()
    expect(changeFindings(healthy, down, null, at(60))).toEqual({
      begun: 'down',
      reversed: null,
      tookBackDown: false,
      foundOutage: true,
      turn: { verdict: 'down', before: 'healthy', at: at(60) },
    })
  })

  it('reverses a verdict when it soon returns to the one before it', () => {
    const last = changeFindings(healthy, degraded, null, at(0))?.turn ?? null
    const within = REVERSED_WITHIN_MINUTES * MINUTES
    expect(changeFindings(degraded, healthy, last, at(within))?.reversed).toBe('degraded')
    expect(changeFindings(degraded, healthy, last, at(within + 1))?.reversed).toBeNull()
    expect(changeFindings(degraded, down, last, at(60))?.reversed).toBeNull()
  })

  it('takes a down back when the server answers soon, whatever its verdict then', () => {
    const last = changeFindings(healthy, down, null, at(0))?.turn ?? null
    const within = TAKEN_BACK_WITHIN_MINUTES * MINUTES
    expect(changeFindings(down, degraded, last, at(within))).toMatchObject({ tookBackDown: true, reversed: null })
    expect(changeFindings(down, assessed('unknown', true), last, at(within))).toMatchObject({ tookBackDown: true })
    expect(changeFindings(down, healthy, last, at(within + 1))).toMatchObject({ tookBackDown: false, reversed: 'down' })
  })

  it('ignores a previous change that led to another verdict or is unknown', () => {
    const other = { verdict: 'degraded', before: 'healthy', at: at(0) } as const
    expect(changeFindings(down, healthy, other, at(60))).toMatchObject({ reversed: null, tookBackDown: false })
    expect(changeFindings(down, healthy, null, at(60))).toMatchObject({ reversed: null, tookBackDown: false })
  })
})

describe('delays', () => {
  it('have no percentile where there are none', () => {
    expect(delayQuantile(new Map(), 0.5)).toBeNull()
  })

  it('below a second or beyond the last bin are counted in the outermost bins', () => {
    expect([-5, 0, 0.5, 1, 2, 4].map(delayBinOf)).toEqual([0, 0, 0, 0, 4, 8])
    expect(delayBinOf(1e12)).toBe(DELAY_BINS - 1)
  })

  it('have percentiles within a fifth of the exact ones', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 900_000 }), { minLength: 1, maxLength: 80 }),
        fc.constantFrom(0.5, 0.9, 1),
        (delays, share) => {
          const counts = new Map<number, number>()
          for (const delay of delays) counts.set(delayBinOf(delay), (counts.get(delayBinOf(delay)) ?? 0) + 1)
          const exact = [...delays].sort((a, b) => a - b)[Math.ceil(share * delays.length) - 1] ?? 0
          const found = delayQuantile(counts, share) ?? 0
          expect(found).toBeGreaterThanOrEqual(Math.floor(exact / 1.2))
          expect(found).toBeLessThanOrEqual(Math.ceil(exact * 1.2))
        },
      ),
    )
  })
})

describe('the share of delays within a time', () => {
  const counts = new Map([
    [delayBinOf(60), 3],
    [delayBinOf(1500), 1],
  ])
  it('counts whole bins below it, and a part of the bin it is in', () => {
    expect(shareWithin(counts, 30)).toBe(0)
    expect(shareWithin(counts, 300)).toBe(0.75)
    expect(shareWithin(counts, 3600)).toBe(1)
    expect(shareWithin(new Map([[40, 1]]), 2 ** 10.125)).toBe(0.5)
  })
  it('is 0 without delays', () => {
    expect(shareWithin(new Map(), 300)).toBe(0)
  })
})

describe('the state at an instant', () => {
  it('is that of the intervals around it, and unseen without any', () => {
    expect(stateOfIntervals([])).toBe('unseen')
    expect(stateOfIntervals(['up'])).toBe('up')
    expect(stateOfIntervals(['up', 'down'])).toBe('down')
    expect(stateOfIntervals(['down', 'maintenance'])).toBe('excluded')
    expect(stateOfIntervals(['void', 'up'])).toBe('excluded')
  })
})

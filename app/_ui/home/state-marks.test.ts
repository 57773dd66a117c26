import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { marksOf, StateMarks, type WatchedState } from './state-marks'

const counts = (more: Partial<Record<WatchedState, number>>) => ({
  healthy: 0,
  degraded: 0,
  avoid: 0,
  down: 0,
  auth: 0,
  pending: 0,
  ...more,
})
const tally = (more: Partial<Record<WatchedState, number>>) => {
  const marks = marksOf(counts(more))
  return Object.fromEntries([...new Set(marks)].map((state) => [state, marks.filter((mark) => mark === state).length]))
}

describe('the marks of states', () => {
  it('are one for each of few', () => {
    expect(tally({ healthy: 3, down: 1 })).toEqual({ healthy: 3, down: 1 })
    expect(tally({})).toEqual({})
  })

  it('are 120 for many, in proportion', () => {
    expect(tally({ healthy: 3640, degraded: 151, down: 121 })).toEqual({ healthy: 112, degraded: 4, down: 4 })
  })

  it('leave out no state that occurs', () => {
    expect(tally({ healthy: 100_000, degraded: 1, down: 1, auth: 1, pending: 1 })).toEqual({
      healthy: 116,
      degraded: 1,
      down: 1,
      auth: 1,
      pending: 1,
    })
  })

  it('come in one order', () => {
    expect(marksOf(counts({ pending: 1, healthy: 1, down: 1 }))).toEqual(['healthy', 'down', 'pending'])
  })
})

describe('the drawing of states', () => {
  const rightEdge = (more: Partial<Record<WatchedState, number>>) => {
    const markup = renderToStaticMarkup(StateMarks({ counts: counts(more) }))
    const bars = [...markup.matchAll(/M([\d.]+) [\d.]+h([\d.]+)/g)]
    return Math.max(...bars.map(([, x, width]) => Number(x) + Number(width)))
  }

  it.each([4, 45, 120, 5000])('takes the whole width with %d', (healthy) => {
    expect(rightEdge({ healthy })).toBeGreaterThan(990)
    expect(rightEdge({ healthy })).toBeLessThanOrEqual(1001)
  })
})

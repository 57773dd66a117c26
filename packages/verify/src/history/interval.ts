/**
 * State of a stretch of time. `void`: a monitoring gap, in which probes were not valid. `maintenance`: announced.
 * Neither counts for or against.
 */
export const INTERVAL_STATES = ['up', 'down', 'void', 'maintenance'] as const
export type IntervalState = (typeof INTERVAL_STATES)[number]

/** The longest maintenance, in days: a server that is away for longer is down, whatever was announced. */
export const LONGEST_MAINTENANCE_DAYS = 30

/** A stretch of time in one state, `from` inclusive, `to` exclusive. Time in no interval was not observed. */
export interface Interval {
  from: Date
  to: Date
  state: IntervalState
}

/** Milliseconds up and down within a window, and how many outages reach into it. */
interface IntervalTally {
  upMs: number
  downMs: number
  outages: number
}

/**
 * Time up and down between two instants (epoch milliseconds), exact and clipped to them. Intervals may come in any
 * order and overlap: every instant counts once; where states disagree void and maintenance win, then down. An outage
 * lasts until the server is seen up again, so one that is split by unobserved time or by maintenance counts once.
 * Intervals that end before they begin, or have no date, are ignored.
 */
export function tallyIntervals(intervals: readonly Interval[], fromAt: number, toAt: number): IntervalTally {
  const tally: IntervalTally = { upMs: 0, downMs: 0, outages: 0 }
  let seen: 'up' | 'down' | null = null
  for (const { state, fromAt: began, toAt: ended } of observedStretches(intervals, fromAt, toAt)) {
    if (state === 'up') tally.upMs += ended - began
    else tally.downMs += ended - began
    if (state === 'down' && seen !== 'down') tally.outages += 1
    seen = state
  }
  return tally
}

/** A stretch of observed time, epoch milliseconds. */
interface ObservedStretch {
  state: 'up' | 'down'
  fromAt: number
  toAt: number
}

/**
 * The observed time between two instants (epoch milliseconds), oldest first, by the rules of `tallyIntervals`: none
 * overlap, and neighbours may have the same state.
 */
export function* observedStretches(
  intervals: readonly Interval[],
  fromAt: number,
  toAt: number,
): Generator<ObservedStretch> {
  const open: Record<IntervalState, number> = { up: 0, down: 0, void: 0, maintenance: 0 }
  let reached = fromAt
  for (const edge of edgesOf(intervals, fromAt, toAt)) {
    const state = stateOf(open)
    if (edge.at > reached && state !== null) yield { state, fromAt: reached, toAt: edge.at }
    reached = edge.at
    open[edge.state] += edge.step
  }
}

interface Edge {
  at: number
  state: IntervalState
  step: 1 | -1
}

function edgesOf(intervals: readonly Interval[], fromAt: number, toAt: number): Edge[] {
  const edges: Edge[] = []
  for (const { from, to, state } of intervals) {
    const start = Math.max(fromAt, from.getTime())
    const end = Math.min(toAt, to.getTime())
    if (start < end) edges.push({ at: start, state, step: 1 }, { at: end, state, step: -1 })
  }
  return edges.sort((a, b) => a.at - b.at)
}

function stateOf(open: Record<IntervalState, number>): 'up' | 'down' | null {
  if (open.void > 0 || open.maintenance > 0) return null
  if (open.down > 0) return 'down'
  return open.up > 0 ? 'up' : null
}

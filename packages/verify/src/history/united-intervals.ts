import { HOUR_MS } from '../duration.ts'
import { grouped } from '../grouped.ts'
import { MAX_GAP_HOURS } from '../state/server-state.ts'
import type { Interval } from './interval.ts'

/** An interval of one endpoint of a server; that of maintenance is of the whole server. */
export interface TargetInterval extends Interval {
  targetNo: number
}

/**
 * The intervals of a server from those of its endpoints, oldest first: it is up while any of them is, and down while
 * one is down and all others are, or are not known. An endpoint that was up is not known to be down until its next
 * probe: that time counts for neither. Intervals of other states are kept as they are.
 */
export function unitedIntervals(given: readonly TargetInterval[]): Interval[] {
  const observed = given.filter(({ state }) => state === 'up' || state === 'down')
  if (new Set(observed.map(({ targetNo }) => targetNo)).size < 2) return given.map(withoutTarget)
  const others = given.filter(({ state }) => state !== 'up' && state !== 'down').map(withoutTarget)
  const united = stretchesOf(observed).filter(({ from, to }) => from < to)
  return [...united, ...others].sort((one, other) => one.from.getTime() - other.from.getTime())
}

/** The interval alone. */
export function withoutTarget({ state, from, to }: TargetInterval): Interval {
  return { state, from, to }
}

/** A state, or `unprobed`: from the end of an up time to the next probe of its endpoint. */
type Covered = 'up' | 'down' | 'unprobed'

/** Sweeps over the beginnings and ends; neighbours of one state are one stretch. */
function stretchesOf(observed: readonly TargetInterval[]): Interval[] {
  const steps = [...observed.flatMap(stepsOf), ...unprobedSteps(observed)].sort((one, other) => one.at - other.at)
  const open = { up: 0, down: 0, unprobed: 0 }
  const stretches: Interval[] = []
  let state: 'up' | 'down' | null = null
  let since = 0
  for (const [index, { at, of, step }] of steps.entries()) {
    open[of] += step
    // All that happens at one instant counts together.
    if (steps[index + 1]?.at === at) continue
    const isDown = open.down > 0 && open.unprobed === 0
    const next = open.up > 0 ? 'up' : isDown ? 'down' : null
    if (next === state) continue
    if (state !== null) stretches.push({ state, from: new Date(since), to: new Date(at) })
    state = next
    since = at
  }
  return stretches
}

interface Step {
  at: number
  of: Covered
  step: 1 | -1
}

function stepsOf({ state, from, to }: TargetInterval): Step[] {
  return state === 'up' || state === 'down' ? between(state, from.getTime(), to.getTime()) : []
}

function between(of: Covered, from: number, to: number): Step[] {
  return [
    { at: from, of, step: 1 },
    { at: to, of, step: -1 },
  ]
}

/** After each up time of an endpoint until it was seen again, for as long as a state is kept across a silence. */
function unprobedSteps(observed: readonly TargetInterval[]): Step[] {
  const byTarget = grouped(observed.map((interval) => [interval.targetNo, interval]))
  return [...byTarget.values()].flatMap((own) => {
    const ordered = [...own].sort((one, other) => one.from.getTime() - other.from.getTime())
    return ordered.flatMap(({ state, to }, at) => {
      if (state !== 'up') return []
      const end = to.getTime()
      const until = Math.min(end + MAX_GAP_HOURS * HOUR_MS, ordered[at + 1]?.from.getTime() ?? Number.POSITIVE_INFINITY)
      return until > end ? between('unprobed', end, until) : []
    })
  })
}

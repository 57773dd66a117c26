import type { Interval } from './interval'

/** An interval of one endpoint of a server; that of maintenance is of the whole server. */
export interface TargetInterval extends Interval {
  targetNo: number
}

/**
 * The intervals of a server from those of its endpoints, oldest first: it is up while any of them is, and down while one is down and none is up. Intervals of other
 * states are kept as they are.
 */
export function unitedIntervals(given: readonly TargetInterval[]): Interval[] {
  const observed = given.filter(({ state }) => state === 'up' || state === 'down')
  if (new Set(observed.map(({ targetNo }) => targetNo)).size < 2) return given.map(withoutTarget)
  const others = given.filter(({ state }) => state !== 'up' && state !== 'down').map(withoutTarget)
  const united = stretchesOf(observed).filter(({ from, to }) => from < to)
  return [...united, ...others].sort((one, other) => one.from.getTime() - other.from.getTime())
}

function withoutTarget({ state, from, to }: TargetInterval): Interval {
  return { state, from, to }
}

/** Sweeps over the beginnings and ends; neighbours of one state are one stretch. */
function stretchesOf(observed: readonly TargetInterval[]): Interval[] {
  const steps = observed
    .flatMap(({ state, from, to }) => [
      { at: from.getTime(), state, step: 1 },
      { at: to.getTime(), state, step: -1 },
    ])
    .sort((one, other) => one.at - other.at)
  const open = { up: 0, down: 0 }
  const stretches: Interval[] = []
  let state: 'up' | 'down' | null = null
  let since = 0
  for (const [index, { at, state: of, step }] of steps.entries()) {
    if (of === 'up' || of === 'down') open[of] += step
    // All that happens at one instant counts together.
    if (steps[index + 1]?.at === at) continue
    const next = open.up > 0 ? 'up' : open.down > 0 ? 'down' : null
    if (next === state) continue
    if (state !== null) stretches.push({ state, from: new Date(since), to: new Date(at) })
    state = next
    since = at
  }
  return stretches
}

import { DAY_MS } from '../duration.ts'
import { grouped } from '../grouped.ts'
import { type Interval, type IntervalState, LONGEST_MAINTENANCE_DAYS, tallyIntervals } from '../history/interval.ts'
import { type TargetInterval, unitedIntervals, withoutTarget } from '../history/united-intervals.ts'
import { outageSlots } from '../score/outage-slots.ts'

/** A stretch of one state as the log has it: when it began, and how the one before it ended. Epoch ms. */
export interface TlogInterval {
  leaf: number
  target: number
  state: IntervalState
  at: number
  previous: { state: IntervalState; from: number; to: number } | null
}

/** The times of a window whose beginning is known up to some time only, epoch ms. */
export interface Window {
  earliestFrom: number
  latestFrom: number
  /** The latest end. */
  to: number
}

/** What the logged intervals allow to be shown of a window, ms. */
export interface Bounds {
  mostUpMs: number
  leastDownMs: number
  mostDownMs: number
  leastSlots: number
  mostSlots: number
}

/**
 * Bounds of the time up and down that the logged intervals of a server allow. The end of a stretch is logged with the
 * one after it: the newest of each target may have lasted from no time to the end of the window. `gaps`: logged
 * monitoring gaps, which count for servers of the public network only.
 */
export function boundsOf(logged: readonly TlogInterval[], gaps: readonly Interval[], window: Window): Bounds {
  const most = intervalsOf(logged, window.to, 'most')
  const least = intervalsOf(logged, window.to, 'least')
  const only = (intervals: readonly TargetInterval[], state: IntervalState) =>
    intervals.filter((interval) => interval.state === state)
  const masks = [...only(most, 'maintenance').map(withoutTarget), ...gaps]
  const surely = [...unitedIntervals([...only(most, 'up'), ...only(least, 'down')]), ...masks]
  const up = only(most, 'up').map(withoutTarget)
  const down = only(most, 'down').map(withoutTarget)
  return {
    mostUpMs: tallyIntervals(up, window.earliestFrom, window.to).upMs,
    leastDownMs: tallyIntervals(surely, window.latestFrom, window.to).downMs,
    mostDownMs: tallyIntervals(down, window.earliestFrom, window.to).downMs,
    leastSlots: outageSlots(surely, window.latestFrom, window.to),
    mostSlots: outageSlots(down, window.earliestFrom, window.to),
  }
}

/** The logged stretches of up and down with their ends, by target, oldest first. */
export function tlogStretches(
  logged: readonly TlogInterval[],
  to: number,
  open: 'most' | 'least',
): { target: number; state: 'up' | 'down'; from: number; to: number }[] {
  return intervalsOf(logged, to, open).flatMap(({ targetNo: target, state, from, to: end }) =>
    state === 'up' || state === 'down' ? [{ target, state, from: from.getTime(), to: end.getTime() }] : [],
  )
}

/** The intervals with their ends; one without a logged end lasts as long as it can, or no time. */
function intervalsOf(logged: readonly TlogInterval[], to: number, open: 'most' | 'least'): TargetInterval[] {
  return chainsOf(logged).flatMap((chain) =>
    chain.map((interval, place): TargetInterval => {
      const next = chain[place + 1]
      const end = next === undefined ? openEnd(interval, to, open) : endBefore(next, interval, to)
      return { state: interval.state, targetNo: interval.target, from: new Date(interval.at), to: new Date(end) }
    }),
  )
}

function endBefore(next: TlogInterval, { at, state }: TlogInterval, to: number): number {
  const { previous } = next
  const isThis = previous !== null && previous.from === at && previous.state === state
  // What does not agree is a finding of its own; here it lasts until the next begins.
  return Math.min(to, isThis ? previous.to : next.at)
}

function openEnd({ at, state }: TlogInterval, to: number, open: 'most' | 'least'): number {
  if (open === 'least') return at
  return state === 'maintenance' ? Math.min(to, at + LONGEST_MAINTENANCE_DAYS * DAY_MS) : Math.max(at, to)
}

/** The intervals of each target, maintenance apart, oldest first. */
function chainsOf(logged: readonly TlogInterval[]): TlogInterval[][] {
  const chains = grouped(logged.map((interval) => [chainOf(interval), interval]))
  return [...chains.values()].map((chain) => chain.sort((one, other) => one.at - other.at))
}

/** What an interval follows another of: its target, maintenance apart, because it overlaps. */
export function chainOf({ target, state }: Pick<TlogInterval, 'target' | 'state'>): string {
  return `${target} ${state === 'maintenance'}`
}

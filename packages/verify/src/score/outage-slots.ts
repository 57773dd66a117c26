import { HOUR_MS } from '../duration.ts'
import { type Interval, tallyIntervals } from '../history/interval.ts'

/** Length of a slot, in hours: outages within one quarter of a day count as one disturbance. */
export const SLOT_HOURS = 6

/** The most slots a window of 30 days touches: one more than it contains, since it may begin within one. */
export const OUTAGE_SLOTS = 121

const SLOT_MS = SLOT_HOURS * HOUR_MS

/**
 * In how many slots (quarters of a day from midnight UTC) between two instants (epoch milliseconds) it was down at all.
 * Unlike the number of outages this never falls when time down is added: two outages that merge are one outage less,
 * but no slot less.
 */
export function outageSlots(intervals: readonly Interval[], fromAt: number, toAt: number): number {
  const masks = intervals.filter(({ state }) => state === 'void' || state === 'maintenance')
  const down = intervals.filter(({ state }) => state === 'down')
  const slots = new Set<number>()
  for (const { from, to } of down) {
    const [start, end] = [Math.max(fromAt, from.getTime()), Math.min(toAt, to.getTime())]
    for (let slot = Math.floor(start / SLOT_MS); slot * SLOT_MS < end; slot += 1) slots.add(slot)
  }
  if (masks.length === 0) return slots.size
  const isDownIn = (slot: number) => {
    const [start, end] = [Math.max(fromAt, slot * SLOT_MS), Math.min(toAt, (slot + 1) * SLOT_MS)]
    return tallyIntervals([...down, ...masks], start, end).downMs > 0
  }
  return [...slots].filter(isDownIn).length
}

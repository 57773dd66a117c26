import { HOUR_MS } from '../duration.ts'
import { dayOfHour } from './network-votes.ts'

/**
 * The networks of a reporter that reports from the same one on every day of a score's window, up to two days after
 * `now`.
 */
export function always(network: number, now: Date): ReadonlyMap<number, number> {
  const today = dayOfHour(Math.floor(now.getTime() / HOUR_MS))
  return new Map(Array.from({ length: 40 }, (_, n) => [today + 2 - n, network]))
}

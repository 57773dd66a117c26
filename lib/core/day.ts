import { DAY_MS } from 'assay-verify/duration'

/** Whole days since 1970, UTC. */
export function dayOf(instant: Date): number {
  return Math.floor(instant.getTime() / DAY_MS)
}

/** When a day begins. */
export function startOfDay(day: number): Date {
  return new Date(day * DAY_MS)
}

import { HOUR_MS, MINUTE_MS } from 'assay-verify/duration'

/** A check that is late by so much is overdue. */
const OVERDUE_AFTER_MS = 15 * MINUTE_MS
/** What the end is rounded up to, by how long the outage has lasted at least. */
const STEPS = [
  { lastedMs: 6 * HOUR_MS, minutes: 60 },
  { lastedMs: HOUR_MS, minutes: 15 },
  { lastedMs: 0, minutes: 5 },
] as const

/**
 * Until when `down` is relied on without another check: 15 minutes after the next one is due, rounded up so that it
 * seldom changes. `lastedMs`: from the begin of the outage to its newest evidence.
 */
export function downUntil(dueAt: Date, lastedMs: number): Date {
  const { minutes } = STEPS.find((step) => lastedMs >= step.lastedMs) ?? { minutes: 5 }
  const stepMs = minutes * MINUTE_MS
  return new Date(Math.ceil((dueAt.getTime() + OVERDUE_AFTER_MS) / stepMs) * stepMs)
}

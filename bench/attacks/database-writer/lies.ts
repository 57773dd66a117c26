import { DAY_MS, HOUR_MS } from 'assay-verify/duration'
import rows from './lies.json' with { type: 'json' }

/** Something untrue that is written into the database. */
export interface Lie {
  attack: string
  tried: string
  /** In SQL, with places for what `statementsOf` knows. */
  statements: readonly string[]
  /** Time passes before the audit, so that the service builds on it: nothing is put back. */
  waits?: boolean
  before: 'held' | 'broke' | 'not tried'
  documented?: string
  /** An outage of the server that flaps begins before, and its facts wait in the queue. */
  begins?: boolean
  /** With `begins`: the statements come before it. */
  beforehand?: boolean
  /** Statements after the time that passed. */
  later?: readonly string[]
}

/** First what is beside the rating of a server: breakages, clearings, the queue, reports of use, accuracy. */
export const LIES = rows as readonly Lie[]

/**
 * The statements with their places filled: `{flaky}` and `{steady}` by the keys of the two servers, `{now}`, and by
 * days before it `{daysAgo 3}` (instant), `{msAgo 3}` (milliseconds since 1970), `{hourAgo 3}` (seconds since 1970, of
 * the full hour).
 */
export function statementsOf({ statements }: Lie, keys: { flaky: number; steady: number }, now: Date): string[] {
  const places: Readonly<Record<string, (days: number) => string | number>> = {
    flaky: () => keys.flaky,
    steady: () => keys.steady,
    now: () => now.toISOString(),
    daysAgo: (days) => new Date(now.getTime() - days * DAY_MS).toISOString(),
    msAgo: (days) => now.getTime() - days * DAY_MS,
    hourAgo: (days) => (Math.floor((now.getTime() - days * DAY_MS) / HOUR_MS) * HOUR_MS) / 1000,
  }
  return statements.map((statement) =>
    statement.replaceAll(/\{(\w+)(?: (\d+))?\}/g, (whole, name: string, days: string) =>
      String(places[name]?.(Number(days)) ?? whole),
    ),
  )
}

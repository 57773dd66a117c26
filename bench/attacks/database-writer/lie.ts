/** Something untrue that is written into the database. */
export interface Lie {
  attack: string
  tried: string
  /** In SQL; keys of the two servers. */
  statements(keys: { flaky: number; steady: number }, now: Date): string[]
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

export const PAPER = 'docs/audit.md'
export const DAY_MS = 86_400_000
export const daysAgo = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()

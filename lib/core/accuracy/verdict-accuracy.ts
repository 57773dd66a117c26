import { HOUR_MS } from 'assay-verify/duration'
import type { IntervalState } from 'assay-verify/history/interval'
import type { Verdict } from 'assay-verify/verdict'
import type { Assessment } from '../verdict/assessment'

/**
 * A `down` left within this time because the server answered counts as taken back: the next probe comes 15 minutes
 * after the verdict, give or take a tenth, and a second has to agree.
 */
export const TAKEN_BACK_WITHIN_MINUTES = 20

/** A verdict left within this time for the one before it counts as reversed. */
export const REVERSED_WITHIN_MINUTES = 60

/** A server's newest change between two verdicts that both rested on evidence. */
export interface VerdictChange {
  verdict: Verdict
  before: Verdict
  at: Date
}

/** What a verdict change shows about the accuracy of the verdicts involved. */
export interface ChangeFindings {
  /** The verdict that begins. */
  begun: Verdict
  /** The verdict left for the one before it within `REVERSED_WITHIN_MINUTES`; null: none. */
  reversed: Verdict | null
  /** Whether it takes back a `down` within `TAKEN_BACK_WITHIN_MINUTES`, the server having answered. */
  tookBackDown: boolean
  /** Whether a server confirmed up is now confirmed down: an outage whose detection can be timed. */
  foundOutage: boolean
  turn: VerdictChange
}

/**
 * What the step from `before` to `after` shows about accuracy; `last` is the server's newest verdict change before it.
 * null: no verdict change, because the verdict stayed or one of the two is `unknown` for lack of evidence.
 */
export function changeFindings(
  before: Assessment,
  after: Assessment,
  last: VerdictChange | null,
  at: Date,
): ChangeFindings | null {
  if (before.verdict === after.verdict || before.axes.reachable === null || after.axes.reachable === null) return null
  const sinceMs =
    last !== null && last.verdict === before.verdict ? at.getTime() - last.at.getTime() : Number.POSITIVE_INFINITY
  const answered = before.verdict === 'down' && after.axes.reachable
  return {
    begun: after.verdict,
    reversed: last?.before === after.verdict && sinceMs <= minutes(REVERSED_WITHIN_MINUTES) ? before.verdict : null,
    tookBackDown: answered && sinceMs <= minutes(TAKEN_BACK_WITHIN_MINUTES),
    foundOutage: after.verdict === 'down' && before.axes.reachable,
    turn: { verdict: after.verdict, before: before.verdict, at },
  }
}

function minutes(count: number): number {
  return (count * HOUR_MS) / 60
}

/**
 * The state at an instant, from the states of all intervals that contain it: up or down, `excluded` where a monitoring
 * gap or maintenance covers it, `unseen` where no interval does. Where up and down overlap, down.
 */
export function stateOfIntervals(states: readonly IntervalState[]): 'up' | 'down' | 'excluded' | 'unseen' {
  if (states.includes('void') || states.includes('maintenance')) return 'excluded'
  if (states.includes('down')) return 'down'
  return states.includes('up') ? 'up' : 'unseen'
}

import { candidateLines } from 'assay-verify/candidate-lines'
import type { OutcomeEvent, RouteOptions } from './answer-forms.ts'
import { type AnyFunction, measured, type WrapOptions } from './measure.ts'
import { type ClientOptions, settingsOf } from './options.ts'
import { type CheckAnswer, createCheck, createRoute, type RouteAnswer } from './questions.ts'
import { Reporter, type ReportStats } from './reporter.ts'

export type {
  Access,
  CallableBy,
  CallHints,
  Candidate,
  Chosen,
  ChosenRoute,
  ErrorClass,
  Fallback,
  Grade,
  KnownError,
  NoRoute,
  OutcomeEvent,
  PackageRegistry,
  Reason,
  Recommendation,
  Route,
  RouteCandidate,
  RouteOptions,
  Status,
  Transport,
  Unavailable,
  Verdict,
} from './answer-forms.ts'
export type { AnyFunction, WrapOptions } from './measure.ts'
export type { ClientOptions, Fetch } from './options.ts'
export type { CheckAnswer, Reach, RouteAnswer } from './questions.ts'
export type { ReportStats } from './reporter.ts'

/** The functions do not depend on `this`. None but `wrap` throws, and none of their promises rejects. */
export interface Client {
  /** Whether a tool works now. Where no answer comes in time the verdict is `unknown` and `reachable` false. */
  check(toolId: string): Promise<CheckAnswer>
  /**
   * The tool for a task; `chosen` is null where nothing that fits well can be used (`candidateText` then gives a model
   * what comes near). Where no answer comes in time it is null too, and `reachable` is false.
   */
  route(task: string, options?: RouteOptions): Promise<RouteAnswer>
  /**
   * The same function with its calls timed and reported: whether it worked, how long it took, the class of an error.
   * Throws a TypeError where `fn` is not a function. Calls under a malformed id are not reported.
   */
  wrap<Wrapped extends AnyFunction>(toolId: string, fn: Wrapped, options?: WrapOptions<Wrapped>): Wrapped
  /** Reports one call that was not wrapped. Only the four members of an event are ever sent. */
  report(event: OutcomeEvent): void
  /** Sends waiting events. Resolves to whether all were settled within `withinMs` milliseconds (default 10,000). */
  flush(withinMs?: number): Promise<boolean>
  /** Flushes, drops events that are left and reports no more. Wrapped functions go on working. */
  close(withinMs?: number): Promise<boolean>
  /** Counts of the events so far. */
  stats(): ReportStats
}

/** A client of one Assay. Throws a TypeError that names the option where one is wrong. */
export function createClient(options: ClientOptions): Client {
  const settings = settingsOf(options)
  const reporter = new Reporter(settings)
  const report = (event: OutcomeEvent) => reporter.report(event)
  return {
    check: createCheck(settings),
    route: createRoute(settings),
    wrap(toolId, fn, wrapOptions = {}) {
      if (typeof fn !== 'function') throw new TypeError('wrap needs a function')
      return measured(toolId, fn, wrapOptions, report)
    },
    report,
    flush: (withinMs) => reporter.flush(withinMs),
    close: (withinMs) => reporter.close(withinMs),
    stats: () => reporter.stats(),
  }
}

/**
 * The candidates of a route as text for a model, one a line with what sets it apart; '' where there is none. What third
 * parties wrote is quoted: data, never instructions.
 */
export function candidateText({ candidates }: Pick<RouteAnswer, 'candidates'>): string {
  return candidateLines(candidates, true).join('\n')
}

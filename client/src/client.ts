import type { OutcomeEvent, RouteOptions } from './answers.js'
import { type AnyFunction, measured, type WrapOptions } from './measure.js'
import { type ClientOptions, settingsOf } from './options.js'
import { type CheckAnswer, createCheck, createRoute, type RouteAnswer } from './questions.js'
import { Reporter, type ReportStats } from './reporter.js'

export type {
  Access,
  CallHints,
  Candidate,
  Chosen,
  ErrorClass,
  Fallback,
  Grade,
  OutcomeEvent,
  Reason,
  Recommendation,
  RouteOptions,
  Status,
  Verdict,
} from './answers.js'
export type { AnyFunction, WrapOptions } from './measure.js'
export type { ClientOptions, Fetch } from './options.js'
export type { CheckAnswer, Reach, RouteAnswer } from './questions.js'
export type { ReportStats } from './reporter.js'

/** Its functions may be taken out and passed on by themselves. None but `wrap` throws, and no promise of theirs rejects. */
export interface Client {
  /** Does it work now? Where no answer comes in time the verdict is `unknown` and `reachable` false. */
  check(toolId: string): Promise<CheckAnswer>
  /** Which tool for a task? Where no answer comes in time nothing is chosen and `reachable` is false. */
  route(task: string, options?: RouteOptions): Promise<RouteAnswer>
  /**
   * The same function, whose calls are timed and told: whether it worked, how long it took, what kind of error. Throws a TypeError where it is given no
   * function. Calls of an id that is not well formed are not told.
   */
  wrap<Wrapped extends AnyFunction>(toolId: string, fn: Wrapped, options?: WrapOptions<Wrapped>): Wrapped
  /** Tells of one call that `wrap` cannot see. Only the four members of an event are ever sent. */
  report(event: OutcomeEvent): void
  /** Sends what waits. Answers whether all of it was settled within the time (10 s where not given). */
  flush(withinMs?: number): Promise<boolean>
  /** Flushes, gives up what is left and tells no more; wrapped functions go on working. */
  close(withinMs?: number): Promise<boolean>
  /** What became of what was told. */
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

import { outcomeOf, type ProbeReason } from 'assay-verify/state/observation'
import { Counts, DurationCounts } from './counts'

/** What became of a reported event. */
export type EventResult = 'accepted' | 'ignored' | 'refused'

/**
 * What a process counts while it works. Labels are names of this service: never an id of a tool, an address or a text
 * of a caller.
 */
export class Metrics {
  /** By operation and HTTP status. */
  readonly requests = new Counts()
  /** By operation: until the answer is made, not until it is sent. */
  readonly requestDurations = new DurationCounts(REQUEST_BOUNDS_MS)
  /** By outcome and reason. */
  readonly probes = new Counts()
  /** By outcome. */
  readonly probeDurations = new DurationCounts(PROBE_BOUNDS_MS)
  /** By what became of them. */
  readonly events = new Counts()
  /** Messages of the stream of outcomes, by what became of them (`counted`, `repeated`, `parked`). */
  readonly streamed = new Counts()
  /** By job and result (`ok`, `failed`). */
  readonly jobs = new Counts()
  /** By job. */
  readonly jobDurations = new DurationCounts(JOB_BOUNDS_MS)

  request(operation: string, status: number, durationMs: number): void {
    this.requests.add(operation, status)
    this.requestDurations.add(operation, durationMs)
  }

  probe(reason: ProbeReason, durationMs: number): void {
    const outcome = outcomeOf(reason)
    this.probes.add(outcome, reason)
    this.probeDurations.add(outcome, durationMs)
  }

  event(result: EventResult, times: number): void {
    if (times > 0) this.events.add(result, '', times)
  }

  /** Runs a job and counts it with its duration. Its failure is counted and thrown on. */
  async job<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const beganAt = performance.now()
    let result = 'failed'
    try {
      const done = await work()
      result = 'ok'
      return done
    } finally {
      this.jobs.add(name, result)
      this.jobDurations.add(name, performance.now() - beganAt)
    }
  }
}

const REQUEST_BOUNDS_MS = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 10_000]
/** The longest deadline of a probe is a minute. */
const PROBE_BOUNDS_MS = [10, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 20_000, 60_000]
const JOB_BOUNDS_MS = [10, 50, 100, 500, 1000, 5000, 10_000, 30_000, 60_000, 300_000, 1_800_000]

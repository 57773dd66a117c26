import { MOST_BATCH_BYTES, MOST_EVENTS, type OutcomeEvent } from './answer-forms.ts'
import { type Batch, soundEvent, takeBatch } from './batch.ts'
import { deliver } from './deliver.ts'
import type { Settings } from './options.ts'
import { mayClose, onPageHidden } from './platform.ts'
import { later } from './timing.ts'

/** Counts of the events so far. */
export interface ReportStats {
  /** Waiting, or being sent. */
  pending: number
  /** Counted by the service. */
  accepted: number
  /** Received by the service but not counted, as it never knew their ids. */
  ignored: number
  /** Given up: the queue was full, the event invalid, the batch refused or never answered. */
  dropped: number
  /** Why the last failed attempt failed: `no_answer`, `not_understood`, `http_<status>`. null: none failed. */
  lastProblem: string | null
}

/** A batch being sent, or waiting for a retry. */
interface Job {
  batch: Batch
  tries: number
  /** Set while it waits for a retry. */
  timer: ReturnType<typeof setTimeout> | null
  /** The service asked for no retry before this (milliseconds since 1970). */
  notBefore: number
}

const MOST_TRIES = 10
const FIRST_BACKOFF_MS = 1000
const LONGEST_BACKOFF_MS = 300_000
/** The service remembers an idempotency key for 24 hours; a batch sent after that might be counted twice. */
const KEY_LIFETIME_MS = 23 * 3_600_000
const FLUSH_WITHIN_MS = 10_000
/** Browsers limit all `keepalive` requests of a page together to 64 KiB. */
const PAGE_BATCH_BYTES = 30_000
const PAGE_JOBS = 2

/** Collects outcomes and sends them in batches in the background, one batch at a time. */
export class Reporter {
  readonly #settings: Settings
  readonly #queue: OutcomeEvent[] = []
  readonly #jobs = new Set<Job>()
  /** Callbacks of flushes that wait until events are settled. */
  readonly #waiting = new Set<() => void>()
  readonly #counts = { taken: 0, settled: 0, accepted: 0, ignored: 0, dropped: 0 }
  readonly #leavePage: () => void
  #lastProblem: string | null = null
  #wake: { timer: ReturnType<typeof setTimeout>; isSoon: boolean } | null = null
  #isClosed = false

  constructor(settings: Settings) {
    this.#settings = settings
    this.#leavePage = onPageHidden(() => this.#sendNow(PAGE_JOBS))
  }

  /** Queues one event. Never throws; an invalid event is dropped. */
  report(given: OutcomeEvent): void {
    const event = this.#isClosed ? undefined : soundEvent(given)
    if (event === undefined) {
      this.#counts.dropped += 1
      return
    }
    this.#counts.taken += 1
    this.#queue.push(event)
    if (this.#queue.length > this.#settings.queueSize) {
      this.#queue.shift()
      this.#drop(1)
    }
    const isSoon = this.#queue.length >= this.#settings.batchSize
    this.#wakeWithin(isSoon ? 0 : this.#settings.flushIntervalMs, isSoon)
  }

  /**
   * Sends waiting events. Resolves to whether all were settled (received or given up) within the time; never rejects.
   */
  flush(withinMs = FLUSH_WITHIN_MS): Promise<boolean> {
    const mark = this.#counts.taken
    const settled = new Promise<boolean>((resolve) => {
      const finish = () => {
        clearTimeout(deadline)
        this.#waiting.delete(check)
        resolve(this.#counts.settled >= mark)
      }
      const check = () => {
        if (this.#counts.settled >= mark) finish()
      }
      // The only timer here that keeps a process alive, as the caller awaits the flush.
      const deadline = setTimeout(finish, withinMs)
      this.#waiting.add(check)
      check()
    })
    this.#sendNow(1)
    return settled
  }

  /** Flushes, then drops events that are left. Later events are dropped too. */
  async close(withinMs?: number): Promise<boolean> {
    this.#isClosed = true
    this.#leavePage()
    const isSettled = await this.flush(withinMs)
    for (const job of this.#jobs) this.#giveUp(job)
    this.#drop(this.#queue.splice(0).length)
    this.#sleep()
    return isSettled
  }

  stats(): ReportStats {
    const { taken, settled, accepted, ignored, dropped } = this.#counts
    return { pending: taken - settled, accepted, ignored, dropped, lastProblem: this.#lastProblem }
  }

  #wakeWithin(milliseconds: number, isSoon: boolean): void {
    if (this.#wake !== null && (this.#wake.isSoon || !isSoon)) return
    this.#sleep()
    this.#wake = { timer: later(milliseconds, () => this.#begin(1)), isSoon }
  }

  #sleep(): void {
    if (this.#wake !== null) clearTimeout(this.#wake.timer)
    this.#wake = null
  }

  /** Starts batches while fewer than `mostJobs` are being sent or waiting for a retry. */
  #begin(mostJobs: number): void {
    this.#sleep()
    const mostBytes = mayClose() ? PAGE_BATCH_BYTES : MOST_BATCH_BYTES
    while (this.#jobs.size < mostJobs) {
      const batch = takeBatch(this.#queue, MOST_EVENTS, mostBytes, Date.now())
      if (batch === undefined) return
      const job: Job = { batch, tries: 0, timer: null, notBefore: 0 }
      this.#jobs.add(job)
      void this.#attempt(job)
    }
  }

  /** Sends at once, also batches that wait for a retry, unless the service asked to wait. */
  #sendNow(mostJobs: number): void {
    for (const job of this.#jobs) if (job.timer !== null && Date.now() >= job.notBefore) this.#retry(job)
    this.#begin(mostJobs)
  }

  async #attempt(job: Job): Promise<void> {
    job.tries += 1
    const delivery = await deliver(this.#settings, job.batch)
    // The batch was given up meanwhile.
    if (!this.#jobs.has(job)) return
    if (delivery.is !== 'taken') this.#lastProblem = delivery.problem
    if (delivery.is === 'again' && this.#waits(job, delivery.waitMs)) return
    if (delivery.is === 'taken') {
      this.#jobs.delete(job)
      this.#counts.accepted += delivery.answer.accepted
      this.#counts.ignored += delivery.answer.ignored
      this.#settle(job.batch.events)
    } else this.#giveUp(job)
    this.#begin(1)
  }

  /** Schedules a retry. false: the most attempts were made, or the key would be too old by then. */
  #waits(job: Job, askedMs: number): boolean {
    const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** (job.tries - 1), LONGEST_BACKOFF_MS)
    // With jitter, so that clients that failed together do not retry together.
    const waitMs = Math.max(askedMs, backoffMs * (0.5 + Math.random() / 2))
    if (job.tries >= MOST_TRIES || isKeyOld(job, waitMs)) return false
    job.notBefore = Date.now() + askedMs
    job.timer = later(waitMs, () => this.#retry(job))
    return true
  }

  #retry(job: Job): void {
    if (job.timer !== null) clearTimeout(job.timer)
    job.timer = null
    // A timer of a machine that slept fires late.
    if (!isKeyOld(job, 0)) return void this.#attempt(job)
    this.#giveUp(job)
    this.#begin(1)
  }

  #giveUp(job: Job): void {
    if (job.timer !== null) clearTimeout(job.timer)
    this.#jobs.delete(job)
    this.#drop(job.batch.events)
  }

  #drop(events: number): void {
    this.#counts.dropped += events
    this.#settle(events)
  }

  #settle(events: number): void {
    this.#counts.settled += events
    for (const check of this.#waiting) check()
  }
}

function isKeyOld(job: Job, waitMs: number): boolean {
  return Date.now() + waitMs - job.batch.madeAt > KEY_LIFETIME_MS
}

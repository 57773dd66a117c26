import { existsSync } from 'node:fs'
import type { OutcomeLine } from 'assay-hook/run/record-event'
import { reportsFile } from 'assay-hook/run/record-event'
import { appendEvent } from 'assay-hook/state/event-log'
import type { ServiceFiles } from 'assay-hook/state/files'

/** Between two writes; a guard that is ended meanwhile loses them. */
const MOST_WAITING = 1000

/** How calls went, for reports where they are turned on: the id of the tool, success, time, kind of error. */
export class Outcomes {
  readonly #root: string
  readonly #files: ServiceFiles
  #waiting: OutcomeLine[] = []
  #isOn: boolean

  constructor(root: string, files: ServiceFiles) {
    this.#root = root
    this.#files = files
    this.#isOn = existsSync(reportsFile(root))
  }

  /** Whether they are turned on, as of the last `flush`. */
  get isOn(): boolean {
    return this.#isOn
  }

  add(outcome: OutcomeLine): void {
    if (this.#isOn && this.#waiting.length < MOST_WAITING) this.#waiting.push(outcome)
  }

  /** Writes what waits, for the refresh that sends it; forgets it where reports were turned off. */
  flush(): void {
    this.#isOn = existsSync(reportsFile(this.#root))
    const outcomes = this.#isOn ? this.#waiting : []
    this.#waiting = []
    try {
      for (const outcome of outcomes) appendEvent(this.#files.outcomes, outcome)
    } catch {
      // The disk is full: reports lack these.
    }
  }
}

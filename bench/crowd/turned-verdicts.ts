import { HOUR_MS } from 'assay-verify/duration'
import type { Verdict } from 'assay-verify/verdict'

/**
 * Compares the verdict of a tool under attack with that of the same tool without hostile reporters. A verdict is turned
 * where it differs for more than an hour, or for a shorter time that is neither a delay nor an advance of a change that
 * happens without them too: those are in the hours to verify and reveal.
 */
export class TurnedVerdicts {
  turned = 0
  differingHours = 0
  #differsSince: number | null = null
  #isCounted = false
  #lastVerdict: Verdict | null = null
  #lastChangeAt = Number.NEGATIVE_INFINITY
  #lastAt: number | null = null

  /** To be called at every moment, in order. */
  compare(reference: Verdict, attacked: Verdict, now: number): void {
    if (this.#lastVerdict !== null && reference !== this.#lastVerdict) this.#lastChangeAt = now
    this.#lastVerdict = reference
    if (this.#differsSince !== null && this.#lastAt !== null) this.differingHours += (now - this.#lastAt) / HOUR_MS
    if (reference === attacked) this.#agree(now)
    else this.#differ(now)
    this.#lastAt = now
  }

  #differ(now: number): void {
    this.#differsSince ??= now
    if (now - this.#differsSince > HOUR_MS) this.#count()
  }

  #agree(now: number): void {
    const isTiming = now - this.#lastChangeAt <= 2 * HOUR_MS
    if (this.#differsSince !== null && !isTiming) this.#count()
    this.#differsSince = null
    this.#isCounted = false
  }

  #count(): void {
    if (!this.#isCounted) this.turned += 1
    this.#isCounted = true
  }
}

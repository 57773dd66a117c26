import type { Segment } from '../index/segment'
import { informationOf, type SearchWeights } from '../rank/weights'
import type { SegmentLexicon } from './segment-lexicon'
import type { TermLikeness } from './term-likeness'
import type { Wanted } from './wanted-terms'

/** Likenesses around which a document's terms are counted, and how far from them: 1 is the term itself. */
const CENTRES = [1, 0.85, 0.65, 0.45, 0.25, 0.05]
const WIDTHS = [0.02, 0.1, 0.1, 0.1, 0.1, 0.1]
const BINS = 200

/** Numbers about name and description: counts by likeness, and five more. */
const COUNTS = 2 * CENTRES.length
const OTHERS = 5
export const COMPARISONS = COUNTS + OTHERS

/** For each likeness in steps of 1 / `BINS` how far it counts around each centre, 0-1. */
const NEARNESS = Float64Array.from({ length: (BINS + 1) * CENTRES.length }, (_, k) => {
  const [bin, centre] = [Math.floor(k / CENTRES.length), k % CENTRES.length]
  const distance = (bin / BINS - (CENTRES[centre] as number)) / (WIDTHS[centre] as number)
  return Math.exp(-(distance * distance) / 2)
})

/**
 * Compares the terms of a request with those of a document one by one: of name and description how many terms are how
 * alike to what is wanted (soft counts by likeness, as in Xiong et al. 2017, "End-to-end neural ad-hoc ranking with
 * kernel pooling"). Then the information of the name that the request does not mean, the most of one term, and that of
 * the whole name; the share of the description's information that it means; and the squares of the likenesses of what
 * is wanted. Reuses its working memory.
 */
export class TermComparison {
  readonly #weights: SearchWeights
  readonly #likeness: TermLikeness
  #counts = new Float64Array(0)
  #byName = new Float64Array(0)
  #byBody = new Float64Array(0)

  constructor(weights: SearchWeights, likeness: TermLikeness) {
    this.#weights = weights
    this.#likeness = likeness
  }

  /** Begins another request. */
  begin(terms: readonly Wanted[]): void {
    if (this.#byName.length === terms.length) return
    this.#counts = new Float64Array(terms.length * CENTRES.length)
    this.#byName = new Float64Array(terms.length)
    this.#byBody = new Float64Array(terms.length)
  }

  /** Writes `COMPARISONS` numbers to `row`, from `start` on, where it has zeros. */
  measure(
    terms: readonly Wanted[],
    layer: number,
    { nameStart, nameTermIds, bodyStart, bodyTermIds }: Segment,
    { weightIds }: SegmentLexicon,
    ordinal: number,
    row: Float64Array,
    start: number,
  ): void {
    const [name, nameEnd] = [nameStart[ordinal] as number, nameStart[ordinal + 1] as number]
    const [body, bodyEnd] = [bodyStart[ordinal] as number, bodyStart[ordinal + 1] as number]
    const ofName = this.#countAll(layer, nameTermIds, weightIds, name, nameEnd, this.#byName)
    this.#writeCounts(terms, row, start)
    const ofBody = this.#countAll(layer, bodyTermIds, weightIds, body, bodyEnd, this.#byBody)
    this.#writeCounts(terms, row, start + CENTRES.length)
    const others = start + COUNTS
    row[others] = ofName.all - ofName.meant
    row[others + 1] = ofName.least
    row[others + 2] = ofName.all
    row[others + 3] = ofBody.all === 0 ? 0 : ofBody.meant / ofBody.all
    row[others + 4] = this.#squares(terms)
  }

  /** Information of the terms from `from` to `end`: all, what the request means of it, the most it leaves of a term. */
  #countAll(
    layer: number,
    termIds: Uint32Array,
    weightIds: Int32Array,
    from: number,
    end: number,
    best: Float64Array,
  ): { all: number; meant: number; least: number } {
    best.fill(0)
    this.#counts.fill(0)
    let [all, meant, least] = [0, 0, 0]
    for (let at = from; at < end; at++) {
      const id = termIds[at] as number
      const information = informationOf(this.#weights, weightIds[id] as number)
      const likeness = this.#count(layer, id, best)
      all += information
      meant += information * likeness
      least = Math.max(least, information * (1 - likeness))
    }
    return { all, meant, least }
  }

  /** Counts one term of a document and raises `best`; returns its largest likeness. */
  #count(layer: number, segmentTerm: number, best: Float64Array): number {
    const from = this.#likeness.rowOf(layer, segmentTerm)
    const { values } = this.#likeness
    const counts = this.#counts
    let most = 0
    for (let place = 0; place < best.length; place++) {
      const value = values[from + place] as number
      if (value > (best[place] as number)) best[place] = value
      if (value > most) most = value
      const bin = Math.round(value * BINS) * CENTRES.length
      const count = place * CENTRES.length
      for (let k = 0; k < CENTRES.length; k++)
        counts[count + k] = (counts[count + k] as number) + (NEARNESS[bin + k] as number)
    }
    return most
  }

  #writeCounts(terms: readonly Wanted[], row: Float64Array, start: number): void {
    for (let place = 0; place < terms.length; place++) {
      const { wanted } = terms[place] as Wanted
      if (wanted === 0) continue
      for (let k = 0; k < CENTRES.length; k++)
        row[start + k] =
          (row[start + k] as number) + wanted * Math.log1p(this.#counts[place * CENTRES.length + k] as number)
    }
  }

  #squares(terms: readonly Wanted[]): number {
    let sum = 0
    for (let place = 0; place < terms.length; place++)
      sum +=
        (terms[place] as Wanted).wanted * Math.max(this.#byName[place] as number, this.#byBody[place] as number) ** 2
    return sum
  }
}

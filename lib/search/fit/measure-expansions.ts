import { FIELDS, type Segment } from '../index/segment'
import { MOST_LIFT, type SearchWeights } from '../rank/weights'
import { FIT } from './fit-signals'
import type { SegmentLexicon } from './segment-lexicon'
import type { Wanted } from './wanted-terms'

/** A term with at least this share of what is wanted should be said somewhere. */
const MATTERS_FROM = 0.12
const LIFT_SCALE = MOST_LIFT / 255 / MOST_LIFT

/**
 * Measures how far documents say in other words what a request asks for, by the expansions learnt from requests and
 * the tools that serve them: 1 for a term that occurs itself, else the largest lift of a term of the document that
 * stands for it, 0-1. Reuses its working memory.
 */
export class ExpansionMeasure {
  readonly #weights: SearchWeights
  /** By term of a document, as an id in the weights, the request's terms that it stands for: place, lift, place … */
  readonly #standsFor = new Map<number, number[]>()
  readonly #own = new Map<number, number>()
  #best = new Float64Array(0)
  #bestInName = new Float64Array(0)

  constructor(weights: SearchWeights) {
    this.#weights = weights
  }

  /** Begins another request. */
  begin(terms: readonly Wanted[]): void {
    const { starts, terms: others, lifts } = this.#weights.expansions
    this.#standsFor.clear()
    this.#own.clear()
    if (this.#best.length !== terms.length) {
      this.#best = new Float64Array(terms.length)
      this.#bestInName = new Float64Array(terms.length)
    }
    for (const [place, { weightId }] of terms.entries()) {
      if (weightId < 0) continue
      this.#own.set(weightId, place)
      for (let at = starts[weightId] as number; at < (starts[weightId + 1] as number); at++) {
        const other = others[at] as number
        const known = this.#standsFor.get(other)
        const lift = (lifts[at] as number) * LIFT_SCALE
        if (known === undefined) this.#standsFor.set(other, [place, lift])
        else known.push(place, lift)
      }
    }
  }

  measure(
    terms: readonly Wanted[],
    fieldsOf: Uint8Array,
    { nameStart, nameTermIds, bodyStart, bodyTermIds }: Segment,
    { weightIds }: SegmentLexicon,
    ordinal: number,
    row: Float64Array,
  ): void {
    this.#best.fill(0)
    this.#bestInName.fill(0)
    const [name, nameEnd] = [nameStart[ordinal] as number, nameStart[ordinal + 1] as number]
    let explained = 0
    for (let at = name; at < nameEnd; at++) {
      const id = weightIds[nameTermIds[at] as number] as number
      explained += Math.max(this.#own.has(id) ? 1 : 0, this.#take(id, this.#bestInName))
    }
    for (let at = bodyStart[ordinal] as number; at < (bodyStart[ordinal + 1] as number); at++)
      this.#take(weightIds[bodyTermIds[at] as number] as number, this.#best)
    this.#sum(terms, fieldsOf, row)
    row[FIT.nameExpanded] = nameEnd === name ? 0 : explained / (nameEnd - name)
  }

  #sum(terms: readonly Wanted[], fieldsOf: Uint8Array, row: Float64Array): void {
    let [covered, inName, said, least] = [0, 0, 0, 1]
    for (let place = 0; place < terms.length; place++) {
      const { wanted } = terms[place] as Wanted
      const fields = fieldsOf[place] as number
      const named = (fields & FIELDS.name) !== 0 ? 1 : (this.#bestInName[place] as number)
      const best = fields !== 0 ? 1 : Math.max(named, this.#best[place] as number)
      covered += wanted * best
      inName += wanted * named
      if (best > 0) said += wanted
      if (wanted > MATTERS_FROM) least = Math.min(least, best)
    }
    row[FIT.expandedCovered] = covered
    row[FIT.expandedInName] = inName
    row[FIT.expandedShare] = said
    row[FIT.leastExpanded] = least
  }

  /** Raises each entry of `best` to the lift of a document's term; returns the largest lift. */
  #take(id: number, best: Float64Array): number {
    const found = this.#standsFor.get(id)
    if (found === undefined) return 0
    let most = 0
    for (let at = 0; at < found.length; at += 2) {
      const [place, lift] = [found[at] as number, found[at + 1] as number]
      if (lift > (best[place] as number)) best[place] = lift
      if (lift > most) most = lift
    }
    return most
  }
}

import { FIELDS, type Segment } from '../index/segment'
import { informationOf, type SearchWeights } from '../rank/weights'
import { FIT } from './fit-signals'
import type { SegmentLexicon } from './segment-lexicon'
import type { TermLikeness } from './term-likeness'
import type { Wanted } from './wanted-terms'

/** Terms of a description that are compared with the request one by one. */
const COMPARED_BODY_TERMS = 10
/** A term with at least this share of what is wanted should be meant somewhere. */
const MATTERS_FROM = 0.12

/** What occurs literally: `fieldsOf` holds the fields that contain each term, a bit each. */
export function measureOccurrences(
  terms: readonly Wanted[],
  fieldsOf: Uint8Array,
  isServer: boolean,
  row: Float64Array,
): void {
  let [covered, inName, values, valuesInName, brands, brandsInServer] = [0, 0, 0, 0, 0, 0]
  for (let at = 0; at < terms.length; at++) {
    const fields = fieldsOf[at] as number
    if (fields === 0) continue
    const { wanted, value, brand, isReplaced } = terms[at] as Wanted
    const isName = (fields & FIELDS.name) !== 0
    const isInServer = (fields & FIELDS.serverName) !== 0 || (isServer && isName)
    covered += wanted
    values += value
    brands += brand
    if (isInServer) brandsInServer += brand
    if (isName) {
      inName += wanted
      valuesInName += value
    }
    if ((isName || isInServer) && isReplaced) row[FIT.replacedProduct] = 1
  }
  row[FIT.wantedCovered] = covered
  row[FIT.wantedInName] = inName
  row[FIT.valueCovered] = values
  row[FIT.valueInName] = valuesInName
  row[FIT.brandCovered] = brands
  row[FIT.brandInServer] = brandsInServer
}

/** Measures what is meant by name and description, term by term in both directions. Reuses its working memory. */
export class MeantMeasure {
  readonly #weights: SearchWeights
  readonly #likeness: TermLikeness
  /** For each term of the request its best likeness with one of the name, and of the description. */
  #byName = new Float64Array(0)
  #byBody = new Float64Array(0)

  constructor(weights: SearchWeights, likeness: TermLikeness) {
    this.#weights = weights
    this.#likeness = likeness
  }

  measure(
    terms: readonly Wanted[],
    fieldsOf: Uint8Array,
    layer: number,
    segment: Segment,
    lexicon: SegmentLexicon,
    ordinal: number,
    row: Float64Array,
  ): void {
    if (this.#byName.length !== terms.length) {
      this.#byName = new Float64Array(terms.length)
      this.#byBody = new Float64Array(terms.length)
    }
    this.#byName.fill(0)
    this.#byBody.fill(0)
    this.#measureName(layer, segment, lexicon, ordinal, row)
    this.#measureBody(layer, segment, ordinal, row)
    let [name, any, leastShare, leastMeant] = [0, 0, 0, 1]
    for (let place = 0; place < terms.length; place++) {
      const { wanted } = terms[place] as Wanted
      const inName = this.#byName[place] as number
      const best = fieldsOf[place] === 0 ? Math.max(inName, this.#byBody[place] as number) : 1
      name += wanted * inName
      any += wanted * best
      leastShare = Math.max(leastShare, wanted * (1 - best))
      if (wanted > MATTERS_FROM) leastMeant = Math.min(leastMeant, best)
    }
    row[FIT.wantedMeantByName] = name
    row[FIT.wantedMeant] = any
    row[FIT.leastMeantShare] = leastShare
    row[FIT.leastMeant] = leastMeant
  }

  #measureName(
    layer: number,
    { nameStart, nameTermIds }: Segment,
    { weightIds }: SegmentLexicon,
    ordinal: number,
    row: Float64Array,
  ): void {
    const from = nameStart[ordinal] as number
    const end = nameStart[ordinal + 1] as number
    let [all, meant, least, objects, objectsMeant] = [0, 0, 0, 0, 0]
    for (let at = from; at < end; at++) {
      const id = nameTermIds[at] as number
      const best = this.#take(layer, id, this.#byName)
      const information = informationOf(this.#weights, weightIds[id] as number)
      all += information
      meant += information * best
      least = Math.max(least, information * (1 - best))
      if (at > from || end - from === 1) {
        objects += information
        objectsMeant += information * best
      }
    }
    row[FIT.nameMeant] = all === 0 ? 0 : meant / all
    row[FIT.nameLeastMeant] = least / (all || 1)
    row[FIT.objectMeant] = objects === 0 ? 0 : objectsMeant / objects
  }

  #measureBody(layer: number, { bodyStart, bodyTermIds }: Segment, ordinal: number, row: Float64Array): void {
    const from = bodyStart[ordinal] as number
    const end = bodyStart[ordinal + 1] as number
    let sum = 0
    for (let at = from; at < end; at++) {
      const best = this.#take(layer, bodyTermIds[at] as number, this.#byBody)
      if (at < from + COMPARED_BODY_TERMS) sum += best
    }
    row[FIT.bodyMeant] = from === end ? 0 : sum / Math.min(COMPARED_BODY_TERMS, end - from)
  }

  /** Raises each entry of `best` to the likeness of a term; returns the largest likeness. */
  #take(layer: number, segmentTerm: number, best: Float64Array): number {
    const from = this.#likeness.rowOf(layer, segmentTerm)
    const { values } = this.#likeness
    let most = 0
    for (let place = 0; place < best.length; place++) {
      const value = values[from + place] as number
      if (value > (best[place] as number)) best[place] = value
      if (value > most) most = value
    }
    return most
  }
}

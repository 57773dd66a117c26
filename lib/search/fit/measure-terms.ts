import { FIELDS, type Segment } from '../index/segment'
import { postingsOf } from '../rank/measure-signals'
import type { Query } from '../rank/query'
import type { Layer, SearchHit } from '../rank/ranked'
import { backgroundInformation, type SearchWeights } from '../rank/weights'
import { FIT } from './fit-signals'
import type { TermLikeness } from './term-likeness'
import type { Wanted } from './wanted-terms'

/** Terms of a description that are compared with the request one by one. */
const COMPARED_BODY_TERMS = 10
/** A term with at least this share of what is wanted should be meant somewhere. */
const MATTERS_FROM = 0.12

/** For each candidate the fields that contain each term of the request, a bit each. */
export function fieldsOfTerms(
  layers: readonly Layer[],
  terms: readonly Wanted[],
  ranked: readonly SearchHit[],
): Uint8Array[] {
  const fields = ranked.map(() => new Uint8Array(terms.length))
  for (const [at, { term }] of terms.entries()) {
    const ranges = layers.map(({ segment }) => postingsOf(segment, term))
    for (const [place, { layer, ordinal }] of ranked.entries()) {
      const [start, end] = ranges[layer] as readonly [number, number]
      if (start === end) continue
      ;(fields[place] as Uint8Array)[at] = fieldsAt((layers[layer] as Layer).segment, start, end, ordinal)
    }
  }
  return fields
}

function fieldsAt({ postingDocument, postingFields }: Segment, start: number, end: number, ordinal: number): number {
  let low = start
  let high = end
  while (low < high) {
    const middle = (low + high) >> 1
    if ((postingDocument[middle] as number) < ordinal) low = middle + 1
    else high = middle
  }
  return low < end && postingDocument[low] === ordinal ? (postingFields[low] as number) : 0
}

/** Whether a document's name, with its server's, contains all terms of a product that the request wants replaced. */
export function isReplacedProduct({ request }: Query, { segment }: Layer, ordinal: number): boolean {
  const isNamed = (term: string) => {
    const [start, end] = postingsOf(segment, term)
    return (fieldsAt(segment, start, end, ordinal) & (FIELDS.name | FIELDS.serverName)) !== 0
  }
  return request.replacedNames.some((terms) => terms.every(isNamed))
}

/** What occurs literally. */
export function measureOccurrences(
  { request }: Query,
  terms: readonly Wanted[],
  fieldsOf: Uint8Array,
  isServer: boolean,
  row: Float64Array,
): void {
  for (const [at, { term, wanted, value, brand }] of terms.entries()) {
    const fields = fieldsOf[at] as number
    if (fields === 0) continue
    const inName = (fields & FIELDS.name) !== 0
    const inServer = (fields & FIELDS.serverName) !== 0 || (isServer && inName)
    add(row, FIT.wantedCovered, wanted)
    add(row, FIT.valueCovered, value)
    add(row, FIT.brandCovered, brand)
    if (inServer) add(row, FIT.brandInServer, brand)
    if (inName) {
      add(row, FIT.wantedInName, wanted)
      add(row, FIT.valueInName, value)
    }
    if ((inName || inServer) && request.replaced.has(term)) row[FIT.replacedProduct] = 1
  }
}

function add(row: Float64Array, place: number, value: number): void {
  row[place] = (row[place] as number) + value
}

/** What is meant by name and description, term by term in both directions. */
export function measureMeant(
  weights: SearchWeights,
  segment: Segment,
  likeness: TermLikeness,
  terms: readonly Wanted[],
  fieldsOf: Uint8Array,
  ordinal: number,
  row: Float64Array,
): void {
  const byName = new Float32Array(terms.length)
  const byAny = new Float32Array(terms.length)
  measureName(weights, segment, likeness, ordinal, byName, row)
  measureBody(segment, likeness, ordinal, byAny, row)
  let [name, any, leastShare, leastMeant] = [0, 0, 0, 1]
  for (const [place, { wanted }] of terms.entries()) {
    const inName = byName[place] as number
    const best = fieldsOf[place] === 0 ? Math.max(inName, byAny[place] as number) : 1
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

function measureName(
  weights: SearchWeights,
  { nameStart, nameTermIds }: Segment,
  likeness: TermLikeness,
  ordinal: number,
  byName: Float32Array,
  row: Float64Array,
): void {
  const from = nameStart[ordinal] as number
  const end = nameStart[ordinal + 1] as number
  let [all, meant, least, objects, objectsMeant] = [0, 0, 0, 0, 0]
  for (let at = from; at < end; at++) {
    const id = nameTermIds[at] as number
    const best = takeLikeness(likeness.of(id), byName)
    const information = backgroundInformation(weights, likeness.lexicon.terms[id] as string)
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

function measureBody(
  { bodyStart, bodyTermIds }: Segment,
  likeness: TermLikeness,
  ordinal: number,
  byAny: Float32Array,
  row: Float64Array,
): void {
  const end = bodyStart[ordinal + 1] as number
  let [sum, count] = [0, 0]
  for (let at = bodyStart[ordinal] as number; at < end; at++) {
    const best = takeLikeness(likeness.of(bodyTermIds[at] as number), byAny)
    if (count >= COMPARED_BODY_TERMS) continue
    sum += best
    count += 1
  }
  row[FIT.bodyMeant] = count === 0 ? 0 : sum / count
}

/** Raises each entry of `best` to the likeness; returns the largest likeness. */
function takeLikeness(likeness: Float32Array, best: Float32Array): number {
  let most = 0
  for (let place = 0; place < likeness.length; place++) {
    const value = likeness[place] as number
    if (value > (best[place] as number)) best[place] = value
    if (value > most) most = value
  }
  return most
}

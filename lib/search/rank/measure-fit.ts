import { parameterKindsFor } from '../index/parameter-kinds'
import { FIELDS, type Segment } from '../index/segment'
import { ACTS, areOpposite, readsAndChanges } from '../request/acts'
import { oppositesOf } from '../request/opposites'
import { countryOfNumber } from '../request/places'
import { cosine, cosineOfDocuments } from './document-vectors'
import { FIT, FIT_SIGNALS, ROW_LENGTH } from './fit-signals'
import { queryVectorOf } from './meaning'
import { postingsOf } from './measure-signals'
import type { Query } from './query'
import type { Found, Layer } from './ranked'
import { SIGNAL, SIGNALS } from './signals'
import { type SegmentLexicon, TermLikeness, unitVector } from './term-likeness'
import { backgroundInformation, DIMENSIONS, type SearchWeights } from './weights'

/** Candidates that consensus is measured with. */
const LEADERS = 10
const TWIN = 0.97
const BRAND_AT = 0.3

interface Wanted {
  term: string
  /** Shares of the request's wanted information, of its values, and of its brands. */
  wanted: number
  value: number
  brand: number
  unit: Float32Array | null
}

/** The rows of the given candidates, best first, of one query; see `FIT_SIGNALS`. */
export function measureFit(
  weights: SearchWeights,
  layers: readonly Layer[],
  lexicons: readonly SegmentLexicon[],
  query: Query,
  ranked: readonly Found[],
): Float64Array[] {
  const terms = wantedTerms(weights, query)
  const vector = queryVectorOf(weights, wantedShares(query))
  const objectVector = queryVectorOf(
    weights,
    new Map(query.terms.map(({ term, capability }) => [term, query.request.verbs.has(term) ? 0 : capability])),
  )
  const likeness = layers.map((_, place) => new TermLikeness(weights, lexicons[place] as SegmentLexicon, terms))
  const rows = ranked.map(({ signals }) => {
    const row = new Float64Array(ROW_LENGTH)
    row.set(signals)
    return row
  })
  measureTerms(layers, query, terms, ranked, rows)
  for (const [place, found] of ranked.entries()) {
    const row = rows[place] as Float64Array
    const { segment } = layers[found.layer] as Layer
    measureMeant(weights, segment, likeness[found.layer] as TermLikeness, terms, found.ordinal, row)
    row[FIT.wantedMeaning] = cosine(vector, segment.vectors, found.ordinal)
    row[FIT.wantedServerMeaning] = cosine(vector, segment.serverVectors, segment.serverOf[found.ordinal] as number)
    measureFields(weights, segment, lexicons[found.layer] as SegmentLexicon, found.ordinal, vector, objectVector, row)
    measureOutline(query, segment, lexicons[found.layer] as SegmentLexicon, found.ordinal, row)
    row[FIT.linearScore] = found.score / 10
    row[FIT.belowBest] = ((ranked[0] as Found).score - found.score) / 10
    row[FIT.linearRank] = Math.log1p(place)
  }
  measureNeighbours(layers, ranked, rows)
  measureRequest(query, terms, rows)
  return rows
}

/** How far each term and each pair of neighbours says what is wanted. */
function wantedShares({ terms, pairs }: Query): Map<string, number> {
  const shares = new Map(terms.map(({ term, capability }) => [term, capability]))
  for (const [first, second] of pairs)
    shares.set(`${first} ${second}`, Math.min(shares.get(first) ?? 0, shares.get(second) ?? 0))
  return shares
}

function wantedTerms(weights: SearchWeights, query: Query): Wanted[] {
  const total = (share: (term: Query['terms'][number]) => number) =>
    query.terms.reduce((sum, term) => sum + share(term) * term.information, 0) || 1
  const brandOf = ({ brand, capability }: Query['terms'][number]) => (brand >= BRAND_AT ? brand * capability : 0)
  const wanted = total(({ capability }) => capability)
  const brands = total(brandOf)
  return query.terms.map((term) => ({
    term: term.term,
    wanted: (term.capability * term.information) / wanted,
    value: ((1 - term.capability) * term.information) / query.information,
    brand: (brandOf(term) * term.information) / brands,
    unit: unitVector(weights, term.term),
  }))
}

function add(row: Float64Array, place: number, value: number): void {
  row[place] = (row[place] as number) + value
}

/** Exact occurrences: for each term its postings are gone through for the few candidates. */
function measureTerms(
  layers: readonly Layer[],
  query: Query,
  terms: readonly Wanted[],
  ranked: readonly Found[],
  rows: readonly Float64Array[],
): void {
  for (const { term, wanted, value, brand } of terms) {
    for (const [place, { layer, ordinal }] of ranked.entries()) {
      const { segment } = layers[layer] as Layer
      const fields = fieldsOf(segment, term, ordinal)
      if (fields === 0) continue
      const row = rows[place] as Float64Array
      add(row, FIT.wantedCovered, wanted)
      add(row, FIT.valueCovered, value)
      add(row, FIT.brandCovered, brand)
      const isServer = segment.isServer[ordinal] === 1
      if (fields & FIELDS.serverName || (isServer && fields & FIELDS.name)) {
        add(row, FIT.brandInServer, brand)
        if (query.request.replaced.has(term)) row[FIT.replacedProduct] = 1
      }
      if (fields & FIELDS.name) {
        add(row, FIT.wantedInName, wanted)
        add(row, FIT.valueInName, value)
        if (query.request.replaced.has(term)) row[FIT.replacedProduct] = 1
      }
    }
  }
}

/** The fields of a document that contain a term, a bit each; 0: none. */
function fieldsOf(segment: Segment, term: string, ordinal: number): number {
  const { postingDocument, postingFields } = segment
  const [start, end] = postingsOf(segment, term)
  let low = start
  let high = end
  while (low < high) {
    const middle = (low + high) >> 1
    if ((postingDocument[middle] as number) < ordinal) low = middle + 1
    else high = middle
  }
  return low < end && postingDocument[low] === ordinal ? (postingFields[low] as number) : 0
}

function measureMeant(
  weights: SearchWeights,
  segment: Segment,
  likeness: TermLikeness,
  terms: readonly Wanted[],
  ordinal: number,
  row: Float64Array,
): void {
  const byName = new Float32Array(terms.length)
  const byAny = new Float32Array(terms.length)
  const { nameStart, nameTermIds, bodyStart, bodyTermIds } = segment
  let [all, meant, least, objects, objectsMeant] = [0, 0, 0, 0, 0]
  const nameEnd = nameStart[ordinal + 1] as number
  const shares: number[] = []
  for (let at = nameStart[ordinal] as number; at < nameEnd; at++) {
    const id = nameTermIds[at] as number
    const best = takeLikeness(likeness.of(id), byName)
    const information = backgroundInformation(weights, likeness.lexicon.terms[id] as string)
    all += information
    meant += information * best
    shares.push(information * (1 - best))
    if (at > (nameStart[ordinal] as number) || nameEnd - at === 1) {
      objects += information
      objectsMeant += information * best
    }
  }
  for (const share of shares) least = Math.max(least, share / (all || 1))
  row[FIT.nameMeant] = all === 0 ? 0 : meant / all
  row[FIT.nameLeastMeant] = least
  row[FIT.objectMeant] = objects === 0 ? 0 : objectsMeant / objects
  const bodyEnd = bodyStart[ordinal + 1] as number
  let [bodySum, bodyCount] = [0, 0]
  for (let at = bodyStart[ordinal] as number; at < bodyEnd; at++) {
    const best = takeLikeness(likeness.of(bodyTermIds[at] as number), byAny)
    if (bodyCount < 10) {
      bodySum += best
      bodyCount += 1
    }
  }
  row[FIT.bodyMeant] = bodyCount === 0 ? 0 : bodySum / bodyCount
  let [name, any, leastShare, leastMeant] = [0, 0, 0, 1]
  for (const [place, { term, wanted }] of terms.entries()) {
    const inName = byName[place] as number
    const held = Math.max(inName, byAny[place] as number)
    const best = held >= 1 || fieldsOf(segment, term, ordinal) !== 0 ? 1 : held
    name += wanted * inName
    any += wanted * best
    leastShare = Math.max(leastShare, wanted * (1 - best))
    if (wanted > 0.12) leastMeant = Math.min(leastMeant, best)
  }
  row[FIT.wantedMeantByName] = name
  row[FIT.wantedMeant] = any
  row[FIT.leastMeantShare] = leastShare
  row[FIT.leastMeant] = leastMeant
}

const NAME_SUM = new Float32Array(DIMENSIONS)
const OBJECT_SUM = new Float32Array(DIMENSIONS)
const BODY_SUM = new Float32Array(DIMENSIONS)

/** Cosines with single fields, whose vectors are added up here: they are not stored. */
function measureFields(
  weights: SearchWeights,
  segment: Segment,
  { weightIds }: SegmentLexicon,
  ordinal: number,
  wanted: Float32Array,
  object: Float32Array,
  row: Float64Array,
): void {
  NAME_SUM.fill(0)
  OBJECT_SUM.fill(0)
  BODY_SUM.fill(0)
  const { nameStart, nameTermIds, bodyStart, bodyTermIds } = segment
  const nameFrom = nameStart[ordinal] as number
  const nameEnd = nameStart[ordinal + 1] as number
  for (let at = nameFrom; at < nameEnd; at++) {
    const id = weightIds[nameTermIds[at] as number] as number
    addVector(weights, id, NAME_SUM)
    if (at > nameFrom || nameEnd - nameFrom === 1) addVector(weights, id, OBJECT_SUM)
  }
  const bodyFrom = bodyStart[ordinal] as number
  const bodyEnd = Math.min(bodyStart[ordinal + 1] as number, bodyFrom + 12)
  for (let at = bodyFrom; at < bodyEnd; at++) addVector(weights, weightIds[bodyTermIds[at] as number] as number, BODY_SUM)
  row[FIT.wantedNameMeaning] = cosineOfSum(wanted, NAME_SUM)
  row[FIT.wantedBodyMeaning] = cosineOfSum(wanted, BODY_SUM)
  row[FIT.objectMeaning] = cosineOfSum(object, OBJECT_SUM)
}

function addVector({ vectors, documentScale }: SearchWeights, id: number, sum: Float32Array): void {
  if (id < 0) return
  const scale = documentScale[id] as number
  const start = id * DIMENSIONS
  for (let k = 0; k < DIMENSIONS; k++) sum[k] = (sum[k] as number) + scale * (vectors[start + k] as number)
}

/** `unit` has length 1; 0 for a sum of nothing. */
function cosineOfSum(unit: Float32Array, sum: Float32Array): number {
  let [product, squares] = [0, 0]
  for (let k = 0; k < DIMENSIONS; k++) {
    const value = sum[k] as number
    product += (unit[k] as number) * value
    squares += value * value
  }
  return squares === 0 ? 0 : product / Math.sqrt(squares)
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

function measureOutline(
  { request, terms }: Query,
  segment: Segment,
  lexicon: SegmentLexicon,
  ordinal: number,
  row: Float64Array,
): void {
  const documentAct = ACTS[(segment.act[ordinal] as number) - 1] ?? null
  row[FIT.documentAct] = segment.act[ordinal] as number
  if (documentAct !== null && request.act !== null) {
    row[FIT.sameAct] = documentAct === request.act ? 1 : areOpposite(documentAct, request.act) ? -1 : 0
    row[FIT.readsAndChanges] = readsAndChanges(documentAct, request.act) ? 1 : 0
  }
  const names = new Set<string>()
  const end = segment.nameStart[ordinal + 1] as number
  for (let at = segment.nameStart[ordinal] as number; at < end; at++)
    names.add(lexicon.terms[segment.nameTermIds[at] as number] as string)
  for (const { term, capability } of terms) {
    if (capability < 0.3 || names.has(term)) continue
    for (const opposite of oppositesOf(term)) if (names.has(opposite)) row[FIT.oppositeWord] = 1
  }
  const from = lexicon.terms[(segment.directionFrom[ordinal] as number) - 1]
  const to = lexicon.terms[(segment.directionTo[ordinal] as number) - 1]
  for (const direction of request.directions) {
    if (direction.from === to || direction.to === from) row[FIT.direction] = Math.min(row[FIT.direction] as number, -1)
    if (direction.from === from && direction.to === to) row[FIT.direction] = 1
    else if (direction.to === to && row[FIT.direction] === 0) row[FIT.direction] = 0.5
  }
  const country = countryOfNumber(segment.country[ordinal] as number)
  if (country !== null) {
    row[FIT.country] = request.countries.includes(country) ? 1 : request.countries.length === 0 ? -1 : -2
  }
  row[FIT.isServer] = segment.isServer[ordinal] as number
  const kinds = segment.parameterKinds[ordinal] as number
  const wanted = parameterKindsFor(request.argumentKinds)
  row[FIT.argumentsTaken] = kinds === 0 ? -1 : wanted === 0 ? 1 : bits(kinds & wanted) / bits(wanted)
}

function bits(mask: number): number {
  let count = 0
  for (let left = mask; left !== 0; left &= left - 1) count += 1
  return count
}

function measureNeighbours(layers: readonly Layer[], ranked: readonly Found[], rows: readonly Float64Array[]): void {
  const leaders = ranked.slice(0, LEADERS)
  const servers = new Map<string, { count: number; best: number }>()
  for (const [place, found] of ranked.entries()) {
    const row = rows[place] as Float64Array
    let [sum, twins] = [0, 0]
    for (const leader of leaders) {
      if (leader === found) continue
      const likeness = cosineOfDocuments(layers, found, leader)
      sum += likeness
      if (likeness >= TWIN) twins += 1
    }
    row[FIT.consensus] = sum / Math.max(1, leaders.length - (place < LEADERS ? 1 : 0))
    row[FIT.twins] = twins
    const { segment } = layers[found.layer] as Layer
    const server = segment.serverIds[segment.serverOf[found.ordinal] as number] as string
    const known = servers.get(server) ?? { count: 0, best: found.score }
    row[FIT.siblingRank] = known.count
    row[FIT.belowSibling] = (known.best - found.score) / 10
    servers.set(server, { ...known, count: known.count + 1 })
  }
  for (const [place, found] of ranked.entries()) {
    const { segment } = layers[found.layer] as Layer
    const server = segment.serverIds[segment.serverOf[found.ordinal] as number] as string
    ;(rows[place] as Float64Array)[FIT.siblings] = servers.get(server)?.count ?? 0
  }
}

const REQUEST_START = FIT_SIGNALS.indexOf('requestAct') + SIGNALS.length
const NOT_LATIN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

function measureRequest(query: Query, terms: readonly Wanted[], rows: readonly Float64Array[]): void {
  const { request, information } = query
  const share = (of: (term: Query['terms'][number]) => number) =>
    query.terms.reduce((sum, term) => sum + term.information * of(term), 0) / information
  const bestOf = (place: number) => rows.reduce((best, row) => Math.max(best, row[place] as number), 0)
  const values = [
    request.act === null ? 0 : ACTS.indexOf(request.act) + 1,
    query.terms.length,
    query.terms.reduce((sum, { capability }) => sum + capability, 0),
    terms.reduce((sum, { value }) => sum + value, 0),
    Math.max(0, ...query.terms.map(({ brand, capability }) => brand * capability)),
    share(({ unheard }) => (unheard ? 1 : 0)),
    share(({ unheard, capability }) => (unheard ? capability : 0)),
    request.argumentKinds.size,
    request.replaced.size > 0 ? 1 : 0,
    request.countries.length,
    share(({ known }) => (known ? 1 : 0)),
    request.words.some(({ text }) => NOT_LATIN.test(text)) ? 1 : 0,
    bestOf(FIT.linearScore),
    bestOf(SIGNAL.meaning),
    bestOf(FIT.wantedMeant),
  ]
  for (const row of rows) row.set(values, REQUEST_START)
}

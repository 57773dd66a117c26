import type { SearchDocument } from '../../lib/search/index/search-document'
import { termsOfName, termsOfQuery, withPairs } from '../../lib/search/index/terms'
import { normalised } from '../../lib/search/rank/meaning'
import { NO_NETWORKS } from '../../lib/search/rank/network'
import { CALIBRATION_SIGNALS } from '../../lib/search/rank/relevance'
import { SIGNALS } from '../../lib/search/rank/signals'
import { DIMENSIONS, noExpansions, type SearchWeights, type Training } from '../../lib/search/rank/weights'
import { ROLE_SIGNALS } from '../../lib/search/request/word-roles'
import { randomFrom, sample } from '../random'
import { FITS_FROM, type GradedRequest, type ToolRequest } from './graded-requests'
import {
  capabilityPair,
  distinctDocuments,
  documentPair,
  type Pair,
  type RequestPair,
  requestPair,
  type TermIds,
  type TrainingDocument,
  trainingDocument,
} from './pairs'
import { type Capability, capabilitiesByPhrase } from './thesaurus'
import { type Encoder, EncoderTrainer } from './train-encoder'

/** How long to train: passes, and pairs of each kind in each. */
interface Effort {
  epochs: number
  requestPairs: number
  gradedPairs: number
  documentPairs: number
  capabilityPairs: number
}
const EFFORT: Effort = {
  epochs: 16,
  requestPairs: 30_000,
  gradedPairs: 12_000,
  documentPairs: 20_000,
  capabilityPairs: 6_000,
}
const FIRST_RATE = 0.05
const LAST_SHARE = 0.1
const BATCH = 128
const LEAST_INFORMATION = 0.3
const MOST_INFORMATION = 5
/** A pair begins with less weight than a word, since its words count too. */
const PAIR_SHARE = 0.5
const LEAST_COUNT = 4

/** The catalog's documents, requests written for some of them, and graded requests of our own. */
interface Texts {
  documents: readonly SearchDocument[]
  toolRequests: readonly ToolRequest[]
  own: readonly GradedRequest[]
}

/** Others of its server that a tool competes with, at most. */
const MOST_RIVALS = 40

/** Each request with its tool, whose rivals are the other tools of its server. */
function requestPairs(
  catalog: readonly SearchDocument[],
  documents: readonly TrainingDocument[],
  toolRequests: readonly ToolRequest[],
): RequestPair[] {
  const places = new Map(catalog.map(({ id }, place) => [id, place]))
  const ofServer = new Map<string, TrainingDocument[]>()
  for (const document of documents) {
    const others = ofServer.get(document.serverId)
    if (others === undefined) ofServer.set(document.serverId, [document])
    else others.push(document)
  }
  return toolRequests.flatMap(({ toolId, text }) => {
    const document = documents[places.get(toolId) ?? -1]
    if (document === undefined) return []
    const others = ofServer.get(document.serverId) ?? []
    return [
      { request: termsOfQuery(text), document, rivals: others.filter((one) => one !== document).slice(0, MOST_RIVALS) },
    ]
  })
}

/** Best documents of a graded request that are pairs, at most. */
const MOST_BEST = 6

/** Each graded request with its best documents, whose rivals are those graded not to fit. */
function gradedPairs(
  catalog: readonly SearchDocument[],
  documents: readonly TrainingDocument[],
  graded: readonly GradedRequest[],
): RequestPair[] {
  const places = new Map(catalog.map(({ id }, place) => [id, place]))
  return graded.flatMap(({ text, grades }) => {
    const known = [...grades].flatMap(([id, grade]) => {
      const document = documents[places.get(id) ?? -1]
      return document === undefined ? [] : [{ document, grade }]
    })
    const best = Math.max(FITS_FROM, ...known.map(({ grade }) => grade))
    const rivals = known.filter(({ grade }) => grade < FITS_FROM).map(({ document }) => document)
    const request = termsOfQuery(text)
    const fitting = known.filter(({ grade }) => grade === best).slice(0, MOST_BEST)
    return fitting.map(({ document }) => ({ request, document, rivals }))
  })
}

/**
 * All that is learnt without judged requests: vectors from public word vectors, the catalog's own texts, the thesaurus,
 * requests written for tools and graded ones of our own, background counts, capabilities. The ranker's weights are left
 * at 0. The same input and seed give the same weights.
 */
export function trainMeaning(
  { documents: catalog, toolRequests, own }: Texts,
  thesaurus: readonly Capability[],
  known: KnownVectors,
  training: Training,
  say: (line: string) => void,
  effort: Effort = EFFORT,
): SearchWeights {
  const documents = catalog.map(trainingDocument)
  const requests = requestPairs(catalog, documents, toolRequests)
  const graded = gradedPairs(catalog, documents, own)
  const counts = documentCountsOf(documents)
  const termIds = vocabularyOf(counts, thesaurus, pairsOf(documents, thesaurus, requests), known)
  const information = Float32Array.from(
    termIds.keys(),
    (term) =>
      Math.max(LEAST_INFORMATION, Math.log(1 + documents.length / ((counts.get(term) ?? 0) + 1)) / MOST_INFORMATION) *
      (term.includes(' ') ? PAIR_SHARE : 1),
  )
  const random = randomFrom(training.seed)
  const trainer = new EncoderTrainer(information, random, startOf(termIds, known))
  const distinct = distinctDocuments(documents)
  for (let epoch = 0; epoch < effort.epochs; epoch++) {
    const rate = FIRST_RATE * (1 - ((1 - LAST_SHARE) * epoch) / effort.epochs)
    const batches = batchesOf({ documents: distinct, thesaurus, requests, graded }, termIds, effort, random)
    const losses = batches.map((batch) => trainer.step(batch, rate))
    say(
      `epoch ${epoch + 1} of ${effort.epochs}: loss ${(losses.reduce((sum, loss) => sum + loss, 0) / losses.length).toFixed(3)}`,
    )
  }
  return {
    training,
    termIds,
    ...rounded(trainer.encoder()),
    documentCounts: Uint32Array.from(termIds.keys(), (term) => counts.get(term) ?? 0),
    documents: documents.length,
    nameServerCounts: nameServerCountsOf(catalog, termIds),
    questionCounts: new Uint32Array(termIds.size),
    askedTools: 0,
    capabilities: thesaurus.map(({ id }) => id),
    capabilitiesOf: capabilitiesByPhrase(thesaurus),
    ranker: SIGNALS.map(() => 0),
    calibration: CALIBRATION_SIGNALS.map(() => 0),
    roles: ROLE_SIGNALS.map(() => 0),
    expansions: noExpansions(termIds.size),
    translations: new Map(),
    networks: NO_NETWORKS,
  }
}

/** By term: how many servers have it in a tool's name. */
function nameServerCountsOf(catalog: readonly SearchDocument[], termIds: TermIds): Uint32Array {
  const servers = Array.from(termIds.keys(), () => new Set<string>())
  for (const { id, serverId, name } of catalog) {
    if (id === serverId) continue
    for (const term of termsOfName(name)) servers[termIds.get(term) ?? -1]?.add(serverId)
  }
  return Uint32Array.from(servers, ({ size }) => size)
}

/** Vectors of length 1 that terms start from. */
export type KnownVectors = ReadonlyMap<string, Float32Array>

function startOf(termIds: TermIds, known: KnownVectors): (term: number) => Float32Array | undefined {
  const terms = [...termIds.keys()]
  return (term) => {
    const name = terms[term] as string
    const own = known.get(name)
    if (own !== undefined || !name.includes(' ')) return own
    const [first, second] = name.split(' ').map((part) => known.get(part))
    if (first === undefined || second === undefined) return undefined
    return normalised(first.map((value, at) => value + (second[at] as number)))
  }
}

function documentCountsOf(documents: readonly TrainingDocument[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { name, description, parameters, server } of documents) {
    for (const term of new Set([...name, ...description, ...parameters, ...server])) {
      counts.set(term, (counts.get(term) ?? 0) + 1)
    }
  }
  return counts
}

/**
 * Terms of at least two documents, four where nothing else is known of them, and all of the thesaurus; no bare numbers.
 */
function vocabularyOf(
  counts: ReadonlyMap<string, number>,
  thesaurus: readonly Capability[],
  pairs: readonly string[],
  known: KnownVectors,
): Map<string, number> {
  const termIds = new Map<string, number>()
  const add = (term: string) => {
    if (!/^\d+$/.test(term) && !termIds.has(term)) termIds.set(term, termIds.size)
  }
  for (const [term, count] of counts) if (count >= (known.has(term) ? 2 : LEAST_COUNT)) add(term)
  for (const { name, says, tools, abroad } of thesaurus) {
    for (const terms of [name, ...says, ...tools, ...abroad]) terms.forEach(add)
  }
  pairs.forEach(add)
  return termIds
}

const MOST_PAIRS = 11_500
const LEAST_USES = 3

/**
 * Pairs of neighbouring terms that are used most in names, requests and the thesaurus, and more often than chance has
 * it.
 */
function pairsOf(
  documents: readonly TrainingDocument[],
  thesaurus: readonly Capability[],
  requests: readonly RequestPair[],
): string[] {
  const singles = new Map<string, number>()
  const pairs = new Map<string, number>()
  const count = (terms: readonly string[], weight: number) => {
    for (const term of new Set(terms)) singles.set(term, (singles.get(term) ?? 0) + weight)
    for (const pair of new Set(withPairs(terms).slice(terms.length))) pairs.set(pair, (pairs.get(pair) ?? 0) + weight)
  }
  for (const { name, description } of distinctDocuments(documents)) {
    count(name, 1)
    count(description.slice(0, 20), 0.5)
  }
  for (const { request } of requests) count(request, 1)
  for (const { name, says, tools } of thesaurus) for (const terms of [name, ...says, ...tools]) count(terms, 1)
  const total = [...singles.values()].reduce((sum, value) => sum + value, 0)
  const valued = [...pairs].flatMap(([pair, uses]) => {
    const [first = '', second = ''] = pair.split(' ')
    if (uses < LEAST_USES || /\d/.test(pair)) return []
    const chance = ((singles.get(first) ?? 1) * (singles.get(second) ?? 1)) / total
    return uses < 3 * chance ? [] : [{ pair, value: uses * Math.log(uses / chance) }]
  })
  return valued
    .sort((a, b) => b.value - a.value || (a.pair < b.pair ? -1 : 1))
    .slice(0, MOST_PAIRS)
    .map(({ pair }) => pair)
}

interface Sources {
  documents: readonly TrainingDocument[]
  thesaurus: readonly Capability[]
  requests: readonly RequestPair[]
  graded: readonly RequestPair[]
}

function batchesOf(
  { documents, thesaurus, requests, graded }: Sources,
  termIds: TermIds,
  effort: Effort,
  random: () => number,
): Pair[][] {
  const ofDocuments = sample(documents, effort.documentPairs, random).flatMap(
    (document) => documentPair(document, termIds, random) ?? [],
  )
  const ofCapabilities = Array.from({ length: thesaurus.length === 0 ? 0 : effort.capabilityPairs }).flatMap(() => {
    const capability = thesaurus[Math.floor(random() * thesaurus.length)] as Capability
    return capabilityPair(capability, termIds, random) ?? []
  })
  const [ofRequests, ofGraded] = [
    sample(requests, effort.requestPairs, random),
    sample(graded, effort.gradedPairs, random),
  ].map((some) => some.flatMap((request) => requestPair(request, termIds, random) ?? []))
  const batches = [ofDocuments, ofCapabilities, ofRequests ?? [], ofGraded ?? []].flatMap((pairs) =>
    Array.from({ length: Math.floor(pairs.length / BATCH) }, (_, at) => pairs.slice(at * BATCH, (at + 1) * BATCH)),
  )
  return sample(batches, batches.length, random)
}

/** Vectors in 127ths of their largest number, which goes into the scales. */
function rounded({ vectors, questionWeights, documentWeights }: Encoder) {
  const count = questionWeights.length
  const small = new Int8Array(vectors.length)
  const queryScale = new Float32Array(count)
  const documentScale = new Float32Array(count)
  for (let term = 0; term < count; term++) {
    const vector = vectors.subarray(term * DIMENSIONS, (term + 1) * DIMENSIONS)
    const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1
    for (let k = 0; k < DIMENSIONS; k++)
      small[term * DIMENSIONS + k] = Math.round(((vector[k] as number) / largest) * 127)
    queryScale[term] = (largest / 127) * Math.exp(questionWeights[term] as number)
    documentScale[term] = (largest / 127) * Math.exp(documentWeights[term] as number)
  }
  return { vectors: small, queryScale, documentScale }
}

import type { SearchDocument } from '../../lib/search/index/search-document'
import { termsOf, termsOfName, withPairs } from '../../lib/search/index/terms'
import { sample } from '../random'
import type { Capability } from './thesaurus'

/** Two views of one thing: a question, or a possible one, and a document. Equal keys are one thing. */
export interface Pair {
  question: Int32Array
  document: Int32Array
  key: string
  /** A document that is easily taken for the right one and is not. */
  rival?: { document: Int32Array; key: string }
}

/** A document's terms by field, each once. */
export interface TrainingDocument {
  serverId: string
  name: string[]
  description: string[]
  parameters: string[]
  server: string[]
}

export type TermIds = ReadonlyMap<string, number>

const DESCRIPTION_TERMS = 60
const SERVER_TERMS = 30
/** Terms of a server that go with a tool's own. */
const SERVER_SHARE = 12
const HELD_OUT_SHARE = 0.4

export function trainingDocument(document: SearchDocument): TrainingDocument {
  const server = [...termsOfName(document.serverTitle), ...termsOf(document.serverDescription).slice(0, SERVER_TERMS)]
  return {
    serverId: document.serverId,
    name: [...termsOfName(document.name), ...termsOf(document.title ?? '')],
    description: termsOf(document.description).slice(0, DESCRIPTION_TERMS * 2),
    parameters: termsOf(document.parameters),
    server,
  }
}

/** Documents that differ in name or in the first words of their description. */
export function distinctDocuments(documents: readonly TrainingDocument[]): TrainingDocument[] {
  const byWords = new Map(
    documents.map((document) => [
      `${document.name.join(' ')}|${document.description.slice(0, 12).join(' ')}`,
      document,
    ]),
  )
  return [...byWords.values()]
}

/** Of the terms and their pairs; false neighbours, where a list was sampled, are seldom pairs of the vocabulary. */
function idsOf(termIds: TermIds, terms: readonly string[]): Int32Array {
  return Int32Array.from(withPairs(terms).flatMap((term) => termIds.get(term) ?? []))
}

/** One tool as two views: its name or some of its words, and the rest. Null where a side has too few known terms. */
export function documentPair(document: TrainingDocument, termIds: TermIds, random: () => number): Pair | null {
  const { name, parameters, server } = document
  const description = document.description.slice(0, DESCRIPTION_TERMS)
  const [some, others]: [string[], string[]] = [[], []]
  for (const term of description) (random() < HELD_OUT_SHARE ? some : others).push(term)
  const views: [share: number, question: string[], rest: string[]][] = [
    [0.35, name, description],
    [0.35, some, [...name, ...others]],
    [0.15, sample(parameters, 12, random), [...name, ...description.slice(0, 40)]],
    [0.15, [...name, ...description.slice(0, 15)], server],
  ]
  const drawn = random()
  let reached = 0
  const view =
    views.find(([share]) => {
      reached += share
      return drawn < reached
    }) ?? views[3]
  if (view === undefined) return null
  const pair = { question: idsOf(termIds, view[1]), document: idsOf(termIds, view[2]) }
  if (pair.question.length < 1 || pair.document.length < 2) return null
  return { ...pair, key: view === views[3] ? document.serverId : name.join(' ') }
}

/** One capability as two views: some phrases of users, and some of tools. */
export function capabilityPair(capability: Capability, termIds: TermIds, random: () => number): Pair | null {
  const drawn = random()
  const asked = drawn < 0.6 ? capability.says : drawn < 0.8 ? capability.abroad : capability.tools
  const question = sample(asked, 1 + Math.floor(random() * 3), random)
  const document = sample(capability.tools, 2 + Math.floor(random() * 5), random)
  if (random() < 0.7) document.push(capability.name)
  if (random() < 0.4) document.push(...sample(capability.says, 2, random))
  const pair = { question: idsOf(termIds, question.flat()), document: idsOf(termIds, document.flat()) }
  return pair.question.length === 0 || pair.document.length === 0 ? null : { ...pair, key: capability.id }
}

/**
 * A request, as terms, a tool that fulfils it, and some that do not though they are alike: others of its server, say.
 */
export interface RequestPair {
  request: readonly string[]
  document: TrainingDocument
  rivals: readonly TrainingDocument[]
}

/**
 * A request and the tool that fulfils it, with its server now and then, and one rival. Null where a side has too few
 * known terms.
 */
export function requestPair(
  { request, document, rivals }: RequestPair,
  termIds: TermIds,
  random: () => number,
): Pair | null {
  const withServer = random() < 0.5
  const view = (one: TrainingDocument) => ({
    document: idsOf(termIds, requestedTerms(one, withServer)),
    key: one.name.join(' '),
  })
  const own = view(document)
  const pair = { question: idsOf(termIds, request), ...own }
  if (pair.question.length < 1 || pair.document.length < 2) return null
  const drawn = rivals[Math.floor(random() * rivals.length)]
  const rival = drawn === undefined ? undefined : view(drawn)
  return rival === undefined || rival.document.length < 2 || rival.key === own.key ? pair : { ...pair, rival }
}

function requestedTerms({ name, description, server }: TrainingDocument, withServer: boolean): string[] {
  return [
    ...name,
    ...name,
    ...description.slice(0, DESCRIPTION_TERMS),
    ...(withServer ? server.slice(0, SERVER_SHARE) : []),
  ]
}

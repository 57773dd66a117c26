import { argumentsFit } from '../arguments/arguments-fit'
import type { Ranker } from '../rank/rank'
import type { Layer } from '../rank/ranked'
import { backgroundInformation, DIMENSIONS } from '../rank/weights'
import type { ComparedWords } from './compared'
import type { Candidate } from './find-same'
import { isOtherAct, type Replacement } from './replacement'
import { haveOneObject } from './statement'

/**
 * What is measured of a pair: an original and what may replace it. "In" is the share of the terms' information that the
 * other's text has too. Unknown is -1.
 */
export const PAIR_SIGNALS = [
  'similarity',
  /** How far search finds that the other fits a request for what the original does. */
  'isAsked',
  'asked',
  'askedAbove',
  'askedRank',
  'askedBest',
  'saysTheSame',
  'replacementShare',
  'nameInName',
  'nameOfOther',
  'descriptionInDescription',
  'descriptionOfOther',
  'openingInText',
  'openingOfOther',
  'nameInText',
  'nameInTextOfOther',
  'serverNameInServer',
  'serverNameOfOther',
  'serverDescriptionInOther',
  'serverDescriptionOfOther',
  'parametersInOther',
  'parametersOfOther',
  'argsCompatible',
  'mappable',
  'nameMeaning',
  'descriptionMeaning',
  'openingMeaning',
  'serverMeaning',
  'nameMeaningInOpening',
  'openingMeaningInName',
  'serverMeaningInOpening',
  'brandInOther',
  'brandOfOther',
  'rarestBrandShared',
  'nameBrandInOther',
  'nameBrandOfOther',
  'otherIsServer',
  'originalIsServer',
  'sameAct',
  'otherAct',
  'sameObject',
  'oneObject',
  'inOtherProduct',
  'sameProduct',
  'onlyOriginalInProduct',
  'onlyOtherInProduct',
  'bothOnKept',
  'originalLength',
  'otherLength',
] as const

/** Names of servers of that many servers are no brands. */
const NO_BRAND_FROM = 60
const NO_BRANDS = new Set(['mcp', 'server', 'api', 'tool', 'ai', 'client', 'servic', 'model', 'context', 'protocol'])

/** Vectors of which the products are in a row, number by number: the dimensions of meaning that the two share. */
const MULTIPLIED = ['name', 'opening', 'description', 'server'] as const
/** Products of two vectors of length 1 are small numbers. */
const PRODUCT_SCALE = 8

/** What search finds of a candidate, asked for what the original does. */
export interface Asked {
  /** The logit of "fits" before calibration; how far it is above the best other candidate; its place by it, from 0. */
  sum: number
  above: number
  rank: number
  /** The sum of the best candidate. */
  best: number
}

const NOT_ASKED: Asked = { sum: -8, above: -8, rank: 60, best: -8 }

/** The signals of a pair in the order of `PAIR_SIGNALS`, then the products of meanings. */
export function pairRow(
  ranker: Ranker,
  original: ComparedWords,
  other: ComparedWords,
  candidate: Candidate,
  asked: Asked | null,
  replacement: Replacement,
): Float32Array {
  const row = new Float32Array(PAIR_SIGNALS.length + MULTIPLIED.length * DIMENSIONS)
  row.set(signalsOf(ranker, original, other, candidate, asked, replacement))
  for (const [place, name] of MULTIPLIED.entries()) {
    const [own, others] = [original.vectors[name], other.vectors[name]]
    const start = PAIR_SIGNALS.length + place * DIMENSIONS
    for (let k = 0; k < DIMENSIONS; k++) row[start + k] = PRODUCT_SCALE * (own[k] as number) * (others[k] as number)
  }
  return row
}

function signalsOf(
  { weights, layers }: Ranker,
  original: ComparedWords,
  other: ComparedWords,
  candidate: Candidate,
  asked: Asked | null,
  replacement: Replacement,
): number[] {
  const shareOf = (terms: ReadonlySet<string>, of: ReadonlySet<string>) =>
    sharedPart(terms, of, (term) => backgroundInformation(weights, term))
  const brandsOf = (terms: ReadonlySet<string>, of: ReadonlySet<string>) =>
    sharedPart(terms, of, (term) => brandWeight(layers, term))
  const { argsCompatible, mappable } = argumentsFit(original.inputSchema, other.inputSchema)
  const [own, others] = [original.purpose, other.purpose]
  const { sum, above, rank, best } = asked ?? NOT_ASKED
  return [
    candidate.similarity,
    Number(asked !== null),
    ...[sum, above, Math.log1p(rank), best],
    Number(replacement.saysTheSame),
    replacement.share,
    shareOf(original.name, other.name),
    shareOf(other.name, original.name),
    shareOf(original.description, other.description),
    shareOf(other.description, original.description),
    shareOf(original.opening, other.text),
    shareOf(other.opening, original.text),
    shareOf(original.name, other.text),
    shareOf(other.name, original.text),
    ...serverShares(original, other, shareOf),
    shareOf(original.parameters, other.parameters),
    shareOf(other.parameters, original.parameters),
    known(argsCompatible),
    known(mappable),
    dot(original.vectors.name, other.vectors.name),
    dot(original.vectors.description, other.vectors.description),
    dot(original.vectors.opening, other.vectors.opening),
    dot(original.vectors.server, other.vectors.server),
    dot(original.vectors.name, other.vectors.opening),
    dot(original.vectors.opening, other.vectors.name),
    dot(original.vectors.server, other.vectors.opening),
    brandsOf(original.serverTitle, other.all),
    brandsOf(other.serverTitle, original.all),
    rarestShared(layers, original.all, other.all),
    brandsOf(original.name, other.all),
    brandsOf(other.name, original.all),
    Number(others.kind === 'server'),
    Number(own.kind === 'server'),
    Number(own.act !== null && own.act === others.act),
    Number(isOtherAct(own.act, others.act)),
    own.object === null || others.object === null
      ? -1
      : Number(own.terms.has(others.object) || others.terms.has(own.object)),
    Number(haveOneObject(own.statement, others.statement)),
    Number(replacement.inOtherProduct),
    Number(own.keptIn.some((product) => others.keptIn.includes(product))),
    Number(own.keptIn.length > 0 && others.keptIn.length === 0),
    Number(others.keptIn.length > 0 && own.keptIn.length === 0),
    Number(own.worksOnKept && others.worksOnKept),
    Math.log1p(original.description.size),
    Math.log1p(other.description.size),
  ]
}

type ShareOf = (terms: ReadonlySet<string>, of: ReadonlySet<string>) => number

function serverShares(original: ComparedWords, other: ComparedWords, shareOf: ShareOf): number[] {
  const server = (words: ComparedWords) => new Set([...words.serverName, ...words.serverDescription])
  return [
    shareOf(original.serverName, server(other)),
    shareOf(other.serverName, server(original)),
    shareOf(original.serverDescription, other.serverDescription),
    shareOf(other.serverDescription, original.serverDescription),
  ]
}

function sharedPart(terms: ReadonlySet<string>, of: ReadonlySet<string>, weightOf: (term: string) => number): number {
  let [shared, all] = [0, 0]
  for (const term of terms) {
    const weight = weightOf(term)
    all += weight
    if (of.has(term)) shared += weight
  }
  return all === 0 ? -1 : shared / all
}

/** More for a term that fewer servers are named by: names of products are among those, 0-4. */
function brandWeight(layers: readonly Layer[], term: string): number {
  if (!/^[a-z0-9]{2,}$/.test(term) || NO_BRANDS.has(term)) return 0
  let named = 0
  for (const { segment } of layers) {
    const id = segment.termIds.get(term)
    if (id !== undefined) named += segment.serverNameCounts[id] as number
  }
  return Math.max(0, Math.log(NO_BRAND_FROM / (1 + named)))
}

function rarestShared(layers: readonly Layer[], some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let most = 0
  for (const term of some) if (others.has(term)) most = Math.max(most, brandWeight(layers, term))
  return Math.min(4, most)
}

function known(fact: boolean | null): number {
  return fact === null ? -1 : Number(fact)
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let k = 0; k < DIMENSIONS; k++) sum += (one[k] as number) * (other[k] as number)
  return sum
}

import { argumentsFit } from '../arguments/arguments-fit'
import type { Layer } from '../rank/ranked'
import { backgroundInformation, DIMENSIONS, type SearchWeights } from '../rank/weights'
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
  'saysTheSame',
  'replacementShare',
  'relevance',
  'relevanceRank',
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

/** One row, in the order of `PAIR_SIGNALS`. */
export function pairRow(
  weights: SearchWeights,
  layers: readonly Layer[],
  original: ComparedWords,
  other: ComparedWords,
  candidate: Candidate,
  replacement: Replacement,
): Float64Array {
  const shareOf = (terms: ReadonlySet<string>, of: ReadonlySet<string>) =>
    sharedPart(terms, of, (term) => backgroundInformation(weights, term))
  const brandsOf = (terms: ReadonlySet<string>, of: ReadonlySet<string>) =>
    sharedPart(terms, of, (term) => brandWeight(layers, term))
  const { argsCompatible, mappable } = argumentsFit(original.inputSchema, other.inputSchema)
  const [own, others] = [original.purpose, other.purpose]
  return Float64Array.of(
    candidate.similarity,
    Number(replacement.saysTheSame),
    replacement.share,
    candidate.relevance,
    Math.log1p(candidate.relevanceRank),
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
  )
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

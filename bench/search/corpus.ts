import { splitIdentifier } from 'assay-verify/text/words'
import { documentsOf, type SearchDocument } from '../../lib/search/index/search-document'
import { randomFrom } from '../../training/random'
import { readCatalog } from '../../training/training-files'
import { BenchCannotRun, readJsonLines } from '../bench'

/** What is indexed of a document, heaviest first: every engine gets the same words. */
export interface WeightedTexts {
  name: string
  titles: string
  description: string
  parameters: string
}

export function weightedTextsOf({ name, title, serverTitle, ...texts }: SearchDocument): WeightedTexts {
  return {
    name: splitIdentifier(name),
    titles: `${title ?? ''} ${serverTitle}`.trim(),
    description: texts.description,
    parameters: texts.parameters,
  }
}

/** The tools of the catalogs in a folder, and the servers that list none. */
export async function readDocuments(dir: string): Promise<SearchDocument[]> {
  return (await readCatalog(dir)).flatMap(documentsOf)
}

/** The distinct queries of a file with a `query` in each line, shuffled the same way every time. */
export function readQueries(file: string): string[] {
  const queries = new Set(readJsonLines<{ query?: unknown }>(file).map(({ query }) => String(query ?? '').trim()))
  queries.delete('')
  if (queries.size === 0) throw new BenchCannotRun(`no line of ${file} has a query`)
  return shuffled([...queries])
}

/**
 * The documents as often as it takes to have `count`. Every copy belongs to a server of its own and has another word or
 * number in name and description: some borrowed, some new, so that the vocabulary grows a little. The same for the same
 * input; a part of the documents is taken evenly from all of them.
 */
export function repeatTo(documents: readonly SearchDocument[], count: number): SearchDocument[] {
  return [...repeated(documents, count)]
}

/** The same one by one, where all would not fit into memory. */
export function* repeated(documents: readonly SearchDocument[], count: number): Generator<SearchDocument> {
  const random = randomFrom(20_261_120)
  const originals = evenly(documents, count)
  yield* originals
  let made = originals.length
  for (let copy = 2; made < count; copy += 1) {
    const copied = evenly(documents, count - made)
    for (const document of copied) yield variantOf(document, copy, random, documents)
    made += copied.length
  }
}

function variantOf(
  document: SearchDocument,
  copy: number,
  random: () => number,
  documents: readonly SearchDocument[],
): SearchDocument {
  const serverId = `${document.serverId}~${copy}`
  const name = `${document.name}_${someWord(random, documents)}`
  const words = document.description.split(' ')
  words[Math.floor(random() * words.length)] = someWord(random, documents)
  const id = document.id === document.serverId ? serverId : `${serverId}/${name}`
  return { ...document, id, serverId, name, description: words.join(' ') }
}

const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va'.split(' ')

/** With equal chance a number, a made-up word, or a word of the catalog as frequent as it is there. */
function someWord(random: () => number, documents: readonly SearchDocument[]): string {
  const chance = random()
  if (chance < 1 / 3) return String(Math.floor(random() * 1000))
  if (chance < 2 / 3) return [1, 2, 3].map(() => pick(SYLLABLES, random)).join('')
  const borrowed = pick(pick(documents, random)?.description.match(/[\p{L}\p{N}]+/gu) ?? [], random)
  return borrowed ?? 'tool'
}

/** At most `count` of the items, in order and evenly from all over. */
function evenly<T>(items: readonly T[], count: number): T[] {
  if (count >= items.length) return [...items]
  return items.filter((_, i) => Math.floor(((i + 1) * count) / items.length) > Math.floor((i * count) / items.length))
}

function pick<T>(items: readonly T[], random: () => number): T | undefined {
  return items[Math.floor(random() * items.length)]
}

function shuffled<T>(items: readonly T[]): T[] {
  const random = randomFrom(7)
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

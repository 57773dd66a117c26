import MiniSearch, { type Options } from 'minisearch'
import { wordsOf } from '../../lib/core/text/words'
import { type BenchTool, type WeightedTexts, weightedTextsOf } from './search-corpus'

/** MiniSearch over the tools, set up for speed. */
export interface MiniSearchText {
  /** Ids of the best tools that hold at least one of the query's words, best first. */
  search(query: string, limit: number): string[]
  /** The form `loadMiniSearch` takes. */
  stored(): string
}

// Those that Postgres leaves out too: without a list, most of a query's time goes to words that every tool holds.
const STOP_WORDS = new Set(
  (
    'i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its ' +
    'itself they them their theirs themselves what which who whom this that these those am is are was were be been being have ' +
    'has had having do does did doing a an the and but if or because as until while of at by for with about against between ' +
    'into through during before after above below to from up down in out on off over under again further then once here there ' +
    'when where why how all any both each few more most other some such no nor not only own same so than too very s t can will ' +
    'just don should now'
  ).split(' '),
)

type Document = WeightedTexts & { id: string }

// No prefixes, nothing fuzzy, nothing stored beside the id, and each word of a query looked up once.
const OPTIONS: Options<Document> = {
  fields: ['name', 'titles', 'description', 'parameters'],
  tokenize: wordsOf,
  processTerm: (word) => (STOP_WORDS.has(word) ? null : word),
  autoVacuum: false,
  searchOptions: {
    boost: { name: 10, titles: 4, description: 2, parameters: 1 },
    combineWith: 'OR',
    prefix: false,
    fuzzy: false,
    tokenize: (query) => [...new Set(wordsOf(query))],
  },
}

export function buildMiniSearch(tools: readonly BenchTool[]): MiniSearchText {
  const index = new MiniSearch<Document>(OPTIONS)
  for (const tool of tools) index.add({ id: tool.id, ...weightedTextsOf(tool) })
  return textOf(index)
}

/** The index again from its stored form. */
export function loadMiniSearch(stored: string): MiniSearchText {
  return textOf(MiniSearch.loadJSON<Document>(stored, OPTIONS))
}

function textOf(index: MiniSearch<Document>): MiniSearchText {
  return {
    // It cannot be asked for the best few only: it ranks everything it finds.
    search: (query, limit) =>
      index
        .search(query)
        .slice(0, limit)
        .map((found) => String(found.id)),
    stored: () => JSON.stringify(index),
  }
}

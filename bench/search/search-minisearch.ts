import { wordsOf } from 'assay-verify/text/words'
import MiniSearch, { type Options } from 'minisearch'
import type { SearchDocument } from '../../lib/search/index/search-document'
import { type WeightedTexts, weightedTextsOf } from './corpus'

/** Ids of the best documents that hold at least one of the query's words, best first. */
export type MiniSearchText = (query: string, limit: number) => string[]

// Postgres leaves these out too. Without a list, most of a query's time goes to words that every document has.
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

// Set up for speed: no prefixes, nothing fuzzy, nothing stored beside the id, and each word of a query looked up once.
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

export function buildMiniSearch(documents: readonly SearchDocument[]): MiniSearchText {
  const index = new MiniSearch<Document>(OPTIONS)
  for (const document of documents) index.add({ id: document.id, ...weightedTextsOf(document) })
  // MiniSearch has no limit of its own: it ranks everything it finds.
  return (query, limit) =>
    index
      .search(query)
      .slice(0, limit)
      .map(({ id }) => String(id))
}

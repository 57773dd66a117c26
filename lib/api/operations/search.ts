import { visibleText } from 'assay-verify/text/visible-text'
import { limitOf } from '../../contract/compact'
import type { InputOf, OutputOf } from '../../contract/operations'
import { MOST_LISTED_AS, type SearchResult } from '../../contract/shapes/candidates'
import type { ListingRow } from '../../contract/shapes/categories'
import { isFixture } from '../../core/catalog/fixtures'
import { isOfficial } from '../../core/catalog/official'
import { askedSubject } from '../../core/lookup/asked-subject'
import { oneLine } from '../../core/text/hostile-text'
import { defineEndpoint } from '../../http/operation'
import { type Folded, foldTwins } from '../../search/results/fold-twins'
import { orderResults } from '../../search/results/order-results'
import { listTexts, type SubjectTexts } from '../../store/catalog/candidates'
import { candidateOf } from '../candidate'
import { compactSearch } from '../compact-answers'
import type { Context } from '../context'
import { findByWords } from '../find-candidates'
import { foldedByProduct, type Products } from '../product-directory'
import { isFiltered, passes } from '../search/filters'
import { findNamed } from '../search/find-named'
import { readOptions, type SearchOption } from '../search/read-options'
import { latencyOf } from './category'

/** Results considered for each one shown, and besides: some are twins of others. */
const CONSIDERED_A_RESULT = 3
const CONSIDERED_BESIDES = 20
/** Results considered at least where filters leave some out. */
const CONSIDERED_FILTERED = 200
/** Subjects of one name considered of each kind. */
const MOST_NAMED = 100

async function search(input: InputOf<'search'>, context: Context): Promise<OutputOf<'search'>> {
  const results = await findResults(input, limitOf('search', input), context)
  return input.compact ? compactSearch(results) : { results }
}

type SearchInput = Omit<InputOf<'search'>, 'compact' | 'limit'>

/** The results of a search with all their members, best first, at most `limit`. */
export async function findResults(input: SearchInput, limit: number, context: Context): Promise<SearchResult[]> {
  const [found, products] = [await findShown(input, limit, context), await context.products.current()]
  return found.map(({ option, texts }) => resultOf(option, texts, products))
}

/** A search result with what a list of the pages shows besides. */
export type ListedResult = SearchResult & Pick<ListingRow, 'official' | 'latency'>

/** The same results as the rows of a list of a page, without the fixtures of benchmarks. */
export async function findListedResults(input: SearchInput, limit: number, context: Context): Promise<ListedResult[]> {
  const [found, products] = [await findShown(input, limit, context, isFixture), await context.products.current()]
  return found.map(({ option, texts }) => {
    const { serverId, remotes, scoreFacts } = option.facts
    const latency = latencyOf(scoreFacts?.latencyP50Ms ?? null, scoreFacts?.latencyP95Ms ?? null)
    const result = resultOf(option, texts, products)
    return {
      ...result,
      description: oneLine(result.description),
      official: isOfficial({ id: serverId, remotes }),
      latency,
    }
  })
}

/** What a search shows, with its texts; what was deleted meanwhile is left out. */
async function findShown(
  input: SearchInput,
  limit: number,
  context: Context,
  isLeftOut: (id: string) => boolean = () => false,
) {
  const { q, readOnly } = input
  const { db } = context
  const text = visibleText(q, 2 * q.length)
  const enough = CONSIDERED_A_RESULT * limit + CONSIDERED_BESIDES
  const considered = isFiltered(input) ? Math.max(CONSIDERED_FILTERED, enough) : enough
  const [ranked, named] = await Promise.all([
    findByWords(q, considered, context),
    findNamed(askedSubject(text), Math.min(MOST_NAMED, considered), db),
  ])
  const options = await readOptions(text, ranked, named, { readOnly }, context)
  const asked = options.filter((option) => passes(option, input) && !isLeftOut(option.id))
  const products = await context.products.current()
  const ordered = orderResults(foldTwins(asked))
  const productOf = ({ facts }: SearchOption) => products.of(facts.serverKey)?.productId ?? null
  const shown = (input.fold === 'product' ? foldedByProduct(ordered, productOf) : ordered).slice(0, limit)
  const shownIds = shown.map(({ id }) => id)
  const texts = new Map((await listTexts(db, shownIds)).map((one) => [one.id, one]))
  return shown.flatMap((option) => {
    const own = texts.get(option.id)
    return own === undefined ? [] : [{ option, texts: own }]
  })
}

function resultOf(option: Folded<SearchOption>, texts: SubjectTexts, products: Products): SearchResult {
  const { facts, assessment, relevance, exact, alsoListedAs } = option
  return {
    ...candidateOf({ ...facts, ...texts }, relevance, assessment, products),
    match: exact === null ? 'text' : 'exact',
    alsoListedAs: alsoListedAs.slice(0, MOST_LISTED_AS),
  }
}

export const searchEndpoint = defineEndpoint('search', search)

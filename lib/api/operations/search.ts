import { visibleText } from 'assay-verify/text/visible-text'
import { limitOf } from '../../contract/compact'
import type { InputOf, OutputOf } from '../../contract/operations'
import { MOST_LISTED_AS, type SearchResult } from '../../contract/shapes/candidates'
import { askedSubject } from '../../core/lookup/asked-subject'
import { defineEndpoint } from '../../http/operation'
import { type Folded, foldTwins } from '../../search/results/fold-twins'
import { orderResults } from '../../search/results/order-results'
import type { SubjectTexts } from '../../store/catalog/candidates'
import { candidateOf } from '../candidate'
import { compactSearch } from '../compact-answers'
import type { Context } from '../context'
import { findByWords } from '../find-candidates'
import { foldedByProduct, type Products } from '../product-directory'
import { isFiltered, passes } from '../search/filters'
import { findNamed } from '../search/find-named'
import { namedProduct } from '../search/named-product'
import { readOptions, type SearchOption } from '../search/read-options'

/** Results considered for each one shown, and besides: some are twins of others, or of one product. */
const CONSIDERED_A_RESULT = 2
const CONSIDERED_A_FOLDED = 3
const CONSIDERED_BESIDES = 12
/** Results considered at least where filters leave some out. */
const CONSIDERED_FILTERED = 200
/** Subjects of one name considered of each kind. */
const MOST_NAMED = 100

async function search(input: InputOf<'search'>, context: Context): Promise<OutputOf<'search'>> {
  const { products } = context
  const [results, asked] = await Promise.all([
    findResults(input, limitOf('search', input), context),
    products.asked(visibleText(input.q, 2 * input.q.length)),
  ])
  const product = await namedProduct(asked, isFiltered(input) ? null : results, products)
  return input.compact ? compactSearch(results, product) : { product, results }
}

export type SearchInput = Omit<InputOf<'search'>, 'compact' | 'limit'>

/** The results of a search with all their members, best first, at most `limit`. */
export async function findResults(input: SearchInput, limit: number, context: Context): Promise<SearchResult[]> {
  const [found, products] = [await findShown(input, limit, context), await context.products.current()]
  return found.map((one) => resultOf(one, products))
}

export interface ShownResult {
  option: Folded<SearchOption>
  texts: SubjectTexts
}

/** What is no result of a search: by its id, and where the search is folded by its product. */
interface LeftOut {
  isLeftOut?: (id: string) => boolean
  products?: Iterable<string>
}

/** What a search shows, with its texts; what was deleted meanwhile is left out. */
export async function findShown(
  input: SearchInput,
  limit: number,
  context: Context,
  { isLeftOut = () => false, products: leftOut = [] }: LeftOut = {},
): Promise<ShownResult[]> {
  const { q, readOnly } = input
  const { subjectFacts } = context
  const text = visibleText(q, 2 * q.length)
  const aResult = input.fold === undefined ? CONSIDERED_A_RESULT : CONSIDERED_A_FOLDED
  const considered = Math.max(isFiltered(input) ? CONSIDERED_FILTERED : 0, aResult * limit + CONSIDERED_BESIDES)
  const [ranked, named] = await Promise.all([
    findByWords(q, considered, context),
    findNamed(askedSubject(text), Math.min(MOST_NAMED, considered), subjectFacts),
  ])
  const options = await readOptions(text, ranked, named, { readOnly }, context)
  const products = await context.products.current()
  const asked = options.filter((option) => passes(option, input, products) && !isLeftOut(option.id))
  const ordered = orderResults(foldTwins(asked))
  const productOf = ({ facts }: SearchOption) => products.of(facts.serverKey)?.productId ?? null
  const shown = (input.fold === 'product' ? foldedByProduct(ordered, productOf, leftOut) : ordered).slice(0, limit)
  const shownIds = shown.map(({ id }) => id)
  const texts = new Map((await subjectFacts.listTexts(shownIds)).map((one) => [one.id, one]))
  return shown.flatMap((option) => {
    const own = texts.get(option.id)
    return own === undefined ? [] : [{ option, texts: own }]
  })
}

export function resultOf({ option, texts }: ShownResult, products: Products): SearchResult {
  const { facts, assessment, relevance, exact, alsoListedAs } = option
  return {
    ...candidateOf({ ...facts, ...texts }, relevance, assessment, products),
    match: exact === null ? 'text' : 'exact',
    alsoListedAs: alsoListedAs.slice(0, MOST_LISTED_AS),
  }
}

export const searchEndpoint = defineEndpoint('search', (input, context: Context) =>
  context.remembered.json('search', input, context, search),
)

import { limitOf } from '../../contract/compact'
import type { InputOf, OutputOf } from '../../contract/operations'
import { MOST_LISTED_AS, type SearchResult } from '../../contract/shapes/candidates'
import { askedSubject } from '../../core/lookup/asked-subject'
import { visibleText } from '../../core/text/visible-text'
import { defineEndpoint } from '../../http/operation'
import { type Folded, foldTwins } from '../../search/results/fold-twins'
import { orderResults } from '../../search/results/order-results'
import { type FoundTexts, listTexts } from '../../store/catalog/candidates'
import { candidateOf } from '../candidate'
import { compactSearch } from '../compact-answers'
import type { Context } from '../context'
import { findByWords } from '../find-candidates'
import { isFiltered, passes } from '../search/filters'
import { findNamed } from '../search/find-named'
import { readOptions, type SearchOption } from '../search/read-options'

/** Results considered for each one shown, and besides: some are twins of others. */
const CONSIDERED_A_RESULT = 3
const CONSIDERED_BESIDES = 20
/** Results considered at least where filters leave some out. */
const CONSIDERED_FILTERED = 200
/** Subjects of one name considered of each kind. */
const MOST_NAMED = 100

export async function search(input: InputOf<'search'>, context: Context): Promise<OutputOf<'search'>> {
  const results = await findResults(input, limitOf('search', input), context)
  return input.compact ? compactSearch(results) : { results }
}

/** The results of a search with all their members, best first, at most `limit`. */
export async function findResults(
  input: Omit<InputOf<'search'>, 'compact' | 'limit'>,
  limit: number,
  context: Context,
): Promise<SearchResult[]> {
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
  const asked = options.filter((option) => passes(option, input))
  const shown = orderResults(foldTwins(asked)).slice(0, limit)
  const shownIds = shown.map(({ id }) => id)
  const texts = new Map((await listTexts(db, shownIds)).map((one) => [one.id, one]))
  return shown.flatMap((one) => resultOf(one, texts.get(one.id)) ?? [])
}

/** undefined for what was deleted meanwhile. */
function resultOf(option: Folded<SearchOption>, texts: FoundTexts | undefined): SearchResult | undefined {
  if (texts === undefined) return undefined
  const { facts, assessment, relevance, exact, alsoListedAs } = option
  return {
    ...candidateOf({ ...facts, ...texts }, relevance, assessment),
    match: exact === null ? 'text' : 'exact',
    alsoListedAs: alsoListedAs.slice(0, MOST_LISTED_AS),
  }
}

export const searchEndpoint = defineEndpoint('search', search)

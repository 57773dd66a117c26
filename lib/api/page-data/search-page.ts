import { toolFactsOf } from 'assay-verify/score/tool-facts'
import { visibleText } from 'assay-verify/text/visible-text'
import { MOST_ALSO_NAMED, type NamedProduct } from '../../contract/shapes/named-product'
import type { Context } from '../context'
import { getRating } from '../get-rating'
import { findAlternatives, listReplaceable } from '../operations/alternatives'
import { health } from '../operations/health'
import type { SearchInput } from '../operations/search'
import type { AskedName } from '../product-directory'
import { isFiltered } from '../search/filters'
import { namedProduct } from '../search/named-product'
import { dayStrips } from './day-strips'
import { profile } from './profile'
import { findListedResults, type ListedResult, listServers } from './search-rows'
import { howToConnect } from './server-page'

const ALTERNATIVES_SHOWN = 5

/** What a search asks by name, and what its words find. */
export interface SearchPage {
  /** null: the text names no product. */
  named: NamedReading | null
  /** Of each product one; what `named` shows is left out. */
  rows: ListedResult[]
  /** Whether there are more than these. */
  hasMore: boolean
}

export interface NamedReading {
  product: NamedProduct
  /** Servers that speak for the products it lists, by id. */
  servers: ReadonlyMap<string, ListedResult>
}

/** `asWords`: nothing is read as a name. `skipped`: results of earlier pages, where what is named stands. */
interface PagePart {
  asWords: boolean
  skipped: number
  shown: number
}

/** Remembered by the question without what spaces add to it. */
export function searchPage(input: SearchInput, part: PagePart, context: Context): Promise<SearchPage> {
  const asked = { ...input, q: input.q.trim().replaceAll(/\s+/g, ' '), part }
  return context.remembered.value('search page', asked, context, makePage)
}

async function makePage(
  { part: { asWords, skipped, shown }, ...input }: SearchInput & { part: PagePart },
  context: Context,
): Promise<SearchPage> {
  const asked = asWords ? null : await context.products.asked(visibleText(input.q, 2 * input.q.length))
  const text = asked === null || asked.intent === 'name' ? input.q : asked.words
  const found = await findListedResults(
    { ...input, q: text, fold: 'product' },
    skipped + shown + 1,
    context,
    shownProducts(asked),
  )
  const product = await namedProduct(asked, isFiltered(input) ? null : found, context.products)
  return {
    named: product === null || skipped > 0 ? null : await readNamed(product, context),
    rows: product?.match === 'none' ? [] : found.slice(skipped, skipped + shown),
    hasMore: product?.match !== 'none' && found.length > skipped + shown,
  }
}

/** Products that are shown above the results; of several that a name may mean, the results are the answer. */
function shownProducts(asked: AskedName | null): string[] {
  if (asked === null || (asked.intent === 'name' && !asked.isOwn && asked.count > 1)) return []
  return asked.products.slice(0, MOST_ALSO_NAMED + 1).map(({ productId }) => productId)
}

async function readNamed(product: NamedProduct, context: Context): Promise<NamedReading> {
  const { meant, alsoNamed, nearest } = product
  const ids = [meant ?? [], alsoNamed, nearest].flat().map(({ leader }) => leader)
  return { product, servers: await listServers(ids, context) }
}

/** What a product answers by this server of it; undefined: it is gone meanwhile. */
export async function serverAnswer(serverId: string, intent: NamedProduct['intent'], context: Context) {
  const server = (await listServers([serverId], context)).get(serverId)
  if (server === undefined) return undefined
  const toolId = serverId
  const [entry, rating, verdict, days] = await Promise.all([
    profile({ toolId }, context),
    getRating(toolId, context),
    health({ toolId }, context),
    dayStrips([toolId], context),
  ])
  const instead = intent === 'alternatives' ? await findAlternatives(toolId, ALTERNATIVES_SHOWN, context) : null
  return {
    ...{ server, entry, health: verdict, days: days.get(toolId), instead },
    change: toolFactsOf(rating)?.openChange ?? null,
    hasAlternatives:
      instead === null ? (await listReplaceable([toolId], context)).size > 0 : instead.alternatives.length > 0,
    setups: intent === 'install' ? howToConnect(entry, rating, verdict.axes.access).setups : null,
  }
}

import { signOf } from '@/app/_ui/status'
import type { Context } from '@/lib/api/context'
import { listReplaceable } from '@/lib/api/operations/alternatives'
import { dayStrips } from '@/lib/api/page-data/day-strips'
import { type Overview, overview } from '@/lib/api/page-data/overview'
import { type NamedReading, type SearchPage, searchPage, serverAnswer } from '@/lib/api/page-data/search-page'
import type { ListedResult } from '@/lib/api/page-data/search-rows'
import { unsafeFits } from '@/lib/api/search/unsafe-fits'
import type { InputOf } from '@/lib/contract/operations'
import type { StripDay } from '@/lib/core/history/day-strip'
import { readProductRatings } from '@/lib/products/product-ratings'
import { getContext } from '@/lib/runtime/app'

const SHOWN = 25
/** Of each product that is named: its first entries decide what is said of it. */
const ENTRIES_READ = 20

export interface SearchReading extends Omit<SearchPage, 'named'> {
  named: Awaited<ReturnType<typeof withProductRatings>> | null
  /** What fits but is unsafe, where nothing else fits; empty: something does, or nothing is unsafe. */
  unsafeFits: ListedResult[]
  days: ReadonlyMap<string, readonly StripDay[]>
  /** Ids of rows that have alternatives: of the best one, and of those that do not work. */
  replaceable: ReadonlySet<string>
  /** How many servers and tools there are. */
  searched: { servers: number; tools: number }
  now: Date
}

/** A page of results with the days of their servers; undefined until the first search index is built. */
export async function readSearch(
  input: Omit<InputOf<'search'>, 'compact' | 'limit'>,
  { page, asWords }: { page: number; asWords: boolean },
): Promise<SearchReading | undefined> {
  const context = await getContext()
  try {
    const found = await searchPage(input, { asWords, skipped: (page - 1) * SHOWN, shown: SHOWN }, context)
    const rows = unsafeLast(found.rows)
    const needy = rows.filter(({ status }, place) => place === 0 || status !== 'healthy')
    const [days, replaceable, { servers, tools }] = await Promise.all([
      dayStrips(
        rows.map(({ serverId }) => serverId),
        context,
      ),
      listReplaceable(
        needy.map(({ toolId }) => toolId),
        context,
      ),
      overview(context),
    ])
    const searched = { servers: sumOf(servers), tools: sumOf(tools) }
    const named = found.named === null ? null : await withProductRatings(found.named, context)
    const unsafe = named === null ? unsafeFits(rows) : []
    return { ...found, named, rows, unsafeFits: unsafe, days, replaceable, searched, now: context.now }
  } catch (error) {
    // Not instanceof: the search index may come from the other of the two bundles, which has its own class.
    if (error instanceof Error && 'code' in error && error.code === 'not_ready') return undefined
    throw error
  }
}

/** With the ratings of the products, and what the one that is meant answers. */
async function withProductRatings(named: NamedReading, context: Context) {
  const { meant, alsoNamed, intent } = named.product
  const ids = [meant ?? [], alsoNamed].flat().map(({ productId }) => productId)
  const read = await readProductRatings(ids, context, ENTRIES_READ)
  const productRatings = new Map([...read].map(([id, { productRating }]) => [id, productRating]))
  const productRating = productRatings.get(meant?.productId ?? '')
  const answer = productRating === undefined ? undefined : await serverAnswer(productRating.ratedBy, intent, context)
  const registries = [...new Set(read.get(meant?.productId ?? '')?.entries.map(({ registry }) => registry))].sort()
  const whole =
    answer === undefined || productRating === undefined
      ? null
      : { ...answer, server: { ...answer.server, registry: registries.join(', ') }, productRating }
  return { ...named, productRatings, answer: whole }
}

function sumOf(counts: Overview['servers']): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** What is unsafe comes last, except where it was asked for by its name: then its state is the answer. */
function unsafeLast(rows: ListedResult[]): ListedResult[] {
  const isLast = ({ status, reasons, match }: ListedResult) => signOf(status, reasons) === 'unsafe' && match === 'text'
  return [...rows.filter((row) => !isLast(row)), ...rows.filter(isLast)]
}

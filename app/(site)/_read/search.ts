import { signOf } from '@/app/_ui/status'
import { findListedResults, type ListedResult } from '@/lib/api/operations/search'
import { dayStrips } from '@/lib/api/page-data/day-strips'
import { listReplaceable } from '@/lib/api/page-data/replaceable'
import { unsafeFits } from '@/lib/api/search/unsafe-fits'
import type { InputOf } from '@/lib/contract/operations'
import type { StripDay } from '@/lib/core/history/day-strip'
import { getContext } from '@/lib/runtime/app'

export interface SearchReading {
  rows: ListedResult[]
  /** What fits but is unsafe, where nothing else fits; empty: something does, or nothing is unsafe. */
  unsafeFits: ListedResult[]
  days: ReadonlyMap<string, readonly StripDay[]>
  /** Ids of rows that have alternatives: of the best one, and of those that do not work. */
  replaceable: ReadonlySet<string>
}

/**
 * The `limit` best results of a search with the days of their servers; undefined until the first search index is built.
 */
export async function readSearch(
  input: Omit<InputOf<'search'>, 'compact' | 'limit'>,
  limit: number,
): Promise<SearchReading | undefined> {
  const context = await getContext()
  try {
    const rows = unsafeLast(await findListedResults(input, limit, context))
    const servers = rows.map(({ serverId }) => serverId)
    const needy = rows.filter(({ status }, place) => place === 0 || status !== 'healthy')
    const [days, replaceable] = await Promise.all([
      dayStrips(servers, context),
      listReplaceable(
        needy.map(({ toolId }) => toolId),
        context,
      ),
    ])
    return { rows, unsafeFits: unsafeFits(rows), days, replaceable }
  } catch (error) {
    // Not instanceof: the search index may come from the other of the two bundles, which has its own class.
    if (error instanceof Error && 'code' in error && error.code === 'not_ready') return undefined
    throw error
  }
}

/** What is unsafe comes last, except where it was asked for by its name: then its state is the answer. */
function unsafeLast(rows: ListedResult[]): ListedResult[] {
  const isLast = ({ status, reasons, match }: ListedResult) => signOf(status, reasons) === 'unsafe' && match === 'text'
  return [...rows.filter((row) => !isLast(row)), ...rows.filter(isLast)]
}

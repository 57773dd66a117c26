import { CLOCKS_DIFFER_SECONDS, type FeedEntry, type FeedPoint, SHOWN_WITHIN_SECONDS } from './feed-entry'

/**
 * Whether an entry may differ from what it was at `since`. Exact where this process cached that content; otherwise by
 * the database's change times and verdict changes by time alone, which include too many rather than too few: a row that
 * is sent again does no harm.
 */
function mayDiffer(entry: FeedEntry, since: FeedPoint): boolean {
  if (since.making !== null) return entry.making > since.making
  return (
    entry.changedAt >= since.readAt - SHOWN_WITHIN_SECONDS ||
    entry.verdictChangedAt >= since.assessedAt - CLOCKS_DIFFER_SECONDS
  )
}

/**
 * What leads from the content at `since` to these entries: replace the rows with the same ids, and delete the removed.
 */
export function deltaSince(entries: readonly FeedEntry[], since: FeedPoint): { rows: FeedEntry[]; removed: string[] } {
  const changed = entries.filter((entry) => mayDiffer(entry, since))
  return {
    rows: changed.filter(({ saying }) => saying !== null),
    removed: changed.filter(({ saying }) => saying === null).map(({ id }) => id),
  }
}

/**
 * A page of entries that have a row: those after the id, at most `limit`, and whether there are more. Both in the order
 * of the feed.
 */
export function pageAfter(
  rows: readonly FeedEntry[],
  afterId: string | null,
  limit: number,
): { rows: readonly FeedEntry[]; hasMore: boolean } {
  const start = afterId === null ? 0 : firstAfter(rows, afterId)
  return { rows: rows.slice(start, start + limit), hasMore: rows.length > start + limit }
}

function firstAfter(rows: readonly FeedEntry[], id: string): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rows[middle]?.id ?? id) <= id) low = middle + 1
    else high = middle
  }
  return low
}

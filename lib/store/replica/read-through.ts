import type { HeldCatalog } from './held-catalog'

/** Rows of each kind that are kept, some 2 kB each. */
const MOST_KEPT = 2000

interface Kept<Row> {
  row: Row
  mark: number
}

/**
 * Reads rows of subjects whose words are not held, and keeps those that were asked for last, as long as their servers
 * are unchanged. Rows of subjects that are not held at all are not kept: their changes are not noticed.
 */
export function openReadThrough<Row extends { id: string }>(
  held: HeldCatalog,
  read: (ids: readonly string[]) => Promise<Row[]>,
): (ids: readonly string[]) => Promise<ReadonlyMap<string, Row>> {
  const kept = new Map<string, Kept<Row>>()
  const markOf = (id: string) => {
    const key = held.get(id)?.rating.serverKey
    return key === undefined ? undefined : held.markOf(key)
  }
  const keep = (id: string, mark: number, row: Row) => {
    kept.delete(id)
    kept.set(id, { row, mark })
    const [oldest] = kept.size > MOST_KEPT ? kept.keys() : []
    if (oldest !== undefined) kept.delete(oldest)
  }
  return async (ids) => {
    // Taken before the read, so that a change meanwhile is not missed.
    const marks = new Map(ids.map((id) => [id, markOf(id)]))
    const found = new Map<string, Row>()
    for (const id of ids) {
      const known = kept.get(id)
      if (known === undefined || known.mark !== marks.get(id)) continue
      found.set(id, known.row)
      keep(id, known.mark, known.row)
    }
    const rows = await read(ids.filter((id) => !found.has(id)))
    for (const row of rows) {
      found.set(row.id, row)
      const mark = marks.get(row.id)
      if (mark !== undefined) keep(row.id, mark, row)
    }
    return found
  }
}

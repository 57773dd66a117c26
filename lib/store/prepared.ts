import { type Placeholder, sql } from 'drizzle-orm'
import type { Database } from './database'

/** What is made for a database at the first call with it, such as a prepared statement, and kept as long as that. */
export function oncePerDatabase<Made>(make: (db: Database) => Made): (db: Database) => Made {
  const kept = new WeakMap<Database, Made>()
  return (db) => {
    const made = kept.get(db) ?? make(db)
    kept.set(db, made)
    return made
  }
}

/** A prepared statement. */
export interface Statement<Row> {
  execute(values: Record<string, unknown>): Promise<Row[]>
}

/**
 * A list of rows by ids, in no order. There is one prepared statement for each power of two of ids: Postgres reuses a
 * plan for a list of fixed length; an array would be planned at every call, which costs more than the read.
 */
export function preparedByIds<Row>(
  prepare: (db: Database, ids: Placeholder[]) => Statement<Row>,
): (db: Database, ids: readonly string[]) => Promise<Row[]> {
  const statementsOf = oncePerDatabase(() => new Map<number, Statement<Row>>())
  return async (db, ids) => {
    if (ids.length === 0) return []
    const names = Array.from({ length: 2 ** Math.ceil(Math.log2(ids.length)) }, (_, place) => `id${place}`)
    const statements = statementsOf(db)
    const statement = statements.get(names.length) ?? prepare(db, names.map(sql.placeholder))
    statements.set(names.length, statement)
    // The rest is filled with the first id: the index finds each value once.
    return statement.execute(Object.fromEntries(names.map((name, place) => [name, ids[place] ?? ids[0]])))
  }
}

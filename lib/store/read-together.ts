import { type SQL, sql } from 'drizzle-orm'
import { type Database, rowsOf } from './database'

/**
 * A statement with what is made of its rows. Columns have the same type alone and within JSON: instants are selected as
 * numbers, and so are 64-bit integers.
 */
export interface Read<Result> {
  query: SQL
  result(rows: readonly unknown[]): Result
}

export function readOf<Row, Result>(query: SQL, result: (rows: readonly Row[]) => Result): Read<Result> {
  return { query, result: (rows) => result(rows as readonly Row[]) }
}

/** Nothing, in place of what a reader does not need. */
export const NOTHING_READ: Read<never[]> = { query: sql`SELECT WHERE false`, result: () => [] }

/** What several reads result in, by the names of the reads. */
export type ResultsOf<Reads extends Record<string, Read<unknown>>> = {
  [Name in keyof Reads]: Reads[Name] extends Read<infer Result> ? Result : never
}

/** Reads in a statement of its own. */
export async function readAlone<Result>(db: Database, { query, result }: Read<Result>): Promise<Result> {
  return result(await rowsOf(db, query))
}

/** Reads all of these in one statement, so that they are of one moment and wait for the database once. */
export async function readTogether<Reads extends Record<string, Read<unknown>>>(
  db: Database,
  reads: Reads,
): Promise<ResultsOf<Reads>> {
  const entries = Object.entries(reads)
  const columns = entries.map(
    ([name, { query }]) => sql`(SELECT json_agg(row_to_json(r)) FROM (${query}) AS r) AS ${sql.identifier(name)}`,
  )
  const [row] = await rowsOf<Record<string, unknown[] | null>>(db, sql`SELECT ${sql.join(columns, sql`, `)}`)
  return Object.fromEntries(entries.map(([name, { result }]) => [name, result(row?.[name] ?? [])])) as ResultsOf<Reads>
}

/** An instant as `Read` selects it, in milliseconds. */
export const msOf = (column: SQL | { getSQL(): SQL }) => sql`(extract(epoch FROM ${column}) * 1000)::float8`

/** The instant of such a number. */
export const instantOf = (ms: number) => new Date(Math.round(ms))

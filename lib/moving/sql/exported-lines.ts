import { type SQL, sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../../store/database'
import type { DescribedTable } from './described-tables'

/** Characters of lines that are asked for at a time; a single row may have more. */
const CHARACTERS_AT_ONCE = 1_000_000
const MOST_ROWS_AT_ONCE = 5000
const FIRST_ROWS = 100

const CURSOR = sql.identifier('exported_lines')

/** Values are written as text in these forms, which keep every digit and which every Postgres reads back. */
const FORMS = [
  sql`SET LOCAL datestyle TO 'ISO, YMD'`,
  sql`SET LOCAL timezone TO 'UTC'`,
  sql`SET LOCAL bytea_output TO 'hex'`,
  sql`SET LOCAL extra_float_digits TO 1`,
]

/** Runs `work` over one state of the whole database, in which values are written as `linesOf` needs it. */
export function inSnapshot<Result>(db: Database, work: (tx: Database) => Promise<Result>): Promise<Result> {
  return db.transaction(
    async (tx) => {
      await writeExactValues(tx)
      return work(tx)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** Has values written exactly, until the transaction ends. */
export async function writeExactValues(tx: Database): Promise<void> {
  for (const form of FORMS) await tx.execute(form)
}

/**
 * The rows of a table in a few thousand at a time, each as a line of JSON: an object of texts and nulls by the names of
 * the columns. They come by the primary key, texts by their bytes, so that equal tables give equal lines on every host.
 * Within a transaction of `writeExactValues` only, and one table at a time.
 */
export async function* linesOf(tx: Database, table: DescribedTable): AsyncGenerator<string[]> {
  await tx.execute(sql`DECLARE ${CURSOR} NO SCROLL CURSOR FOR ${selecting(table)}`)
  for (let count = FIRST_ROWS; ; ) {
    const rows = await rowsOf<{ line: string }>(tx, sql`FETCH ${sql.raw(String(count))} FROM ${CURSOR}`)
    if (rows.length === 0) break
    const lines = rows.map(({ line }) => line)
    yield lines
    const length = lines.reduce((sum, line) => sum + line.length, 0)
    count = Math.max(1, Math.min(MOST_ROWS_AT_ONCE, Math.floor((rows.length * CHARACTERS_AT_ONCE) / length)))
  }
  await tx.execute(sql`CLOSE ${CURSOR}`)
}

function selecting({ name, columns, key }: DescribedTable): SQL {
  const texts = columns.map((column) => sql`t.${sql.identifier(column.name)}::text AS ${sql.identifier(column.name)}`)
  const ordering = key.length === 0 ? columns : columns.filter((column) => key.includes(column.name))
  const inOrder = ordering.toSorted((a, b) => key.indexOf(a.name) - key.indexOf(b.name))
  const order = inOrder.map(({ name: column, isCollated }) =>
    isCollated ? sql`t.${sql.identifier(column)} COLLATE "C"` : sql`t.${sql.identifier(column)}`,
  )
  return sql`SELECT (SELECT row_to_json(line)::text FROM (SELECT ${sql.join(texts, sql`, `)}) AS line) AS line
    FROM ${sql.identifier(name)} AS t ORDER BY ${sql.join(order, sql`, `)}`
}

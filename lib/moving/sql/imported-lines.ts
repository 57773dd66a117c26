import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../../store/database'
import type { DescribedTable } from './described-tables'

/** Names of the tables that have rows. */
export async function listFilled(db: Database, tables: readonly DescribedTable[]): Promise<string[]> {
  const checks = tables.map(
    ({ name }) => sql`SELECT ${name} AS name WHERE EXISTS (SELECT FROM ${sql.identifier(name)})`,
  )
  const rows = await rowsOf<{ name: string }>(db, sql.join(checks, sql` UNION ALL `))
  return rows.map(({ name }) => name)
}

/** Keeps others from writing to any of the tables until the transaction ends. */
export async function lockTables(tx: Database, tables: readonly DescribedTable[]): Promise<void> {
  const names = tables.map(({ name }) => sql.identifier(name))
  await tx.execute(sql`LOCK TABLE ${sql.join(names, sql`, `)} IN SHARE ROW EXCLUSIVE MODE`)
}

/** Inserts rows that `linesOf` wrote, with the numbers that they have. */
export async function insertLines(tx: Database, table: DescribedTable, lines: readonly string[]): Promise<void> {
  const names = table.columns.map(({ name }) => sql.identifier(name))
  const values = table.columns.map(({ name, type }) => sql`line.${sql.identifier(name)}::${sql.raw(type)}`)
  const texts = names.map((name) => sql`${name} text`)
  await tx.execute(
    sql`INSERT INTO ${sql.identifier(table.name)} (${sql.join(names, sql`, `)}) OVERRIDING SYSTEM VALUE
      SELECT ${sql.join(values, sql`, `)}
      FROM json_to_recordset(${`[${lines.join(',')}]`}::json) AS line (${sql.join(texts, sql`, `)})`,
  )
}

/** So that the first statements over what was imported are planned with its sizes. */
export async function analyzeTables(tx: Database): Promise<void> {
  await tx.execute(sql`ANALYZE`)
}

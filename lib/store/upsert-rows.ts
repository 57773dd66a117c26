import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

export interface OnConflict {
  /** The column whose values are unique. */
  target: string
  /** By the name of the column in the table's object. */
  set: Readonly<Record<string, SQL>>
  where?: SQL | undefined
}

/**
 * Inserts rows, or updates those whose target is there already; what a row lacks is null. All rows are one parameter: a
 * builder's statement has one for each value, and building it takes as long as carrying it out. Texts must be
 * well-formed Unicode.
 */
export function upsertRows(table: PgTable, rows: readonly object[], { target, set, where }: OnConflict): SQL {
  const all: Readonly<Record<string, PgColumn>> = getTableColumns(table)
  const column = (name: string) => {
    const found = all[name]
    if (found === undefined) throw new Error(`the table has no column ${name}`)
    return found
  }
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const columns = sql.join(
    names.map((name) => sql.identifier(column(name).name)),
    sql`, `,
  )
  const typed = sql.join(
    names.map((name) => sql`${sql.identifier(name)} ${sql.raw(column(name).getSQLType())}`),
    sql`, `,
  )
  const given = sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  )
  const assigned = sql.join(
    Object.entries(set).map(([name, value]) => sql`${sql.identifier(column(name).name)} = ${value}`),
    sql`, `,
  )
  return sql`INSERT INTO ${table} (${columns})
    SELECT ${given} FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given(${typed})
    ON CONFLICT (${sql.identifier(column(target).name)}) DO UPDATE SET ${assigned}
    ${where === undefined ? sql.empty() : sql`WHERE ${where}`}`
}

import { sql } from 'drizzle-orm'

/** `SET column = excluded.column` for the named columns. */
export function excludedColumns<Name extends string>(table: Record<Name, { name: string }>, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, sql.raw(`excluded."${table[name].name}"`)]))
}

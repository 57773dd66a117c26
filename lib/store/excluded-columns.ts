import { type Column, sql } from 'drizzle-orm'

/** `SET column = excluded.column` for the named columns. */
export function excludedColumns<Name extends string>(table: Record<Name, { name: string }>, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, sql.raw(`excluded."${table[name].name}"`)]))
}

/** `SET column = column + excluded.column` for the named columns. */
export function addedColumns<Name extends string>(table: Record<Name, Column>, names: readonly Name[]) {
  return Object.fromEntries(
    names.map((name) => [name, sql`${table[name]} + ${sql.raw(`excluded."${table[name].name}"`)}`]),
  )
}

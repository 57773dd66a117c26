import { type SQL, sql } from 'drizzle-orm'

/** A list as one parameter, to be cast to `int[]`: drivers write long lists an element at a time, which takes longer than storing them. */
export function intList(values: readonly number[]): SQL {
  return sql`${`{${values.join(',')}}`}::text::int[]`
}

/** The same for texts; null has no place in it. */
export function textList(values: readonly string[]): SQL {
  if (values.length === 0) return sql`'{}'::text[]`
  const quoted = values.map((value) => (/["\\]/.test(value) ? value.replace(/["\\]/g, '\\$&') : value))
  return sql`${`{"${quoted.join('","')}"}`}::text::text[]`
}

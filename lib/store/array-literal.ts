import { type SQL, sql } from 'drizzle-orm'

/**
 * A list as one parameter, cast to `int[]`: drivers encode long lists element by element, which takes longer than
 * storing them.
 */
export function intList(values: readonly number[]): SQL {
  return sql`${`{${values.join(',')}}`}::text::int[]`
}

/** The same for texts. Cannot hold null. */
export function textList(values: readonly string[]): SQL {
  if (values.length === 0) return sql`'{}'::text[]`
  const quoted = values.map((value) => (/["\\]/.test(value) ? value.replace(/["\\]/g, '\\$&') : value))
  return sql`${`{"${quoted.join('","')}"}`}::text::text[]`
}

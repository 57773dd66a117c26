import { z } from 'zod'
import { idFault } from '../core/catalog/subject-id'

// Parameters that several operations share.

/** 0 or 1, as a boolean; 0 where absent. */
export const Flag = z
  .enum(['0', '1'])
  .default('0')
  .transform((value) => value === '1')
/** A number of results, 1-100. */
export const Limit = z.coerce.number().int().min(1).max(100)
/** One or several of these values, with commas between. An error names them all. */
export function oneOrMoreOf<const Value extends string>(allowed: readonly Value[]) {
  const one = `(?:${allowed.join('|')})`
  return z
    .string()
    .regex(
      new RegExp(`^${one}(?:, ?${one})*$`),
      `expected one or, with commas between, several of ${allowed.join(', ')}`,
    )
    .transform((given): ReadonlySet<Value> => new Set(allowed.filter((value) => given.split(/, ?/).includes(value))))
}
/** A caller's own words, trimmed. */
export const FreeText = z.string().trim().min(1).max(10_000)
const MOST_EXCLUDED = 100
const partsOf = (values: readonly string[]) => values.flatMap((value) => value.split(',').map((id) => id.trim()))
/** Ids, repeated or separated by commas; an id may hold commas, so each given text is taken whole as well. */
export const IdSet = z
  .array(z.string())
  .superRefine((values, context) => {
    const ids = partsOf(values)
    const fault = ids.map(idFault).find((found) => found !== undefined)
    if (ids.length > MOST_EXCLUDED) context.addIssue({ code: 'custom', message: `more than ${MOST_EXCLUDED} ids` })
    else if (fault !== undefined) context.addIssue({ code: 'custom', message: `not a well formed id: ${fault}` })
  })
  .transform((values): ReadonlySet<string> => new Set([...values, ...partsOf(values)]))
/** A page of a listing, from 1. */
export const Page = z.coerce.number().int().min(1).max(10_000).default(1)

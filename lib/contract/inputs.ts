import { ID_MUST_BE, idFault } from 'assay-verify/subject-id'
import { z } from 'zod'
import { FLAG_VALUES } from './faults/must-be'

// Parameters that several operations share.

/** true, false, 1 or 0 in any case, as a boolean; false where absent. */
export const Flag = z
  .preprocess((given) => (typeof given === 'string' ? given.trim().toLowerCase() : given), z.enum(FLAG_VALUES))
  .default('0')
  .transform((value) => value === '1' || value === 'true')

/**
 * As JSON writes numbers, without exponents: a plus sign, spaces, leading zeros and hexadecimals, which `Number`
 * accepts, are refused.
 */
const WHOLE = /^-?(?:0|[1-9]\d*)$/
const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
const numberFrom = (written: RegExp) => (given: unknown) =>
  typeof given === 'string' && written.test(given) ? Number(given) : given

/** A whole number within bounds, both included. */
export function wholeNumber(least: number, most: number) {
  return z.preprocess(numberFrom(WHOLE), z.int().min(least).max(most))
}

/** A number within bounds, both included. */
export function decimalNumber(least: number, most: number) {
  return z.preprocess(numberFrom(DECIMAL), z.number().min(least).max(most))
}

/** A number of results, 1-100. */
export const Limit = wholeNumber(1, 100)
/** One or several of these values, with commas between. An error names them all. */
export function oneOrMoreOf<const Value extends string>(allowed: readonly Value[]) {
  const one = `(?:${allowed.join('|')})`
  return z
    .string()
    .regex(new RegExp(`^${one}(?:, ?${one})*$`), `one or several of ${allowed.join(', ')}, with commas between`)
    .transform((given): ReadonlySet<Value> => new Set(allowed.filter((value) => given.split(/, ?/).includes(value))))
}
const CONTROL = /\p{Cc}/u
/** A text that is compared with stored ones; no database keeps a NUL. */
export function comparedText(text: z.ZodString) {
  return text.refine((given) => !CONTROL.test(given), 'a text without control characters')
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
    if (ids.length > MOST_EXCLUDED) context.addIssue({ code: 'custom', message: `not more than ${MOST_EXCLUDED} ids` })
    else if (fault !== undefined) context.addIssue({ code: 'custom', message: `ids, each ${ID_MUST_BE[fault]}` })
  })
  .transform((values): ReadonlySet<string> => new Set([...values, ...partsOf(values)]))
/** A page of a listing, from 1. */
export const Page = wholeNumber(1, 10_000).default(1)
/** The slug of a category as people write it: case does not count, and spaces and underscores are hyphens. */
export const CategorySlug = z
  .string()
  .min(1)
  .max(64)
  .overwrite((given) =>
    given
      .trim()
      .toLowerCase()
      .replace(/[\s_]+/g, '-'),
  )
  .meta({
    description: 'The slug of a category, as /v1/categories lists them; case does not count.',
    example: 'files',
  })

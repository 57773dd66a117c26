import { bytesFromBase64url } from '../base64url.ts'

/** What one member of a leaf may hold. */
export interface LeafField<Value> {
  accepts(value: unknown): value is Value
  /** What it accepts, in words for whoever reads leaves without this code. */
  form: string
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const WHOLE_HOUR = ':00:00.000Z'
const DIGEST = /^sha256:[0-9a-f]{64}$/
const TREE_HASH = /^[0-9a-f]{64}$/
const KEY_BYTES = 32

const isInstant = (value: unknown): value is string =>
  typeof value === 'string' &&
  INSTANT.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString() === value

/** ISO 8601 in UTC with milliseconds, in the one form that `Date.toISOString` writes. */
export const instant: LeafField<string> = { accepts: isInstant, form: 'instant' }

/** An instant at the beginning of an hour. */
export const hour: LeafField<string> = {
  accepts: (value): value is string => isInstant(value) && value.endsWith(WHOLE_HOUR),
  form: 'instant at a whole hour',
}

/** `sha256:` and lower-case hex, as `digestOf` writes it. */
export const digest: LeafField<string> = {
  accepts: (value): value is string => typeof value === 'string' && DIGEST.test(value),
  form: 'digest',
}

/** A tree hash of RFC 6962 in lower-case hex. */
export const treeHash: LeafField<string> = {
  accepts: (value): value is string => typeof value === 'string' && TREE_HASH.test(value),
  form: '64 hex digits',
}

/** 32 bytes in base64url: a public key, or its thumbprint. */
export const keyBytes: LeafField<string> = {
  accepts: (value): value is string => typeof value === 'string' && bytesFromBase64url(value)?.length === KEY_BYTES,
  form: '32 bytes, base64url',
}

/** Text of 1 to `most` UTF-16 units, well-formed; it may come from a stranger. */
export function text(most: number): LeafField<string> {
  return {
    accepts: (value): value is string =>
      typeof value === 'string' && value.length > 0 && value.length <= most && value.isWellFormed(),
    form: `text to ${most}`,
  }
}

/** A number from 0 to `most`. */
export function number(most: number): LeafField<number> {
  return {
    accepts: (value): value is number => typeof value === 'number' && value >= 0 && value <= most,
    form: `number to ${most}`,
  }
}

/** A whole number from 0 on. */
export const count: LeafField<number> = {
  accepts: (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0,
  form: 'whole number',
}

/** One of a list. A value that was logged once stays in its list, since old leaves are parsed for ever. */
export function oneOf<const Value extends string>(values: readonly Value[]): LeafField<Value> {
  return {
    accepts: (value): value is Value => values.some((known) => known === value),
    form: values.map((value) => `\`${value}\``).join(', '),
  }
}

export function orNull<Value>(field: LeafField<Value>): LeafField<Value | null> {
  return {
    accepts: (value): value is Value | null => value === null || field.accepts(value),
    form: `${field.form} or null`,
  }
}

/** What the fields of a table hold. */
export type ValuesOf<Fields> = {
  -readonly [Name in keyof Fields]: Fields[Name] extends LeafField<infer Value> ? Value : never
}

/** An object with exactly these members. */
export function object<Fields extends Readonly<Record<string, LeafField<unknown>>>>(
  fields: Fields,
): LeafField<ValuesOf<Fields>> {
  return {
    accepts: (value): value is ValuesOf<Fields> => faultOfMembers(value, fields) === undefined,
    form: `{ ${formOf(fields)} }`,
  }
}

/** The members of a table with their forms. */
export function formOf(fields: Readonly<Record<string, LeafField<unknown>>>): string {
  return Object.entries(fields)
    .map(([name, { form }]) => `\`${name}\`: ${form}`)
    .join('; ')
}

/**
 * What keeps a value from being an object with exactly these members; undefined: nothing. Contains no text of the
 * value.
 */
export function faultOfMembers(value: unknown, fields: Readonly<Record<string, LeafField<unknown>>>) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is no object'
  const given: Record<string, unknown> = { ...value }
  const names = Object.keys(fields)
  const wrong = names.find((name) => !Object.hasOwn(given, name) || !fields[name]?.accepts(given[name]))
  if (wrong !== undefined) return `its member ${wrong} is missing or not what it must be`
  return Object.keys(given).length === names.length ? undefined : 'it has a member that its kind does not have'
}

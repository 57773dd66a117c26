import { bytesFromBase64url } from '../base64url.ts'
import { type Formed, isJsonObject, isText, type ValueForm } from '../value-form.ts'

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const WHOLE_HOUR = ':00:00.000Z'
const KEY_BYTES = 32

/** ISO 8601 in UTC with milliseconds, in the one form that `Date.toISOString` writes. */
export const instant: ValueForm<string> = (value): value is string =>
  isText(value) && INSTANT.test(value) && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value

/** An instant at the beginning of an hour. */
export const hour: ValueForm<string> = (value): value is string => instant(value) && value.endsWith(WHOLE_HOUR)

/** `sha256:` and lower-case hex, as `digestOf` writes it. */
export const digest: ValueForm<string> = (value): value is string =>
  isText(value) && /^sha256:[0-9a-f]{64}$/.test(value)

/** A tree hash of RFC 6962 in lower-case hex. */
export const treeHash: ValueForm<string> = (value): value is string => isText(value) && /^[0-9a-f]{64}$/.test(value)

/** 32 bytes in base64url: a public key, or its thumbprint. */
export const keyBytes: ValueForm<string> = (value): value is string =>
  isText(value) && bytesFromBase64url(value)?.length === KEY_BYTES

/** Text of 1 to `most` UTF-16 units, well-formed; it may come from a stranger. */
export function text(most: number): ValueForm<string> {
  return (value): value is string => isText(value) && value.length > 0 && value.length <= most && value.isWellFormed()
}

/** A number from 0 to `most`. */
export function number(most: number): ValueForm<number> {
  return (value): value is number => typeof value === 'number' && value >= 0 && value <= most
}

/** What the fields of a table hold. */
export type ValuesOf<Fields> = { -readonly [Name in keyof Fields]: Formed<Fields[Name]> }

type Fields = Readonly<Record<string, ValueForm<unknown>>>

/** An object with exactly these members. */
export function object<const Given extends Fields>(fields: Given): ValueForm<ValuesOf<Given>> {
  return (value): value is ValuesOf<Given> => faultOfMembers(value, fields) === undefined
}

/**
 * What keeps a value from being an object with exactly these members; undefined: nothing. Contains no text of the
 * value.
 */
export function faultOfMembers(value: unknown, fields: Fields) {
  if (!isJsonObject(value)) return 'it is no object'
  const names = Object.keys(fields)
  const wrong = names.find((name) => !Object.hasOwn(value, name) || !fields[name]?.(value[name]))
  if (wrong !== undefined) return `its member ${wrong} is missing or not what it must be`
  return Object.keys(value).length === names.length ? undefined : 'it has a member that its kind does not have'
}

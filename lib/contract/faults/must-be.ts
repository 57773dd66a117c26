import type { Json } from '../openapi/schemas'

/** The values of a flag in a query. */
export const FLAG_VALUES = ['0', '1', 'true', 'false'] as const

const BY_FORMAT: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  'date-time': 'an instant as RFC 3339 has it',
  uri: 'an address',
}

/**
 * What a value must be by its JSON Schema: the end of a sentence that begins with "must be", such as "a whole number
 * from 1 to 100".
 */
export function mustBe(schema: Json): string {
  const { type, format } = schema
  if (Array.isArray(schema.enum)) return ofEnum(schema.enum)
  if (typeof format === 'string' && BY_FORMAT[format] !== undefined) return BY_FORMAT[format]
  if (type === 'integer') return `a whole number${range(schema.minimum, schema.maximum)}`
  if (type === 'number') return `a number${range(schema.minimum, schema.maximum)}`
  if (type === 'string') return `a text${sized(schema.minLength, schema.maxLength, 'characters')}`
  if (type === 'boolean') return 'true or false'
  if (type === 'array') return `a list${sized(schema.minItems, schema.maxItems, 'entries')}`
  return 'an object'
}

function ofEnum(values: readonly unknown[]): string {
  if (values.join() === FLAG_VALUES.join()) return 'true, false, 1 or 0'
  return values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`
}

const counted = (value: number) => value.toLocaleString('en-US')

function range(least: unknown, most: unknown): string {
  if (typeof least === 'number' && typeof most === 'number') return ` from ${counted(least)} to ${counted(most)}`
  if (typeof least === 'number') return ` of at least ${counted(least)}`
  return typeof most === 'number' ? ` of at most ${counted(most)}` : ''
}

function sized(least: unknown, most: unknown, unit: string): string {
  const text = range(typeof least === 'number' && least > 0 ? least : undefined, most)
  return text === '' ? '' : `${text.replace(' from', ' of')} ${unit}`
}

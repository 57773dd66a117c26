const SLOT = 8
/** Map, properties and elements of an object; of a list also its length and the head of its elements. */
const OBJECT = 3 * SLOT
const LIST = 6 * SLOT
const DATE = 15 * SLOT
const BOXED_NUMBER = 2 * SLOT
const STRING_HEAD = 2 * SLOT
/** Beyond this a whole number is boxed too. */
const SMALL = 2 ** 31
const WIDE = /[^\0-\xff]/

/**
 * Bytes that a value of JSON, or a date in it, takes in V8's heap, without pointer compression. Texts that several
 * values share are counted for each of them.
 */
export function heapBytes(value: unknown): number {
  if (typeof value === 'string') return stringBytes(value)
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) < SMALL ? 0 : BOXED_NUMBER
  if (typeof value !== 'object' || value === null) return 0
  if (value instanceof Date) return DATE
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + SLOT + heapBytes(item), LIST)
  let bytes = OBJECT
  for (const field of Object.values(value)) bytes += SLOT + heapBytes(field)
  return bytes
}

function stringBytes(text: string): number {
  const bytes = STRING_HEAD + (WIDE.test(text) ? 2 : 1) * text.length
  return Math.ceil(bytes / SLOT) * SLOT
}

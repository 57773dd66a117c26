export type JsonSchema = { [key: string]: unknown }

/** Levels of a value that are copied or checked; deeper values count as invalid. */
export const DEEPEST_VALUE = 24

/** Whether a value is a JSON object: not an array, and of no class. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** The value where it is an array, else an empty one. */
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A copy of a value as a list of one; an empty list for a value that JSON cannot represent or that is too deep. */
export function asJson(value: unknown): unknown[] {
  const copy = jsonCopy(value, 0)
  return copy === undefined ? [] : [copy]
}

function jsonCopy(value: unknown, depth: number): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  // Adding 0 turns -0, which JSON cannot represent, into 0.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : undefined
  if (depth >= DEEPEST_VALUE || typeof value !== 'object') return undefined
  if (Array.isArray(value)) {
    const items = Array.from(value, (item) => jsonCopy(item, depth + 1))
    return items.includes(undefined) ? undefined : items
  }
  if (!isPlainObject(value)) return undefined
  // `fromEntries` defines members, so that one named `__proto__` is an ordinary member.
  const members = Object.entries(value).map(([name, held]) => [name, jsonCopy(held, depth + 1)] as const)
  return members.some(([, held]) => held === undefined) ? undefined : Object.fromEntries(members)
}

/** The nodes of the named members, in their order; none where the node is no schema of an object. */
export function propertiesIn(node: unknown): ReadonlyMap<string, unknown> {
  const properties = isPlainObject(node) ? node.properties : undefined
  return new Map(isPlainObject(properties) ? Object.entries(properties) : [])
}

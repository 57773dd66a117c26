import fc from 'fast-check'
import hostile from './hostile-values.json' with { type: 'json' }

export type Schema = Readonly<Record<string, unknown>>

/** Sources of values: the components of the document, and values the service under test knows. */
export interface Pools {
  components: Readonly<Record<string, Schema>>
  /** Known values, by the name of the parameter or member they fit. */
  known: Readonly<Record<string, readonly string[]>>
}

/** Values that have broken services before; half of a surrogate pair is none that a JSON file may hold here. */
const NASTY_TEXTS = [...hostile.texts, '\ud83c', 'x'.repeat(513), 'x'.repeat(10_001)]
const LONGEST_USUAL = 40

export const nastyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...NASTY_TEXTS),
  fc.string({ unit: 'binary', maxLength: LONGEST_USUAL }),
  fc.string({ unit: 'grapheme', maxLength: LONGEST_USUAL }),
)

/** A value the schema accepts; for a name with known values mostly one of those. */
export function goodValue(schema: Schema, name: string, pools: Pools): fc.Arbitrary<unknown> {
  const { $ref, examples, enum: options, anyOf } = schema
  if (typeof $ref === 'string') return goodValue(pools.components[$ref.split('/').at(-1) ?? ''] ?? {}, name, pools)
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(options)) return fc.constantFrom(...options)
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((choice: Schema) => goodValue(choice, name, pools)))
  const known = pools.known[name] ?? []
  const drawn: fc.WeightedArbitrary<unknown>[] = [{ weight: 2, arbitrary: valueOfType(schema, name, pools) }]
  if (schema.type === 'string' && known.length > 0)
    drawn.push({ weight: 6, arbitrary: fc.constantFrom<unknown>(...known) })
  if (Array.isArray(examples)) drawn.push({ weight: 2, arbitrary: fc.constantFrom(...examples) })
  return fc.oneof(...drawn)
}

function valueOfType(schema: Schema, name: string, pools: Pools): fc.Arbitrary<unknown> {
  const { minimum = -1e6, maximum = 1e6, minLength = 0, maxLength = LONGEST_USUAL } = schema as Record<string, number>
  switch (schema.type) {
    case 'string': {
      if (schema.format === 'email') return fc.emailAddress()
      const longest = Math.min(maxLength, LONGEST_USUAL)
      return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, longest) })
    }
    case 'integer':
      return fc.integer({ min: minimum, max: maximum })
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(goodValue((schema.items ?? {}) as Schema, name, pools), { maxLength: 4 })
    case 'object':
      return objectOf(schema, pools)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objectOf(schema: Schema, pools: Pools): fc.Arbitrary<unknown> {
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  const required = (schema.required ?? []) as string[]
  const members = Object.entries(properties).map(([name, inner]) => [name, goodValue(inner, name, pools)])
  return fc.record(Object.fromEntries(members), { requiredKeys: required as never[] })
}

/** A good value with one fault: a member replaced, added or left out, or a list made too long. */
export function brokenValue(schema: Schema, pools: Pools): fc.Arbitrary<unknown> {
  return fc
    .record({
      good: goodValue(schema, '', pools),
      where: fc.nat(),
      how: fc.constantFrom('replace', 'add', 'drop', 'lengthen' as const),
      name: fc.oneof(fc.constantFrom('payload', 'email', '__proto__', 'constructor'), nastyText),
      other: fc.oneof(fc.jsonValue({ maxDepth: 3 }), nastyText),
    })
    .map(({ good, where, how, name, other }) => {
      const value: unknown = structuredClone(good)
      const holders = holdersIn(value)
      const holder = holders[where % Math.max(1, holders.length)]
      if (holder === undefined) return other
      if (Array.isArray(holder)) {
        if (how === 'lengthen') holder.push(...Array.from({ length: 1100 }, () => holder[0] ?? other))
        else holder[where % (holder.length + 1)] = other
        return value
      }
      const names = Object.keys(holder)
      const chosen = names[where % Math.max(1, names.length)] ?? name
      if (how === 'drop') delete holder[chosen]
      else
        Object.defineProperty(holder, how === 'add' ? name : chosen, {
          value: other,
          enumerable: true,
          writable: true,
          configurable: true,
        })
      return value
    })
}

/** Every list and object in a value, the value itself first. */
function holdersIn(value: unknown): (unknown[] | Record<string, unknown>)[] {
  if (typeof value !== 'object' || value === null) return []
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(holdersIn)]
}

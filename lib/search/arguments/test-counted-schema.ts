import type { JsonSchema } from 'assay-verify/json-schema/json-value'

/**
 * The same schema, whose nodes count how often they are looked at: a measure of work that no clock is part of. From
 * `most` looks on it throws, so that work without an end fails at once.
 */
export function countedSchema(schema: JsonSchema, most: number): JsonSchema {
  const wrapped = new WeakMap<object, object>()
  let looks = 0
  const look = () => {
    looks += 1
    if (looks > most) throw new Error(`the schema was looked at more than ${most} times`)
  }
  const wrap = <Value>(value: Value): Value => {
    if (typeof value !== 'object' || value === null) return value
    const known = wrapped.get(value)
    if (known !== undefined) return known as Value
    const proxy = new Proxy(value, {
      get: (target, name) => {
        look()
        return wrap(Reflect.get(target, name) as unknown)
      },
      has: (target, name) => {
        look()
        return Reflect.has(target, name)
      },
      getPrototypeOf: (target) => {
        look()
        return Reflect.getPrototypeOf(target)
      },
      ownKeys: (target) => {
        look()
        return Reflect.ownKeys(target)
      },
      getOwnPropertyDescriptor: (target, name) => {
        const own = Reflect.getOwnPropertyDescriptor(target, name)
        return own === undefined ? undefined : { ...own, value: wrap(own.value as unknown) }
      },
    })
    wrapped.set(value, proxy)
    return proxy
  }
  return wrap(schema)
}

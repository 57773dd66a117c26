/** Stands in a sample for any value. */
const ANY = Symbol('any value')
export type Sample = string | number | boolean | null | typeof ANY | Sample[] | { [name: string]: Sample }

/**
 * Reads JSON in which `…` stands for left out members, entries and values. Throws `SyntaxError` where it is no such
 * text.
 */
export function parseSample(text: string): Sample {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\]:,…]|\S/g) ?? []
  let at = 0
  const fail = (): never => {
    throw new SyntaxError(`Not a sample of JSON at ${JSON.stringify(tokens.slice(at, at + 6).join(' '))}`)
  }
  const expect = (token: string) => {
    if (tokens[at] !== token) fail()
    at += 1
  }
  const list = (end: string, read: () => void) => {
    at += 1
    while (tokens[at] !== end) {
      if (tokens[at] === '…') at += 1
      else read()
      if (tokens[at] !== end) expect(',')
    }
    at += 1
  }
  const value = (): Sample => {
    const token = tokens[at] ?? fail()
    if (token === '{') {
      const members: [string, Sample][] = []
      list('}', () => {
        const name = tokens[at]?.startsWith('"') ? (JSON.parse(tokens[at] ?? '') as string) : fail()
        at += 1
        expect(':')
        members.push([name, value()])
      })
      return Object.fromEntries(members)
    }
    if (token === '[') {
      const entries: Sample[] = []
      list(']', () => entries.push(value()))
      return entries
    }
    at += 1
    if (token === '…' || token === '"…"') return ANY
    return /^["\-\dtfn]/.test(token) ? (JSON.parse(token) as Sample) : fail()
  }
  const read = value()
  if (at < tokens.length) fail()
  return read
}

/** Objects whose members are named by the tool that was found, not by the interface. */
const OF_TOOLS = /\.(?:exampleArguments|inputSchema)$/

/**
 * Where an answer lacks what a sample shows: members by their names, and types. Values vary; null fits everything, and
 * of a list the first entries are compared. Empty: nothing is missing.
 */
export function missingIn(answer: unknown, sample: Sample, path = '$'): string[] {
  if (sample === ANY || sample === null || answer === null) return []
  if (Array.isArray(sample)) {
    if (!Array.isArray(answer)) return [`${path} is no list`]
    if (sample.length > 0 && answer.length === 0) return [`${path} is empty`]
    return sample.flatMap((entry, n) => missingIn(answer[n] ?? answer[0], entry, `${path}[${n}]`))
  }
  if (typeof sample === 'object') {
    if (OF_TOOLS.test(path)) return []
    if (typeof answer !== 'object' || Array.isArray(answer)) return [`${path} is no object`]
    return Object.entries(sample).flatMap(([name, value]) =>
      Object.hasOwn(answer, name)
        ? missingIn((answer as Record<string, unknown>)[name], value, `${path}.${name}`)
        : [`${path}.${name} is missing`],
    )
  }
  return typeof answer === typeof sample ? [] : [`${path} is a ${typeof answer}, and here a ${typeof sample}`]
}

type Json = { [key: string]: unknown }

/**
 * Where a sample has what a JSON Schema does not: members that it does not name, and values of another type. `at`
 * follows a `$ref`.
 */
export function unknownIn(sample: Sample, schema: unknown, resolve: (ref: string) => unknown, path = '$'): string[] {
  if (sample === ANY || typeof schema !== 'object' || schema === null) return []
  const { $ref, anyOf, oneOf, allOf, type, properties, items, additionalProperties, enum: values } = schema as Json
  if (typeof $ref === 'string') return unknownIn(sample, resolve($ref), resolve, path)
  const choices = (anyOf ?? oneOf) as unknown[] | undefined
  if (choices !== undefined) {
    const faults = choices.map((choice) => unknownIn(sample, choice, resolve, path))
    return faults.sort((one, other) => one.length - other.length || depthOf(other) - depthOf(one))[0] ?? []
  }
  if (Array.isArray(allOf)) return allOf.flatMap((part) => unknownIn(sample, part, resolve, path))
  const types = type === undefined ? [] : [type].flat()
  const own = typeOf(sample)
  if (types.length > 0 && !types.includes(own) && !(own === 'integer' && types.includes('number')))
    return [`${path} is ${own}, and in the contract ${types.join(' or ')}`]
  if (Array.isArray(values) && !values.includes(sample)) return [`${path} is none of ${values.join(', ')}`]
  if (Array.isArray(sample)) return sample.flatMap((entry, n) => unknownIn(entry, items, resolve, `${path}[${n}]`))
  if (typeof sample !== 'object' || sample === null) return []
  const known = (properties ?? {}) as Json
  return Object.entries(sample).flatMap(([name, value]) => {
    if (Object.hasOwn(known, name)) return unknownIn(value, known[name], resolve, `${path}.${name}`)
    if (typeof additionalProperties === 'object')
      return unknownIn(value, additionalProperties, resolve, `${path}.${name}`)
    return additionalProperties === false || Object.keys(known).length > 0
      ? [`${path}.${name} is not in the contract`]
      : []
  })
}

/** The more deeply a fault lies, the nearer the choice. */
function depthOf(faults: readonly string[]): number {
  return Math.max(0, ...faults.map((fault) => fault.split(' ')[0]?.length ?? 0))
}

function typeOf(sample: Sample): string {
  if (sample === null) return 'null'
  if (Array.isArray(sample)) return 'array'
  if (typeof sample === 'number') return Number.isInteger(sample) ? 'integer' : 'number'
  return typeof sample
}

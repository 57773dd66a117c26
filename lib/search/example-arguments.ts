import { canonicalJson } from '../core/canonical-json'
import type { JsonSchema } from '../core/catalog/catalog'
import { looksSecret } from '../core/text/secret-shapes'
import { splitIdentifier, wordsOf } from '../core/text/words'
import { accepts, boundIn, memberNode, type SchemaReader, type Shape, schemaReader } from './schema-reading'

const DEEPEST = 6
const MOST_ITEMS = 100
const LONGEST_STRING = 2_000
const MOST_NESTED = 32
const MOST_VALUES = 500
/** What cleaning a schema leaves where a secret stood. */
const REDACTED = '[redacted]'
const SMALLEST: readonly unknown[] = [null, [], {}, '', 0, false]

interface Making {
  reader: SchemaReader
  /** Nodes that are being made: to meet one again is a cycle. */
  path: Set<unknown>
  made: number
}

/** What a value is for: the nearest parameter's name and all that is said of it. */
interface Label {
  name: string
  description: string
}

/**
 * The names every call must give, in the order of the schema's properties, undeclared ones last; of a choice (`anyOf`,
 * `oneOf`) those that all its branches require. Empty for null, which is a schema nobody knows, as for one that
 * requires nothing.
 */
export function requiredParams(schema: JsonSchema | null): string[] {
  if (schema === null) return []
  const reader = schemaReader(schema)
  const [first, ...others] = reader.variantsOf(reader.shapeOf(schema))
  return first === undefined
    ? []
    : requiredOf(first).filter((name) => others.every(({ required }) => required.has(name)))
}

/**
 * Arguments of a call that the schema allows, made from nothing but the schema, so the same for the same schema: of
 * each object just the members it requires. A value is its `const`, else `default`, else the first of `examples`, else
 * the first of `enum` that is right; else a plausible one by type, format, pattern, bounds, name and description.
 * Objects nest to a depth of 6, deeper and in a cycle of `$ref` stands the smallest legal value, and after 500 values
 * too. A choice takes its first branch that comes out right, `null` last. What no value can satisfy, and what `not`,
 * `if` and `dependent…` ask for, is not met. Empty for null, which is a schema nobody knows.
 */
export function exampleArguments(schema: JsonSchema | null): Record<string, unknown> {
  if (schema === null) return {}
  const reader = schemaReader(schema)
  const making: Making = { reader, path: new Set([reader.follow(schema)]), made: 0 }
  const shape = reader.shapeOf(schema)
  const makers = reader.variantsOf(shape).map((variant) => () => objectFor(making, variant, 0))
  return firstRight(reader, shape, makers) ?? {}
}

/** The first that is right, else the first. */
function firstRight<Value>(reader: SchemaReader, shape: Shape, makers: readonly (() => Value)[]): Value | undefined {
  let first: Value | undefined
  for (const make of makers) {
    const value = make()
    if (accepts(reader, shape, value)) return value
    first ??= value
  }
  return first
}

function requiredOf({ required, properties }: Shape): string[] {
  const declared = [...properties.keys()].filter((name) => required.has(name))
  return [...declared, ...[...required].filter((name) => !properties.has(name))]
}

/** The value of a node; of one that is being made already, or too deep, the smallest. */
function valueFor(making: Making, node: unknown, shape: Shape, label: Label, depth: number): unknown {
  const { reader, path } = making
  const stated = shape.stated.find((value) => value !== REDACTED && accepts(reader, shape, value))
  if (stated !== undefined) return stated
  const target = reader.follow(node)
  const isMetAgain = typeof target === 'object' && path.has(target)
  if (depth > DEEPEST || isMetAgain || path.size > MOST_NESTED || making.made++ > MOST_VALUES)
    return SMALLEST.find((value) => accepts(reader, shape, value)) ?? byType(making, ended(shape), label, depth)
  path.add(target)
  const value = shape.choices.length > 0 ? chosen(making, shape, label, depth) : byType(making, shape, label, depth)
  path.delete(target)
  return value
}

/** A shape without anything in it, where nothing smaller is legal. */
function ended(shape: Shape): Shape {
  const nothing = { properties: new Map(), required: new Set<string>(), tuple: [], items: false, choices: [] }
  return { ...shape, types: new Set([typeOf(shape)]), ...nothing }
}

function chosen(making: Making, shape: Shape, label: Label, depth: number): unknown {
  const { reader } = making
  const isNull = (branch: unknown) => Number([...(reader.shapeOf(branch).types ?? [])].join() === 'null')
  const branches = [...(shape.choices[0]?.branches ?? [])].sort((one, other) => isNull(one) - isNull(other))
  const makers = branches.map((branch) => () => {
    const said = labelOf(label, label.name, reader.shapeOf(branch))
    return valueFor(making, branch, reader.withBranch(shape, branch), said, depth)
  })
  return firstRight(reader, shape, makers) ?? null
}

function byType(making: Making, shape: Shape, label: Label, depth: number): unknown {
  const type = typeOf(shape)
  if (type === 'null') return null
  if (type === 'boolean') return accepts(making.reader, shape, true)
  if (type === 'object') return objectFor(making, shape, depth)
  if (type === 'array') return arrayFor(making, shape, label, depth)
  return type === 'string' ? stringFor(making, shape, label) : numberFor(making, shape, label, type === 'integer')
}

/** The first type that is not null; where none is named, what the other keywords speak of. */
function typeOf({ types, properties, required, items, tuple, keywords }: Shape): string {
  if (types !== null) return [...types].find((type) => type !== 'null') ?? [...types][0] ?? 'null'
  if (properties.size + required.size > 0) return 'object'
  if (tuple.length > 0 || items !== undefined || 'minItems' in keywords) return 'array'
  return ['minimum', 'maximum', 'multipleOf'].some((name) => name in keywords) ? 'number' : 'string'
}

/** Defined member by member, so that one called `__proto__` is just a member. */
function objectFor(making: Making, shape: Shape, depth: number): Record<string, unknown> {
  const optional = [...shape.properties.keys()].filter((name) => !shape.required.has(name))
  const least = Math.max(0, (boundIn(shape, 'minProperties') ?? 0) - shape.required.size)
  const members = [...requiredOf(shape), ...optional.slice(0, least)].map((name) => {
    const node = memberNode(shape, name)
    const inner = making.reader.shapeOf(node)
    return [name, valueFor(making, node, inner, labelOf(undefined, name, inner), depth + 1)] as const
  })
  return Object.fromEntries(members)
}

function labelOf(outer: Label | undefined, name: string, { keywords }: Shape): Label {
  const said = [outer?.description, keywords.title, keywords.description].filter((text) => typeof text === 'string')
  return { name, description: said.join(' ').slice(0, 1000) }
}

function arrayFor(making: Making, shape: Shape, label: Label, depth: number): unknown[] {
  const { reader } = making
  const { tuple, items } = shape
  const least = boundIn(shape, 'minItems') ?? 0
  const wanted = Math.min(Math.max(least, tuple.length, 1), boundIn(shape, 'maxItems') ?? MOST_ITEMS, MOST_ITEMS)
  const [isUnique, before, made] = [shape.keywords.uniqueItems === true, new Set<string>(), [] as unknown[]]
  while (made.length < wanted) {
    const node = made.length < tuple.length ? tuple[made.length] : items
    const inner = reader.shapeOf(node)
    const one = valueFor(making, node, inner, labelOf(label, label.name.replace(/s$/, ''), inner), depth + 1)
    const others = isUnique ? variationsOf(one, inner, made.length) : []
    const next = [one, ...others].find((value) => accepts(reader, inner, value) && !before.has(canonicalJson(value)))
    // Better none than a wrong one.
    if (next === undefined && made.length >= least) break
    made.push(next === undefined ? one : next)
    if (isUnique) before.add(canonicalJson(made.at(-1)))
  }
  return made
}

function variationsOf(value: unknown, shape: Shape, index: number): unknown[] {
  const step = index * (boundIn(shape, 'multipleOf') ?? 1)
  const varied = typeof value === 'number' ? [value + step, value - step] : [`${value}-${index + 1}`, !value]
  return [...(shape.values?.values() ?? []), ...varied]
}

/** What a number usually is, by its name; all others are 1. */
const USUAL_NUMBERS: readonly [RegExp, number][] = [
  [/\b(lat|latitude)\b/, 48.85],
  [/\b(lon|lng|long|longitude)\b/, 2.35],
  [/\byears?\b/, 2025],
  [/\b(limit|count|max results|num results|page size|per page|top k|width|height|amount|quantity)\b/, 10],
  [/\b(timestamp|epoch)\b/, 1_736_942_400],
  [/\bport\b/, 8080],
]

/** The usual number, else one near it or near a bound, that is right. */
function numberFor({ reader }: Making, shape: Shape, { name }: Label, isWhole: boolean): number {
  const usual = USUAL_NUMBERS.find(([named]) => named.test(spaced(name)))?.[1] ?? 1
  const step = Math.max(0, boundIn(shape, 'multipleOf') ?? 0) || 1
  const bounds = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'].flatMap(
    (key) => boundIn(shape, key) ?? [],
  )
  const near = bounds.flatMap((bound) => [-2, -1, 0, 1, 2].map((away) => (Math.round(bound / step) + away) * step))
  const between = bounds.length > 1 ? [(Math.min(...bounds) + Math.max(...bounds)) / 2] : []
  const candidates = [usual, 1, 0, -1, step, ...bounds, ...near, ...between].filter(Number.isFinite)
  return (candidates.find((value) => accepts(reader, shape, value)) ?? (isWhole ? 1 : usual)) + 0
}

const A_UUID = '123e4567-e89b-42d3-a456-426614174000'
const FORMATS: ReadonlyMap<unknown, string> = new Map([
  ['date-time', '2025-01-15T12:00:00Z'],
  ['date', '2025-01-15'],
  ['time', '12:00:00Z'],
  ['duration', 'P1D'],
  ...['email', 'idn-email'].map((format) => [format, 'name@example.com'] as const),
  ...['uri', 'url', 'iri'].map((format) => [format, 'https://example.com/'] as const),
  ...['uri-reference', 'iri-reference', 'uri-template', 'json-pointer'].map((format) => [format, '/example'] as const),
  ['uuid', A_UUID],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ...['hostname', 'idn-hostname'].map((format) => [format, 'example.com'] as const),
])

const OF_HOURS = /\b(datetime|date ?time|timestamp|iso 8601|rfc ?3339|hh)\b/
const OF_CHAINS = /\b(0x\w*|wallet|contract|token|blockchain|ethereum|evm)\b/

/**
 * What a text is, by the words of its name and, where that would not tell, a word of its description; the first counts.
 */
const USUAL_TEXTS: readonly [named: RegExp, text: string, described?: RegExp][] = [
  [/\b(e ?mails?|to address)\b/, 'name@example.com'],
  [/\b(url|uri|link|href|website|webpage|webhook)s?\b/, 'https://example.com/'],
  [/\b(domain|hostname|host)\b/, 'example.com'],
  [/\b(ip|ip address|ipv4)\b/, '192.0.2.1'],
  [/\b(uuid|guid)\b/, A_UUID],
  [/\bids?$/, A_UUID, /\buuid\b/],
  [/\bids?$/, 'example-id'],
  [/\b(datetime|timestamp)\b/, '2025-01-15T12:00:00Z'],
  [/\b(date|day|since|until|start|end|from|to)\b/, '20250115', /\byyyymmdd\b/],
  [/\b(end|to|until) (date|time)\b/, '2025-01-31T12:00:00Z', OF_HOURS],
  [/\b(start|from|since|begin) (date|time)\b/, '2025-01-15T12:00:00Z', OF_HOURS],
  [/\b(end|to|until) date\b/, '2025-01-31'],
  [/\b(date|birthday)\b/, '2025-01-15'],
  [/\b(since|until|start|end|from|to|after|before)\b/, '2025-01-15', /\b(date|yyyy mm dd)\b/],
  [/\b(timezone|time zone|tz)\b/, 'Europe/Paris'],
  [/\btime\b/, '12:00'],
  [/\byear\b/, '2025'],
  [/\b(to|target|quote) currency\b/, 'EUR'],
  [/\bcurrency\b/, 'USD'],
  [/\bcountry\b/, 'FR', /\b(code|iso|alpha|two letter|2 letter)\b/],
  [/\bcountry (code|iso)\b/, 'FR'],
  [/\bcountry\b/, 'France'],
  [/\b(language|lang|locale)s?\b/, 'en'],
  [/\b(city|town|location|place|destination)\b/, 'Paris'],
  [/\b(address|account|wallet|contract|owner|recipient)\b/, `0x${'0'.repeat(40)}`, OF_CHAINS],
  [/\b(tx|transaction|block) ?hash\b/, `0x${'0'.repeat(64)}`],
  [/\b(symbol|ticker|stock)s?\b/, 'BTC', /\b(crypto\w*|coins?|tokens?)\b/],
  [/\b(symbol|ticker|stock)s?\b/, 'AAPL'],
  [/\b(dir|directory|folder)\b/, 'example'],
  [/\b(file ?name|file ?path|path|file)\b/, 'example.txt'],
  [/\bphone\b/, '+12025550100'],
  [/\bbranch\b/, 'main'],
  [/\brepo(sitory)?\b/, 'owner/name', /\bowner (repo|name|repository)\b/],
  [/\b(json|payload)\b/, '{}'],
  [/\b(sql|statement)\b/, 'VALUES (1)'],
  [/\bquery\b/, 'VALUES (1)', /\bsql\b/],
  [/\b(expression|formula|equation)\b/, '1 + 1'],
  [/\b(interval|timeframe|period)\b/, '1d'],
  [/\bselector\b/, 'body'],
  [/\b(amount|quantity|price|number|count|limit|page|size)\b/, '1'],
  [/\b(q|query|search|keywords?|terms?|topic|question)\b/, 'open source software'],
  [/\b(text|content|message|body|prompt|input|description|comment|summary)\b(?! name)/, 'An example text.'],
  [/\b(identifier|slug)s?\b/, 'example-id'],
]

const spaced = (text: string) => wordsOf(splitIdentifier(text)).join(' ')

function stringFor({ reader }: Making, shape: Shape, label: Label): string {
  const { format, pattern } = shape.keywords
  const usual = FORMATS.get(format)
  const meant = usual === undefined ? [...quoted(label), ...usualText(label), 'example'] : [usual]
  const least = Math.min(boundIn(shape, 'minLength') ?? 0, LONGEST_STRING)
  const most = Math.max(0, boundIn(shape, 'maxLength') ?? LONGEST_STRING)
  const padded = meant.map((text) => text.padEnd(least, 'a'))
  const cut = padded.map((text) => [...text].slice(0, most).join(''))
  const fitting = [...meant, ...padded, ...cut].filter((text) => accepts(reader, shape, text))
  const likely = fitting[0] ?? 'example'
  if (typeof pattern !== 'string') return likely
  const samples = [1, 0, least].flatMap((times) => sampleOf(pattern, times) ?? [])
  return (
    fitting.find((text) => isMatch(pattern, text)) ?? samples.find((text) => accepts(reader, shape, text)) ?? likely
  )
}

/** By the name; a name that tells nothing leaves it to what the description speaks of first. */
function usualText({ name, description }: Label): string[] {
  const [named, described] = [spaced(name), spaced(description)]
  const byName = USUAL_TEXTS.find(([words, , also]) => words.test(named) && (also?.test(described) ?? true))
  if (byName !== undefined) return [byName[1]]
  const spoken = USUAL_TEXTS.filter(([words, , also]) => also === undefined && words.test(described))
  return spoken.sort(([one], [other]) => described.search(one) - described.search(other)).map(([, text]) => text)
}

const QUOTED =
  /(?:e\.g\.|such as|example:?|like),?\s{1,3}(?:(["'`])([^"'`\s][^"'`]{0,40})\1|([\w./:+-]{1,40})(?=[,)]))/i
const OF_PERSONS =
  /\b(name|user|username|person|author|player|artist|contact|e ?mail|phone|recipient|owner|customer|patient)\b/

/** The example that a description holds, where it is no address, no path and nothing of a person. */
function quoted({ name, description }: Label): string[] {
  const found = QUOTED.exec(description)
  const text = found?.[2] ?? found?.[3]
  if (text === undefined || OF_PERSONS.test(spaced(name))) return []
  return /@|:\/\/|^www\.|^[/~\\.]|^\w:\\|\d{9}|\.\.\.|…/.test(text) || looksSecret(text, name) ? [] : [text]
}

/**
 * Whether a text matches. A stranger's pattern can run forever: one with many ways to part a text is not run, and
 * counts as no.
 */
function isMatch(pattern: string, text: string): boolean {
  const ways = pattern.match(/[*+?|]|\{\d*,\d*\}/g)?.length ?? 0
  const isRun = pattern.length <= 200 && text.length <= 60 && ways <= 5 && !/\)[*+?{]|\\[1-9k]/.test(pattern)
  return isRun && compiled(pattern)?.test(text) === true
}

function compiled(pattern: string): RegExp | null {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return null
  }
}

const ATOM = /\\[pP]\{\w+\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\.|\[(?:\\.|[^\]\\])*\]|[^\\[(]/iy
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y
const CHARACTERS = [...'a1A0', ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(126 - index))]

/**
 * A text the pattern matches, what may repeat repeated so many times; null for a pattern beyond classes, groups and
 * repetition.
 */
function sampleOf(pattern: string, times: number): string | null {
  let [at, isKnown] = [0, pattern.length <= 500]
  const take = (form: RegExp) => {
    form.lastIndex = at
    const found = form.exec(pattern)
    at = found === null ? at : form.lastIndex
    return found
  }
  const unknown = () => {
    isKnown = false
    at = pattern.length
    return ''
  }
  const one = (): string => {
    if (take(/\((?:(?!\?)|\?:|\?<\w+>)/y) !== null) return `${either()}${take(/\)/y) === null ? unknown() : ''}`
    const atom = take(ATOM)?.[0] ?? ''
    if (/^(?:[\^$]|\\[bB])$/.test(atom)) return ''
    if (/^\\?[^\w\\[.]$|^\w$/.test(atom)) return atom.slice(-1)
    const form = compiled(`^${atom}$`)
    return CHARACTERS.find((character) => atom !== '' && form?.test(character)) ?? unknown()
  }
  const sequence = (): string => {
    let text = ''
    while (at < pattern.length && !'|)'.includes(pattern.charAt(at))) {
      const [part, count] = [one(), countOf(take(QUANTIFIER), times)]
      text += text.length + part.length * count > LONGEST_STRING ? unknown() : part.repeat(count)
    }
    return text
  }
  const either = (): string => {
    const text = sequence()
    for (; pattern.charAt(at) === '|'; sequence()) at++
    return text
  }
  const text = isKnown ? either() : ''
  return isKnown && at === pattern.length ? text : null
}

function countOf(quantifier: RegExpExecArray | null, times: number): number {
  if (quantifier === null) return 1
  const [, sign, least = '0', isOpen, most] = quantifier
  if (sign !== undefined) return sign === '?' ? 0 : Math.max(times, sign === '+' ? 1 : 0)
  return isOpen === undefined ? Number(least) : Math.max(Number(least), Math.min(times, Number(most || Infinity)))
}

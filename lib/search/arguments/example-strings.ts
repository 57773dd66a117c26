import { isSecretValue } from 'assay-verify/text/secret-value'
import { accepts } from '../../core/json-schema/accepts'
import { boundIn } from '../../core/json-schema/node'
import type { SchemaReader } from '../../core/json-schema/schema-reader'
import type { Shape } from '../../core/json-schema/shape'
import { type Label, spaced } from './example-label'
import { isMatch, LONGEST_STRING, sampleOf } from './pattern-sample'

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
 * Example texts by the words of a name and, where that is ambiguous, a word of its description; the first match counts.
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

export function stringFor(reader: SchemaReader, shape: Shape, label: Label): string {
  const { format, pattern } = shape.keywords
  const usual = FORMATS.get(format)
  const meant = usual === undefined ? [...quoted(label), ...usualText(label), 'example'] : [usual]
  const least = Math.min(boundIn(shape.keywords, 'minLength') ?? 0, LONGEST_STRING)
  const most = Math.max(0, boundIn(shape.keywords, 'maxLength') ?? LONGEST_STRING)
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

/** By the name; if that is uninformative, by the first match in the description. */
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

/** The example quoted in a description, unless it is an address, a path or personal data. */
function quoted({ name, description }: Label): string[] {
  const found = QUOTED.exec(description)
  const text = found?.[2] ?? found?.[3]
  if (text === undefined || OF_PERSONS.test(spaced(name))) return []
  return /@|:\/\/|^www\.|^[/~\\.]|^\w:\\|\d{9}|\.\.\.|…/.test(text) || isSecretValue(text, name) ? [] : [text]
}

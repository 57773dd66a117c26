import fc from 'fast-check'
import hostile from './hostile-values.json' with { type: 'json' }
import { brokenValue, goodValue, nastyText, type Pools, type Schema } from './values'

/** A request, with the operation it was made for. */
export interface FuzzRequest {
  operation: string
  /** The path of the operation, as the document has it. */
  path: string
  method: string
  /** Path and query, exactly as sent. */
  target: string
  headers: Record<string, string>
  body: Uint8Array | null
  /** Of the caller: requests come from many addresses, and some from one that sends many. */
  address: string
}

interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Schema
  $ref?: string
}
interface Operation {
  operationId: string
  parameters: Parameter[]
  responses: Record<string, DescribedResponse>
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> }
}
/** The document's description of the answers with one status. */
export interface DescribedResponse {
  content?: Record<string, { schema: Schema }>
  headers?: Record<string, unknown>
}

export interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** Requests made from the document: good ones, good ones with one fault, and nonsense. */
export function requestsFrom(
  document: Document,
  known: Readonly<Record<string, readonly string[]>>,
  keys: readonly string[],
): fc.Arbitrary<FuzzRequest> {
  const pools: Pools = { components: document.components.schemas, known }
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      requestFor(path, method.toUpperCase(), operation, pools, keys),
    ),
  )
  return fc.oneof(...all)
}

function requestFor(
  path: string,
  ownMethod: string,
  operation: Operation,
  pools: Pools,
  keys: readonly string[],
): fc.Arbitrary<FuzzRequest> {
  return fc.record({
    operation: fc.constant(operation.operationId),
    path: fc.constant(path),
    method: rarely(12, fc.constant(ownMethod), fc.constantFrom(...METHODS)),
    target: targetFor(path, operation, pools),
    headers: headersFor(operation, keys),
    body: bodyFor(operation, pools),
    address: rarely(
      20,
      fc.nat(999).map((n) => `10.0.${n >> 8}.${n & 255}`),
      fc.constant('10.9.9.9'),
    ),
  })
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Draws the first `times` times as often as the second. */
function rarely<Value>(times: number, usual: fc.Arbitrary<Value>, rare: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ weight: times, arbitrary: usual }, { weight: 1, arbitrary: rare })
}

function targetFor(path: string, { parameters }: Operation, pools: Pools): fc.Arbitrary<string> {
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const queried = parameters.filter((parameter) => parameter.in === 'query')
  // Of several parameters, one with a bare slash would make the path that of nothing or of another operation.
  const writings = inPath.length > 1 ? [encoded] : [encoded, withSlashes, raw]
  const place = fc
    .tuple(fc.tuple(...inPath.map((parameter) => paramText(parameter, pools))), fc.constantFrom(...writings))
    .map(([texts, write]) => texts.reduce((filled, text) => filled.replace(/\{\w+\}/, () => write(text)), path))
  return fc.tuple(place, queryFor(queried, pools)).map(([where, query]) => (query === '' ? where : `${where}?${query}`))
}

/** Text with a lone surrogate cannot be encoded; it is replaced as browsers do. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
const withSlashes = (text: string) => encoded(text).replaceAll('%2F', '/')
/** As a careless client writes it: escapes only what a request line cannot hold. */
const raw = (text: string) => text.toWellFormed().replaceAll(/[^\x21-\x7e]|[?#]/gu, (part) => encodeURIComponent(part))

function paramText({ name, schema }: Parameter, pools: Pools): fc.Arbitrary<string> {
  const good = goodValue(schema, name, pools).map((value) => (Array.isArray(value) ? value.join(',') : String(value)))
  return rarely(3, good, nastyText)
}

function queryFor(parameters: readonly Parameter[], pools: Pools): fc.Arbitrary<string> {
  const given = parameters.map((parameter) =>
    fc
      .tuple(fc.nat(9), paramText(parameter, pools), paramText(parameter, pools))
      .map(([chance, one, other]): [string, string][] => {
        if (chance >= (parameter.required ? 9 : 4)) return []
        if (chance === 0) return [one, other].map((text) => [parameter.name, text])
        return [[parameter.name, one]]
      }),
  )
  const unknownParameter = rarely(
    15,
    fc.constant<[string, string][]>([]),
    fc.tuple(nastyText, nastyText).map((pair) => [pair]),
  )
  return fc.tuple(...given, unknownParameter).map((parts) =>
    parts
      .flat()
      .map(([name, text]) => `${encoded(name)}=${encoded(text)}`)
      .join('&'),
  )
}

/** Only characters a header can hold. */
const headerText = nastyText.map((text) => text.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '').trim())

function headersFor({ parameters }: Operation, keys: readonly string[]): fc.Arbitrary<Record<string, string>> {
  const key = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('', ...keys) },
    { weight: 1, arbitrary: fc.constantFrom(...keys, 'x').map((text) => `${text.slice(0, -1)}!`) },
    { weight: 1, arbitrary: headerText },
  )
  const own = parameters.filter((parameter) => parameter.in === 'header')
  const maybe = (text: fc.Arbitrary<string>, times = 3) =>
    rarely<string | undefined>(times, fc.constant(undefined), text)
  const drawn = fc.record({
    authorization: maybe(key.map((text) => `Bearer ${text}`)),
    'x-api-key': maybe(key, 8),
    'content-type': rarely(
      8,
      fc.constant('application/json'),
      fc.oneof(fc.constantFrom(...hostile.contentTypes), headerText),
    ),
    'if-none-match': maybe(fc.oneof(fc.constantFrom('*', '"a"', 'W/"a", "b"'), headerText)),
    'accept-encoding': maybe(fc.oneof(fc.constantFrom('gzip', 'br;q=0.1, gzip', '*', 'identity;q=0'), headerText)),
    ...Object.fromEntries(
      own.map(({ name }) => [name.toLowerCase(), maybe(fc.oneof(fc.uuid({ version: 7 }), fc.ulid(), headerText))]),
    ),
  })
  return drawn.map((headers) =>
    Object.fromEntries(
      Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
    ),
  )
}

const utf8 = new TextEncoder()
const NESTED = `${'['.repeat(5000)}${']'.repeat(5000)}`
const BROKEN_BODIES = [...hostile.bodies, NESTED].map((text) => utf8.encode(text))
const BROKEN_BYTES = [Uint8Array.of(0xff, 0xfe, 0x7b, 0), Uint8Array.of(0xc3, 0x28), new Uint8Array(300_000).fill(0x20)]

/** Rarely also a body for an operation that takes none. */
function bodyFor({ requestBody }: Operation, pools: Pools): fc.Arbitrary<Uint8Array | null> {
  const content = requestBody?.content['application/json']
  const broken = fc.constantFrom(...BROKEN_BODIES, ...BROKEN_BYTES)
  if (content === undefined) return rarely<Uint8Array | null>(20, fc.constant(null), broken)
  const json = (value: fc.Arbitrary<unknown>) => value.map((inner) => utf8.encode(JSON.stringify(inner) ?? 'null'))
  return fc.oneof<fc.WeightedArbitrary<Uint8Array | null>[]>(
    { weight: 6, arbitrary: json(goodValue(content.schema, '', pools)) },
    { weight: 1, arbitrary: json(fc.constant(content.example)) },
    { weight: 4, arbitrary: json(brokenValue(content.schema, pools)) },
    { weight: 1, arbitrary: json(fc.jsonValue()) },
    { weight: 1, arbitrary: broken },
    { weight: 1, arbitrary: fc.constant(null) },
  )
}

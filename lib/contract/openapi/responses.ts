import { ERRORS, type ErrorCode } from '../errors'
import { errorsOf, type OperationContract } from '../operation'
import { PROBLEM_EXAMPLES } from '../problem-examples'
import type { Json, SchemaCollector } from './schemas'

/** Every status an operation answers with, and no other. */
export function describeResponses(contract: OperationContract, schemas: SchemaCollector): Json {
  const { status = 200, cache } = contract
  return {
    [String(status)]: describeGood(contract, schemas),
    ...(cache === null ? {} : { '304': NOT_MODIFIED }),
    ...describeErrors(errorsOf(contract)),
  }
}

const LIMIT_HEADERS = ['RateLimit', 'RateLimit-Policy']
const NOT_MODIFIED = {
  description: 'The answer named by If-None-Match has not changed. No body.',
  headers: refer(['ETag', 'Cache-Control', ...LIMIT_HEADERS]),
}

function refer(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** Headers that answers share, by name. */
export const HEADERS: Readonly<Record<string, Json>> = {
  ETag: header(
    'Strong; changes with the body and its encoding. Send it back as If-None-Match, in whatever encoding you have the body.',
    '"Zq8mB5tYd1ekx0f3"',
  ),
  'Cache-Control': header('How long the answer may be cached; `no-store`: not at all.', 'public, max-age=10'),
  'RateLimit-Policy': header(
    'The limit of this caller: `q` points in `w` seconds. Absent where this service has no limits.',
    '"keyless";q=60;w=60',
  ),
  RateLimit: header('Points left (`r`) and the seconds until the window ends (`t`).', '"keyless";r=59;t=60'),
  'Retry-After': header('Seconds to wait before the next call.', '42'),
  'WWW-Authenticate': header('How to send a key.', 'Bearer realm="assay"'),
  Allow: header('The methods this path answers.', 'GET, HEAD, OPTIONS'),
}

function header(description: string, example: string): Json {
  return { description, schema: { type: 'string' }, example }
}

function describeGood(contract: OperationContract, schemas: SchemaCollector): Json {
  const { status = 200, cache, responseHeaders = {}, admission, answersOverLimit = false } = contract
  const ofLimit = answersOverLimit ? ['Retry-After', ...LIMIT_HEADERS] : LIMIT_HEADERS
  const limits = admission === 'none' ? [] : ofLimit
  const shared = refer([...(cache === null ? [] : ['ETag']), 'Cache-Control', ...limits])
  if (status === 204) return { description: 'Done. No body.', headers: refer(LIMIT_HEADERS) }
  const own = Object.entries(responseHeaders).map(([name, { description, example }]) => [
    name,
    header(description, example),
  ])
  return {
    description: 'The answer.',
    headers: { ...shared, ...Object.fromEntries(own) },
    content: { [mediaTypeOf(contract)]: describeContent(contract, schemas) },
  }
}

/** Without parameters such as charset, which OpenAPI leaves out of media types. */
export function mediaTypeOf({ mediaType = 'application/json' }: OperationContract): string {
  return mediaType.replace(/;.*$/, '')
}

function describeContent(contract: OperationContract, schemas: SchemaCollector): Json {
  const { output, document, example, compactExample } = contract
  const schema = schemas.describe(document ?? output, 'output')
  if (example === undefined) return { schema }
  if (compactExample !== undefined) {
    const examples = {
      whole: { summary: 'Whole', value: example },
      compact: { summary: 'compact=1', value: compactExample },
    }
    return { schema, examples }
  }
  return { schema, example: document === undefined ? example : JSON.parse(String(example)) }
}

/** One answer a status, naming the codes it may carry, each with an example. */
function describeErrors(codes: readonly ErrorCode[]): Json {
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      describeProblem(
        status,
        codes.filter((code) => ERRORS[code].status === status),
      ),
    ]),
  )
}

const HEADERS_BY_STATUS: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After', ...LIMIT_HEADERS],
  503: ['Retry-After'],
}

function describeProblem(status: number, codes: readonly ErrorCode[]): Json {
  const headers = HEADERS_BY_STATUS[status]
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}.`).join(' '),
    ...(headers === undefined ? {} : { headers: refer(headers) }),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
}

/** An example of every code that some operation answers with. */
export function problemExamples(codes: ReadonlySet<ErrorCode>): Json {
  return Object.fromEntries(
    [...codes].map((code) => [code, { summary: ERRORS[code].title, value: PROBLEM_EXAMPLES[code] }]),
  )
}

import type { z } from 'zod'
import type { ErrorCode } from './errors'

/** Seconds an answer may be cached, and seconds a stale one may be used while a new one is fetched. */
export interface CachePolicy {
  maxAgeSeconds: number
  staleWhileRevalidateSeconds?: number
}

/** The body of a request: JSON of one shape, read strictly. */
export interface BodyContract<Body extends z.ZodType = z.ZodType> {
  schema: Body
  maxBytes: number
  /** true: no body, or an empty one, is read as `{}`. */
  isOptional?: boolean
  /** Advice in the error for a list with too many entries. */
  tooMany?: string
  /** A valid body for the documentation; a test checks it against the schema. */
  example?: unknown
}

export interface OperationContract<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
> {
  method: 'GET' | 'POST' | 'DELETE'
  /**
   * As in OpenAPI. A parameter of `SLASHED_PARAMETERS` may hold slashes; what follows it is a fixed ending, as in
   * `.svg`, or begins with a fixed segment.
   */
  path: string
  summary: string
  description: string
  /** Members of the input that are part of the path, in its order; all others are in the query. */
  pathParameters: readonly string[]
  /** Query parameters that may be repeated: they reach the input as a list. */
  repeatable?: readonly string[]
  input: Input
  /** It reaches the operation as `body`. */
  body?: BodyContract<Body>
  /** Request headers that reach the operation, by their name in lower case. */
  requestHeaders?: Readonly<Record<string, { description: string; example: string }>>
  output: Output
  /** Of a successful answer; 200 where absent, and 204 has no body. */
  status?: 200 | 201 | 202 | 204
  /** Of a successful answer; application/json where absent. Any other type is sent as text. */
  mediaType?: string
  /** Of an answer that is sent as text: the shape of that text, where it is JSON itself. */
  document?: z.ZodType
  /** Answer headers that only this operation sends. */
  responseHeaders?: Readonly<Record<string, { description: string; example: string }>>
  /** A successful answer for the documentation; a test checks it against the schema. */
  example?: unknown
  /** The same with compact=1, of an operation that takes `compact`. */
  compactExample?: unknown
  /** `required`: without a key it answers 401. Absent: a key only raises limits. */
  key?: 'required'
  /**
   * `none`: no key is read and no limit applies, so that what watches the service is never refused. Absent: keys and
   * limits.
   */
  admission?: 'none'
  /** false: answered by the process alone, also while its database cannot be opened. */
  needsApp?: false
  /** Points of its caller's limit that one call takes; 1 where absent. */
  weight?: number
  /** Further points that a call takes, depending on its body. */
  weighBody?: (body: unknown) => number
  /** The same call repeated by one caller within so many seconds counts once. */
  countsOnceSeconds?: number
  /**
   * Absent: a call takes points of its caller's limit. `free`: it takes none and is counted against the limit of what
   * costs no points; `logFiles`: against that of the files of the log, which a reader without a cache asks for by the
   * thousand; `creation`, `checks`: as `free`, and against the keys that one address may create, or the first checks
   * that it may ask for, in an hour.
   */
  limitedBy?: 'free' | 'logFiles' | 'creation' | 'checks'
  /**
   * Over its limit it still answers with its usual status and shape, which then say so: an image or a badge service
   * cannot show a problem.
   */
  answersOverLimit?: true
  /** true: its errors also have the member `error`, as those of the official MCP registry. */
  hasErrorMember?: true
  /** Besides those that `errorsOf` adds for its kind. */
  errors: readonly ErrorCode[]
  /** null: never cached. */
  cache: CachePolicy | null
}

/** Path parameters that may hold slashes, raw or as %2F. */
export const SLASHED_PARAMETERS: readonly string[] = ['toolId', 'serverName', 'tile']

const patterns = new WeakMap<OperationContract, RegExp>()

/**
 * Matches the raw paths of a contract, with a group for each of its parameters. Of several places where a parameter
 * with slashes could end, the last counts.
 */
export function pathPattern(contract: OperationContract): RegExp {
  const known = patterns.get(contract)
  if (known !== undefined) return known
  const parts = contract.path.split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name === undefined) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return SLASHED_PARAMETERS.includes(name) ? '(.+)' : '([^/]+)'
  })
  const pattern = new RegExp(`^${parts.join('')}$`)
  patterns.set(contract, pattern)
  return pattern
}

/** Errors any operation may answer with. */
const COMMON_ERRORS = [
  'invalid_parameter',
  'unknown_parameter',
  'invalid_path',
  'method_not_allowed',
  'mistyped_key',
  'revoked_key',
  'rate_limited',
  'internal',
  'not_ready',
] as const satisfies readonly ErrorCode[]

/** Errors any operation with a body may answer with. */
const BODY_ERRORS = [
  'malformed_json',
  'body_too_slow',
  'body_too_large',
  'unsupported_media_type',
  'invalid_body',
  'unknown_member',
] as const satisfies readonly ErrorCode[]

/** Those of the common errors that only an operation with keys and limits answers with. */
const ADMISSION_ERRORS: readonly ErrorCode[] = ['mistyped_key', 'revoked_key', 'rate_limited']

/** Every error an operation may answer with, each once. */
export function errorsOf(contract: OperationContract): ErrorCode[] {
  const ofBody = contract.body === undefined ? [] : BODY_ERRORS
  const ofKey = contract.key === undefined ? [] : (['key_required'] as const)
  const all = [...new Set<ErrorCode>([...COMMON_ERRORS, ...ofBody, ...ofKey, ...contract.errors])]
  const never = [
    ...(contract.answersOverLimit ? (['rate_limited'] as const) : []),
    ...(contract.admission === 'none' ? ADMISSION_ERRORS : []),
    ...(contract.needsApp === false ? (['not_ready'] as const) : []),
  ]
  return all.filter((code) => !never.includes(code))
}

/** Checks an entry of the table against its type and keeps its own narrower type. */
export function operation<
  Input extends z.ZodType,
  Output extends z.ZodType,
  Body extends z.ZodType,
  const Contract extends OperationContract<Input, Output, Body>,
>(contract: Contract & OperationContract<Input, Output, Body>): Contract {
  return contract
}

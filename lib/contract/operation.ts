import type { z } from 'zod'
import type { ErrorCode } from './errors'

/** Seconds an answer may be kept by caches, and how long a stale one may be shown while a new one is fetched. */
export interface CachePolicy {
  maxAgeSeconds: number
  staleWhileRevalidateSeconds?: number
}

/** What a request carries besides its address: JSON of one shape, read strictly. */
export interface BodyContract<Body extends z.ZodType = z.ZodType> {
  schema: Body
  maxBytes: number
  /** true: no body, or an empty one, is read as `{}`. */
  isOptional?: boolean
  /** Of an entry beyond what a list may hold. */
  tooMany?: string
  /** A good one, shown in the documentation and held against the schema by a test. */
  example?: unknown
}

export interface OperationContract<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
> {
  method: 'GET' | 'POST' | 'DELETE'
  /** As in OpenAPI. `{toolId}` may hold slashes; nothing but a fixed ending, as in `.svg`, may follow it. */
  path: string
  summary: string
  description: string
  /** Names of the input that stand in the path; all others stand in the query. */
  pathParameters: readonly string[]
  /** Names of the query that may be given more than once: they reach the input as a list. */
  repeatable?: readonly string[]
  input: Input
  /** It reaches the operation as `body`. */
  body?: BodyContract<Body>
  /** Names of request headers that reach the operation, by their name in small letters, each with what it is for. */
  requestHeaders?: Readonly<Record<string, { description: string; example: string }>>
  output: Output
  /** Of a good answer; 200 where absent, and 204 has no body. */
  status?: 200 | 201 | 204
  /** Of a good answer; application/json where absent, and anything else is sent as the text it is. */
  mediaType?: string
  /** Of an answer that is sent as text: what the text holds, where that is JSON itself. */
  document?: z.ZodType
  /** Names of answer headers of its own, each with what it is for. */
  responseHeaders?: Readonly<Record<string, { description: string; example: string }>>
  /** Example of a good answer, shown in the documentation and held against the schema by a test. */
  example?: unknown
  /** `required`: without a key it answers 401. Absent: a key only raises limits. */
  key?: 'required'
  /** Points of its caller's limit that one call takes; 1 where absent. */
  weight?: number
  /** Points it takes besides, by what its body asks for. */
  weighBody?: (body: unknown) => number
  /** Repeated by one caller within so many seconds it counts once. */
  countsOnceSeconds?: number
  /** `creation`: also counted against the keys that one address may create. */
  alsoLimitedBy?: 'creation'
  /** Besides those of `commonErrorsOf`, which any operation of its kind may answer. */
  errors: readonly ErrorCode[]
  /** null: never kept. */
  cache: CachePolicy | null
}

/** Errors any operation may answer with. */
export const COMMON_ERRORS = [
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
export const BODY_ERRORS = [
  'malformed_json',
  'body_too_slow',
  'body_too_large',
  'unsupported_media_type',
  'invalid_body',
  'unknown_member',
] as const satisfies readonly ErrorCode[]

/** Every error an operation may answer with, each once. */
export function errorsOf(contract: OperationContract): ErrorCode[] {
  const ofBody = contract.body === undefined ? [] : BODY_ERRORS
  const ofKey = contract.key === undefined ? [] : (['key_required'] as const)
  return [...new Set<ErrorCode>([...COMMON_ERRORS, ...ofBody, ...ofKey, ...contract.errors])]
}

/** Checks an entry of the table against its type and keeps what is particular about it. */
export function operation<
  Input extends z.ZodType,
  Output extends z.ZodType,
  Body extends z.ZodType,
  const Contract extends OperationContract<Input, Output, Body>,
>(contract: Contract & OperationContract<Input, Output, Body>): Contract {
  return contract
}

import { z } from 'zod'

/** Every error the service answers with: its stable code, its HTTP status and its title. */
export const ERRORS = {
  invalid_parameter: { status: 400, title: 'A parameter is missing or not valid' },
  unknown_parameter: { status: 400, title: 'A parameter is not known here' },
  invalid_id: { status: 400, title: 'The id is not well formed' },
  invalid_path: { status: 400, title: 'The path is not well formed' },
  malformed_json: { status: 400, title: 'The body is not JSON as RFC 8259 and I-JSON have it' },
  unauthorized: { status: 401, title: 'This needs a secret that was not given or did not match' },
  key_required: { status: 401, title: 'This needs an API key' },
  mistyped_key: { status: 401, title: 'The API key is mistyped: its checksum does not match' },
  revoked_key: { status: 401, title: 'The API key was revoked, or never issued here' },
  unknown_tool: { status: 404, title: 'No tool or server has this id' },
  unknown_category: { status: 404, title: 'No category has this slug' },
  unknown_product: { status: 404, title: 'No product has this id' },
  unknown_incident: { status: 404, title: 'No incident has this id' },
  unknown_server: { status: 404, title: 'The registry has no server of this name' },
  unknown_version: { status: 404, title: 'The registry has no such version of this server' },
  unknown_policy: { status: 404, title: 'No registry policy has this name' },
  unknown_leaf: { status: 404, title: 'The log has no such leaf, size or file' },
  unknown_document: { status: 404, title: 'No leaf of the log names this digest' },
  unknown_tile: { status: 404, title: 'The decision bundle has no tile of this digest' },
  no_log: { status: 404, title: 'This service keeps no log' },
  unknown_path: { status: 404, title: 'Nothing is served at this path' },
  method_not_allowed: { status: 405, title: 'This path does not answer that method' },
  already_checked: { status: 409, title: 'It was checked before, and is checked regularly' },
  not_checkable: { status: 409, title: 'It has no public address and no package that could be checked' },
  body_too_slow: { status: 408, title: 'The body did not arrive in time' },
  expired_document: { status: 410, title: 'What this digest stands for is kept no longer' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body is not of type application/json' },
  invalid_body: { status: 422, title: 'The body has not the form that is asked for' },
  unknown_member: { status: 422, title: 'The body has a member that is not known here' },
  too_many_entries: { status: 422, title: 'The body has more entries than one call may have' },
  personal_data: { status: 422, title: 'Something in the body looks like personal data, a secret or a payload' },
  invalid_idempotency_key: { status: 422, title: 'The idempotency key is not valid' },
  idempotency_key_reused: { status: 422, title: 'The idempotency key was used for another body' },
  rate_limited: { status: 429, title: 'More calls than the limit allows' },
  internal: { status: 500, title: 'The service failed; the fault is ours' },
  not_ready: { status: 503, title: 'The service is starting or cannot reach its database' },
} as const satisfies Record<string, { status: number; title: string }>
export type ErrorCode = keyof typeof ERRORS

export const InputFault = z
  .object({
    in: z.enum(['query', 'path', 'body']).describe('Where it is.'),
    name: z.string().optional().meta({
      description:
        'The parameter, or the place in the body as `events[3].latencyMs`. Absent for an unknown name that is not repeated, because it may be personal.',
      example: 'limit',
    }),
    detail: z.string().meta({
      description:
        'What it must be and what was sent. What was sent is repeated up to 40 characters, but not where it looks like personal data or a secret, and never from a body.',
      example: '"limit" must be a whole number from 1 to 100; "ten" was sent.',
    }),
    nearest: z.string().optional().meta({
      description: 'For an unknown name: the known one that was probably meant.',
      example: 'limit',
    }),
  })
  .meta({ id: 'InputFault', description: 'One parameter, or one place in the body, that is not as it must be.' })
export type InputFault = z.infer<typeof InputFault>

export const Problem = z
  .object({
    type: z
      .string()
      .meta({ description: 'A page that explains the code.', example: 'https://assay.example/problems#unknown_tool' }),
    title: z.string().describe('What the code means, the same in every answer with it.'),
    status: z.int().min(400).max(599).describe('The HTTP status of the answer.'),
    detail: z.string().describe('What went wrong in this request, in words.'),
    code: z
      .enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]])
      .describe('Stable; programs should branch on this.'),
    instance: z.string().describe('The path of the request.'),
    error: z
      .string()
      .optional()
      .describe('In answers of the registry: the same as `detail`, where clients of the official MCP registry look.'),
    errors: z
      .array(InputFault)
      .optional()
      .describe('For parameters and bodies that are not valid: each fault, at most 20. `detail` has the first.'),
    nearest: z
      .array(z.string())
      .optional()
      .describe('For an unknown id or slug: the known ones nearest to it, the nearest first.'),
    event: z.int().min(0).optional().describe('Which entry of the body is refused, counted from 0.'),
    rule: z.string().optional().describe('For personal data: the rule it breaks. What was sent is never repeated.'),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details.' })
export type Problem = z.infer<typeof Problem>

/**
 * Further members of a problem: the faults of the input, the nearest known ids, the refused entry and why; and the
 * headers `allow` and `retry-after`.
 */
export interface ErrorExtra {
  errors?: InputFault[]
  nearest?: string[]
  event?: number
  rule?: string
  allow?: string
  retryAfterSeconds?: number
}

/** How an operation refuses: by throwing this. `detail` is shown to the caller; `cause` is for the log only. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly extra: ErrorExtra

  constructor(code: ErrorCode, detail: string, extra: ErrorExtra & { cause?: unknown } = {}) {
    const { cause, ...rest } = extra
    super(detail, cause === undefined ? undefined : { cause })
    this.name = 'ApiError'
    this.code = code
    this.extra = rest
  }

  get status(): number {
    return ERRORS[this.code].status
  }
}

/**
 * Whether an operation refused by throwing this. By name: under Next two copies of this class exist in one process, so
 * `instanceof` fails between them.
 */
export function isApiError(cause: unknown): cause is ApiError {
  return cause instanceof Error && cause.name === 'ApiError'
}

import { z } from 'zod'

/** Every error the service answers with: its stable code, its HTTP status and its title. Nothing else is ever sent. */
export const ERRORS = {
  invalid_parameter: { status: 400, title: 'A parameter is missing or not valid' },
  unknown_parameter: { status: 400, title: 'A parameter is not known here' },
  invalid_id: { status: 400, title: 'The id is not well formed' },
  invalid_path: { status: 400, title: 'The path is not well formed' },
  unauthorized: { status: 401, title: 'This needs a secret that was not given or did not match' },
  unknown_tool: { status: 404, title: 'No tool or server has this id' },
  unknown_category: { status: 404, title: 'No category has this slug' },
  unknown_path: { status: 404, title: 'Nothing is served at this path' },
  method_not_allowed: { status: 405, title: 'This path does not answer that method' },
  internal: { status: 500, title: 'The service failed; the fault is ours' },
  not_ready: { status: 503, title: 'The service is starting or cannot reach its database' },
} as const satisfies Record<string, { status: number; title: string }>
export type ErrorCode = keyof typeof ERRORS

export const Problem = z
  .object({
    type: z
      .string()
      .meta({ description: 'A page that explains the code.', example: 'https://assay.example/problems#unknown_tool' }),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().meta({ description: 'What went wrong in this request, in words.' }),
    code: z
      .enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]])
      .meta({ description: 'Stable; programs should branch on this.' }),
    instance: z.string().meta({ description: 'The path of the request.' }),
    nearest: z.array(z.string()).optional().meta({ description: 'For an unknown id: the known ids nearest to it.' }),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details.' })
export type Problem = z.infer<typeof Problem>

/** What an error says besides: the nearest known ids, and the headers `allow` and `retry-after`. */
export interface ErrorExtra {
  nearest?: string[]
  allow?: string
  retryAfterSeconds?: number
}

/** The one way an operation refuses. `detail` is shown to the caller; `cause` is for our own log only. */
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

import { MAX_ID_LENGTH } from 'assay-verify/subject-id'
import { z } from 'zod'
import { ERROR_CLASSES, type ErrorClass, MOST_LATENCY_MS } from '../../core/caller/outcome'
import { EXAMPLES } from '../examples'
import { FirstCheckTurn } from '../first-checks'
import { LOOKUP_BODY_EXAMPLE, LookupAnswer, LookupBody, MOST_LOOKUP_BYTES, weighLookup } from '../lookup'
import { operation } from '../operation'
import { ToolId } from '../shapes/terms'

/** The most events and bytes of one batch. */
export const MOST_EVENTS = 1000
const MOST_INGEST_BYTES = 256 * 1024
/** Events for which a batch takes one more point. */
const EVENTS_A_POINT = 100

export const OutcomeEvent = z
  .strictObject({
    toolId: z.string().min(1).max(MAX_ID_LENGTH).meta({
      description: 'The id of the tool (or server) that was called, as the catalog has it.',
      example: 'npm-official/modelcontextprotocol/server-everything/echo',
    }),
    success: z
      .boolean()
      .meta({ description: 'Whether the call did what was asked; an error result of the tool is false.' }),
    latencyMs: z
      .number()
      .min(0)
      .max(MOST_LATENCY_MS)
      .optional()
      .meta({ description: 'How long the call took, in milliseconds, from sending it to its whole answer.' }),
    errorClass: z
      .enum(Object.keys(ERROR_CLASSES) as [ErrorClass, ...ErrorClass[]])
      .optional()
      .meta({
        description: 'Of a failed call. Only network, timeout, server and unavailable are evidence on liveness.',
      }),
  })
  .refine(({ success, errorClass }) => !success || errorClass === undefined, {
    message: 'a call that succeeded has no error class',
  })
  .meta({ id: 'OutcomeEvent', description: 'One call; no other member is accepted.' })

export const IngestAnswer = z
  .object({
    accepted: z.int().min(0).meta({ description: 'Events that were counted.' }),
    ignored: z
      .int()
      .min(0)
      .meta({ description: 'Events of ids that were never known here: neither counted nor kept.' }),
    credits: z.int().min(0).meta({ description: 'Credits this batch earned; 0 without a key.' }),
  })
  .meta({ id: 'IngestAnswer' })

/** What callers report and ask for, and bulk lookups. */
export const REPORTING_OPERATIONS = {
  ingest: operation({
    method: 'POST',
    path: '/v1/ingest',
    summary: 'Report how calls went',
    description:
      'Takes outcomes of real calls: which tool, whether it worked, how long it took. Only counts are kept, by tool and hour, and latencies as a histogram by tool and day. A batch counts whole or not at all: one in which anything looks like a payload, personal data or a secret is refused; the error names the index of the event and the rule it breaks, and never repeats what was sent. Ids that were never known are ignored. Outcomes move a score or a verdict as far as reporters of other networks agree; without a key they are counted, move nothing and earn nothing.',
    pathParameters: [],
    input: z.strictObject({}),
    body: {
      schema: z
        .strictObject({
          events: z
            .array(OutcomeEvent)
            .max(MOST_EVENTS)
            .meta({ description: `The calls, each counted once, at most ${MOST_EVENTS.toLocaleString('en-US')}.` }),
        })
        .meta({ id: 'IngestBody' }),
      maxBytes: MOST_INGEST_BYTES,
      example: {
        events: [
          { toolId: 'npm-official/modelcontextprotocol/server-everything/echo', success: true, latencyMs: 212.4 },
          {
            toolId: 'garden/northwind/file-cabinet/read_file',
            success: false,
            latencyMs: 10_000,
            errorClass: 'timeout',
          },
        ],
      },
    },
    requestHeaders: {
      'idempotency-key': {
        description:
          'A UUIDv7 or ULID made within the last 24 hours: the batch counts once however often it is sent, and is answered the same. With another body it is refused.',
        example: '019aa4f0-5c1e-7d3a-9c1b-2f6f0e8a4b71',
      },
    },
    weighBody: (body) => Math.floor((body as { events: readonly unknown[] }).events.length / EVENTS_A_POINT),
    output: IngestAnswer,
    example: { accepted: 2, ignored: 0, credits: 2 },
    errors: ['too_many_entries', 'personal_data', 'invalid_idempotency_key', 'idempotency_key_reused'],
    cache: null,
  }),
  lookup: operation({
    method: 'POST',
    path: '/v1/reliability/lookup',
    summary: 'Reliability by repository, package, address or server id, in bulk',
    description:
      'For each repository, package, address of an endpoint and server id: the servers of the catalog that it names, with verdict and score. One entry may name several: a repository of many servers, a name on both npm and PyPI. Entries are neither kept nor logged. It weighs one call, and one more for every 50 entries begun.',
    pathParameters: [],
    input: z.strictObject({}),
    body: {
      schema: LookupBody,
      maxBytes: MOST_LOOKUP_BYTES,
      tooMany: 'Ask for the rest in another call.',
      example: LOOKUP_BODY_EXAMPLE,
    },
    weighBody: (body) => weighLookup(body as z.output<typeof LookupBody>),
    output: LookupAnswer,
    example: EXAMPLES.lookup,
    errors: ['too_many_entries'],
    cache: null,
  }),
  check: operation({
    method: 'POST',
    path: '/v1/check/{toolId}',
    summary: 'Ask for a first check',
    description:
      'Puts the first check of a server that was never checked before all others. It is made by the prober, usually within a minute, and never more often than its host allows: asking for what was asked for within the hour changes nothing and is answered the same. It takes no points; how many an address may ask for in an hour, and how many may be asked for at one host, is limited.',
    pathParameters: ['toolId'],
    input: z.strictObject({ toolId: ToolId }),
    output: FirstCheckTurn,
    status: 202,
    example: {
      serverId: 'garden/northwind/file-cabinet',
      askedAt: '2026-11-22T09:58:30.029Z',
      dueAt: '2026-11-22T09:58:30.029Z',
      ahead: 0,
      inMinutes: 1,
    },
    limitedBy: 'checks',
    errors: ['invalid_id', 'unknown_tool', 'already_checked', 'not_checkable'],
    cache: null,
  }),
} as const

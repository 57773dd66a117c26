import { BREAKAGE_KINDS } from 'assay-verify/breakage-kind'
import { GRADES } from 'assay-verify/score/grade'
import { ID_MUST_BE, idFault, MAX_ID_LENGTH } from 'assay-verify/subject-id'
import { ACCESS_KINDS, RECOMMENDATION_BY_VERDICT, STATUSES, VERDICTS, VERIFICATIONS } from 'assay-verify/verdict'
import { z } from 'zod'
import { PUBLISHER_STATES } from '../../core/catalog/publisher'
import { KINDS_TEXT } from '../../core/verdict/breakage'
import { FAULT_CODES } from '../../core/verdict/reason'

export const ToolId = z
  .string()
  .min(1)
  .max(MAX_ID_LENGTH)
  .superRefine((id, context) => {
    const fault = idFault(id)
    if (fault !== undefined) context.addIssue({ code: 'custom', params: { fault }, message: ID_MUST_BE[fault] })
  })
  .meta({
    id: 'ToolId',
    description:
      'The id of a tool, `<registry>/<owner path>/<server>/<tool name>`, or of a server. Slashes may be sent raw or as %2F.',
    example: 'npm-official/modelcontextprotocol/server-everything/echo',
  })

export const ProductId = z.string().min(1).max(120).meta({
  id: 'ProductId',
  description:
    'Id of a product: what people mean by a name, with all its addresses, packages and listings. It stays while most of its entries do; what it was joined with leads to it.',
  example: 'github',
})

export const Publisher = z
  .object({
    name: z.string().nullable().describe('Name of the publisher, or the account at a code host; null: unknown.'),
    state: z
      .enum(PUBLISHER_STATES)
      .describe(
        'verified: domain, namespace or account agree with the site of the product itself. claimed: nothing contradicts it and nothing proves it. unknown: no entry names one.',
      ),
  })
  .meta({ id: 'Publisher', description: 'Who publishes a product.' })

/** Members of a row that name the product of its server. */
export const PRODUCT_MEMBERS = {
  productId: ProductId.nullable().describe(
    'The product of its server, GET /v1/products/{productId}; null: its entry is new, and resolved within a minute.',
  ),
  publisher: Publisher.nullable().describe('Who publishes the product; null where `productId` is.'),
}

/** The two ways in which an answer names a server; `server` alone is no field of any answer. */
export const ServerId = z.string().meta({
  description: 'Id of the server, whole. Listings on pages show it as publisher/server, without the registry.',
  example: 'npm-official/modelcontextprotocol/server-everything',
})

export const ServerTitle = z.string().meta({
  description: 'Title of the server, as its operator wrote it: for display, not unique.',
  example: 'Everything Reference Server',
})

export const Verdict = z.enum(VERDICTS).meta({
  id: 'Verdict',
  description:
    'healthy: it answers and nothing speaks against using it. degraded: it answers, but slowly, often with failures, or with repeated outages. unknown: too little or too old evidence, or it asks for credentials. down: a confirmed outage, or a tool that its server no longer lists.',
})

export const Access = z
  .enum(ACCESS_KINDS)
  .describe(
    'What it asks of its callers, observed before declared: open nothing, auth credentials, paid payment; unknown where it was neither observed nor declared.',
  )

export const Status = z
  .enum(STATUSES)
  .meta({ id: 'Status', description: 'The verdict, or `auth` for a living server that asks for credentials.' })

export const Grade = z
  .enum(GRADES)
  .meta({ id: 'Grade', description: 'A 90 and up, B 80, C 65, D 50, F below; `unrated` for want of evidence.' })

export const Score = z.number().min(0).max(100).meta({ id: 'Score', description: 'Reliability, 0-100, one decimal.' })

export const Recommendation = z
  .enum(Object.values(RECOMMENDATION_BY_VERDICT) as ['proceed', ...('proceed_with_caution' | 'unknown' | 'avoid')[]])
  .describe(
    'By the verdict: healthy proceed, degraded proceed_with_caution, unknown unknown, down avoid. But avoid for a tool that its server no longer lists, for a server without tools, and for a server and all of its tools while one of its texts instructs agents to act against their users; and proceed_with_caution while a breakage of its contract, or of what its server declares, is open: calls may fail, or it withdrew a safety annotation, which is avoid for callers with readOnly=1. A breakage of one tool makes its server proceed_with_caution.',
  )

export const Probability = z.number().min(0).max(1)

export const Axes = z
  .object({
    reachable: z.boolean().nullable().describe('null: not probed yet.'),
    access: Access,
    verified: z
      .enum(VERIFICATIONS)
      .describe(
        'What the verdict was verified by: usage outcomes of real calls, probe our probes alone, none nothing yet.',
      ),
  })
  .meta({
    id: 'Axes',
    description: 'Three independent facts: whether it is reachable, what access it needs, what verified it.',
  })

export const Reason = z
  .object({
    code: z
      .string()
      .describe(
        `Stable, in snake_case; programs branch on this. Faults of the subject itself are ${[...FAULT_CODES].join(', ')}.`,
      ),
    text: z.string().describe('The same as one sentence in English, with numbers and times.'),
  })
  .meta({ id: 'Reason', description: 'What the verdict rests on; `code` is stable.' })

export const Reasons = z.array(Reason).describe('Never empty; what decided the recommendation comes first.')

/** Of shapes that have compact=1. */
export const LEFT_OUT = 'With compact=1 only a part of the members; without it, all of them.'

/** Reasons of a compact answer, the deciding one first. */
export const COMPACT_REASONS = 2
export const ReasonCodes = z.array(Reason.pick({ code: true }))
export const EitherReasons = z
  .array(Reason.partial({ text: true }))
  .describe(`${Reasons.description} With compact=1 the first two besides \`down_since\`, without \`text\`.`)

export const BreakageKind = z.enum(BREAKAGE_KINDS).meta({
  id: 'BreakageKind',
  description: KINDS_TEXT,
})

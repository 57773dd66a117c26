import { z } from 'zod'
import { AUTH_SCHEMES, PACKAGE_REGISTRIES, TRANSPORTS } from '../core/catalog/catalog'
import { idFault, MAX_ID_LENGTH } from '../core/catalog/subject-id'
import { CALLABLE_BY } from '../core/catalog/ways-in'
import { GRADES } from '../core/score/grade'
import { SCORE_FACTS_TEXT } from '../core/score/score-facts'
import { OUTCOMES } from '../core/state/observation'
import { BREAKAGE_KINDS, SEVERITIES, SEVERITY_TEXT } from '../core/verdict/breakage'
import { INCIDENT_CAUSES } from '../core/verdict/incident'
import { ACCESS_KINDS, RECOMMENDATION_BY_VERDICT, STATUSES, VERDICTS, VERIFICATIONS } from '../core/verdict/verdict'

export const ToolId = z
  .string()
  .min(1)
  .max(MAX_ID_LENGTH)
  .superRefine((id, context) => {
    const fault = idFault(id)
    if (fault !== undefined)
      context.addIssue({ code: 'custom', params: { fault }, message: `not a well formed id: ${fault}` })
  })
  .meta({
    id: 'ToolId',
    description:
      'The id of a tool, `<registry>/<owner path>/<server>/<tool name>`, or of a server. Slashes may be sent raw or as %2F.',
    example: 'npm-official/modelcontextprotocol/server-everything/echo',
  })

export const Instant = z.iso.datetime().meta({ description: 'RFC 3339, UTC.' })

export const Verdict = z.enum(VERDICTS).meta({ id: 'Verdict' })
export const Status = z
  .enum(STATUSES)
  .meta({ id: 'Status', description: 'The verdict, or `auth` for a living server that asks for credentials.' })
export const Grade = z
  .enum(GRADES)
  .meta({ id: 'Grade', description: 'A 90 and up, B 80, C 65, D 50, F below; `unrated` for want of evidence.' })
export const Score = z.number().min(0).max(100).meta({ id: 'Score', description: 'Reliability, 0-100, one decimal.' })
export const Recommendation = z
  .enum(Object.values(RECOMMENDATION_BY_VERDICT) as ['proceed', ...('proceed_with_caution' | 'unknown' | 'avoid')[]])
  .meta({
    description:
      'By the verdict: healthy proceed, degraded proceed_with_caution, unknown unknown, down avoid. But avoid for a tool that its server no longer lists, and proceed_with_caution while a breakage of its contract is open: calls may fail, or it withdrew a safety annotation, which is avoid for callers with readOnly=1.',
  })
const Probability = z.number().min(0).max(1)

export const Axes = z
  .object({
    reachable: z.boolean().nullable().meta({ description: 'null: not probed yet.' }),
    access: z.enum(ACCESS_KINDS),
    verified: z.enum(VERIFICATIONS),
  })
  .meta({
    id: 'Axes',
    description: 'Three independent facts: whether it is reachable, what access it needs, what verified it.',
  })

export const Reason = z
  .object({ code: z.string(), text: z.string() })
  .meta({ id: 'Reason', description: 'What the verdict rests on; `code` is stable.' })
const Reasons = z.array(Reason).meta({ description: 'Never empty; what decided the recommendation comes first.' })

const UptimeWindow = z.object({
  ratio: Probability.nullable().meta({
    description: 'Share of the observed time it was up; null where less than a tenth of the window was observed.',
  }),
  observedHours: z.number().min(0),
})
export const Uptime = z
  .object({
    '24h': UptimeWindow,
    '7d': UptimeWindow,
    '30d': UptimeWindow,
    '90d': UptimeWindow,
    since: Instant.nullable().meta({ description: 'The first probe; null before it.' }),
  })
  .meta({
    id: 'Uptime',
    description: 'Integrated over time from up and down intervals, never averaged over samples. As of `asOf`.',
  })

export const Forecast = z
  .object({
    horizons: z.array(z.object({ hours: z.int(), up: Probability })),
    trend: z.enum(['improving', 'steady', 'worsening']),
    method: z.string(),
    asOf: Instant.nullable(),
  })
  .meta({ id: 'Forecast', description: 'Probability of being up 1, 6 and 24 hours from now.' })

export const Health = z
  .object({
    toolId: ToolId,
    verdict: Verdict,
    score: Score,
    uptime: Uptime,
    forecast: Forecast,
    grade: Grade,
    recommendation: Recommendation,
    status: Status,
    axes: Axes,
    reasons: Reasons,
    downSince: Instant.nullable().meta({
      description:
        'Of what is down: the first failure, which is the `openedAt` of its open breakage; of a tool that its server no longer lists, since when. Else null.',
    }),
    lastProbe: z
      .object({ at: Instant, outcome: z.enum(OUTCOMES), reason: z.string() })
      .nullable()
      .meta({
        description: 'The result of the newest probe, which alone does not change the verdict; null: not probed yet.',
      }),
    maintenance: z
      .object({ from: Instant, to: Instant })
      .nullable()
      .meta({ description: 'A window its operator announced, running or to come: no time in it counts. null: none.' }),
    confidence: Probability.meta({ description: 'How certain the verdict is, from its evidence.' }),
    asOf: Instant.nullable().meta({ description: 'Time of the newest evidence; null when there is none.' }),
    staleAfter: Instant.nullable().meta({
      description: 'When this verdict becomes `unknown` unless new evidence comes.',
    }),
  })
  .meta({ id: 'Health' })
export type Health = z.infer<typeof Health>

export const ScoreComponent = z
  .object({
    name: z.string(),
    weight: z.number(),
    value: Probability.nullable().meta({
      description: '0-1; null where the component does not apply, and is left out.',
    }),
    points: z.number().meta({ description: 'What it adds to the score, 4 decimals; the score is their sum.' }),
    reason: z.string(),
  })
  .meta({ id: 'ScoreComponent' })

export const FormulaRow = z
  .object({
    name: z.string(),
    kind: z
      .enum(['mean', 'adjustment'])
      .meta({ description: 'A share of the weighted mean, or points that are added to it.' }),
    weight: z.number(),
    mostPoints: z.number().nullable().meta({ description: 'The most an adjustment moves; null for the mean.' }),
    description: z.string(),
    constants: z.record(z.string(), z.number()),
  })
  .meta({ id: 'FormulaRow' })

export const ScoreAnswer = z
  .object({
    toolId: ToolId,
    score: Score,
    grade: Grade,
    verdict: Verdict,
    recommendation: Recommendation,
    reasons: Reasons,
    attestation: z.string().meta({
      description:
        'Compact JWS (EdDSA, typ tool-reliability+jwt) over iss, sub, iat, exp, verdict, score, grade, formula, asOf. Verify with /.well-known/jwks.json.',
      contentMediaType: 'application/jose',
    }),
    formula: z.string(),
    asOf: Instant.nullable(),
    components: z.array(ScoreComponent).optional().meta({ description: 'With explain=1.' }),
    inputs: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: `With explain=1: the facts the components were computed from. ${SCORE_FACTS_TEXT}` }),
    thresholds: z
      .record(z.string(), z.number())
      .optional()
      .meta({ description: 'With explain=1: the lowest score of each grade.' }),
    table: z.array(FormulaRow).optional().meta({ description: 'With explain=1: the formula with all its constants.' }),
  })
  .meta({ id: 'ScoreAnswer' })
export type ScoreAnswer = z.infer<typeof ScoreAnswer>

const JsonSchemaObject = z.record(z.string(), z.unknown())

/** What search results, fallbacks and alternatives share. */
export const Candidate = z
  .object({
    toolId: ToolId,
    kind: z.enum(['tool', 'server']).meta({ description: 'Whether `toolId` is the id of a tool or of a server.' }),
    name: z.string(),
    description: z.string(),
    server: z.string().meta({ description: 'Id of the server that offers it.' }),
    verdict: Verdict,
    status: Status,
    score: Score,
    grade: Grade,
    recommendation: Recommendation,
    reasons: Reasons,
    access: z.enum(ACCESS_KINDS),
    inputSchema: JsonSchemaObject.nullable().meta({
      description: 'As advertised, secrets scrubbed; null when the catalog has none.',
    }),
    relevance: Probability.meta({ description: 'Probability that it fits the request.' }),
    asOf: Instant.nullable(),
  })
  .meta({ id: 'Candidate' })
export type Candidate = z.infer<typeof Candidate>

/** Most further listings that a result names. */
export const MOST_LISTED_AS = 10

export const SearchResult = Candidate.extend({
  match: z.enum(['exact', 'text']).meta({
    description:
      '`exact`: the query is its id, its name, its package or its repository, and its relevance at least 0.99. `text`: it was found by what it does.',
  }),
  alsoListedAs: z.array(ToolId).max(MOST_LISTED_AS).meta({
    description:
      'Further listings of the same tool or server: of equal name and description, or of equal name and repository.',
  }),
}).meta({ id: 'SearchResult' })
export type SearchResult = z.infer<typeof SearchResult>

export const Independence = z.object({ repository: z.boolean(), backend: z.boolean(), host: z.boolean() }).meta({
  id: 'Independence',
  description: 'Whether it differs in each; two tools fail together with what they share.',
})

const CallableBy = z.enum(CALLABLE_BY).nullable().meta({
  id: 'CallableBy',
  description:
    'What a caller calls: an address, a package it starts, or an API by its documentation; null: the catalog declares no way.',
})

export const CallHints = z
  .object({
    callable: CallableBy,
    endpoint: z.string().nullable().meta({
      description: 'Address to send calls to; null for a server that the caller runs, and where none is known.',
    }),
    endpointTemplate: z.string().nullable().meta({
      description:
        'Where there is no endpoint: an address with variables in braces or angle brackets, which the caller fills. null: none.',
    }),
    transport: z
      .enum(TRANSPORTS)
      .nullable()
      .meta({ description: 'Transport of the endpoint, or of the process of `package`; null where not known.' }),
    package: z
      .object({
        registry: z.enum(PACKAGE_REGISTRIES),
        name: z.string(),
        version: z.string().nullable(),
        command: z.string().nullable().meta({
          description:
            'Starts it as a process that speaks over stdio: `npx -y …`, `uvx …`, `docker run -i --rm …`, `dnx … --yes`, made from its name and version; null where its registry has no such command.',
        }),
      })
      .nullable()
      .meta({ description: 'What to run where there is no endpoint; its version null: the newest. Else null.' }),
    baseUrl: z.string().nullable().meta({
      description: 'Base address of an API that is not MCP, possibly with variables to fill; null where not declared.',
    }),
    documentation: z.string().nullable().meta({
      description: 'Address of the documentation of an API that is not MCP; null where not declared.',
    }),
    protocolVersion: z
      .string()
      .nullable()
      .meta({ description: 'Protocol revision of the last handshake; null where not known.' }),
    auth: z
      .object({
        type: z.enum(['none', 'credentials', 'payment']).nullable(),
        required: z.boolean().nullable(),
        scheme: z.enum(AUTH_SCHEMES).nullable().meta({
          description:
            'How the credentials are sent, as the catalog declares it: `apiKey` a key or token with each call, `oauth` a token of an OAuth flow; null where it does not say, and where none are asked for.',
        }),
      })
      .meta({ description: 'What callers need; observed beats declared, null where neither is known.' }),
    timeoutMs: z.int().min(1_000).max(60_000).meta({
      description:
        'When to abandon a call: twice its own 95th percentile, 1-60 s; 30 s where too few answers were measured.',
    }),
    retry: z
      .object({
        attempts: z.int().min(0).max(2).meta({ description: 'Further tries after a failure without an answer.' }),
        backoffMs: z.int().min(0).meta({ description: 'Wait before the first of them; double it before the next.' }),
      })
      .meta({
        description:
          'The worse its recent results, the fewer and the later. No further try while it is down, nor for a tool that is destructive and not idempotent.',
      }),
    requiredParams: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Names of the arguments a call must have; null where there is no input schema.' }),
    exampleArguments: JsonSchemaObject.nullable().meta({
      description:
        'Arguments the input schema allows, made from it alone, never from a call; null where there is none.',
    }),
    annotations: z
      .object({
        title: z.string().optional(),
        readOnlyHint: z.boolean().optional(),
        destructiveHint: z.boolean().optional(),
        idempotentHint: z.boolean().optional(),
        openWorldHint: z.boolean().optional(),
      })
      .nullable()
      .meta({ description: 'As the tool declares them; not verified. null where it declares none.' }),
    knownErrors: z.array(Reason.extend({ since: Instant.nullable() })).meta({
      description:
        'What is wrong with it now: reasons of its verdict, and open breakages with their start in `since`; empty: nothing known.',
    }),
    notes: z.array(z.object({ code: z.string(), text: z.string() })).meta({
      description:
        'What to know before the call; `code` is stable. `not_callable`: no way to call it is declared, and nothing callable fits nearly as well. `variables_to_fill`, `address_in_documentation`, `no_documentation`: what is missing in the address.',
    }),
  })
  .meta({ id: 'CallHints', description: 'How to call it. The name to call is `name`.' })
export type CallHints = z.infer<typeof CallHints>

export const Chosen = Candidate.extend({ callHints: CallHints }).meta({ id: 'Chosen' })

export const Fallback = Candidate.extend({
  independent: Independence.nullable().meta({ description: 'Of the chosen tool; null where nothing was chosen.' }),
  callable: CallableBy,
  step: z.int().min(1).meta({ description: 'The step of the task it is for; 1 throughout for a task of one step.' }),
}).meta({ id: 'Fallback', description: 'What to call instead, or, from step 2 on, what to call for a further step.' })

export const RouteAnswer = z
  .object({
    chosen: Chosen.nullable().meta({
      description: 'What to call; null: nothing fits with a probability of at least 2/3.',
    }),
    fallbacks: z.array(Fallback).meta({
      description: 'In the order to try; where nothing was chosen, the near misses.',
    }),
    recommendation: z.enum([...Recommendation.options, 'no_confident_match']).meta({
      description:
        'That of the chosen tool (`avoid`: it is down, or unsafe for a caller with readOnly=1, and nothing else fits), or `no_confident_match`.',
    }),
    confidence: Probability.meta({
      description:
        'Relevance of the chosen tool; where nothing was chosen, of the best result within the constraints, 0 without any.',
    }),
  })
  .meta({ id: 'RouteAnswer' })
export type RouteAnswer = z.infer<typeof RouteAnswer>

export const Alternative = Candidate.extend({
  similarity: Probability.meta({ description: 'How similar the two are in what they do; never below `floor`.' }),
  argsCompatible: z.boolean().nullable().meta({
    description:
      'Whether the original’s arguments pass unchanged: this tool takes every one that the original takes, required or not, by the same name and type, and requires none that the original does not require; null when a schema is missing.',
  }),
  mappable: z.boolean().nullable().meta({
    description:
      'Whether renaming arguments as in `parameterMap` is enough for the original’s required ones; optional ones that are `missing` are left out, and what has a default is added. True wherever `argsCompatible` is; null when a schema is missing.',
  }),
  parameterMap: z.array(
    z.object({
      from: z.string().nullable(),
      to: z.string().nullable(),
      kind: z.enum(['same', 'renamed', 'missing', 'extra']),
    }),
  ),
  independent: Independence,
}).meta({ id: 'Alternative' })
export type Alternative = z.infer<typeof Alternative>

export const AlternativesAnswer = z
  .object({
    alternatives: z.array(Alternative),
    floor: Probability.meta({
      description: 'The least similarity that means “does the same”: nothing below it is listed.',
    }),
    reason: z
      .object({ code: z.enum(['nothing_does_the_same', 'all_down']), text: z.string() })
      .nullable()
      .meta({ description: 'Why nothing is listed; null where something is.' }),
  })
  .meta({ id: 'AlternativesAnswer' })

export const Breakage = z
  .object({
    id: z.string(),
    serverId: z.string(),
    toolIds: z.array(z.string()).meta({
      description: 'The broken tools: of a whole server all of its tools, the first 200 by id; `tools` counts all.',
    }),
    tools: z.int().min(0).meta({ description: 'How many tools the server had when it began; 0: none are known.' }),
    server: z.string().meta({ description: 'Title of the server.' }),
    kind: z.enum(BREAKAGE_KINDS),
    severity: z.enum(SEVERITIES).meta({ description: SEVERITY_TEXT }),
    openedAt: Instant.meta({
      description:
        'When it began; of what is down the first failure, `downSince` in health. One that ends and recurs within an hour is the same breakage, and began when it recurred.',
    }),
    lastSeenAt: Instant,
    closedAt: Instant.nullable(),
    times: z.int().min(1).meta({ description: 'How often it began, each time within an hour after its end.' }),
    evidence: z.array(Reason.extend({ at: Instant })),
    recommendation: Recommendation,
    group: z.string().nullable().meta({ description: 'Id of its incident: shared by what broke together.' }),
  })
  .meta({ id: 'Breakage' })
export type Breakage = z.infer<typeof Breakage>

export const Incident = z
  .object({
    id: z.string(),
    cause: z.enum(INCIDENT_CAUSES).meta({
      description:
        'What its breakages share: a host; an address of several hosts; certificates that failed within the same minutes; one server without a host; or `listing`, one server that changed what it offers.',
    }),
    what: z
      .string()
      .meta({ description: 'The host, the address, the reason or the id of the server that `cause` names.' }),
    kinds: z.array(z.enum(BREAKAGE_KINDS)),
    severity: z.enum(SEVERITIES).meta({
      description:
        'That of its worst breakage, one step higher from 10 servers or 100 tools on; the highest it has had.',
    }),
    openedAt: Instant,
    lastSeenAt: Instant,
    servers: z.int().min(1).meta({ description: 'Servers broken now.' }),
    tools: z.int().min(0).meta({ description: 'Tools broken now, each counted once.' }),
    breakages: z.array(z.string()).meta({ description: 'Ids of its newest breakages, 10 at most.' }),
  })
  .meta({
    id: 'Incident',
    description: 'Breakages that share a cause and began within the same 5 minutes, as far as probes can show.',
  })
export type Incident = z.infer<typeof Incident>

export const CategorySummary = z
  .object({
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    tracked: z.int(),
    healthy: z.int(),
    url: z.string(),
  })
  .meta({ id: 'CategorySummary' })
export type CategorySummary = z.infer<typeof CategorySummary>

export const ListingRow = z
  .object({
    rank: z.int(),
    toolId: ToolId,
    name: z.string(),
    server: z.string().meta({ description: 'publisher/server' }),
    status: Status,
    verdict: Verdict,
    recommendation: Recommendation,
    reasons: Reasons,
    score: Score,
    grade: Grade,
    description: z.string(),
    alternatives: z.string().meta({ description: 'Path of the alternatives page.' }),
  })
  .meta({ id: 'ListingRow' })
export type ListingRow = z.infer<typeof ListingRow>

export const CategoryListing = CategorySummary.extend({
  page: z.int(),
  pages: z.int(),
  rows: z.array(ListingRow),
  faq: z.array(z.object({ question: z.string(), answer: z.string() })),
  asOf: Instant,
}).meta({ id: 'CategoryListing' })
export type CategoryListing = z.infer<typeof CategoryListing>

export const JwkSet = z
  .object({
    keys: z.array(
      z.object({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        x: z.string(),
        kid: z.string(),
        alg: z.literal('EdDSA'),
        use: z.literal('sig'),
      }),
    ),
  })
  .meta({
    id: 'JwkSet',
    description: 'RFC 7517 key set; Ed25519 keys as of RFC 8037, `kid` is the RFC 7638 thumbprint.',
  })

/** What a process needs before it can answer, in the order in which it is checked. */
export const READINESS_CHECKS = ['database', 'ratings', 'searchIndex'] as const
export type ReadinessCheck = (typeof READINESS_CHECKS)[number]

const Passed = z.literal('ok')
export const Readiness = z
  .object({
    ready: z.literal(true).meta({ description: 'Always true; a process that is not ready answers 503.' }),
    checks: z.object({
      database: Passed.meta({ description: 'It answers, and its schema is the newest.' }),
      ratings: Passed.meta({ description: 'Those in memory have been read, where this process keeps them.' }),
      searchIndex: Passed.meta({ description: 'It is loaded, or the catalog is empty.' }),
    }),
  })
  .meta({ id: 'Readiness' })
export type Readiness = z.infer<typeof Readiness>

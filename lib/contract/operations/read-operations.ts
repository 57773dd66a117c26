import { BREAKAGE_KINDS } from 'assay-verify/breakage-kind'
import { z } from 'zod'
import { LISTING_VIEWS, RANKING_RULE, UNRANKED_RULE } from '../../core/verdict/ranking'
import { SEVERITIES } from '../../core/verdict/severity'
import { DeclarationsAnswer } from '../../declarations/contract/declarations'
import { EXAMPLES } from '../examples'
import { HISTORY_EXAMPLE, HistoryAnswer } from '../history'
import { CategorySlug, comparedText, Flag, Limit, Page } from '../inputs'
import { LISTING_FILTERS } from '../listing-filters'
import { operation } from '../operation'
import { Report } from '../report/report'
import { EitherBreakagesAnswer, IncidentRecord } from '../shapes/breakages'
import { CategoryListing, CategorySummary } from '../shapes/categories'
import { EitherHealth } from '../shapes/health'
import { ScoreAnswer } from '../shapes/score'
import { ServerId, ToolId } from '../shapes/terms'
import { defaultText } from './finding-operations'

const CompactRead = Flag.meta({
  example: '1',
  description: '1: a short answer for agents, with what they need to decide. Without it every member is there.',
})

/** Other reads: free, without a key, the same answer for every caller. */
export const READ_OPERATIONS = {
  ping: operation({
    method: 'GET',
    path: '/v1/ping',
    summary: 'Is the service alive',
    description: 'Answers as long as the service can answer at all.',
    pathParameters: [],
    input: z.strictObject({}),
    output: z
      .object({
        ok: z.boolean().meta({ description: 'Always true: a service that cannot answer does not answer.' }),
        demonstration: z.literal(true).optional().meta({
          description:
            'Present where the servers and their history are simulated (`npm run demo`). Left out: they are real.',
        }),
      })
      .meta({ id: 'Ping' }),
    example: EXAMPLES.ping,
    errors: [],
    cache: null,
  }),
  health: operation({
    method: 'GET',
    path: '/v1/health/{toolId}',
    summary: 'Does it work now',
    description: 'Verdict, score, uptime and forecast of one tool or server, with the reasons.',
    pathParameters: ['toolId'],
    input: z.strictObject({ toolId: ToolId, compact: CompactRead }),
    output: EitherHealth,
    example: EXAMPLES.health,
    compactExample: EXAMPLES.compactHealth,
    errors: ['invalid_id', 'unknown_tool'],
    cache: { maxAgeSeconds: 5 },
  }),
  score: operation({
    method: 'GET',
    path: '/v1/score/{toolId}',
    summary: 'The signed score',
    description:
      'Score, grade and verdict with an Ed25519 attestation that anyone can verify from /.well-known/jwks.json alone.',
    pathParameters: ['toolId'],
    input: z.strictObject({
      toolId: ToolId,
      explain: Flag.meta({ example: '1', description: '1: with all that is needed to recompute the score.' }),
    }),
    output: ScoreAnswer,
    example: EXAMPLES.score,
    errors: ['invalid_id', 'unknown_tool'],
    cache: { maxAgeSeconds: 5 },
  }),
  declarations: operation({
    method: 'GET',
    path: '/v1/declarations/{toolId}',
    summary: 'What a server declares, and how that changed',
    description:
      'Of one server, or of the server of a tool: instructions, prompts, resources, skills, capabilities and server card as it declares them, each with a digest and since when; flags of hostile text with their base rates; changes; and how many tokens its tools take in a prompt. What the handshake says is read with every probe, lists and the card every six hours. A change that breaks callers, or a text that gained an unsafe flag, opens a breakage of the kind declaration_changed, which decides the recommendation of the server and of all of its tools until it is taken back, or for 7 days.',
    pathParameters: ['toolId'],
    input: z.strictObject({ toolId: ToolId }),
    output: DeclarationsAnswer,
    example: EXAMPLES.declarations,
    errors: ['invalid_id', 'unknown_tool'],
    cache: { maxAgeSeconds: 30 },
  }),
  history: operation({
    method: 'GET',
    path: '/v1/history/{toolId}',
    summary: 'Days, latency and outages of a server',
    description:
      'What the charts of a server’s page are drawn from, for one server or the server of a tool: ninety days up and down, latency by hour and by six hours, and outages with what probes found.',
    pathParameters: ['toolId'],
    input: z.strictObject({ toolId: ToolId }),
    output: HistoryAnswer,
    example: HISTORY_EXAMPLE,
    errors: ['invalid_id', 'unknown_tool'],
    cache: { maxAgeSeconds: 30 },
  }),
  breakages: operation({
    method: 'GET',
    path: '/v1/breakages',
    summary: 'What is broken now',
    description:
      'What is open now: incidents, the worst first and of equals the newest, and breakages, newest first. The limit shortens the lists, never the counts of an incident. A change of arguments, or of what a server declares, closes after 7 days, or when it is undone; a removed tool after 30 days, or when it is back. While it is open it decides the recommendation in health, score, search, route, alternatives and listings; all of them change with it at once, answers from memory within 2 seconds.',
    pathParameters: [],
    input: z.strictObject({
      limit: Limit.optional().meta({
        example: 20,
        description: `How many incidents and how many breakages at most, 1-100. ${defaultText('breakages')}`,
      }),
      compact: CompactRead,
    }),
    output: EitherBreakagesAnswer,
    example: EXAMPLES.breakages,
    compactExample: EXAMPLES.compactBreakages,
    errors: [],
    cache: { maxAgeSeconds: 10 },
  }),
  incidents: operation({
    method: 'GET',
    path: '/v1/incidents',
    summary: 'Incidents, open and past',
    description:
      'Open incidents first, the worst first and of equals the newest; then past ones, the last ended first. The twin of the page /incidents. A past incident is kept as long as its breakages are.',
    pathParameters: [],
    input: z.strictObject({
      state: z
        .enum(['open', 'past'])
        .optional()
        .meta({ example: 'past', description: 'Only those that are open, or only those that ended.' }),
      kind: z
        .enum(BREAKAGE_KINDS)
        .optional()
        .meta({ example: 'down', description: 'Only those with such a breakage.' }),
      severity: z
        .enum(SEVERITIES)
        .optional()
        .meta({ example: 'critical', description: 'Only those of this severity.' }),
      server: comparedText(ServerId).optional().meta({
        example: 'garden/lantern/lamps',
        description:
          'Only those that this server is part of, or of the id of a tool: those of that tool or of its whole server; none where the id is not known.',
      }),
      category: CategorySlug.optional().meta({
        example: 'files',
        description: 'Only those that affect a server or tool of this category.',
      }),
      page: Page.meta({ example: 2, description: 'A page of the list, from 1.' }),
      limit: Limit.default(25).meta({ example: 25, description: 'How many incidents a page has at most, 1-100.' }),
    }),
    output: z
      .object({
        incidents: z.array(IncidentRecord).meta({ description: 'The incidents of this page.' }),
        page: z.int().min(1).meta({ description: 'This page, from 1.' }),
        hasMore: z.boolean().meta({ description: 'Whether there is a next page.' }),
      })
      .meta({ id: 'IncidentsAnswer' }),
    example: EXAMPLES.incidents,
    errors: ['unknown_category'],
    cache: { maxAgeSeconds: 10 },
  }),
  incident: operation({
    method: 'GET',
    path: '/v1/incidents/{incidentId}',
    summary: 'One incident',
    description: 'One incident, open or past, with its newest breakages. The twin of the page /incidents/{incidentId}.',
    pathParameters: ['incidentId'],
    input: z.strictObject({
      incidentId: z
        .string()
        .regex(/^inc_\d{1,15}$/, 'an id as `inc_12`')
        .meta({ example: 'inc_12', description: 'The id of an incident, as /v1/incidents and /v1/breakages show it.' }),
    }),
    output: IncidentRecord,
    example: EXAMPLES.incident,
    errors: ['unknown_incident'],
    cache: { maxAgeSeconds: 10 },
  }),
  report: operation({
    method: 'GET',
    path: '/v1/report',
    summary: 'The ecosystem, and how often this service was right',
    description:
      'How much is tracked and in what state, and how often the verdicts and forecasts of this service were right. Built every few minutes; `asOf` gives the time. Licensed CC-BY-4.0.',
    pathParameters: [],
    input: z.strictObject({}),
    output: Report,
    example: EXAMPLES.report,
    errors: [],
    cache: { maxAgeSeconds: 60, staleWhileRevalidateSeconds: 300 },
  }),
  categories: operation({
    method: 'GET',
    path: '/v1/categories',
    summary: 'All categories',
    description: 'Every category with how many tools it tracks and how many of them are healthy now.',
    pathParameters: [],
    input: z.strictObject({}),
    output: z
      .object({
        categories: z.array(CategorySummary).meta({ description: 'In the order in which a reader browses them.' }),
      })
      .meta({ id: 'CategoriesAnswer' }),
    example: EXAMPLES.categories,
    errors: [],
    cache: { maxAgeSeconds: 30, staleWhileRevalidateSeconds: 300 },
  }),
  category: operation({
    method: 'GET',
    path: '/v1/categories/{slug}',
    summary: 'One category, ranked',
    description: `Ranked ${RANKING_RULE}. ${UNRANKED_RULE} The twin of the page /category/{slug}. Filters and sorting choose by what is stored as of the last probe.`,
    pathParameters: ['slug'],
    input: z.strictObject({
      slug: CategorySlug,
      page: Page.meta({ example: 2, description: 'A page of the listing, 50 rows each, from 1.' }),
      view: z.enum(LISTING_VIEWS).default('all').meta({
        example: 'servers',
        description:
          'all: a row for each tool. servers: a row for each server, by its best tool, the others in `folded`.',
      }),
      ...LISTING_FILTERS,
    }),
    output: CategoryListing,
    example: EXAMPLES.category,
    errors: ['unknown_category'],
    cache: { maxAgeSeconds: 30, staleWhileRevalidateSeconds: 300 },
  }),
  categoryCsv: operation({
    method: 'GET',
    path: '/v1/categories/{slug}.csv',
    summary: 'One category as a table',
    description:
      'The same list as CSV (RFC 4180, UTF-8), a row for each tool, 1,000 rows a page. The first line has the names of the columns. Texts are by strangers: what a spreadsheet would take for a formula begins with an apostrophe, and line breaks are spaces.',
    pathParameters: ['slug'],
    input: z.strictObject({
      slug: CategorySlug,
      page: Page.meta({ example: 2, description: 'A page of the listing, 1,000 rows each, from 1.' }),
      ...LISTING_FILTERS,
    }),
    output: z.string(),
    mediaType: 'text/csv; charset=utf-8; header=present',
    example: EXAMPLES.categoryCsv,
    weight: 5,
    errors: ['unknown_category'],
    cache: { maxAgeSeconds: 30, staleWhileRevalidateSeconds: 300 },
  }),
} as const

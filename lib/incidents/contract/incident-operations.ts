import { BREAKAGE_KINDS, SEVERITIES } from 'assay-verify/breakage-kind'
import { z } from 'zod'
import { CompactRead, defaultText } from '../../contract/compact'
import { CategorySlug, comparedText, Limit, Page } from '../../contract/inputs'
import { operation } from '../../contract/operation'
import { ServerId } from '../../contract/shapes/terms'
import { EitherBreakagesAnswer, IncidentRecord } from './breakages'
import examples from './incident-examples.json' with { type: 'json' }

/** What is broken now, and what it broke with. */
export const INCIDENT_OPERATIONS = {
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
    example: examples.breakages,
    compactExample: examples.compactBreakages,
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
    example: examples.incidents,
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
    example: examples.incident,
    errors: ['unknown_incident'],
    cache: { maxAgeSeconds: 10 },
  }),
} as const

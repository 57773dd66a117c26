import { z } from 'zod'
import { BREAKAGE_KINDS, SEVERITIES } from '../core/verdict/breakage'
import { Grade, Recommendation, Score, Status, ToolId, Verdict } from './shapes'

const Instant = z.iso.datetime()

export const FeedBreakage = z
  .object({
    id: z.string(),
    serverId: z.string(),
    toolIds: z.array(z.string()).nullable().meta({ description: 'null: the whole server and all its tools.' }),
    kind: z.enum(BREAKAGE_KINDS),
    severity: z.enum(SEVERITIES),
    openedAt: Instant,
    recommendation: Recommendation,
    group: z.string().nullable().meta({ description: 'Id of its incident: shared by what broke together.' }),
  })
  .meta({ id: 'FeedBreakage', description: 'In few words; GET /v1/breakages has the evidence.' })

export const FeedScore = z
  .object({ toolId: ToolId, verdict: Verdict, score: Score, grade: Grade, status: Status })
  .meta({ id: 'FeedScore' })

export const FeedAnswer = z
  .object({
    generatedAt: Instant.meta({
      description:
        'When this content was first made; its verdicts are judged at that moment, and hold until the next version.',
    }),
    version: z.string().meta({
      description: 'Of this content, the same from every machine; to be sent as `since` for what changed.',
      example: '1042-kx0f3Zq8mB5tYd1e',
    }),
    answer: z.enum(['full', 'delta']).meta({
      description:
        'full: every row there is, also where `since` was not known or too old. delta: what changed since `since`.',
    }),
    since: z.string().nullable().meta({ description: 'Of a delta: the version it starts from.' }),
    openBreakages: z.array(FeedBreakage).meta({
      description:
        'All that are open, newest first, also in a delta; of several pages the first has them. At most 5,000.',
    }),
    removed: z.array(z.string()).meta({
      description:
        'Of a delta: ids to take out, some of which may never have been in; of several pages the first has them.',
    }),
    cursor: z.string().nullable().meta({
      description: 'Where `limit` was given and there is more: what to ask for next, with all else the same.',
    }),
    scores: z.array(FeedScore).meta({
      description: 'Every listed tool, and every server without tools, in the order of their ids, each id once.',
    }),
  })
  .meta({ id: 'FeedAnswer' })

export const JsonFeed = z
  .looseObject({
    version: z.literal('https://jsonfeed.org/version/1.1'),
    title: z.string(),
    items: z.array(z.looseObject({ id: z.string(), url: z.string(), title: z.string(), date_published: Instant })),
  })
  .meta({ id: 'JsonFeed', description: 'JSON Feed 1.1; members beyond these are as its specification has them.' })

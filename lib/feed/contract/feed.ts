import { SEVERITIES } from 'assay-verify/breakage-kind'
import { z } from 'zod'
import {
  BreakageKind,
  Grade,
  Recommendation,
  Score,
  ServerId,
  Status,
  ToolId,
  Verdict,
} from '../../contract/shapes/terms'
import { SEVERITY_TEXT } from '../../core/verdict/breakage'

const Instant = z.iso.datetime()

export const FeedBreakage = z
  .object({
    id: z.string().meta({ description: 'Names the breakage, as in GET /v1/breakages.' }),
    serverId: ServerId,
    toolIds: z.array(z.string()).nullable().meta({ description: 'null: the whole server and all its tools.' }),
    kind: BreakageKind,
    severity: z.enum(SEVERITIES).meta({ description: SEVERITY_TEXT }),
    openedAt: Instant.meta({ description: 'When it began; RFC 3339, UTC.' }),
    recommendation: Recommendation,
    group: z.string().nullable().meta({ description: 'Id of its incident: shared by what broke together.' }),
  })
  .meta({ id: 'FeedBreakage', description: 'Without the evidence, which GET /v1/breakages has.' })

const FeedScore = z
  .object({
    toolId: ToolId,
    verdict: Verdict,
    score: Score,
    grade: Grade,
    status: Status,
    recommendation: Recommendation,
  })
  .meta({ id: 'FeedScore' })

export const FeedAnswer = z
  .object({
    generatedAt: Instant.meta({
      description:
        'When this content was first built; its verdicts are those of that moment, and hold until the next version.',
    }),
    version: z.string().meta({
      description: 'Of this content, the same from every machine; send it as `since` to get what changed.',
      example: '1042-kx0f3Zq8mB5tYd1e',
    }),
    answer: z.enum(['full', 'delta']).meta({
      description: 'full: all rows, also where `since` was not known or too old. delta: what changed since `since`.',
    }),
    since: z.string().nullable().meta({ description: 'Of a delta: the version it starts from.' }),
    openBreakages: z.array(FeedBreakage).meta({
      description:
        'All that are open, newest first, also in a delta; of several pages the first has them. At most 5,000.',
    }),
    removed: z.array(z.string()).meta({
      description:
        'Of a delta: ids to remove, some of which may never have been listed; of several pages the first has them.',
    }),
    cursor: z.string().nullable().meta({
      description:
        'Where `limit` was given and there is more: send it as `cursor`, with all other parameters the same.',
    }),
    scores: z.array(FeedScore).meta({
      description: 'Every listed tool, and every server without tools, in the order of their ids, each id once.',
    }),
  })
  .meta({ id: 'FeedAnswer' })

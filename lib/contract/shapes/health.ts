import { FORECAST_BASES } from 'assay-verify/forecast/forecast'
import { OUTCOMES } from 'assay-verify/state/observation'
import { z } from 'zod'
import { Evidence } from '../evidence'
import { Instant } from '../instant'
import { SignIn } from '../sign-in'
import { Axes, Grade, Probability, Reasons, Recommendation, Score, Status, ToolId, Verdict } from './terms'

const UptimeWindow = z.object({
  ratio: Probability.nullable().meta({
    description: 'Share of the observed time it was up; null where less than a tenth of the window was observed.',
  }),
  observedHours: z.number().min(0).meta({
    description: 'Hours of the window in which its state was known; monitoring gaps and maintenance are left out.',
  }),
})

export const Uptime = z
  .object({
    '24h': UptimeWindow.meta({ description: 'Of the 24 hours before `asOf`.' }),
    '7d': UptimeWindow.meta({ description: 'Of the 7 days before `asOf`.' }),
    '30d': UptimeWindow.meta({ description: 'Of the 30 days before `asOf`.' }),
    '90d': UptimeWindow.meta({ description: 'Of the 90 days before `asOf`.' }),
    since: Instant.nullable().meta({ description: 'The first probe; null before it.' }),
  })
  .meta({
    id: 'Uptime',
    description: 'Integrated over time from up and down intervals, never averaged over samples. As of `asOf`.',
  })

const Forecast = z
  .object({
    horizons: z
      .array(
        z.object({
          hours: z.int().meta({ description: 'How far ahead of the answer, in hours: 1, 6 or 24.' }),
          up: Probability.meta({ description: 'Probability that it is up then, 0.0001-0.9999, 4 decimals.' }),
        }),
      )
      .meta({ description: 'The nearest first.' }),
    trend: z.enum(['improving', 'steady', 'worsening']).meta({
      description: 'How the probability changes from now to the last horizon; a change of 0.05 or less is steady.',
    }),
    method: z
      .string()
      .meta({ description: 'Version of the weights it was made with; GET /v1/report has the accuracy of each.' }),
    asOf: Instant.nullable().meta({
      description: 'Time of the newest evidence it was made from; null where there is none.',
    }),
    basis: z.enum(FORECAST_BASES).meta({
      description:
        'own: made from evidence of the server; population: no endpoint of it was probed yet, so it is that of all servers. Where the verdict is down because its package is gone, the forecast is own: it stays down.',
    }),
  })
  .meta({ id: 'Forecast', description: 'Probability of being up 1, 6 and 24 hours from now.' })

export const Health = z.object({
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
    .object({
      at: Instant,
      outcome: z.enum(OUTCOMES).meta({
        description:
          'What it says of the server: ok it answered, auth_required it asked for credentials, throttled it asked to come later, failed it did not answer as it must, inconclusive nothing.',
      }),
      reason: z.string().meta({
        description: 'Stable code of what happened, as `answered` or `connect_failed`; it implies the outcome.',
      }),
    })
    .nullable()
    .meta({
      description:
        'The result of the newest probe of the leading endpoint, which alone does not change the verdict; null: no endpoint was probed yet.',
    }),
  evidence: z.array(Evidence).meta({
    description:
      'What is known of each target of the server: its addresses, packages and documentation, the leading endpoint first, else in the order of preference. One working endpoint is enough for a server; see each kind for what it can prove.',
  }),
  maintenance: z
    .object({ from: Instant, to: Instant })
    .nullable()
    .meta({ description: 'A window its operator announced, running or to come: no time in it counts. null: none.' }),
  signIn: SignIn.nullable().meta({
    description: 'How a client signs in where it asks for credentials; null: it does not, or nothing was read yet.',
  }),
  confidence: Probability.meta({
    description: 'How certain the verdict is, from its evidence; 0: it was never probed. Not how well a tool fits.',
  }),
  asOf: Instant.nullable().meta({ description: 'Time of the newest evidence; null when there is none.' }),
  staleAfter: Instant.nullable().meta({
    description: 'When this verdict becomes `unknown` unless new evidence comes.',
  }),
})

export type Health = z.infer<typeof Health>

/** Reasons of a compact answer, the deciding one first. */
export const COMPACT_REASONS = 2

/** With compact=1: what an agent needs before a call. */
export const CompactHealth = Health.pick({
  toolId: true,
  verdict: true,
  status: true,
  score: true,
  grade: true,
  recommendation: true,
  reasons: true,
  forecast: true,
  downSince: true,
  confidence: true,
  asOf: true,
  staleAfter: true,
})
export type CompactHealth = z.infer<typeof CompactHealth>

export const EitherHealth = Health.partial()
  .extend(CompactHealth.shape)
  .meta({ id: 'Health', description: 'With compact=1 only a part of the members; without it, all of them.' })

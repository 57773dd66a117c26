import { FORECAST_BASES } from 'assay-verify/forecast/forecast'
import { OUTCOMES } from 'assay-verify/state/observation'
import { z } from 'zod'
import { Evidence } from '../evidence'
import { Instant } from '../instant'
import { SignIn } from '../sign-in'
import {
  Axes,
  EitherReasons,
  Grade,
  LEFT_OUT,
  PRODUCT_MEMBERS,
  Probability,
  ReasonCodes,
  Reasons,
  Recommendation,
  Score,
  Status,
  ToolId,
  Verdict,
} from './terms'

const UptimeWindow = z.object({
  ratio: Probability.nullable().describe(
    'Share of the observed time it was up; null where less than a tenth of the window was observed.',
  ),
  observedHours: z
    .number()
    .min(0)
    .describe('Hours of the window in which its state was known; monitoring gaps and maintenance are left out.'),
})

export const Uptime = z
  .object({
    '24h': UptimeWindow.describe('Of the 24 hours before `asOf`.'),
    '7d': UptimeWindow.describe('Of the 7 days before `asOf`.'),
    '30d': UptimeWindow.describe('Of the 30 days before `asOf`.'),
    '90d': UptimeWindow.describe('Of the 90 days before `asOf`.'),
    since: Instant.nullable().describe('The first probe; null before it.'),
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
          hours: z.int().describe('How far ahead of the answer, in hours: 1, 6 or 24.'),
          up: Probability.describe('Probability that it is up then, 0.0001-0.9999, 4 decimals.'),
        }),
      )
      .describe('The nearest first.'),
    trend: z
      .enum(['improving', 'steady', 'worsening'])
      .describe('How the probability changes from now to the last horizon; a change of 0.05 or less is steady.'),
    method: z.string().describe('Version of the weights it was made with; GET /v1/report has the accuracy of each.'),
    asOf: Instant.nullable().describe('Time of the newest evidence it was made from; null where there is none.'),
    basis: z
      .enum(FORECAST_BASES)
      .describe(
        'own: made from evidence of the server; population: no endpoint of it was probed yet, so it is that of all servers. Where the verdict is down because its package is gone, the forecast is own: it stays down.',
      ),
  })
  .meta({ id: 'Forecast', description: 'Probability of being up 1, 6 and 24 hours from now.' })

export const Health = z.object({
  toolId: ToolId,
  productId: PRODUCT_MEMBERS.productId,
  verdict: Verdict,
  score: Score,
  uptime: Uptime,
  forecast: Forecast,
  grade: Grade,
  recommendation: Recommendation,
  status: Status,
  axes: Axes,
  reasons: Reasons,
  downSince: Instant.nullable().describe(
    'Of what is down: the first failure, which is the `openedAt` of its open breakage; of a tool that its server no longer lists, since when. Else null.',
  ),
  lastProbe: z
    .object({
      at: Instant,
      outcome: z
        .enum(OUTCOMES)
        .describe(
          'What it says of the server: ok it answered, auth_required it asked for credentials, throttled it asked to come later, failed it did not answer as it must, inconclusive nothing.',
        ),
      reason: z
        .string()
        .describe('Stable code of what happened, as `answered` or `connect_failed`; it implies the outcome.'),
    })
    .nullable()
    .describe(
      'The result of the newest probe of the leading endpoint, which alone does not change the verdict; null: no endpoint was probed yet.',
    ),
  evidence: z
    .array(Evidence)
    .describe(
      'What is known of each target of the server: its addresses, packages and documentation, the leading endpoint first, else in the order of preference. One working endpoint is enough for a server; see each kind for what it can prove.',
    ),
  maintenance: z
    .object({ from: Instant, to: Instant })
    .nullable()
    .describe('A window its operator announced, running or to come: no time in it counts. null: none.'),
  signIn: SignIn.nullable().describe(
    'How a client signs in where it asks for credentials; null: it does not, or nothing was read yet.',
  ),
  confidence: Probability.describe(
    'How certain the verdict is, from its evidence; 0: it was never probed. Not how well a tool fits.',
  ),
  asOf: Instant.nullable().describe('Time of the newest evidence; null when there is none.'),
  staleAfter: Instant.nullable().describe('When this verdict becomes `unknown` unless new evidence comes.'),
})

export type Health = z.infer<typeof Health>

/**
 * With compact=1: what an agent needs before a call. What is null is left out, a status that is the verdict, any grade
 * but `unrated`, and the basis of a forecast that is its own; of reasons there are the codes.
 */
export const CompactHealth = Health.pick({ toolId: true, verdict: true, score: true }).extend({
  ...Health.pick({ status: true, grade: true, downSince: true, asOf: true }).partial().shape,
  recommendation: Recommendation,
  reasons: ReasonCodes,
  forecast: Forecast.pick({ horizons: true }).extend(Forecast.pick({ basis: true }).partial().shape),
})
export type CompactHealth = z.infer<typeof CompactHealth>

export const EitherHealth = Health.partial()
  .extend(CompactHealth.shape)
  .extend({
    reasons: EitherReasons,
    forecast: Forecast.partial()
      .extend(CompactHealth.shape.forecast.shape)
      .meta({ id: 'Forecast', description: `${Forecast.description} ${LEFT_OUT}` }),
  })
  .meta({ id: 'Health', description: LEFT_OUT })

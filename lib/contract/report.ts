import { z } from 'zod'
import { TRANSPORTS } from '../core/catalog/catalog'
import { DRIFT_CLASSES } from '../core/drift/types'
import { BREAKAGE_KINDS } from '../core/verdict/breakage'
import { ACCESS_KINDS, VERDICTS } from '../core/verdict/verdict'
import { Verdict } from './shapes'

const Count = z.int().min(0)
/** A count for each of these names. */
const countsOf = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, Count])) as Record<Name, typeof Count>)
const Share = z.number().min(0).max(1)
const Skill = z.object({ brier: z.number().max(1).nullable(), logLoss: z.number().max(1).nullable() }).meta({
  description:
    '1 - own score / reference score: 1 is perfect, 0 as good as the reference, below 0 worse; null where the reference is 0.',
})
const Scores = z.object({
  brier: Share.meta({ description: 'Mean squared distance between forecast and outcome; 0 is perfect.' }),
  logLoss: z.number().min(0).meta({
    description:
      'Mean negative natural logarithm of the probability given to what came, clipped at 0.0001; 0 is perfect.',
  }),
})
const Percentiles = z
  .object({ p50: z.number().min(0), p90: z.number().min(0), p99: z.number().min(0) })
  .nullable()
  .meta({ description: 'null where nothing was timed.' })
const Delays = z
  .object({ p50: z.number().min(0), p90: z.number().min(0) })
  .nullable()
  .meta({ description: 'Seconds, right to a fifth; null where none was timed.' })

const Totals = z.object({
  servers: Count,
  tools: Count,
  byVerdict: countsOf(VERDICTS).meta({
    description: 'Listed subjects: tools, and servers without tools.',
  }),
  byAccess: countsOf(ACCESS_KINDS).meta({ description: 'Servers; observed beats declared.' }),
  byTransport: z.array(z.object({ transport: z.enum(TRANSPORTS), servers: Count })).meta({
    description: 'Servers by the transports of their addresses; one with several counts at each.',
  }),
  withoutAddress: Count.meta({ description: 'Servers that publish no address: packages to be run by the caller.' }),
  byProtocol: z.array(z.object({ revision: z.string().nullable(), servers: Count })).meta({
    description: 'Servers by the protocol revision of their last handshake; null: not known; `other`: not a date.',
  }),
  byCategory: z.array(z.object({ slug: z.string(), name: z.string(), tracked: Count, healthy: Count })),
})

const Latency = z
  .object({
    servers: Count.meta({ description: 'Servers with enough timed answers.' }),
    medianMs: Percentiles.meta({ description: 'Percentiles over these servers of their own median handshake, ms.' }),
    p95Ms: Percentiles.meta({ description: 'The same of their own 95th percentile.' }),
  })
  .meta({ description: 'Of handshakes, measured from this service’s vantage; no tool is called.' })

const VerdictAccuracy = z.object({
  byVerdict: z
    .array(z.object({ verdict: Verdict, begun: Count, reversed: Count, reversedShare: Share.nullable() }))
    .meta({
      description:
        'Verdicts on servers that a probe changed from another verdict with evidence, and those that changed back within `reversedWithinMinutes`.',
    }),
  reversedWithinMinutes: z.int(),
  down: z.object({
    begun: Count,
    takenBack: Count.meta({
      description:
        'Changed back within `takenBackWithinMinutes` because the server answered. Short real outages are among them, so false alarms are at most as many.',
    }),
    takenBackShare: Share.nullable(),
    takenBackWithinMinutes: z.int(),
    timed: Count.meta({ description: 'Outages of servers that were up until then.' }),
    secondsSinceLastAnswer: Delays.meta({
      description:
        'From the last answer to the verdict. The outage began somewhere between, so detection took no longer.',
    }),
    secondsSinceFirstFailure: Delays.meta({ description: 'From the first failed probe to the verdict.' }),
  }),
})

const ForecastAccuracy = z.object({
  method: z.string(),
  hours: z.int().meta({ description: 'How far ahead.' }),
  settled: Count,
  unsettled: Count.meta({
    description:
      'Forecasts whose target hour was not observed, or fell into a monitoring gap or maintenance; in no figure.',
  }),
  upShare: Share.nullable(),
  scores: Scores.nullable(),
  calibrationError: Share.nullable().meta({
    description: 'Mean distance between forecast and outcome over 20 equal bins, weighted by their counts.',
  }),
  persistence: Scores.nullable().meta({
    description: 'Of a reference that predicts no change, with 0.98 or 0.05, on the same samples.',
  }),
  baseRate: Scores.nullable().meta({
    description: 'Of a reference that always predicts the share of ups in this sample, which only hindsight gives.',
  }),
  skill: z.object({ againstPersistence: Skill, againstBaseRate: Skill }).nullable(),
  reliability: z.array(z.object({ from: Share, to: Share, n: Count, meanForecast: Share, upShare: Share })).meta({
    description: 'Bins that hold a forecast, lowest first. Calibrated forecasts have `meanForecast` near `upShare`.',
  }),
})

export const Report = z
  .object({
    asOf: z.iso.datetime().meta({ description: 'When everything in it was counted; RFC 3339, UTC.' }),
    license: z.literal('CC-BY-4.0'),
    totals: Totals,
    latency: Latency,
    breakages: z.object({
      open: countsOf(BREAKAGE_KINDS),
      openedLast24h: Count,
      closedLast24h: Count,
    }),
    drift: z.object({ last7d: countsOf(DRIFT_CLASSES), last30d: countsOf(DRIFT_CLASSES) }).meta({
      description: 'How often a tool changed between two listings of its own server, by the worst of its changes.',
    }),
    accuracy: z
      .object({
        windowDays: z.int(),
        verdicts: VerdictAccuracy,
        forecasts: z
          .array(ForecastAccuracy)
          .meta({ description: 'By method and horizon; empty before the first is settled.' }),
        sample: z.object({
          everyMinutes: z.int().meta({ description: 'Each server’s forecasts are kept once in so many minutes.' }),
        }),
      })
      .meta({ description: 'How often this service was right, over the last `windowDays` days.' }),
    method: z.object({
      formula: z.string().meta({ description: 'Version of the score.' }),
      filter: z.string().meta({ description: 'Version of the state filter behind the verdicts.' }),
      forecast: z.string().meta({ description: 'Version of the forecast.' }),
      page: z.url().meta({ description: 'The method in words and tables.' }),
      interface: z.url(),
      keys: z.url(),
    }),
  })
  .meta({ id: 'Report', description: 'The ecosystem, and how well this service assessed it. Licensed CC-BY-4.0.' })
export type Report = z.infer<typeof Report>

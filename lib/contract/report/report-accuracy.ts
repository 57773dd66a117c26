import { z } from 'zod'
import { Verdict } from '../shapes/terms'
import { Count, Share } from './report-figures'

const Skill = z
  .object({
    brier: z.number().max(1).nullable().meta({ description: 'By the Brier score.' }),
    logLoss: z.number().max(1).nullable().meta({ description: 'By the log loss.' }),
  })
  .meta({
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

export const Percentiles = z
  .object({
    p50: z.number().min(0).meta({ description: 'Half of the servers are not above it; ms.' }),
    p90: z.number().min(0).meta({ description: 'Nine of ten servers are not above it; ms.' }),
    p99: z.number().min(0).meta({ description: '99 of 100 servers are not above it; ms.' }),
  })
  .nullable()
  .meta({ description: 'null where nothing was timed.' })

const Delays = z
  .object({
    p50: z.number().min(0).meta({ description: 'Half of them took no longer; seconds.' }),
    p90: z.number().min(0).meta({ description: 'Nine of ten took no longer; seconds.' }),
  })
  .nullable()
  .meta({ description: 'Seconds, right to a fifth; null where none was timed.' })

export const VerdictAccuracy = z.object({
  byVerdict: z
    .array(
      z.object({
        verdict: Verdict,
        begun: Count.meta({ description: 'How often it began.' }),
        reversed: Count.meta({ description: 'How often it was changed back in time.' }),
        reversedShare: Share.nullable().meta({ description: '`reversed` of `begun`, 0-1; null where none began.' }),
      }),
    )
    .meta({
      description:
        'Verdicts on servers that a probe changed from another verdict with evidence, and those that changed back within `reversedWithinMinutes`.',
    }),
  reversedWithinMinutes: z.int().meta({ description: 'Within how many minutes a change back counts as reversed.' }),
  down: z
    .object({
      begun: Count.meta({ description: 'How often a server became down, having had another verdict with evidence.' }),
      takenBack: Count.meta({
        description:
          'Changed back within `takenBackWithinMinutes` because the server answered. Short real outages are among them, so false alarms are at most as many.',
      }),
      takenBackShare: Share.nullable().meta({ description: '`takenBack` of `begun`, 0-1; null where none began.' }),
      takenBackWithinMinutes: z
        .int()
        .meta({ description: 'Within how many minutes an answer counts as taking it back.' }),
      timed: Count.meta({ description: 'Outages of servers that were up until then.' }),
      secondsSinceLastAnswer: Delays.meta({
        description:
          'From the last answer to the verdict. The outage began somewhere between, so detection took no longer.',
      }),
      secondsSinceFirstFailure: Delays.meta({ description: 'From the first failed probe to the verdict.' }),
      knownWithin: z
        .array(
          z.object({
            seconds: z.int().meta({ description: 'So many seconds after the last answer.' }),
            share: Share.meta({
              description: 'Share of the timed outages whose verdict was down by then; right to a fifth of the time.',
            }),
          }),
        )
        .meta({ description: 'How many outages were known how soon; empty where none was timed.' }),
    })
    .meta({ description: 'How fast and how rightly outages were found.' }),
})

export const ForecastAccuracy = z.object({
  method: z.string().meta({ description: 'Version of the forecast.' }),
  hours: z.int().meta({ description: 'How far ahead.' }),
  settled: Count.meta({ description: 'Forecasts whose target hour has come and was observed.' }),
  unsettled: Count.meta({
    description:
      'Forecasts whose target hour was not observed, or fell into a monitoring gap or maintenance; in no figure.',
  }),
  upShare: Share.nullable().meta({
    description: 'Share of the settled ones that found the server up; null where none is settled.',
  }),
  scores: Scores.nullable().meta({ description: 'Of the forecasts themselves; null where none is settled.' }),
  calibrationError: Share.nullable().meta({
    description: 'Mean distance between forecast and outcome over 20 equal bins, weighted by their counts.',
  }),
  persistence: Scores.nullable().meta({
    description: 'Of a reference that predicts no change, with 0.98 or 0.05, on the same samples.',
  }),
  baseRate: Scores.nullable().meta({
    description: 'Of a reference that always predicts the share of ups in this sample, which only hindsight gives.',
  }),
  skill: z
    .object({
      againstPersistence: Skill,
      againstBaseRate: Skill,
    })
    .nullable()
    .meta({ description: 'How much better it is than the two references; null where none is settled.' }),
  reliability: z
    .array(
      z.object({
        from: Share.meta({ description: 'Least probability of the bin, itself included.' }),
        to: Share.meta({ description: 'Where it ends, excluded but for the last bin.' }),
        n: Count.meta({ description: 'Settled forecasts in it.' }),
        meanForecast: Share.meta({ description: 'Mean of their probabilities.' }),
        upShare: Share.meta({ description: 'Share of them that found the server up.' }),
      }),
    )
    .meta({
      description: 'Bins that hold a forecast, lowest first. Calibrated forecasts have `meanForecast` near `upShare`.',
    }),
})

import { z } from 'zod'
import { Verdict } from '../shapes/terms'
import { Count, Share } from './report-figures'

const Skill = z
  .object({
    brier: z.number().max(1).nullable().describe('By the Brier score.'),
    logLoss: z.number().max(1).nullable().describe('By the log loss.'),
  })
  .describe(
    '1 - own score / reference score: 1 is perfect, 0 as good as the reference, below 0 worse; null where the reference is 0.',
  )

const Scores = z.object({
  brier: Share.describe('Mean squared distance between forecast and outcome; 0 is perfect.'),
  logLoss: z
    .number()
    .min(0)
    .describe(
      'Mean negative natural logarithm of the probability given to what came, clipped at 0.0001; 0 is perfect.',
    ),
})

export const Percentiles = z
  .object({
    p50: z.number().min(0).describe('Half of the servers are not above it; ms.'),
    p90: z.number().min(0).describe('Nine of ten servers are not above it; ms.'),
    p99: z.number().min(0).describe('99 of 100 servers are not above it; ms.'),
  })
  .nullable()
  .describe('null where nothing was timed.')

const Delays = z
  .object({
    p50: z.number().min(0).describe('Half of them took no longer; seconds.'),
    p90: z.number().min(0).describe('Nine of ten took no longer; seconds.'),
  })
  .nullable()
  .describe('Seconds, right to a fifth; null where none was timed.')

export const VerdictAccuracy = z.object({
  byVerdict: z
    .array(
      z.object({
        verdict: Verdict,
        begun: Count.describe('How often it began.'),
        reversed: Count.describe('How often it was changed back in time.'),
        reversedShare: Share.nullable().describe('`reversed` of `begun`, 0-1; null where none began.'),
      }),
    )
    .describe(
      'Verdicts on servers that a probe changed from another verdict with evidence, and those that changed back within `reversedWithinMinutes`.',
    ),
  reversedWithinMinutes: z.int().describe('Within how many minutes a change back counts as reversed.'),
  down: z
    .object({
      begun: Count.describe('How often a server became down, having had another verdict with evidence.'),
      takenBack: Count.describe(
        'Changed back within `takenBackWithinMinutes` because the server answered. Short real outages are among them, so false alarms are at most as many.',
      ),
      takenBackShare: Share.nullable().describe('`takenBack` of `begun`, 0-1; null where none began.'),
      takenBackWithinMinutes: z.int().describe('Within how many minutes an answer counts as taking it back.'),
      timed: Count.describe('Outages of servers that were up until then.'),
      secondsSinceLastAnswer: Delays.describe(
        'From the last answer to the verdict. The outage began somewhere between, so detection took no longer.',
      ),
      secondsSinceFirstFailure: Delays.describe('From the first failed probe to the verdict.'),
      knownWithin: z
        .array(
          z.object({
            seconds: z.int().describe('So many seconds after the last answer.'),
            share: Share.describe(
              'Share of the timed outages whose verdict was down by then; right to a fifth of the time.',
            ),
          }),
        )
        .describe('How many outages were known how soon; empty where none was timed.'),
    })
    .describe('How fast and how rightly outages were found.'),
})

export const ForecastAccuracy = z.object({
  method: z.string().describe('Version of the forecast.'),
  hours: z.int().describe('How far ahead.'),
  settled: Count.describe('Forecasts whose target hour has come and was observed.'),
  unsettled: Count.describe(
    'Forecasts whose target hour was not observed, or fell into a monitoring gap or maintenance; in no figure.',
  ),
  upShare: Share.nullable().describe('Share of the settled ones that found the server up; null where none is settled.'),
  scores: Scores.nullable().describe('Of the forecasts themselves; null where none is settled.'),
  calibrationError: Share.nullable().describe(
    'Mean distance between forecast and outcome over 20 equal bins, weighted by their counts.',
  ),
  persistence: Scores.nullable().describe(
    'Of a reference that predicts no change, with 0.98 or 0.05, on the same samples.',
  ),
  baseRate: Scores.nullable().describe(
    'Of a reference that always predicts the share of ups in this sample, which only hindsight gives.',
  ),
  skill: z
    .object({
      againstPersistence: Skill,
      againstBaseRate: Skill,
    })
    .nullable()
    .describe('How much better it is than the two references; null where none is settled.'),
  reliability: z
    .array(
      z.object({
        from: Share.describe('Least probability of the bin, itself included.'),
        to: Share.describe('Where it ends, excluded but for the last bin.'),
        n: Count.describe('Settled forecasts in it.'),
        meanForecast: Share.describe('Mean of their probabilities.'),
        upShare: Share.describe('Share of them that found the server up.'),
      }),
    )
    .describe('Bins that hold a forecast, lowest first. Calibrated forecasts have `meanForecast` near `upShare`.'),
})

export const PolicyAccuracy = z.object({
  policy: z.string().describe('Version of the policy.'),
  deniedAnswered: Count.describe('Checks before which it would have denied a call, and which the server answered.'),
  deniedFailed: Count.describe('Checks before which it would have denied a call, and which failed.'),
  allowedAnswered: Count.describe(
    'Checks before which it would have let a call through, and which the server answered.',
  ),
  allowedFailed: Count.describe('Checks before which it would have let a call through, and which failed.'),
  wronglyDeniedShare: Share.nullable().describe(
    '`deniedAnswered` of all that were answered, 0-1; null where none was answered.',
  ),
  wronglyDeniedOneIn: z
    .int()
    .min(1)
    .nullable()
    .describe('Of so many that were answered it would have denied one; null where it would have denied none.'),
  failuresDeniedShare: Share.nullable().describe('`deniedFailed` of all that failed, 0-1; null where none failed.'),
})

import { DELAY_BEGINNINGS, type DelayCount, type VerdictCounts } from '../accuracy/verdict-figures.ts'
import type { ReportAccuracy } from '../answers.ts'
import type { AccuracyDay, AccuracyDays, ForecastBin } from '../leaves/accuracy-days.ts'
import { isCount, isInstant, isNumber, isText, listOf, nullOr, objectOf, oneOf } from '../value-form.ts'
import { VERDICTS } from '../verdict.ts'

// The forms of what is counted of accuracy, as it is logged and as it is shown.

const isAccuracyDay = objectOf<AccuracyDay>({
  day: isText,
  verdicts: listOf(
    objectOf<VerdictCounts>({ verdict: oneOf(VERDICTS), begun: isNumber, reversed: isNumber, takenBack: isNumber }),
  ),
  delays: listOf(objectOf<DelayCount>({ since: oneOf(DELAY_BEGINNINGS), bin: isNumber, n: isNumber })),
  forecasts: listOf(
    objectOf<ForecastBin>({
      ...{ method: isText, hours: isNumber, bin: isNumber, n: isNumber, ups: isNumber, sumUp: isNumber },
      ...{ brier: isNumber, logLoss: isNumber, persistenceBrier: isNumber, persistenceLogLoss: isNumber },
      unsettled: isNumber,
    }),
  ),
})
/** What the first part of a document that a leaf `score_inputs` names has of accuracy. */
export const isAccuracyDays = objectOf<AccuracyDays>({ from: isText, openFrom: isText, days: listOf(isAccuracyDay) })

type Accuracy = ReportAccuracy['accuracy']
type Verdicts = Accuracy['verdicts']
type Forecasts = Accuracy['forecasts'][number]

const isPercentiles = nullOr(objectOf<{ p50: number; p90: number }>({ p50: isNumber, p90: isNumber }))
const isVerdictAccuracy = objectOf<Verdicts>({
  byVerdict: listOf(
    objectOf<Verdicts['byVerdict'][number]>({
      ...{ verdict: oneOf(VERDICTS), begun: isCount, reversed: isCount, reversedShare: nullOr(isNumber) },
    }),
  ),
  reversedWithinMinutes: isNumber,
  down: objectOf<Verdicts['down']>({
    ...{ begun: isCount, takenBack: isCount, takenBackShare: nullOr(isNumber), takenBackWithinMinutes: isNumber },
    ...{ timed: isCount, secondsSinceLastAnswer: isPercentiles, secondsSinceFirstFailure: isPercentiles },
    knownWithin: listOf(objectOf<{ seconds: number; share: number }>({ seconds: isNumber, share: isNumber })),
  }),
})

const isScores = objectOf<NonNullable<Forecasts['scores']>>({ brier: isNumber, logLoss: isNumber })
type Skill = NonNullable<Forecasts['skill']>
const isSkill = objectOf<Skill['againstBaseRate']>({ brier: nullOr(isNumber), logLoss: nullOr(isNumber) })
const isForecastAccuracy = objectOf<Forecasts>({
  ...{ method: isText, hours: isNumber, settled: isCount, unsettled: isCount, upShare: nullOr(isNumber) },
  ...{ scores: nullOr(isScores), persistence: nullOr(isScores), baseRate: nullOr(isScores) },
  calibrationError: nullOr(isNumber),
  skill: nullOr(objectOf<Skill>({ againstPersistence: isSkill, againstBaseRate: isSkill })),
  reliability: listOf(
    objectOf<Forecasts['reliability'][number]>({
      ...{ from: isNumber, to: isNumber, n: isCount, meanForecast: isNumber, upShare: isNumber },
    }),
  ),
})

/** What is read of GET /v1/report. */
export const isReport = objectOf<ReportAccuracy>({
  asOf: isInstant,
  accuracy: objectOf<Accuracy>({
    ...{ windowDays: isCount, verdicts: isVerdictAccuracy, forecasts: listOf(isForecastAccuracy) },
    sample: objectOf<Accuracy['sample']>({ everyMinutes: isNumber }),
  }),
})

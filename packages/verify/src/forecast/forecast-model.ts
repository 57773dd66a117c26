import trained from './forecast-weights.json' with { type: 'json' }
import { countsOf, hoursBetween, kindsOfOutage, OUTAGE_KINDS, type OutageHistory } from './outage-history.ts'

/**
 * The form of the model: outages of several kinds, corrected by a logistic regression. A set of weights is named after
 * it and its data.
 */
export const FORECAST_FORM = 'outages-2'

/** Prior counts for a server without history: one outage in 300 hours of being up. Half or double changes little. */
export const PRIOR_OUTAGES = { outages: 0.1, upHours: 30 } as const

/** Bounds the logit of a feature. */
const LEAST_CHANCE = 1e-6

/** Keeps a logarithm of hours finite at 0; six minutes is the resolution of probes. */
const LEAST_AGE_HOURS = 0.1

/** Keeps the logarithm of recent outages finite where there is none. */
const LEAST_RECENT = 0.05

/** Hours observed beyond this (400 days) add nothing: no series that weights are learnt from is longer. */
const LONGEST_WATCH_HOURS = 9600

/**
 * An outage that ended longer ago than this, in hours (half a year), counts as none: its counts have decayed to
 * nothing.
 */
const LONGEST_CALM_HOURS = 4000

/**
 * The inputs of the correction. `of` takes a history that has been seen, as it is at `seenUntilAt`, and the `chance`
 * that `outagesOutlook` gives. Every weight multiplies one of these numbers; their sum, with the intercept, is added to
 * the logit of that chance.
 */
export const FORECAST_FEATURES = [
  {
    name: 'logitOfOutages',
    means: 'the logit of the outage model’s probability: pulled towards 0 where they are over-confident',
    of: (_history: OutageHistory, chance: number) => logit(chance),
  },
  {
    name: 'logHoursInState',
    means:
      'ln(0.1 + hours since the state began): what has just recovered soon breaks again, what was down for long stays down',
    of: (history: OutageHistory) => logHoursInState(history),
  },
  {
    name: 'squareOfLogHoursInState',
    means:
      'the square of the feature before: the rate of change does not fall or rise evenly with the time in the state',
    of: (history: OutageHistory) => logHoursInState(history) ** 2,
  },
  {
    name: 'logHoursSincePreviousOutage',
    means:
      'ln(1 + hours since the end of the last outage but one), 4000 hours where there is none: outages come in bursts',
    of: (history: OutageHistory) => {
      const { previousEndAt, seenUntilAt } = history
      const hours = previousEndAt === null ? Number.POSITIVE_INFINITY : hoursBetween(previousEndAt, seenUntilAt ?? 0)
      return Math.log(1 + Math.min(LONGEST_CALM_HOURS, hours))
    },
  },
  {
    name: 'logHoursWatched',
    means:
      'ln(1 + hours it was observed), 9600 hours at most: what is new fails more often than what has been there for long',
    of: (history: OutageHistory) => Math.log(1 + Math.min(LONGEST_WATCH_HOURS, countsOf(history).watchedHours)),
  },
  {
    name: 'logRecentOutages',
    means:
      'ln(0.05 + outages that ended within the last hours, decaying with a time constant of six): flapping goes on',
    of: (history: OutageHistory) => Math.log(LEAST_RECENT + countsOf(history).recentOutages),
  },
] as const satisfies readonly {
  name: string
  means: string
  of: (history: OutageHistory, chance: number) => number
}[]

export type ForecastFeature = (typeof FORECAST_FEATURES)[number]['name']

/** One number per feature, and the intercept; their sum shifts the logit of being up. */
export type Correction = Record<'intercept' | ForecastFeature, number>

/**
 * Learnt weights and their training data. `horizons` rise; each has a correction for a server that is up and one for a
 * server that is down.
 */
export interface ForecastWeights {
  /** `FORECAST_FORM`, and the beginning of `trainedOn.sha256`. */
  version: string
  trainedOn: { sha256: string; series: number }
  horizons: { hours: number; up: Correction; down: Correction }[]
}

export const FORECAST_WEIGHTS: ForecastWeights = trained

/** A probability (0-1) of being up so many hours (0 or more) on. */
export type Outlook = (hours: number) => number

/**
 * The probability of being up some hours (over 0) after `seenUntilAt`, by the outage model alone: up time breaks at one
 * rate per kind, and an outage ends at its kind's rate. For the time after a recovery the share spent down is that of a
 * server that was up.
 */
export function outagesOutlook(history: OutageHistory): Outlook {
  const { upHours, outages } = countsOf(history)
  const lasted = history.state === 'down' ? hoursBetween(history.sinceAt ?? 0, history.seenUntilAt ?? 0) : null
  const now = lasted === null ? [] : kindsOfOutage(outages, lasted, false)
  const kinds = OUTAGE_KINDS.map(({ meanHours, share }, kind) => {
    const current = now[kind] ?? 0
    const count = PRIOR_OUTAGES.outages * share + (outages[kind] ?? 0) + current
    return { meanHours, current, downPerUp: (count / (PRIOR_OUTAGES.upHours + upHours)) * meanHours }
  })
  return (hours) => {
    let down = 0
    let still = 0
    for (const { meanHours, current, downPerUp } of kinds) {
      const left = Math.exp(-hours / meanHours)
      down += downPerUp * (1 - left)
      still += current * left
    }
    return (1 - still) / (1 + down)
  }
}

/** `chance` (0-1) of being up, moved by a correction; without one as it is. */
export function corrected(correction: Correction | undefined, history: OutageHistory, chance: number): number {
  return sigmoid(logit(chance) + shiftBy(correction, history, chance))
}

function shiftBy(correction: Correction | undefined, history: OutageHistory, chance: number): number {
  if (correction === undefined) return 0
  return FORECAST_FEATURES.reduce(
    (sum, { name, of }) => sum + correction[name] * of(history, chance),
    correction.intercept,
  )
}

function logHoursInState(history: OutageHistory): number {
  return Math.log(LEAST_AGE_HOURS + hoursBetween(history.sinceAt ?? 0, history.seenUntilAt ?? 0))
}

function logit(chance: number): number {
  const bounded = Math.min(1 - LEAST_CHANCE, Math.max(LEAST_CHANCE, chance))
  return Math.log(bounded / (1 - bounded))
}

export function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value))
}

import type { UpDown } from '../state/confirmed-state'
import trained from './forecast-weights.json'
import {
  changedTo,
  countsOf,
  hoursBetween,
  kindsOfOutage,
  noteSeen,
  OUTAGE_KINDS,
  type OutageHistory,
} from './outage-history'

/** The form of the model: outages of several kinds, corrected by a logistic regression. A set of weights is named after it and its data. */
export const FORECAST_FORM = 'outages-1'

/** Prior counts for a server without history: one outage in 400 hours of being up. Half or double changes little. */
export const PRIOR_OUTAGES = { outages: 0.3, upHours: 120 } as const

/** Bounds the logit of a feature. */
const LEAST_CHANCE = 1e-6

/** Keeps a logarithm of hours finite at 0; six minutes is the resolution of probes. */
const LEAST_AGE_HOURS = 0.1

/** An outage that ended longer ago than this, in hours (half a year), counts as none: its counts have decayed to nothing. */
const LONGEST_CALM_HOURS = 4000

/**
 * The inputs of the correction. `of` takes a history that has been seen, as it is at `seenUntilAt`, and the `chance` that `outagesOutlook`
 * gives. Every weight multiplies one of these numbers; their sum, with the intercept, is added to the logit of that chance.
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
    of: (history: OutageHistory) =>
      Math.log(LEAST_AGE_HOURS + hoursBetween(history.sinceAt ?? 0, history.seenUntilAt ?? 0)),
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
] as const satisfies readonly {
  name: string
  means: string
  of: (history: OutageHistory, chance: number) => number
}[]

export type ForecastFeature = (typeof FORECAST_FEATURES)[number]['name']

/** One number per feature, and the intercept; their sum shifts the logit of being up. */
export type Correction = Record<'intercept' | ForecastFeature, number>

/**
 * Learnt weights and their training data. `horizons` rise; each has a correction for a server that is up and one for a server that is down.
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
 * The probability that a server in `state` is up some hours after `nowMs` (epoch ms). It continues from the newest instant the server was
 * seen, so the older that is, the closer to the server's long-run share. Where the history ends in the other state, or is empty, the server
 * is assumed to have changed at `nowMs`. At the trained horizons the correction is exact; between them it is interpolated in the logarithm
 * of the hours, beyond the last it is constant, and below the first the curve of `outagesOutlook` is scaled to meet it: at 0 hours the
 * result is `state`. Never NaN.
 */
export function outlookOf(
  history: OutageHistory,
  state: UpDown,
  nowMs: number,
  weights: ForecastWeights = FORECAST_WEIGHTS,
): Outlook {
  const seen = history.state === state ? history : asIfTurned(history, state, nowMs)
  const silentHours = hoursBetween(seen.seenUntilAt ?? nowMs, nowMs)
  const certain = state === 'up' ? 1 : 0
  const first = weights.horizons[0]?.hours ?? 0
  const chance = outagesOutlook(seen)
  const correct = (hours: number) => corrected(seen, state, chance(hours), hours, weights)
  return (hours) => {
    const ahead = Math.max(0, hours) + silentHours
    if (ahead <= 0) return certain
    if (ahead >= first) return correct(ahead)
    const scale = (correct(first) - certain) / (chance(first) - certain)
    return Math.min(1, Math.max(0, certain + (chance(ahead) - certain) * scale))
  }
}

/** One point of `outlookOf`. */
export function upProbability(
  history: OutageHistory,
  state: UpDown,
  nowMs: number,
  hours: number,
  weights: ForecastWeights = FORECAST_WEIGHTS,
): number {
  return outlookOf(history, state, nowMs, weights)(hours)
}

/**
 * The probability of being up some hours (over 0) after `seenUntilAt`, by the outage model alone: up time breaks at one rate per kind, and
 * an outage ends at its kind's rate. For the time after a recovery the share spent down is that of a server that was up.
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

function asIfTurned(history: OutageHistory, state: UpDown, nowMs: number): OutageHistory {
  const at = Math.max(nowMs, history.seenUntilAt ?? nowMs)
  return history.state === null ? noteSeen(history, state, at, at) : changedTo(history, state, at)
}

function corrected(
  history: OutageHistory,
  state: UpDown,
  chance: number,
  hours: number,
  weights: ForecastWeights,
): number {
  const [before, after, part] = around(weights, hours)
  const shift =
    part === 0
      ? shiftBy(before?.[state], history, chance)
      : (1 - part) * shiftBy(before?.[state], history, chance) + part * shiftBy(after?.[state], history, chance)
  return sigmoid(logit(chance) + shift)
}

function shiftBy(correction: Correction | undefined, history: OutageHistory, chance: number): number {
  if (correction === undefined) return 0
  return FORECAST_FEATURES.reduce(
    (sum, { name, of }) => sum + correction[name] * of(history, chance),
    correction.intercept,
  )
}

/** The horizons before and after `hours`, and the position (0-1) between them in the logarithm of the hours. */
function around({ horizons }: ForecastWeights, hours: number) {
  const next = horizons.findIndex((horizon) => horizon.hours > hours)
  const before = horizons[next < 0 ? horizons.length - 1 : Math.max(0, next - 1)]
  const after = horizons[next < 0 ? horizons.length - 1 : next]
  if (before === undefined || after === undefined || before.hours >= after.hours) return [before, after, 0] as const
  return [before, after, Math.log(hours / before.hours) / Math.log(after.hours / before.hours)] as const
}

function logit(chance: number): number {
  const bounded = Math.min(1 - LEAST_CHANCE, Math.max(LEAST_CHANCE, chance))
  return Math.log(bounded / (1 - bounded))
}

export function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value))
}

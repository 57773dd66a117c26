import type { HeldState } from '../state/held-state'
import trained from './forecast-weights.json'
import { countsOf, hoursBetween, kindsOfOutage, noteSeen, OUTAGE_KINDS, type OutageHistory } from './outage-history'

/**
 * The form of the model: outages of several kinds, corrected by a logistic regression. A set of weights is named after it and its data.
 */
export const FORECAST_FORM = 'outages-1'

/** What is believed of a server before it is known, as counts: one outage in 400 hours of being up. Half or double changes little. */
export const PRIOR_OUTAGES = { outages: 0.3, upHours: 120 } as const

/** No feature is taken for surer than this chance, either way; it only bounds the logit. */
const LEAST_CHANCE = 1e-6

/** Keeps a logarithm of hours finite at 0; six minutes is what a look resolves. */
const LEAST_AGE_HOURS = 0.1

/** An end longer ago than this, in hours (half a year), or none at all is one and the same: its counts have faded to nothing. */
const LONGEST_CALM_HOURS = 4000

/**
 * What the correction is made from. `of` answers for a history that has been seen, as it is at `seenUntilAt`, and for a
 * chance `hours` (over 0) later. Every weight multiplies one of these numbers; their sum, with the intercept, is added to the logit of `outagesChance`.
 */
export const FORECAST_FEATURES = [
  {
    name: 'logitOfOutages',
    means: 'the logit of what the outages alone say: pulled towards 0 where they are over-confident',
    of: (history: OutageHistory, hours: number) => logit(outagesChance(history, hours)),
  },
  {
    name: 'logHoursInState',
    means:
      'ln(0.1 + hours since the state began): what has just come back soon breaks again, what was down for long stays down',
    of: (history: OutageHistory) =>
      Math.log(LEAST_AGE_HOURS + hoursBetween(history.sinceAt ?? 0, history.seenUntilAt ?? 0)),
  },
  {
    name: 'logHoursSincePreviousOutage',
    means:
      'ln(1 + hours since the end of the last outage but one that is over), 4000 hours where there is none: outages come in bursts',
    of: (history: OutageHistory) => {
      const { previousEndAt, seenUntilAt } = history
      const hours = previousEndAt === null ? Number.POSITIVE_INFINITY : hoursBetween(previousEndAt, seenUntilAt ?? 0)
      return Math.log(1 + Math.min(LONGEST_CALM_HOURS, hours))
    },
  },
] as const satisfies readonly {
  name: string
  means: string
  of: (history: OutageHistory, hours: number) => number
}[]

export type ForecastFeature = (typeof FORECAST_FEATURES)[number]['name']

/** One number a feature, and the intercept; added up they shift the logit of being up. */
export type Correction = Record<'intercept' | ForecastFeature, number>

/** What was learnt, and from what. `horizons` rise; each has a correction for a server that is up and one for a server that is down. */
export interface ForecastWeights {
  /** `FORECAST_FORM`, and the beginning of `trainedOn.sha256`. */
  version: string
  trainedOn: { sha256: string; series: number }
  horizons: { hours: number; up: Correction; down: Correction }[]
}

export const FORECAST_WEIGHTS: ForecastWeights = trained

/**
 * The probability (0-1) that a server which is in `state` is up `hours` (0 or more) after `nowMs` (epoch ms). It is carried on from the
 * newest instant the server was seen, so the older that is, the closer to the server's long-run share. Where the history says the other
 * state, or nothing, the server is taken to have turned at `nowMs`. At the horizons trained for the correction is exactly theirs; between
 * them it goes with the logarithm of the hours, beyond them it stays, and below the first the curve of `outagesChance` is scaled to
 * meet it: at 0 hours the answer is `state`. Never NaN.
 */
export function upProbability(
  history: OutageHistory,
  state: HeldState,
  nowMs: number,
  hours: number,
  weights: ForecastWeights = FORECAST_WEIGHTS,
): number {
  const seen = history.state === state ? history : turnedTo(history, state, nowMs)
  const ahead = Math.max(0, hours) + hoursBetween(seen.seenUntilAt ?? nowMs, nowMs)
  const certain = state === 'up' ? 1 : 0
  const first = weights.horizons[0]?.hours ?? 0
  if (ahead <= 0) return certain
  if (ahead >= first) return corrected(seen, state, ahead, weights)
  const scale = (corrected(seen, state, first, weights) - certain) / (outagesChance(seen, first) - certain)
  return Math.min(1, Math.max(0, certain + (outagesChance(seen, ahead) - certain) * scale))
}

/**
 * The probability (0-1) of being up `hours` (over 0) after `seenUntilAt`, from the outages alone: up time breaks at one rate a kind, an
 * outage ends at its kind's rate. Of the time after a recovery the share spent down is that of a server that was up.
 */
export function outagesChance(history: OutageHistory, hours: number): number {
  const { upHours, outages } = countsOf(history)
  const lasted = history.state === 'down' ? hoursBetween(history.sinceAt ?? 0, history.seenUntilAt ?? 0) : null
  const now = lasted === null ? [] : kindsOfOutage(outages, lasted, false)
  let downPerUp = 0
  let still = 0
  OUTAGE_KINDS.forEach(({ meanHours, share }, kind) => {
    const over = 1 - Math.exp(-hours / meanHours)
    const current = now[kind] ?? 0
    const count = PRIOR_OUTAGES.outages * share + (outages[kind] ?? 0) + current
    downPerUp += (count / (PRIOR_OUTAGES.upHours + upHours)) * meanHours * over
    still += current * (1 - over)
  })
  return (1 - still) / (1 + downPerUp)
}

function turnedTo(history: OutageHistory, state: HeldState, nowMs: number): OutageHistory {
  const at = Math.max(nowMs, history.seenUntilAt ?? nowMs)
  return noteSeen(history, state, at, at)
}

function corrected(history: OutageHistory, state: HeldState, hours: number, weights: ForecastWeights): number {
  const [before, after, part] = around(weights, hours)
  const weigh = (correction: Correction | undefined) =>
    correction === undefined
      ? 0
      : FORECAST_FEATURES.reduce(
          (sum, { name, of }) => sum + correction[name] * of(history, hours),
          correction.intercept,
        )
  const shift = (1 - part) * weigh(before?.[state]) + part * weigh(after?.[state])
  return sigmoid(logit(outagesChance(history, hours)) + shift)
}

/** The horizons at and after `hours`, and how far (0-1) it is from the one to the other in the logarithm of the hours. */
function around({ horizons }: ForecastWeights, hours: number) {
  const next = horizons.findIndex((horizon) => horizon.hours > hours)
  const before = horizons[next < 0 ? horizons.length - 1 : Math.max(0, next - 1)]
  const after = horizons[next < 0 ? horizons.length - 1 : next]
  if (before === undefined || after === undefined || before.hours >= after.hours) return [before, after, 0] as const
  return [before, after, Math.log(hours / before.hours) / Math.log(after.hours / before.hours)] as const
}

export function logit(chance: number): number {
  const bounded = Math.min(1 - LEAST_CHANCE, Math.max(LEAST_CHANCE, chance))
  return Math.log(bounded / (1 - bounded))
}

export function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value))
}

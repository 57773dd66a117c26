import { writeFileSync } from 'node:fs'
import { ForecastTraining, TRAINED_HOURS } from '../../lib/core/forecast/fit-forecast'
import { FORECAST_WEIGHTS, type ForecastWeights, upProbability } from '../../lib/core/forecast/forecast-model'
import {
  type SeriesStretches,
  stretchesBetween,
  type WatchedHour,
  watchedHours,
} from '../../lib/core/forecast/outage-history'
import { type Bench, neededFlags, readJsonLines, round } from '../bench'

/** Series are cut after 400 days. */
const LONGEST_MS = 400 * 86_400_000
/** Probabilities are clipped to this at both ends. */
const LEAST_CHANCE = 0.0001
const CALIBRATION_BINS = 20

/** Probability of being up at each horizon (`TRAINED_HOURS`), for each hour of the grid. */
type Forecaster = (hours: readonly WatchedHour[]) => number[][]

interface SeriesLine {
  series: string
  source: string
  samples: Parameters<typeof stretchesBetween>[0]
}

interface Series extends SeriesStretches {
  hours: WatchedHour[]
}

/**
 * After each hour of a series, the probability of being up 1, 6 and 24 hours later. `heldOutByHost`: by weights learned without any series
 * of the same source; `inSample`: by the shipped weights. Beside them four simple rules. Figures are means over all hours of all series.
 */
export const bench: Bench = {
  flags: { series: '', out: '' },
  async run(flags, print) {
    const all = readJsonLines<SeriesLine>(neededFlags(flags, 'series').series).map(seriesOf)
    const learned = learnWithoutEachSource(all)
    print(
      `${all.length} series of ${learned.size} hosts, ${all.reduce((sum, { hours }) => sum + hours.length, 0)} hours`,
    )
    const heldOut = all.map(({ group, hours }) => ours(learned.get(group))(hours))
    const chances = {
      heldOutByHost: heldOut,
      inSample: all.map(({ hours }) => ours(FORECAST_WEIGHTS)(hours)),
      ...Object.fromEntries(
        Object.entries(BASELINES).map(([name, rule]) => [name, all.map(({ hours }) => rule(hours))]),
      ),
    }
    if (flags.out) writeFileSync(flags.out, all.map(({ series }, at) => lineOf(series, heldOut[at] ?? [])).join(''))
    print(`${''.padEnd(16)}${TRAINED_HOURS.map((ahead) => `${ahead} h: log loss, Brier, ece`.padEnd(32)).join('')}`)
    const figures = Object.entries(chances).map(([name, given]) => {
      const byHorizon = TRAINED_HOURS.map((ahead, at) => figuresOf(all, given, ahead, at))
      const words = byHorizon.map(({ logLoss, brier, ece }) => `${logLoss}  ${brier}  ${ece}`.padEnd(32))
      print(`${name.padEnd(16)}${words.join('')}`)
      return [name, byHorizon] as const
    })
    const result = TRAINED_HOURS.map((ahead, at) => {
      const { heldOutByHost, inSample, ...baselines } = Object.fromEntries(figures.map(([name, by]) => [name, by[at]]))
      return [`h${ahead}`, { ours: { heldOutByHost, inSample }, ...baselines }] as const
    })
    return { ...Object.fromEntries(result), weights: FORECAST_WEIGHTS.version, series: all.length, hosts: learned.size }
  },
}

function seriesOf({ series, source, samples }: SeriesLine): Series {
  const whole = stretchesBetween(samples)
  const endAt = (whole[0]?.[1] ?? 0) + LONGEST_MS
  const stretches = whole
    .filter(([, fromAt]) => fromAt <= endAt)
    .map(([state, fromAt, toAt]) => [state, fromAt, Math.min(toAt, endAt)] as const)
  return { series, group: source, stretches, hours: [...watchedHours(stretches)] }
}

function learnWithoutEachSource(all: readonly Series[]): Map<string, ForecastWeights> {
  const training = new ForecastTraining()
  for (const series of all) training.add(series)
  return new Map(
    all
      .map(({ group }) => group)
      .filter((group, at, groups) => groups.indexOf(group) === at)
      .map((group) => [group, training.weights('', group)]),
  )
}

function ours(weights: ForecastWeights | undefined): Forecaster {
  return (hours) =>
    TRAINED_HOURS.map((ahead) =>
      hours.map(({ history, state, at }) => upProbability(history, state, at, ahead, weights)),
    )
}

/** Simple rules over the hourly states. Their parameters were chosen on the development series. */
const BASELINES: Record<string, Forecaster> = {
  persistence: (hours) => sameAtAll(hours.map(({ state }) => (state === 'up' ? 0.98 : 0.05))),
  runningMean: (hours) => sameAtAll(smoothed(hours, 0.95, (at) => 1 / (at + 11))),
  ewma: (hours) => sameAtAll(smoothed(hours, 0.98, () => 0.1)),
  chain: chainOf,
}

/** A two-state Markov chain in steps of an hour, its rates shrunk to prior counts, older counts decaying. */
function chainOf(hours: readonly WatchedHour[]): number[][] {
  const priors = { up: { changes: 0.3, hours: 60 }, down: { changes: 0.5, hours: 4 } }
  const seen = { up: { changes: 0, hours: 0 }, down: { changes: 0, hours: 0 } }
  const rates = hours.map(({ state }, at) => {
    const before = hours[at - 1]?.state
    if (before !== undefined) {
      for (const one of Object.values(seen)) {
        one.changes *= 0.998
        one.hours *= 0.998
      }
      seen[before].hours += 1
      seen[before].changes += before === state ? 0 : 1
    }
    const rate = (of: 'up' | 'down') => (priors[of].changes + seen[of].changes) / (priors[of].hours + seen[of].hours)
    return { state, fails: rate('up'), mends: rate('down') }
  })
  return TRAINED_HOURS.map((ahead) =>
    rates.map(({ state, fails, mends }) => {
      const end = mends / (fails + mends)
      return end + ((state === 'up' ? 1 : 0) - end) * (1 - fails - mends) ** ahead
    }),
  )
}

/** A running estimate that moves by the share `step(at)` towards each state. Steps of 1 / (at + 11) give the mean of all hours so far and of ten hours at `start`. */
function smoothed(hours: readonly WatchedHour[], start: number, step: (at: number) => number): number[] {
  let mean = start
  return hours.map(({ state }, at) => {
    mean += step(at) * ((state === 'up' ? 1 : 0) - mean)
    return mean
  })
}

function sameAtAll(chances: number[]): number[][] {
  return TRAINED_HOURS.map(() => chances)
}

/** Over all hours whose target hour lies within the series. `ece`: expected calibration error over bins of equal width. */
function figuresOf(all: readonly Series[], chances: readonly number[][][], ahead: number, horizon: number) {
  const bins = Array.from({ length: CALIBRATION_BINS }, () => ({ chance: 0, up: 0 }))
  let [n, logLoss, brier] = [0, 0, 0]
  for (const [index, { hours }] of all.entries()) {
    for (const [at, chance] of (chances[index]?.[horizon] ?? []).entries()) {
      const target = hours[at + ahead]
      if (target === undefined) break
      const up = target.state === 'up' ? 1 : 0
      const clipped = Math.min(1 - LEAST_CHANCE, Math.max(LEAST_CHANCE, chance))
      n += 1
      logLoss -= Math.log(up === 1 ? clipped : 1 - clipped)
      brier += (clipped - up) ** 2
      const bin = bins[Math.min(CALIBRATION_BINS - 1, Math.floor(clipped * CALIBRATION_BINS))]
      if (bin === undefined) continue
      bin.chance += clipped
      bin.up += up
    }
  }
  const ece = bins.reduce((sum, { chance, up }) => sum + Math.abs(chance - up), 0) / n
  return { logLoss: round(logLoss / n, 5), brier: round(brier / n, 5), ece: round(ece, 5) }
}

function lineOf(series: string, chances: readonly number[][]): string {
  const rounded = TRAINED_HOURS.map((ahead, at) => [`h${ahead}`, (chances[at] ?? []).map((chance) => round(chance, 6))])
  return `${JSON.stringify({ series, ...Object.fromEntries(rounded) })}\n`
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { ForecastTraining, TRAINED_HOURS } from '../../lib/core/forecast/fit-forecast'
import { FORECAST_WEIGHTS, type ForecastWeights, upProbability } from '../../lib/core/forecast/forecast-model'
import {
  type SeriesStretches,
  stretchesBetween,
  type WatchedHour,
  watchedHours,
} from '../../lib/core/forecast/outage-history'
import { type Bench, BenchCannotRun, round } from '../bench'

/** A series is cut after so many ms: 400 days. */
const LONGEST_MS = 400 * 86_400_000
/** Probabilities are clipped to this, either way. */
const LEAST_CHANCE = 0.0001
const CALIBRATION_BINS = 20

/** Probability of being up at each horizon (`TRAINED_HOURS`), for each hour of the grid. */
type Forecaster = (hours: readonly WatchedHour[]) => number[][]

interface Series extends SeriesStretches {
  hours: WatchedHour[]
}

/**
 * After each hour of a series, the probability of being up 1, 6 and 24 hours later. `heldOutByHost`: by weights learnt without any series
 * of the same source; `inSample`: by the shipped weights. Beside them four simple rules. Means over all hours of all series.
 */
export const bench: Bench = {
  flags: { series: '', out: '' },
  async run({ series: path = '', out = '' }, say) {
    if (!existsSync(path)) throw new BenchCannotRun('--series FILE: the file with the series')
    const all = readFileSync(path, 'utf8').split('\n').filter(Boolean).map(readSeries)
    const learnt = learnWithoutEachSource(all)
    say(`${all.length} series of ${learnt.size} hosts, ${all.reduce((sum, { hours }) => sum + hours.length, 0)} hours`)
    const heldOut = all.map(({ group, hours }) => ours(learnt.get(group))(hours))
    const chances = {
      heldOutByHost: heldOut,
      inSample: all.map(({ hours }) => ours(FORECAST_WEIGHTS)(hours)),
      ...Object.fromEntries(
        Object.entries(BASELINES).map(([name, rule]) => [name, all.map(({ hours }) => rule(hours))]),
      ),
    }
    if (out) writeFileSync(out, all.map(({ series }, at) => lineOf(series, heldOut[at] ?? [])).join(''))
    say(`${''.padEnd(16)}${TRAINED_HOURS.map((ahead) => `${ahead} h: log loss, Brier, ece`.padEnd(32)).join('')}`)
    const figures = Object.entries(chances).map(([name, given]) => {
      const byHorizon = TRAINED_HOURS.map((ahead, at) => figuresOf(all, given, ahead, at))
      const words = byHorizon.map(({ logLoss, brier, ece }) => `${logLoss}  ${brier}  ${ece}`.padEnd(32))
      say(`${name.padEnd(16)}${words.join('')}`)
      return [name, byHorizon] as const
    })
    const result = TRAINED_HOURS.map((ahead, at) => {
      const { heldOutByHost, inSample, ...baselines } = Object.fromEntries(figures.map(([name, by]) => [name, by[at]]))
      return [`h${ahead}`, { ours: { heldOutByHost, inSample }, ...baselines }] as const
    })
    return { ...Object.fromEntries(result), weights: FORECAST_WEIGHTS.version, series: all.length, hosts: learnt.size }
  },
}

function readSeries(line: string): Series {
  const { series, source, samples } = JSON.parse(line)
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

/** Filters of the hourly states; each parameter was chosen on the development series. */
const BASELINES: Record<string, Forecaster> = {
  persistence: (hours) => sameAtAll(hours.map(({ state }) => (state === 'up' ? 0.98 : 0.05))),
  runningMean: (hours) => sameAtAll(smoothed(hours, 0.95, (at) => 1 / (at + 11))),
  ewma: (hours) => sameAtAll(smoothed(hours, 0.98, () => 0.1)),
  chain: chainOf,
}

/** The two-state chain in steps of an hour, shrunk to prior counts and fading. */
function chainOf(hours: readonly WatchedHour[]): number[][] {
  const counts = { up: { turns: 0.3, hours: 60 }, down: { turns: 0.5, hours: 4 } }
  const seen = { up: { turns: 0, hours: 0 }, down: { turns: 0, hours: 0 } }
  const rates = hours.map(({ state }, at) => {
    const before = hours[at - 1]?.state
    if (before !== undefined) {
      for (const one of Object.values(seen)) {
        one.turns *= 0.998
        one.hours *= 0.998
      }
      seen[before].hours += 1
      seen[before].turns += before === state ? 0 : 1
    }
    const rate = (of: 'up' | 'down') => (counts[of].turns + seen[of].turns) / (counts[of].hours + seen[of].hours)
    return { state, fails: rate('up'), mends: rate('down') }
  })
  return TRAINED_HOURS.map((ahead) =>
    rates.map(({ state, fails, mends }) => {
      const end = mends / (fails + mends)
      return end + ((state === 'up' ? 1 : 0) - end) * (1 - fails - mends) ** ahead
    }),
  )
}

/** A mean of the states that moves by `step(at)` of the way to each: with steps 1 / (at + 11) the mean of all so far and of ten hours at `start`. */
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

/** Over all hours whose target lies within its series; `ece` over bins of equal width. */
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

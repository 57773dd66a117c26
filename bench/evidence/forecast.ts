import { writeFileSync } from 'node:fs'
import { HOUR_MS } from 'assay-verify/duration'
import { FORECAST_WEIGHTS, type ForecastWeights } from 'assay-verify/forecast/forecast-model'
import { upProbability } from 'assay-verify/forecast/outlook'
import { ForecastTraining, TRAINED_HOURS } from '../../lib/core/forecast/fit-forecast'
import {
  firstStretches,
  LONGEST_SERIES_MS,
  type SeriesStretches,
  stretchesBetween,
  type WatchedHour,
  watchedHours,
} from '../../lib/core/forecast/series-stretches'
import { type Bench, BenchCannotRun, neededFlags, readJsonLines, round } from '../bench'

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

/** Repositories are divided into so many folds, in their order in the files. */
const FOLDS = 10

/**
 * After each hour of a series, the probability of being up 1, 6 and 24 hours later, beside four simple rules.
 * `--weights folds`: `heldOutByHost` by weights learned without a tenth of the repositories, the one of the series
 * among them, and `inSample` by the shipped weights; `shipped`: only by the shipped weights, which for files they were
 * not learned from are held out. Figures are means over all hours of all series but for `gain`: 1 - (sum over
 * repositories of our mean log loss) / (the same of the chain).
 */
export const bench: Bench = {
  flags: { series: '', out: '', weights: 'folds' },
  async run(flags, print) {
    if (flags.weights !== 'shipped' && flags.weights !== 'folds')
      throw new BenchCannotRun('--weights must be shipped or folds')
    const files = neededFlags(flags, 'series').series.split(',')
    const all = files.flatMap((file) => readJsonLines<SeriesLine>(file)).map(seriesOf)
    const groups = [...new Set(all.map(({ group }) => group))]
    print(
      `${all.length} series of ${groups.length} hosts, ${all.reduce((sum, { hours }) => sum + hours.length, 0)} hours`,
    )
    const learned = flags.weights === 'folds' ? learnWithoutEachFold(all, groups) : undefined
    const byShipped = all.map(({ hours }) => ours(FORECAST_WEIGHTS)(hours))
    const given = learned
      ? { heldOutByHost: all.map(({ group, hours }) => ours(learned.get(group))(hours)), inSample: byShipped }
      : { shipped: byShipped }
    const rules = Object.entries(BASELINES).map(([name, rule]) => [name, all.map(({ hours }) => rule(hours))] as const)
    if (flags.out) writeFileSync(flags.out, all.map((one) => lineOf(one, ours(learned?.get(one.group)))).join(''))
    print(
      `${''.padEnd(16)}${TRAINED_HOURS.map((ahead) => `${ahead} h: log loss, Brier, ece, gain`.padEnd(38)).join('')}`,
    )
    const chain = rules.find(([name]) => name === 'chain')?.[1] ?? []
    const figures = [...Object.entries(given), ...rules].map(([name, chances]) => {
      const byHorizon = TRAINED_HOURS.map((_, at) => ({
        ...figuresOf(all, chances, at),
        gain: gainOver(chain, all, chances, at),
      }))
      const words = byHorizon.map(({ logLoss, brier, ece, gain }) =>
        `${logLoss}  ${brier}  ${ece}  ${(100 * gain).toFixed(2)} %`.padEnd(38),
      )
      print(`${name.padEnd(16)}${words.join('')}`)
      return [name, byHorizon] as const
    })
    const result = TRAINED_HOURS.map((ahead, at) => {
      const byName = Object.fromEntries(figures.map(([name, by]) => [name, by[at]]))
      const kept = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, byName[name]]))
      return [`h${ahead}`, { ours: kept(Object.keys(given)), ...kept(Object.keys(BASELINES)) }] as const
    })
    return {
      ...Object.fromEntries(result),
      weights: FORECAST_WEIGHTS.version,
      series: all.length,
      hosts: groups.length,
    }
  },
}

function seriesOf({ series, source, samples }: SeriesLine): Series {
  const stretches = firstStretches(stretchesBetween(samples), LONGEST_SERIES_MS)
  return { series, group: source, stretches, hours: [...watchedHours(stretches)] }
}

function learnWithoutEachFold(all: readonly Series[], groups: readonly string[]): Map<string, ForecastWeights> {
  const training = new ForecastTraining()
  for (const series of all) training.add(series)
  const learned = new Map<string, ForecastWeights>()
  for (let fold = 0; fold < FOLDS; fold++) {
    const heldOut = groups.filter((_, at) => at % FOLDS === fold)
    const weights = heldOut.length > 0 ? training.weights('', heldOut) : undefined
    for (const group of heldOut) if (weights !== undefined) learned.set(group, weights)
  }
  return learned
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
  const rates = hours.map(({ hour, state }, at) => {
    const before = hours[at - 1]
    const steps = before === undefined ? 0 : hour - before.hour
    for (const one of Object.values(seen)) {
      one.changes *= 0.998 ** steps
      one.hours *= 0.998 ** steps
    }
    // What happened in hours that were not watched is not counted.
    if (before !== undefined && steps === 1) {
      seen[before.state].hours += 1
      seen[before.state].changes += before.state === state ? 0 : 1
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

/**
 * A running estimate that moves by the share `step(at)` towards each state. Steps of 1 / (at + 11) give the mean of all
 * hours so far and of ten hours at `start`.
 */
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

/** The forecasts of a series whose target hour was watched: the chance, clipped, and whether the server was up then. */
function* scored({ hours }: Series, chances: readonly number[] | undefined, ahead: number) {
  const states = new Map(hours.map(({ hour, state }) => [hour, state]))
  for (const [at, { hour }] of hours.entries()) {
    const target = states.get(hour + ahead)
    const chance = chances?.[at]
    if (target === undefined || chance === undefined) continue
    yield { chance: Math.min(1 - LEAST_CHANCE, Math.max(LEAST_CHANCE, chance)), up: target === 'up' ? 1 : 0 }
  }
}

/** `ece`: expected calibration error over bins of equal width. */
function figuresOf(all: readonly Series[], chances: readonly number[][][], horizon: number) {
  const bins = Array.from({ length: CALIBRATION_BINS }, () => ({ chance: 0, up: 0 }))
  let [n, logLoss, brier] = [0, 0, 0]
  for (const [index, series] of all.entries()) {
    for (const { chance, up } of scored(series, chances[index]?.[horizon], TRAINED_HOURS[horizon] ?? 0)) {
      n += 1
      logLoss -= Math.log(up === 1 ? chance : 1 - chance)
      brier += (chance - up) ** 2
      const bin = bins[Math.min(CALIBRATION_BINS - 1, Math.floor(chance * CALIBRATION_BINS))]
      if (bin === undefined) continue
      bin.chance += chance
      bin.up += up
    }
  }
  const ece = bins.reduce((sum, { chance, up }) => sum + Math.abs(chance - up), 0) / n
  return { logLoss: round(logLoss / n, 5), brier: round(brier / n, 5), ece: round(ece, 5) }
}

/** 1 - (sum over repositories of the mean log loss of `chances`) / (the same of `chain`). */
function gainOver(
  chain: readonly number[][][],
  all: readonly Series[],
  chances: readonly number[][][],
  horizon: number,
): number {
  const sumOfMeans = (given: readonly number[][][]) => {
    const losses = new Map<string, { n: number; sum: number }>()
    for (const [index, series] of all.entries()) {
      const loss = losses.get(series.group) ?? { n: 0, sum: 0 }
      losses.set(series.group, loss)
      for (const { chance, up } of scored(series, given[index]?.[horizon], TRAINED_HOURS[horizon] ?? 0)) {
        loss.n += 1
        loss.sum -= Math.log(up === 1 ? chance : 1 - chance)
      }
    }
    return [...losses.values()].reduce((total, { n, sum }) => total + (n > 0 ? sum / n : 0), 0)
  }
  return round(1 - sumOfMeans(chances) / sumOfMeans(chain), 5)
}

/**
 * A line for `--out`: a chance for every hour of the grid; in hours that were not watched it continues from the last
 * one that was.
 */
function lineOf({ series, hours }: Series, forecaster: Forecaster): string {
  const grid = hours.flatMap((watched, index) => {
    const until = hours[index + 1]?.hour ?? watched.hour + 1
    return Array.from({ length: until - watched.hour }, (_, on) => ({ ...watched, at: watched.at + on * HOUR_MS }))
  })
  const chances = forecaster(grid)
  const rounded = TRAINED_HOURS.map((ahead, at) => [`h${ahead}`, (chances[at] ?? []).map((chance) => round(chance, 6))])
  return `${JSON.stringify({ series, ...Object.fromEntries(rounded) })}\n`
}

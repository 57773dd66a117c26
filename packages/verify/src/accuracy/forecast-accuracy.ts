/**
 * How good probabilities were, measured against what happened: Brier score and logarithmic score (Gneiting & Raftery
 * 2007, "Strictly Proper Scoring Rules"), the reliability curve and its expected calibration error (Naeini et al.
 * 2015), and skill against two simple forecasters on the same forecasts.
 */

/**
 * The log loss clips probabilities to this distance from 0 and 1; otherwise one forecast that was certain and wrong
 * would outweigh all others.
 */
export const PROBABILITY_CLIP = 0.0001

/** How far back the accuracy of a report reaches, in days: long enough for a meaningful number of outages. */
export const ACCURACY_WINDOW_DAYS = 30

/** Equal bins of the reliability curve, each a twentieth wide. */
export const RELIABILITY_BINS = 20

/**
 * Probabilities forecast by persistence: the state stays as it is now. Both values minimise its log loss on real series
 * (`baselines.md`).
 */
export const PERSISTENCE_UP = { up: 0.98, down: 0.05 } as const

/**
 * How often each server's forecast is sampled. An hour more than a day, so that 25 days sample every hour of the day
 * once, and every minute samples about as many servers as any other.
 */
export const SAMPLE_EVERY_MINUTES = 1500

/**
 * A forecast is settled so long after its instant: two probes at the usual interval, because an undecided state dates
 * back to the first of them.
 */
export const SETTLE_AFTER_MINUTES = 30

/** After so many hours no probe can reach back to the instant: no state is kept across so long a silence. */
export const GIVE_UP_AFTER_HOURS = 6

/** Sums over the forecasts of one bin. Sums of two parts add up to the sums of the whole, field by field. */
export interface ForecastTally {
  /** Settled forecasts. */
  n: number
  /** Those that found the server up. */
  ups: number
  /** Sum of the probabilities. */
  sumUp: number
  brier: number
  logLoss: number
  persistenceBrier: number
  persistenceLogLoss: number
  /** Forecasts for an hour without probes, in a monitoring gap or in maintenance: part of no sum above. */
  unsettled: number
}

export const NO_FORECASTS: Readonly<ForecastTally> = {
  n: 0,
  ups: 0,
  sumUp: 0,
  brier: 0,
  logLoss: 0,
  persistenceBrier: 0,
  persistenceLogLoss: 0,
  unsettled: 0,
}

interface Scores {
  /** Mean squared distance to the outcome, 0-1; 0 is perfect. */
  brier: number
  /** Mean negative natural logarithm of the probability given to the outcome, 0-9.21; 0 is perfect. */
  logLoss: number
}

/** One bin of the reliability curve. Where forecasts are honest, `meanForecast` and `upShare` agree. */
interface ReliabilityBin {
  /** The bin holds probabilities from `from` (inclusive) to `to` (exclusive, but for the last). */
  from: number
  to: number
  n: number
  meanForecast: number
  upShare: number
}

/** How good a set of forecasts was. With none settled every figure is null. All figures have 6 decimals. */
export interface ForecastAccuracy {
  settled: number
  unsettled: number
  /** Share of the settled that found the server up. */
  upShare: number | null
  scores: Scores | null
  /** Mean distance between forecast and outcome over the bins, weighted by their counts, 0-1. */
  calibrationError: number | null
  /** Persistence on the same forecasts. */
  persistence: Scores | null
  /**
   * The share of ups in this sample, used as the forecast for each of them. It is computed from the outcomes, so it is
   * hard to beat.
   */
  baseRate: Scores | null
  /** 1 - ours / theirs: 1 is perfect, 0 as good as theirs, below 0 worse; null where theirs is 0. */
  skill: {
    againstPersistence: Record<keyof Scores, number | null>
    againstBaseRate: Record<keyof Scores, number | null>
  } | null
  /** Bins that hold a forecast, lowest first. */
  reliability: ReliabilityBin[]
}

/** Squared distance between the probability and the outcome, 0-1. */
export function brierOf(up: number, wasUp: boolean): number {
  return (up - (wasUp ? 1 : 0)) ** 2
}

/** Negative natural logarithm of the probability given to the outcome, after the clip: 0.0001-9.21. */
export function logLossOf(up: number, wasUp: boolean): number {
  const clipped = Math.min(1 - PROBABILITY_CLIP, Math.max(PROBABILITY_CLIP, up))
  return -Math.log(wasUp ? clipped : 1 - clipped)
}

/** The bin (0-19) a probability falls into. */
export function reliabilityBinOf(up: number): number {
  return Math.min(RELIABILITY_BINS - 1, Math.max(0, Math.floor(up * RELIABILITY_BINS)))
}

/**
 * The tally of one forecast. `upBefore`: whether the server was up when it was made; `wasUp`: the outcome, null where
 * it is not known.
 */
export function tallyForecast(up: number, upBefore: boolean, wasUp: boolean | null): ForecastTally {
  if (wasUp === null) return { ...NO_FORECASTS, unsettled: 1 }
  const persistence = upBefore ? PERSISTENCE_UP.up : PERSISTENCE_UP.down
  return {
    n: 1,
    ups: wasUp ? 1 : 0,
    sumUp: up,
    brier: brierOf(up, wasUp),
    logLoss: logLossOf(up, wasUp),
    persistenceBrier: brierOf(persistence, wasUp),
    persistenceLogLoss: logLossOf(persistence, wasUp),
    unsettled: 0,
  }
}

export function addTallies(one: ForecastTally, other: ForecastTally): ForecastTally {
  return {
    n: one.n + other.n,
    ups: one.ups + other.ups,
    sumUp: one.sumUp + other.sumUp,
    brier: one.brier + other.brier,
    logLoss: one.logLoss + other.logLoss,
    persistenceBrier: one.persistenceBrier + other.persistenceBrier,
    persistenceLogLoss: one.persistenceLogLoss + other.persistenceLogLoss,
    unsettled: one.unsettled + other.unsettled,
  }
}

/** The accuracy of forecasts from their tallies by bin, in any order, the same bin any number of times. */
export function forecastAccuracy(tallies: Iterable<readonly [bin: number, tally: ForecastTally]>): ForecastAccuracy {
  const bins = new Map<number, ForecastTally>()
  for (const [bin, tally] of tallies) bins.set(bin, addTallies(bins.get(bin) ?? NO_FORECASTS, tally))
  const all = [...bins.values()].reduce(addTallies, NO_FORECASTS)
  const reliability = [...bins]
    .sort(([a], [b]) => a - b)
    .flatMap(([bin, tally]) => (tally.n === 0 ? [] : curvePoint(bin, tally)))
  const { n, unsettled } = all
  if (n === 0) return { ...NOTHING_SETTLED, unsettled }
  const scores = scoresOf(all.brier / n, all.logLoss / n)
  const persistence = scoresOf(all.persistenceBrier / n, all.persistenceLogLoss / n)
  const baseRate = baseRateScores(all.ups / n)
  return {
    settled: n,
    unsettled,
    upShare: rounded(all.ups / n),
    scores,
    calibrationError: rounded(calibrationErrorOf(bins.values(), n)),
    persistence,
    baseRate,
    skill: { againstPersistence: skillOf(scores, persistence), againstBaseRate: skillOf(scores, baseRate) },
    reliability,
  }
}

const NOTHING_SETTLED: Readonly<ForecastAccuracy> = {
  settled: 0,
  unsettled: 0,
  upShare: null,
  scores: null,
  calibrationError: null,
  persistence: null,
  baseRate: null,
  skill: null,
  reliability: [],
}

function curvePoint(bin: number, { n, sumUp, ups }: ForecastTally): ReliabilityBin {
  return {
    from: bin / RELIABILITY_BINS,
    to: (bin + 1) / RELIABILITY_BINS,
    n,
    meanForecast: rounded(sumUp / n),
    upShare: rounded(ups / n),
  }
}

function calibrationErrorOf(bins: Iterable<ForecastTally>, n: number): number {
  let distance = 0
  for (const { sumUp, ups } of bins) distance += Math.abs(sumUp - ups)
  return distance / n
}

function baseRateScores(share: number): Scores {
  return scoresOf(share * (1 - share), share * logLossOf(share, true) + (1 - share) * logLossOf(share, false))
}

function scoresOf(brier: number, logLoss: number): Scores {
  return { brier: rounded(brier), logLoss: rounded(logLoss) }
}

function skillOf(ours: Scores, theirs: Scores): Record<keyof Scores, number | null> {
  const skill = (name: keyof Scores) => (theirs[name] === 0 ? null : rounded(1 - ours[name] / theirs[name]))
  return { brier: skill('brier'), logLoss: skill('logLoss') }
}

/** Six decimals, and never a negative zero. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0
}

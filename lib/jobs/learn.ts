import { createHash } from 'node:crypto'
import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import { chunksOf } from 'assay-verify/chunks'
import { DAY_MS } from 'assay-verify/duration'
import { FORECAST_WEIGHTS, type ForecastWeights } from 'assay-verify/forecast/forecast-model'
import { ForecastTraining } from '../core/forecast/fit-forecast'
import { type ForecastLoss, forecastLoss } from '../core/forecast/forecast-loss'
import type { SeriesStretches } from '../core/forecast/series-stretches'
import type { Database } from '../store/database'
import { listIntervals } from '../store/evidence/intervals'
import {
  findForecastWeights,
  listForecastTrainingServers,
  recordForecastWeights,
} from '../store/ratings/forecast-weights'
import { withLease } from './with-lease'

/** How much evidence learning needs: weights learnt from less are noise, and the current ones were learnt from more. */
export interface LearningRules {
  /** Servers that are read, at most: as many as a job limited to one minute can read. */
  mostServers: number
  /** Days a server must have been probed for, and days of its history that are read. */
  leastDays: number
  mostDays: number
  /** Outages needed in the training set, and in the validation set. */
  leastOutages: number
}

const LEARNING_RULES: LearningRules = { mostServers: 600, leastDays: 30, mostDays: 400, leastOutages: 200 }

/** One host of five is held out for validation. */
const ONE_HELD_OUT_IN = 5

/** New weights are used when their loss is below this share of the current ones': equal weights change nothing. */
const BETTER_BELOW = 0.995

/** Hours in the training set, at most: fitting them blocks the thread for a fraction of a second. */
const MOST_ROWS = 60_000

/** Servers read at once. */
const CHUNK = 20

export interface LearningReport {
  servers: number
  outages: number
  /** Version that is now used; null: the current weights stay. */
  learnt: string | null
  why: 'better' | 'no better' | 'too little evidence'
}

/**
 * Fits the forecast weights to the stored intervals, validates them on held-out hosts, and uses them from now on if
 * they do better there than the current ones. Otherwise nothing is written, so it can be killed anywhere. undefined
 * while another process does it.
 */
export async function learnForecast(
  db: Database,
  clock: () => Date,
  rules: LearningRules = LEARNING_RULES,
): Promise<LearningReport | undefined> {
  return withLease(db, clock, 'learn-forecast', async () => {
    const current = (await findForecastWeights(db)) ?? FORECAST_WEIGHTS
    const data = await readData(db, clock(), rules)
    const { servers, training, trainingOutages, heldOut } = data
    const heldOutOutages = heldOut.reduce((sum, series) => sum + outagesOf(series), 0)
    const outages = trainingOutages + heldOutOutages
    if (Math.min(trainingOutages, heldOutOutages) < rules.leastOutages)
      return { servers, outages, learnt: null, why: 'too little evidence' }
    const learnt = training.weights(data.sha256)
    const [before, after] = [await lossOf(heldOut, current), await lossOf(heldOut, learnt)]
    if (!(after < before * BETTER_BELOW)) return { servers, outages, learnt: null, why: 'no better' }
    await recordForecastWeights(
      db,
      { weights: learnt, servers, heldOutLogLoss: after, replacedLogLoss: before },
      clock(),
    )
    return { servers, outages, learnt: learnt.version, why: 'better' }
  })
}

async function readData(db: Database, now: Date, rules: LearningRules) {
  const since = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const candidates = await listForecastTrainingServers(db, since(rules.leastDays), rules.mostServers)
  const hash = createHash('sha256')
  const training = new ForecastTraining(MOST_ROWS)
  let trainingOutages = 0
  const heldOut: SeriesStretches[] = []
  for (const chunk of chunksOf(candidates, CHUNK)) {
    const intervals = await listIntervals(
      db,
      chunk.map(({ serverKey }) => serverKey),
      since(rules.mostDays),
    )
    for (const { serverKey, host } of chunk) {
      const stretches = (intervals.get(serverKey) ?? []).flatMap(({ state, from, to }) =>
        state === 'up' || state === 'down' ? [[state, from.getTime(), to.getTime()] as const] : [],
      )
      const series: SeriesStretches = { series: String(serverKey), group: host, stretches }
      hash.update(JSON.stringify(series))
      if (isHeldOut(host)) heldOut.push(series)
      else {
        training.add(series)
        trainingOutages += outagesOf(series)
      }
      // Each server takes some milliseconds of arithmetic: requests are answered in between.
      await nextEventLoopTurn()
    }
  }
  return { servers: candidates.length, sha256: hash.digest('hex'), training, trainingOutages, heldOut }
}

/** By the host's name, so that the same hosts are held out on every run. */
function isHeldOut(host: string): boolean {
  return createHash('sha256').update(host).digest().readUInt32BE() % ONE_HELD_OUT_IN === 0
}

function outagesOf({ stretches }: SeriesStretches): number {
  return stretches.filter(([state]) => state === 'down').length
}

async function lossOf(series: readonly SeriesStretches[], weights: ForecastWeights): Promise<number> {
  const total: ForecastLoss = { sum: 0, forecasts: 0 }
  for (const one of series) {
    const { sum, forecasts } = forecastLoss(one, weights)
    total.sum += sum
    total.forecasts += forecasts
    await nextEventLoopTurn()
  }
  return total.sum / total.forecasts
}

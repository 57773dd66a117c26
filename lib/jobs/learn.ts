import { createHash } from 'node:crypto'
import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import { ForecastTraining } from '../core/forecast/fit-forecast'
import { type ForecastLoss, forecastLoss } from '../core/forecast/forecast-loss'
import { FORECAST_WEIGHTS, type ForecastWeights } from '../core/forecast/forecast-model'
import type { SeriesStretches } from '../core/forecast/outage-history'
import { chunksOf } from '../store/chunks'
import type { Database } from '../store/database'
import { listIntervals } from '../store/evidence/intervals'
import { findForecastWeights, listForecastPupils, recordForecastWeights } from '../store/ratings/forecast-weights'
import { withLease } from './with-lease'

/** What it takes to learn from: less would be noise, and the weights in force were learnt from more. */
export interface LearningRules {
  /** Servers learnt from and tried on, at most: what a host that gives a job a minute can read. */
  mostServers: number
  /** Days a server must have been watched for, and days of its past that are read. */
  leastDays: number
  mostDays: number
  /** Outages it takes on either side, of those learnt from and of those tried on. */
  leastOutages: number
}

export const LEARNING_RULES: LearningRules = { mostServers: 600, leastDays: 30, mostDays: 400, leastOutages: 200 }

/** One host of five is kept apart to try what was learnt on. */
const ONE_APART_IN = 5

/** New weights are put in force when they lose less than this share of what those in force lose: a draw changes nothing. */
const BETTER_BELOW = 0.995

/** Hours learnt from, at most: a fraction of a second of arithmetic at the end, in one piece. */
const MOST_ROWS = 60_000

/** Servers read at once. */
const CHUNK = 20

const DAY_MS = 86_400_000

export interface LearningReport {
  servers: number
  outages: number
  /** Version put in force; null: those in force stay. */
  learnt: string | null
  why: 'better' | 'no better' | 'too little evidence'
}

/**
 * Learns the weights of the forecast anew from our own intervals, tries them on hosts they were not learnt from, and puts them in force where they
 * do better there than those in force. Nothing is written otherwise, so it can be killed anywhere. undefined while another process is at it.
 */
export async function learnForecast(
  db: Database,
  clock: () => Date,
  rules: LearningRules = LEARNING_RULES,
): Promise<LearningReport | undefined> {
  return withLease(db, clock, 'learn-forecast', async () => {
    const inForce = (await findForecastWeights(db)) ?? FORECAST_WEIGHTS
    const lesson = await readLesson(db, clock(), rules)
    const servers = lesson.servers
    const outages = lesson.taught.outages + lesson.apart.reduce((sum, series) => sum + outagesOf(series), 0)
    const apartOutages = outages - lesson.taught.outages
    if (Math.min(lesson.taught.outages, apartOutages) < rules.leastOutages)
      return { servers, outages, learnt: null, why: 'too little evidence' }
    const learnt = lesson.taught.training.weights(lesson.sha256)
    const [before, after] = [await lossOf(lesson.apart, inForce), await lossOf(lesson.apart, learnt)]
    if (!(after < before * BETTER_BELOW)) return { servers, outages, learnt: null, why: 'no better' }
    await recordForecastWeights(
      db,
      { weights: learnt, servers, heldOutLogLoss: after, replacedLogLoss: before },
      clock(),
    )
    return { servers, outages, learnt: learnt.version, why: 'better' }
  })
}

async function readLesson(db: Database, now: Date, rules: LearningRules) {
  const since = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const pupils = await listForecastPupils(db, since(rules.leastDays), rules.mostServers)
  const hash = createHash('sha256')
  const taught = { training: new ForecastTraining(MOST_ROWS), outages: 0 }
  const apart: SeriesStretches[] = []
  for (const chunk of chunksOf(pupils, CHUNK)) {
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
      if (isApart(host)) apart.push(series)
      else {
        taught.training.add(series)
        taught.outages += outagesOf(series)
      }
      // A server's past is some milliseconds of arithmetic: answers go out in between.
      await nextEventLoopTurn()
    }
  }
  return { servers: pupils.length, sha256: hash.digest('hex'), taught, apart }
}

/** By the host's name, so that the same hosts are kept apart night after night. */
function isApart(host: string): boolean {
  return createHash('sha256').update(host).digest().readUInt32BE() % ONE_APART_IN === 0
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

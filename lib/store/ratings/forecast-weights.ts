import { FORECAST_FORM, type ForecastWeights } from 'assay-verify/forecast/forecast-model'
import { desc, like, sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../database'
import { forecastWeights } from './learned-schema'

export interface LearntForecast {
  weights: ForecastWeights
  servers: number
  heldOutLogLoss: number
  replacedLogLoss: number
}

/** The newest weights of the present form learnt from our own evidence; undefined: none yet. */
export async function findForecastWeights(db: Database): Promise<ForecastWeights | undefined> {
  const [row] = await db
    .select({ weights: forecastWeights.weights })
    .from(forecastWeights)
    .where(like(forecastWeights.version, `${FORECAST_FORM}.%`))
    .orderBy(desc(forecastWeights.learntAt))
    .limit(1)
  return row?.weights
}

/** Puts weights in force. Weights of a known version are left as they are. */
export async function recordForecastWeights(db: Database, learnt: LearntForecast, now: Date): Promise<void> {
  await db
    .insert(forecastWeights)
    .values({ ...learnt, version: learnt.weights.version, learntAt: now })
    .onConflictDoNothing()
}

/** Servers with evidence from before `since`, in a random but stable order, with the host each is on. */
export async function listForecastTrainingServers(
  db: Database,
  since: Date,
  limit: number,
): Promise<{ serverKey: number; host: string }[]> {
  return rowsOf(
    db,
    sql`SELECT server_key AS "serverKey", host FROM probe_targets
      WHERE position = 0 AND evidence = 'endpoint' AND EXISTS (SELECT FROM intervals WHERE intervals.server_key = probe_targets.server_key AND started_at <= ${since.toISOString()})
      ORDER BY md5(server_key::text) LIMIT ${limit}`,
  )
}

import { DAY_MS, HOUR_MS } from 'assay-verify/duration'
import { lt, sql } from 'drizzle-orm'
import { dayOf } from '../../core/day'
import { OUTCOME_DAYS } from '../../core/retention'
import { intList } from '../array-literal'
import type { Database } from '../database'
import { reporterNetworks } from './usage-schema'

/**
 * Records from which network each of these reporters reports on the day of `now`. The first of the day counts, so that
 * a reporter that moves counts once.
 */
export async function recordNetworks(db: Database, networks: ReadonlyMap<number, number>, now: Date): Promise<void> {
  if (networks.size === 0) return
  await db.execute(
    sql`INSERT INTO reporter_networks (reporter_key, day, network)
      SELECT key, ${dayOf(now)}::int, network FROM unnest(${intList([...networks.keys()])}, ${intList([...networks.values()])}) AS g(reporter, network)
      JOIN reporters ON key = reporter ORDER BY key FOR KEY SHARE OF reporters
      ON CONFLICT DO NOTHING`,
  )
}

/** A day's hashes are replaced this long after its end, in ms: by then its last requests were answered. */
const NUMBERED_AFTER_MS = HOUR_MS

/** Replaces the hashes of past days by numbers, which only say who shared a network on a day. */
export async function numberNetworks(db: Database, now: Date): Promise<void> {
  const before = dayOf(new Date(now.getTime() - NUMBERED_AFTER_MS))
  await db.execute(
    sql`UPDATE reporter_networks SET network = numbered.number
      FROM (SELECT reporter_key, day, dense_rank() OVER (PARTITION BY day ORDER BY network)::int AS number FROM reporter_networks WHERE day < ${before}) AS numbered
      WHERE reporter_networks.reporter_key = numbered.reporter_key AND reporter_networks.day = numbered.day AND network <> numbered.number`,
  )
}

/** Deletes the networks of days whose outcomes are deleted. */
export async function dropOldNetworks(db: Database, now: Date): Promise<void> {
  await db
    .delete(reporterNetworks)
    .where(lt(reporterNetworks.day, dayOf(new Date(now.getTime() - OUTCOME_DAYS * DAY_MS))))
}

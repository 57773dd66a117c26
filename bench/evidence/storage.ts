import type pg from 'pg'
import { dayOf, startOfDay } from '../../lib/core/day'
import { RETENTION } from '../../lib/jobs/keep/expire-evidence'
import { rollUpObservations } from '../../lib/jobs/keep/roll-up'
import { dropPartitions, makeObservationPartitions } from '../../lib/store/evidence/partitions'
import { type Bench, msOf, numberFlag, type Print, round } from '../bench'
import { insertServers, openThrowAway, type ThrowAwayDatabase } from '../database'
import { benchServerId } from '../rated-catalog'

const ROUNDS_A_DAY = 96
const ROUND_SECONDS = 900

/** Observations of that many servers, probed every 15 minutes; then the product's own roll-up and retention. */
export const bench: Bench = {
  flags: { servers: '25000', days: '7' },
  async run(flags, print) {
    const [servers, days] = [numberFlag(flags, 'servers'), numberFlag(flags, 'days')]
    const world = await openThrowAway()
    try {
      const firstDay = dayOf(new Date()) - days
      const fillMs = await msOf(() => fill(world, servers, firstDay, days, print))
      const probes = servers * days * ROUNDS_A_DAY
      const probesBytes = await bytesOf(world.client, 'observations')
      print(`${probes} probes in ${seconds(fillMs)}: ${round(probesBytes / probes)} bytes each, index included`)

      const rollUpMs = await msOf(() => rollUpObservations(world.db, startOfDay(firstDay + days + 1)))
      const serverDays = servers * days
      const hourlyBytes = (await bytesOf(world.client, 'hourly_rollups')) / serverDays
      const rollupBytesPerServer = Math.round(RETENTION.hourlyRollups * hourlyBytes)
      print(`rolled up in ${seconds(rollUpMs)}, ${seconds(rollUpMs / days)} a day`)
      print(
        `a server's day takes ${round(hourlyBytes)} bytes, indexes included; ${RETENTION.hourlyRollups} days of it ${rollupBytesPerServer}`,
      )

      const deletedByStatementMs = await msOf(() => deleteDay(world.client, firstDay + days - 1))
      const deletedByDropMs = await msOf(() => dropPartitions(world.db, 'observations', firstDay + days))
      print(
        `${days} days dropped in ${round(deletedByDropMs)} ms; DELETE of a single one took ${round(deletedByStatementMs)} ms`,
      )
      return {
        servers,
        days,
        bytesPerObservation: round(probesBytes / probes),
        rollupBytesPerServer,
        deletedByDropMs: round(deletedByDropMs),
        deletedOneDayByStatementMs: round(deletedByStatementMs),
        hourlyBytesPerServerDay: round(hourlyBytes),
        rollUpMsPerDay: Math.round(rollUpMs / days),
      }
    } finally {
      await world.close()
    }
  },
}

/** Inserts in rounds, as probes come in: every server once a round, each round in another order. */
async function fill(
  { client, db }: ThrowAwayDatabase,
  servers: number,
  firstDay: number,
  days: number,
  print: Print,
): Promise<void> {
  for (let day = firstDay; day < firstDay + days; day += 7) await makeObservationPartitions(db, startOfDay(day))
  const ids = Array.from({ length: servers }, (_, index) => benchServerId(index))
  await insertServers(client, ids, 'open')
  for (let round = 0; round < days * ROUNDS_A_DAY; round += 1) {
    if (round % ROUNDS_A_DAY === 0) print(`day ${round / ROUNDS_A_DAY + 1} of ${days}`)
    await client.query(ROUND_OF_PROBES, [startOfDay(firstDay).getTime() / 1000 + round * ROUND_SECONDS, round])
  }
  await client.query('ANALYZE')
}

/**
 * A probe of every server with outcomes as in the field: 58 % of the servers are open, 25 % ask for credentials, the
 * rest are always down; of the probes of an open one 1.5 % fail. Latencies spread by a third around the server's own
 * median of 200 to 1600 ms.
 */
const ROUND_OF_PROBES = `
  INSERT INTO observations (server_key, observed_at, latency_ms, reason, http_status, vantage_key)
  SELECT key, ($1::int + abs(hashint4(key)) % ${ROUND_SECONDS - 30} + (random() * 29)::int), CASE reason WHEN 33 THEN NULL ELSE latency END, reason,
    CASE reason WHEN 33 THEN NULL WHEN 34 THEN 502 WHEN 10 THEN 401 ELSE 200 END, 1
  FROM (
    SELECT key, (200 * 2 ^ (abs(hashint4(key + 1)) % 300 / 100.0) * exp((random() + random() + random() + random() - 2) * 0.6))::smallint AS latency,
      (CASE WHEN abs(hashint4(key + 2)) % 100 < 58 THEN (CASE WHEN random() < 0.985 THEN 1 WHEN random() < 0.5 THEN 33 ELSE 34 END)
        WHEN abs(hashint4(key + 2)) % 100 < 83 THEN 10 ELSE 33 END)::smallint AS reason
    FROM servers
  ) AS probes ORDER BY hashint4(key # ($2::int * 7919))`

/** Heap, indexes, TOAST and maps of all partitions, in bytes. */
async function bytesOf(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT sum(pg_total_relation_size(inhrelid)) AS bytes FROM pg_inherits WHERE inhparent = $1::regclass`,
    [table],
  )
  return Number(rows[0]?.bytes)
}

async function deleteDay(client: pg.Client, day: number): Promise<void> {
  const [from, to] = [day, day + 1].map((edge) => startOfDay(edge).getTime() / 1000)
  await client.query('DELETE FROM observations WHERE observed_at >= $1 AND observed_at < $2', [from, to])
}

function seconds(ms: number): string {
  return `${round(ms / 1000, 1)} s`
}

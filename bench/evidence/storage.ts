import type pg from 'pg'
import { RETENTION } from '../../lib/jobs/keep/expire-evidence'
import { rollUpObservations } from '../../lib/jobs/keep/roll-up'
import { dayOf, dropPartitions, makeObservationPartitions, startOfDay } from '../../lib/store/evidence/partitions'
import { type Bench, numberFlag, round } from '../bench'
import { openThrowAway, type ThrowAwayDatabase } from '../throw-away-database'

const ROUNDS_A_DAY = 96
const ROUND_SECONDS = 900
/** Whole days of roll-ups that a server has at any time of a year. */
const DAILY_DAYS = 365

/** Evidence of so many servers, looked at every quarter of an hour, then the product's own roll-up and its own dropping of days past keeping. */
export const bench: Bench = {
  flags: { servers: '25000', days: '7' },
  async run(flags, say) {
    const [servers, days] = [numberFlag(flags, 'servers'), numberFlag(flags, 'days')]
    const world = await openThrowAway()
    try {
      const firstDay = dayOf(new Date()) - days
      const fillMs = await timed(() => fill(world, servers, firstDay, days, say))
      const probes = servers * days * ROUNDS_A_DAY
      const probesBytes = await bytesOf(world.client, 'observations')
      say(`${probes} looks in ${seconds(fillMs)}: ${round(probesBytes / probes)} bytes each, index included`)

      const rollUpMs = await timed(() => rollUpObservations(world.db, startOfDay(firstDay + days + 1)))
      const serverDays = servers * days
      const hourlyBytes = (await bytesOf(world.client, 'hourly_rollups')) / serverDays
      const dailyBytes = (await bytesOf(world.client, 'daily_rollups')) / serverDays
      const rollupBytesPerServerYear = Math.round(RETENTION.hourlyRollups * hourlyBytes + DAILY_DAYS * dailyBytes)
      say(`rolled up in ${seconds(rollUpMs)}, ${seconds(rollUpMs / days)} a day`)
      say(
        `a server's day takes ${round(hourlyBytes)} bytes by the hour and ${round(dailyBytes)} by the day, indexes included; ` +
          `a year of it, ${RETENTION.hourlyRollups} days by the hour and ${DAILY_DAYS} by the day, ${rollupBytesPerServerYear}`,
      )

      const deletedByStatementMs = await timed(() => deleteDay(world.client, firstDay + days - 1))
      const pastKeeping = firstDay + days
      const deletedByDropMs = await timed(() => dropPartitions(world.db, 'observations', pastKeeping))
      say(
        `${days} days dropped in ${round(deletedByDropMs)} ms; DELETE of a single one took ${round(deletedByStatementMs)} ms`,
      )
      return {
        servers,
        days,
        bytesPerObservation: round(probesBytes / probes),
        rollupBytesPerServerYear,
        deletedByDropMs: round(deletedByDropMs),
        deletedOneDayByStatementMs: round(deletedByStatementMs),
        hourlyBytesPerServerDay: round(hourlyBytes),
        dailyBytesPerServerDay: round(dailyBytes),
        rollUpMsPerDay: Math.round(rollUpMs / days),
      }
    } finally {
      await world.close()
    }
  },
}

/** Round after round as a year of looks comes, every server once a round in an order of its own. */
async function fill(
  { client, db }: ThrowAwayDatabase,
  servers: number,
  firstDay: number,
  days: number,
  say: (line: string) => void,
): Promise<void> {
  for (let day = firstDay; day < firstDay + days; day += 7) await makeObservationPartitions(db, startOfDay(day))
  await client.query(
    `INSERT INTO servers (id, registry, source, precedence, title, description, packages, remotes, tags, declared_access, lifecycle, content_hash, first_seen_at, updated_at)
     SELECT 'bench/server-' || n, 'bench', 'bench', 1, 'Server ' || n, 'A server.', '[]', '[]', '{}', 'open', 'active', 'x', now(), now()
     FROM generate_series(1, $1::int) AS n`,
    [servers],
  )
  for (let round = 0; round < days * ROUNDS_A_DAY; round += 1) {
    if (round % ROUNDS_A_DAY === 0) say(`day ${round / ROUNDS_A_DAY + 1} of ${days}`)
    await client.query(ROUND_OF_PROBES, [startOfDay(firstDay).getTime() / 1000 + round * ROUND_SECONDS, round])
  }
  await client.query('ANALYZE')
}

/**
 * A look at every server, as the field has it: 58 in a hundred are open, 25 ask for credentials, the rest are down for good; of the looks at
 * an open one 1.5 % fail. Its latency lies about a median of its own, 200 to 1600 ms, by a third either way.
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
  ) AS looks ORDER BY hashint4(key # ($2::int * 7919))`

/** Heap, indexes, TOAST and maps of all partitions. */
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

async function timed(work: () => Promise<unknown>): Promise<number> {
  const beganAt = performance.now()
  await work()
  return performance.now() - beganAt
}

function seconds(ms: number): string {
  return `${round(ms / 1000, 1)} s`
}

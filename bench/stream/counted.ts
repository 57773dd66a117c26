import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { withClient } from '../database'

/** A worker merges 10 s; the lease of one that was killed lasts 45. */
const DRAINED_WITHIN_MS = 120_000
/** Postgres adds up what a connection wrote at least this often, and after ten seconds where it is idle. */
const STATISTICS_WITHIN_MS = 11_000

/** Rows written to these tables so far; of all tables where none is named. */
export async function rowsWritten(databaseUrl: string, tables: readonly string[] = []): Promise<number> {
  await wait(STATISTICS_WITHIN_MS)
  const [row] = await rows<{ written: number }>(
    databaseUrl,
    `SELECT sum(n_tup_ins + n_tup_upd)::float8 AS written FROM pg_stat_user_tables
     WHERE cardinality($1::text[]) = 0 OR relname = ANY ($1)`,
    [tables],
  )
  return row?.written ?? 0
}

function rows<Row extends pg.QueryResultRow>(databaseUrl: string, text: string, values: unknown[] = []) {
  return withClient(databaseUrl, async (client) => (await client.query<Row>(text, values)).rows)
}

/** Counted events by tool. */
export async function countedByTool(databaseUrl: string): Promise<Map<string, number>> {
  const found = await rows<{ id: string; events: number }>(
    databaseUrl,
    `SELECT subject_id AS id, sum(successes + transport_failures + caller_failures + other_failures)::float8 AS events
     FROM outcome_counts GROUP BY 1`,
  )
  return new Map(found.map(({ id, events }) => [id, events]))
}

/** Events by tool that were counted since `before`. */
export async function countedSince(databaseUrl: string, before: ReadonlyMap<string, number>) {
  const after = await countedByTool(databaseUrl)
  return new Map([...after].map(([tool, events]) => [tool, events - (before.get(tool) ?? 0)]))
}

/** Until all messages of the stream are counted, two minutes at most; resolves to the number of those that are left. */
export async function untilDrained(servers: readonly string[]): Promise<number> {
  const { connect } = await import('@nats-io/transport-node')
  const { jetstreamManager } = await import('@nats-io/jetstream')
  const connection = await connect({ servers: [...servers] })
  const jsm = await jetstreamManager(connection)
  const deadline = performance.now() + DRAINED_WITHIN_MS
  const left = async () => (await jsm.streams.info('assay-outcomes')).state.messages
  while ((await left()) > 0 && performance.now() < deadline) await wait(200)
  const rest = await left()
  await connection.close()
  return rest
}

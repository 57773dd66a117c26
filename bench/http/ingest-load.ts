import { HOUR_MS } from 'assay-verify/duration'
import pg from 'pg'
import { type Outcome, sumOutcomes } from '../../lib/core/caller/outcome'
import { openProcessorMeter } from '../processor-time'
import { benchToolId } from '../rated-catalog'
import { CONNECTIONS } from './read-load'

/** Events of one batch. */
export const EVENTS = 100
/** Batches made before the measurement for one connection, each with events of its own. */
const BATCHES_OF_A_CONNECTION = 150
/** Of 100 calls 90 succeed, 5 fail in transport and 5 fail without a class. */
const SUCCEEDS_BELOW = 90
const TIMES_OUT_BELOW = 95

/** Outcomes as a gateway of many callers reports them: of any tool, most of them successes. */
function randomBatch(tools: number): Outcome[] {
  return Array.from({ length: EVENTS }, () => {
    const toolId = benchToolId(Math.floor(Math.random() * tools))
    const fate = Math.random() * 100
    const latencyMs = Math.round(50 + Math.random() * 900)
    if (fate < SUCCEEDS_BELOW) return { toolId, success: true, latencyMs }
    return fate < TIMES_OUT_BELOW
      ? { toolId, success: false, latencyMs, errorClass: 'timeout' as const }
      : { toolId, success: false, latencyMs }
  })
}

/** Whole requests of one connection, as bytes. */
export function ingestRequests(tools: number, headers: Readonly<Record<string, string>>): Buffer[] {
  const lines = Object.entries({ Host: 'localhost', 'Content-Type': 'application/json', ...headers })
  return Array.from({ length: BATCHES_OF_A_CONNECTION }, () => {
    const body = JSON.stringify({ events: randomBatch(tools) })
    const head = [...lines, ['Content-Length', String(Buffer.byteLength(body))]]
    return Buffer.from(
      `POST /v1/ingest HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
    )
  })
}

const UNNEST = `INSERT INTO outcome_counts (subject_id, hour, reporter_key, successes, transport_failures, caller_failures, other_failures)
  SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[])
  ON CONFLICT (subject_id, hour, reporter_key) DO UPDATE SET
    successes = outcome_counts.successes + excluded.successes,
    transport_failures = outcome_counts.transport_failures + excluded.transport_failures,
    caller_failures = outcome_counts.caller_failures + excluded.caller_failures,
    other_failures = outcome_counts.other_failures + excluded.other_failures`

/**
 * How fast the bare statement writes batches, and what a batch costs in milliseconds of processor time: of its client,
 * this process, and of Postgres.
 */
export interface BareLoad {
  batchesPerSecond: number
  processorMs: number
}

/**
 * What the bare statement takes: one statement a batch, its counts summed before and in the order of ids, so that no
 * two deadlock. As many are in flight at once as the service gets, over as many connections as its pool has.
 */
export async function bareUnnest(url: string, tools: number, seconds: number): Promise<BareLoad> {
  const pool = new pg.Pool({ connectionString: url, max: POOL })
  const hour = Math.floor(Date.now() / HOUR_MS)
  const batches = Array.from({ length: BATCHES_OF_A_CONNECTION * CONNECTIONS }, () =>
    columnsOf(randomBatch(tools), hour),
  )
  await Promise.all(Array.from({ length: POOL }, () => pool.query('SELECT 1')))
  const meter = await openProcessorMeter(url, process.pid)
  let written = 0
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  const lane = async (_: unknown, at: number) => {
    for (let i = at; performance.now() < endsAt; i += CONNECTIONS) {
      await pool.query({ name: 'unnest', text: UNNEST, values: batches[i % batches.length] ?? [] })
      written += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, lane))
  const elapsed = (performance.now() - startedAt) / 1000
  const used = await meter.read()
  await meter.close()
  await pool.end()
  return { batchesPerSecond: written / elapsed, processorMs: (used.process + used.backends) / written }
}

/** Connections of the service's own pool. */
const POOL = 10
/** No key has this reporter. */
const BARE_REPORTER = 1_000_000

function columnsOf(batch: readonly Outcome[], hour: number): unknown[][] {
  const sums = [...sumOutcomes(batch)].sort(([one], [other]) => (one < other ? -1 : 1))
  const column = (of: 'successes' | 'transportFailures' | 'callerFailures' | 'otherFailures') =>
    sums.map(([, sum]) => sum[of])
  return [
    sums.map(([id]) => id),
    sums.map(() => hour),
    sums.map(() => BARE_REPORTER),
    column('successes'),
    column('transportFailures'),
    column('callerFailures'),
    column('otherFailures'),
  ]
}

import { setTimeout as wait } from 'node:timers/promises'
import { build } from '../../commands/project.mjs'
import { issueKey } from '../../lib/keys/operations/create-key'
import { openDatabase } from '../../lib/store/database'
import type { Bench, Print } from '../bench'
import { withClient } from '../database'
import { freePort } from '../processes'
import { openPostgres, type Postgres } from '../programs/postgres'
import { UNREACHED_LIMIT } from '../service'
import { FAULTS, type FaultName, isFaultName } from './fault-list'
import { startFaultLoad } from './fault-load'
import { type FaultService, openFaultService } from './fault-service'

export const TOOL = 'npm-official/modelcontextprotocol/server-everything/echo'

/** One fault: what was done, what callers saw of it, and what was lost. */
interface FaultResult {
  fault: FaultName
  done: string
  /** Answers by status during the fault, and after it until the end of the row. */
  during: Record<string, number>
  after: Record<string, number>
  slowestMs: number
  refused: number
  lostInFlight: number
  /** From the end of the fault to the first 200 that did not come from memory; null: none within a minute. */
  recoveredMs: number | null
  /** From the end of the fault to the first probe stored after it; null: none within a minute. */
  probesAgainMs: number | null
  logLines: number
  logBytes: number
  lostEvents: number
  lostKeys: number
  skipped?: string
}

/** Everything that a fault acts on. */
export interface Scene {
  cluster: Postgres
  service: FaultService
  print: Print
}

const RECOVERY_WITHIN_MS = 60_000
const CALM_MS = 2000

export const bench: Bench = {
  flags: { only: '' },
  async run(flags, print) {
    const names =
      flags.only === '' ? (Object.keys(FAULTS) as FaultName[]) : (flags.only ?? '').split(',').filter(isFaultName)
    await build(print)
    const cluster = await openPostgres()
    const service = await openFaultService(cluster.url, await freePort(), await freePort())
    try {
      const { apiKey, keyId } = await issueBenchKey(cluster.url)
      await service.start()
      await untilProbed(cluster.url, new Date(0), RECOVERY_WITHIN_MS)
      const load = startFaultLoad(service.url, TOOL, apiKey)
      await wait(CALM_MS)
      const rows: FaultResult[] = []
      for (const name of names) rows.push(await carryOut(name, { cluster, service, print }, load, keyId))
      await load.stop()
      printTable(rows, print)
      return { faults: rows, acknowledged: { events: load.acknowledged.events, keys: load.acknowledged.keyIds.length } }
    } finally {
      await service.stop()
      cluster.remove()
    }
  },
  hasFailed: ({ faults }) => (faults as FaultResult[]).some(({ lostEvents, lostKeys }) => lostEvents + lostKeys > 0),
}

/** The key of the reporters, whose limit no load reaches. */
async function issueBenchKey(databaseUrl: string) {
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '' })
  const key = await issueKey(db, UNREACHED_LIMIT, UNREACHED_LIMIT, new Date())
  await close()
  return key
}

async function carryOut(
  fault: FaultName,
  scene: Scene,
  load: ReturnType<typeof startFaultLoad>,
  keyId: string,
): Promise<FaultResult> {
  const { cluster, service, print } = scene
  print(`${fault}: ${FAULTS[fault].done}`)
  load.take()
  const logged = service.log().length
  const skipped = await FAULTS[fault].carryOut(scene)
  const during = load.take()
  const endedAt = new Date()
  const [recoveredMs, probesAgainMs] = await Promise.all([
    service.untilFresh(TOOL, RECOVERY_WITHIN_MS),
    untilProbed(cluster.url, endedAt, RECOVERY_WITHIN_MS),
  ])
  await wait(CALM_MS)
  const after = load.take()
  const lines = service.log().slice(logged)
  for (const line of lines) print(`  log: ${line.slice(0, 200)}`)
  const { events, keyIds } = { events: load.acknowledged.events, keyIds: [...load.acknowledged.keyIds] }
  const lost = await lostOf(cluster.url, keyId, events, keyIds)
  return {
    fault,
    done: FAULTS[fault].done,
    during: during.answers,
    after: after.answers,
    slowestMs: Math.max(during.slowestMs, after.slowestMs),
    refused: during.refused + after.refused,
    lostInFlight: during.lostInFlight + after.lostInFlight,
    recoveredMs,
    probesAgainMs,
    logLines: lines.length,
    logBytes: lines.join('\n').length,
    ...lost,
    ...(skipped === undefined ? {} : { skipped }),
  }
}

/** Acknowledged events and keys that the database does not have. It may have more: a commit whose answer was lost. */
async function lostOf(url: string, keyId: string, events: number, keyIds: readonly string[]) {
  return withClient(url, async (client) => {
    const counted = await client.query('SELECT coalesce(sum(events), 0)::int AS n FROM key_days WHERE key_id = $1', [
      keyId,
    ])
    const kept = await client.query('SELECT count(*)::int AS n FROM api_keys WHERE key_id = ANY($1)', [keyIds])
    return { lostEvents: Math.max(0, events - counted.rows[0].n), lostKeys: keyIds.length - kept.rows[0].n }
  })
}

/** Milliseconds until a server has a probe of the present, later than `since`. */
async function untilProbed(url: string, since: Date, withinMs: number): Promise<number | null> {
  const beganAt = performance.now()
  while (performance.now() - beganAt < withinMs) {
    const isProbed = await withClient(url, async (client) => {
      const found = await client.query(
        'SELECT 1 FROM observations WHERE observed_at > $1 AND observed_at <= $2 LIMIT 1',
        [Math.ceil(since.getTime() / 1000), Math.ceil(Date.now() / 1000)],
      )
      return found.rows.length > 0
    }).catch(() => false)
    if (isProbed) return Math.round(performance.now() - beganAt)
    await wait(200)
  }
  return null
}

function printTable(rows: readonly FaultResult[], print: Print): void {
  const counts = (answers: Record<string, number>) =>
    Object.entries(answers)
      .map(([kind, count]) => `${kind}: ${count}`)
      .join(', ') || 'none'
  print('| done | answers during it | recovered, probes again (ms) | log lines | lost: events, keys, in flight |')
  print('|---|---|---|---|---|')
  for (const row of rows) {
    const lost = `${row.lostEvents}, ${row.lostKeys}, ${row.lostInFlight}`
    const done = row.skipped === undefined ? row.done : `${row.done} (skipped: ${row.skipped})`
    print(`| ${done} | ${counts(row.during)} | ${row.recoveredMs}, ${row.probesAgainMs} | ${row.logLines} | ${lost} |`)
  }
}

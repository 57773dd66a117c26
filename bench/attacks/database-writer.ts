import { rm } from 'node:fs/promises'
import { openTestWorld, type TestWorld } from 'assay-verify/commands/audit/test-world'
import { HOUR_MS } from 'assay-verify/duration'
import { sql } from 'drizzle-orm'
import { refreshUsage } from '../../lib/jobs/assess/refresh-usage'
import { sampleForecasts } from '../../lib/jobs/assess/sample-forecasts'
import { settleForecasts } from '../../lib/jobs/assess/settle-forecasts'
import { rowsOf } from '../../lib/store/database'
import { setQueueKey } from '../../lib/store/outbox/queue-key'
import type { AttackModule, AttackResult } from './attack'
import { countAccuracy, fillTables } from './database-writer/filled-tables'
import { LIES, type Lie, statementsOf } from './database-writer/lies'
import { gainsOfPresentHours } from './database-writer/present-hour'

const DAYS = 14
const START = new Date('2026-11-01T00:00:00.000Z')
/** Hours after the beginning in which the server that flaps is down. */
const isDown = (hour: number) => (hour >= 60 && hour < 66) || (hour >= 240 && hour < 245)
/** What a lie may change, and what is put back after it. */
const TABLES = [
  'intervals',
  'target_states',
  'server_states',
  'observations',
  'subjects',
  'breakages',
  'monitoring_gaps',
  'log_documents',
  'log_queue',
  'unsafe_texts',
  'forecast_tallies',
  'verdict_tallies',
  'detection_delays',
]

/** Who has every right in the database, and neither a key nor the files of the log. */
export const attacks: AttackModule = {
  about:
    'who can write the database with SQL, without keys and without the files of the log, after two weeks of history',
  seconds: 1200,
  run: async ({ signal, print, note }) => {
    setQueueKey(new Uint8Array(32).fill(7))
    const world = await openTestWorld(START)
    try {
      await countAccuracy(world.db, START)
      await live(world, DAYS * 24)
      await fillTables(world)
      await live(world, 2)
      const known = new Set((await world.audit()).lines)
      const honest = [...known].filter((line) => line.startsWith('FOUND'))
      print(`An honest log of ${DAYS} days: ${honest.length} findings, ${[...known].at(-1)}`)
      for (const { history, hours, honest, told } of gainsOfPresentHours())
        print(`The present, ${history}: ${hours} h down told as up: ${honest} becomes ${told}`)
      const rows: AttackResult[] = []
      const keep = (row: AttackResult) => {
        rows.push(row)
        note(row)
      }
      keep({
        ...{ attack: 'none: an honest service', tried: `${DAYS} days, three servers, two outages`, before: 'held' },
        ...{ outcome: honest.length === 0 ? 'held' : 'broke', by: honest[0] ?? 'no findings' },
      })
      // What the service builds on stays, and the last one of these moves everything.
      for (const lie of [...LIES.filter(({ waits }) => !waits), ...LIES.filter(({ waits }) => waits)]) {
        if (signal.aborted) break
        keep(await tell(world, lie, known))
      }
      return rows
    } finally {
      await world.close()
      await rm(world.folder, { recursive: true, force: true })
      setQueueKey(null)
    }
  },
}

/** So many hours, with a probe of two servers in each, and the log written after it. */
async function live(world: TestWorld, hours: number): Promise<void> {
  for (let left = hours; left > 0; left -= 1) {
    const hour = Math.floor((world.now().getTime() - START.getTime()) / HOUR_MS)
    const reason = isDown(hour) ? 'connect_failed' : 'answered'
    await world.probe('w/steady', 20, 'answered')
    for (let probe = 0; probe < (isDown(hour) ? 4 : 1); probe += 1) await world.probe('w/flaky', 5, reason)
    await world.probe('w/flaky', isDown(hour) ? 15 : 30, reason)
    await refreshUsage(world.db, world.now)
    await sampleForecasts(world.db, world.now, 60)
    await settleForecasts(world.db, world.now)
    await world.publish()
  }
}

/** Tells a lie, lets an hour and a half pass, audits, and puts back what was changed. */
async function tell(world: TestWorld, lie: Lie, known: Set<string>): Promise<AttackResult> {
  const { db } = world
  const ids = { flaky: await world.keyOf('w/flaky'), steady: await world.keyOf('w/steady') }
  const statements = statementsOf(lie, ids, world.now())
  const touched = TABLES.filter((table) => statements.some((one) => new RegExp(`\\b${table}\\b`).test(one)))
  for (const table of touched) await db.execute(sql.raw(`CREATE TEMP TABLE kept_${table} AS SELECT * FROM ${table}`))
  const leaves = async () =>
    (await rowsOf<{ count: number }>(db, sql`SELECT count(*)::int AS count FROM log_refused`))[0]?.count ?? 0
  const refusedBefore = await leaves()
  const before = await scoreOf(world)
  const faults: string[] = []
  const execute = async (all: readonly string[]) => {
    for (const statement of all)
      await db.execute(sql.raw(statement)).catch((cause: unknown) => {
        faults.push(`a statement failed: ${String((cause as Error).cause ?? cause).slice(0, 120)}`)
      })
  }
  const outage = () => (lie.begins ? fail(world) : Promise.resolve())
  if (lie.beforehand) await execute(statements)
  await outage()
  if (!lie.beforehand) await execute(statements)
  if (lie.waits) await live(world, 2)
  else await world.publish()
  await execute(lie.later ?? [])
  if (lie.later) await world.publish()
  const { lines } = await world.audit()
  const found = lines.filter((line) => line.startsWith('FOUND') && !known.has(line) && !known.has(withoutNumbers(line)))
  const refused = (await leaves()) - refusedBefore
  // What is put back is found no more, and the same sentence about it is new again.
  for (const line of lines) {
    if (lie.waits || /leaf \d+/.test(line)) known.add(line)
    // What stays is found in every later score.
    if (lie.waits) known.add(withoutNumbers(line))
  }
  for (const table of touched) {
    const columns = (await storedColumns(db, table)).join(', ')
    const kept = `SELECT ${columns} FROM kept_${table}`
    const restored = `DELETE FROM ${table}; INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE ${kept} ON CONFLICT DO NOTHING`
    if (!lie.waits) for (const one of restored.split(';')) await db.execute(sql.raw(one))
    await db.execute(sql.raw(`DROP TABLE kept_${table}`))
  }
  const moved = `the score of w/flaky from ${before} to ${await scoreOf(world)}`
  return rowOf(lie, { fault: faults[0] ?? '', found, refused, moved })
}

/** An outage of the server that flaps, as far as a few probes settle it; its facts wait in the queue. */
async function fail(world: TestWorld): Promise<void> {
  for (let probe = 0; probe < 5; probe += 1) await world.probe('w/flaky', 2, 'connect_failed')
}

async function scoreOf({ url }: TestWorld): Promise<number> {
  return (await (await fetch(`${url}/v1/score/w/flaky`)).json()).score as number
}

const withoutNumbers = (line: string) => line.replaceAll(/\d+/g, '0')

/** All but those that the database computes. */
async function storedColumns(db: TestWorld['db'], table: string): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`SELECT column_name AS name FROM information_schema.columns
        WHERE table_name = ${table} AND is_generated = 'NEVER' ORDER BY ordinal_position`,
  )
  return rows.map(({ name }) => `"${name}"`)
}

interface Tried {
  /** Why it could not be tried; empty: it was. */
  fault: string
  found: string[]
  refused: number
  /** What it moved. */
  moved: string
}

function rowOf(lie: Lie, { fault, found, refused, moved }: Tried): AttackResult {
  const { attack, tried, before, documented } = lie
  const paper = documented === undefined ? {} : { documented }
  if (fault !== '') return { attack, tried, before, outcome: 'skipped', by: fault, ...paper }
  const logged = refused > 0 ? `the log job refused ${refused} facts: they are not signed` : `accepted, ${moved}`
  const outcome = found.length > 0 || refused > 0 ? 'held' : 'broke'
  return { attack, tried, before, outcome, by: (found[0] ?? logged).slice(0, 220), ...paper }
}

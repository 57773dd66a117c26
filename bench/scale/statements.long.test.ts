import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../lib/store/database'
import { TEST_DRIVERS, type TestDatabase } from '../../lib/store/test-databases'
import { withClient } from '../database'
import { openExercise } from './exercise'
import { growTables } from './grown-tables'
import { meantBy, type RecordedPlan, recordedPlans, reportPlans, wholeReads } from './recorded-plans'
import { WHOLE_TABLES } from './whole-tables'

const [, postgres] = TEST_DRIVERS
/** Of every row. */
const COPIES = 10
/** As if every row were so many: some two million tools. */
const CLAIMED = 1000
/** A table with fewer is read whole because that is the quickest. */
const LARGE_ROWS = 10_000
/** Different statements that the exercise is known to reach; fewer: it no longer does what it did. */
const LEAST_STATEMENTS = 400

let database: TestDatabase
let folder = ''
let plans: RecordedPlan[] = []

beforeAll(async () => {
  if (postgres.absent) return
  folder = await mkdtemp(join(tmpdir(), 'assay-statements-'))
  database = await postgres.open()
  const exercise = await openExercise(urlOf(database), folder)
  try {
    await exercise.run()
    await withClient(urlOf(database), async (client) => {
      await growTables(client, COPIES)
      await claimRows(client, CLAIMED)
      await reportPlans(client)
    })
    plans = await recordedPlans(() => exercise.run())
  } finally {
    await exercise.close()
  }
}, 180_000)

afterAll(async () => {
  if (postgres.absent) return
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const urlOf = ({ url }: TestDatabase) => url ?? ''
const readWhole = (given: readonly RecordedPlan[]) =>
  withClient(urlOf(database), (client) => wholeReads(client, given, LARGE_ROWS))

test.skipIf(postgres.absent)('no statement reads a growing table whole, but for those that are meant to', async () => {
  expect(plans.length).toBeGreaterThan(LEAST_STATEMENTS)
  expect(await readWhole(plans)).toEqual([])
})

test.skipIf(postgres.absent)('every statement that may read a table whole is still executed', () => {
  const met = new Set(plans.map(({ statement }) => meantBy(statement)))
  expect(Object.keys(WHOLE_TABLES).filter((part) => !met.has(part))).toEqual([])
})

test.skipIf(postgres.absent)('a statement without an index is found', async () => {
  const found = await recordedPlans(async () => {
    const { db, close } = await openDatabase({ databaseUrl: urlOf(database), dataDir: '' })
    await db.execute(sql`SELECT id FROM servers WHERE license = 'none' AND id <> ${'x'}`)
    await db.execute(sql`SELECT license FROM servers WHERE id = ${'x'}`)
    await close()
  })
  expect(await readWhole(found)).toEqual([
    { statement: "SELECT id FROM servers WHERE license = 'none' AND id <> $1", tables: ['servers'] },
  ])
})

/**
 * Has the planner believe that every table and index has so many times the rows it has, from its next statement on:
 * plans are then those of a large database, and are executed in the time of a small one.
 */
async function claimRows(client: pg.Client, times: number): Promise<void> {
  const ours = `relnamespace = 'public'::regnamespace`
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE ${ours} AND relkind = 'r'`,
  )
  // What is counted anew is smaller again.
  for (const { name } of rows) await client.query(`ALTER TABLE ${name} SET (autovacuum_enabled = off)`)
  await client.query(
    `UPDATE pg_class SET reltuples = reltuples * $1 WHERE ${ours} AND relkind IN ('r', 'p', 'i') AND reltuples > 0`,
    [times],
  )
}

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { type Database, openDatabase, rowsOf } from './database'
import { DatabaseOfOldVersion } from './migrations'
import { copyEmbeddedTemplate, createServerDatabase, onServer, TEST_DATABASE_URL } from './test-templates'

/** When the last migration before the first of today was written. */
const BEFORE = 1795477524478

async function makeOlder(db: Database): Promise<void> {
  await db.execute(sql`UPDATE drizzle.__drizzle_migrations SET created_at = ${BEFORE}, hash = 'older'`)
}

const refusal = (where: string) =>
  `${where} was made by a version of Assay before its first release and cannot be moved to this one; it was left as it is. ` +
  'Start with an empty one: another DATA_DIR, or another database in DATABASE_URL.'

describe('a database of a version before the first migration', () => {
  test('is refused where it is embedded, as often as it is opened, and its folder stays free', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'assay-migrations-'))
    try {
      await copyEmbeddedTemplate(dataDir)
      const older = await openDatabase({ databaseUrl: null, dataDir })
      await makeOlder(older.db)
      await older.close()
      for (const _ of [1, 2]) {
        const opening = openDatabase({ databaseUrl: null, dataDir })
        await expect(opening).rejects.toThrow(DatabaseOfOldVersion)
        await expect(opening).rejects.toThrow(refusal(`The embedded database in ${dataDir}`))
        expect(existsSync(join(dataDir, 'lock.json'))).toBe(false)
      }
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  })

  test.skipIf(TEST_DATABASE_URL === null)('is refused on a server, and left as it is', async () => {
    const name = `assay_test_${randomBytes(6).toString('hex')}`
    const { href } = await createServerDatabase(name)
    const { db, close } = await openDatabase({ databaseUrl: href, dataDir: '' })
    try {
      await makeOlder(db)
      await expect(openDatabase({ databaseUrl: href, dataDir: '' })).rejects.toThrow(
        refusal('The database of DATABASE_URL'),
      )
      expect(await rowsOf(db, sql`SELECT DISTINCT hash FROM drizzle.__drizzle_migrations`)).toEqual([{ hash: 'older' }])
    } finally {
      await close()
      await onServer(`DROP DATABASE ${name} WITH (FORCE)`)
    }
  })
})

test.skipIf(TEST_DATABASE_URL === null)('a start waits while a process of an older version migrates', async () => {
  const name = `assay_test_${randomBytes(6).toString('hex')}`
  const { href } = await createServerDatabase(name)
  // Older versions took the same lock for a session.
  const older = new pg.Client({ connectionString: href })
  await older.connect()
  try {
    await older.query('SELECT pg_advisory_lock(4151541)')
    let isOpen = false
    const opening = openDatabase({ databaseUrl: href, dataDir: '' }).then((opened) => {
      isOpen = true
      return opened
    })
    const waiting = () =>
      older.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`).then(({ rowCount }) => rowCount)
    await expect.poll(waiting).toBe(1)
    expect(isOpen).toBe(false)
    await older.query('SELECT pg_advisory_unlock_all()')
    await (await opening).close()
  } finally {
    await older.end()
    await onServer(`DROP DATABASE ${name} WITH (FORCE)`)
  }
})

import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase, rowsOf } from '../database'
import { copyEmbeddedTemplate } from '../test-templates'
import { isDatabaseUnavailable } from './database-unavailable'

const FILL = sql`INSERT INTO filled SELECT n, repeat(md5(n::text), 20) FROM generate_series(1, 4000) AS n`

const { openSync, writeSync } = fs

describe('the embedded database on a full disk', () => {
  let opened: OpenDatabase
  let dataDir: string
  let isFull = (_path: string): boolean => false
  const log: string[] = []

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'assay-full-'))
    await copyEmbeddedTemplate(dataDir)
    // The file system of PGlite opens and writes through these. No spies: they would keep every argument.
    const pathOf = new Map<number, string>()
    fs.openSync = (path, ...rest) => {
      const file = openSync(path, ...rest)
      pathOf.set(file, String(path))
      return file
    }
    fs.writeSync = (...given: unknown[]) => {
      const path = pathOf.get(Number(given[0])) ?? ''
      if (isFull(path)) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC', errno: -28 })
      return Reflect.apply(writeSync, fs, given)
    }
    opened = await openDatabase({ databaseUrl: null, dataDir, warn: (line) => log.push(line) })
    await opened.db.execute(sql`CREATE TABLE filled (n int, text text)`)
    await opened.db.execute(FILL)
  })
  afterAll(async () => {
    Object.assign(fs, { openSync, writeSync })
    await opened.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const stored = async () => (await rowsOf<{ n: number }>(opened.db, sql`SELECT count(*)::int AS n FROM filled`))[0]?.n
  const fill = () =>
    opened.db
      .transaction((tx) => tx.execute(FILL))
      .then(
        () => 'stored',
        (cause) => (isDatabaseUnavailable(cause) ? 'unavailable' : String(cause)),
      )

  test('what would be stored is refused, with one line in the log; reads go on', async () => {
    isFull = (path) => /postgres.base./.test(path)
    expect([await fill(), await fill()]).toEqual(['unavailable', 'unavailable'])
    expect(opened.availability.limitations).toEqual(['full'])
    expect(opened.availability.outage).toBeNull()
    expect(await stored()).toBe(4000)
    expect(log).toEqual([expect.stringContaining('The disk of the database is full')])
    isFull = () => false
    expect(await fill()).toBe('stored')
  })

  test('a crash for want of space is not the end: the database is opened again once there is space', async () => {
    const { availability } = opened
    log.length = 0
    isFull = (path) => path.includes('pg_wal')
    expect(await fill()).toBe('unavailable')
    expect(await availability.check()).toBe(false)
    expect([await fill(), await fill()]).toEqual(['unavailable', 'unavailable'])
    expect(availability.outage).not.toBeNull()
    isFull = () => false
    await expect.poll(() => availability.check(), { timeout: 30_000, interval: 500 }).toBe(true)
    expect(await stored()).toBe(8000)
    expect(await fill()).toBe('stored')
    expect(log.map((line) => line.replace(/\d+ s\./, 'N s.'))).toEqual([
      expect.stringContaining('The database does not answer'),
      'The database answers again, after N s.',
    ])
  })
})

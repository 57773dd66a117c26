import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError, parseConfig } from '../config'
import { type OpenDatabase, openDatabase } from '../store/database'
import { copyEmbeddedTemplate } from '../store/test-templates'
import { openProcessTlog, openTlogJob, originOf, SOFTWARE } from './process-tlog'
import { findTlogState } from './sql/state'
import { tlogCondition } from './tlog-condition'

const NOW = new Date('2026-11-23T06:00:00Z')
const VKEY = 'witness.test/w+d1a2c8e4+BAECAwQ='

test('the first leaf names the version of this program', () => {
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(SOFTWARE).toBe(`${name} ${version}`)
})

test('the origin of a log is the address without its scheme', () => {
  expect(originOf('https://assay.example/base')).toBe('assay.example/base/log')
  expect(originOf('http://localhost:3000')).toBe('localhost:3000/log')
})

describe('the place of the log', () => {
  const placeOf = (environment: Record<string, string>) => parseConfig(environment).tlog.place
  test.each<[string, Record<string, string>, unknown]>([
    ['by default, under the data folder', { DATA_DIR: 'd' }, { kind: 'folder', folder: 'd/log' }],
    ['on a host without a disk, nowhere', { VERCEL: '1' }, null],
    ['off', { LOG_STORE: 'off' }, null],
    [
      'a bucket',
      { VERCEL: '1', LOG_STORE: 's3://my.bucket/a/b/', LOG_S3_ENDPOINT: 'https://s3.example/' },
      expect.objectContaining({ kind: 's3', bucket: 'my.bucket', prefix: 'a/b', endpoint: 'https://s3.example' }),
    ],
  ])('%s', (_, environment, place) => {
    expect(placeOf(environment)).toEqual(place)
  })
  test.each([
    ['LOG_STORE', 'somewhere'],
    ['LOG_STORE', 's3://'],
    ['LOG_STORE', 's3://B/x y'],
    ['LOG_KEY', 'short'],
    ['LOG_QUEUE_KEY', 'short'],
    ['LOG_WITNESSES', 'https://witness.test'],
    ['LOG_DOCUMENT_DAYS', '0'],
  ])('%s=%s is refused, by its name', (name, value) => {
    expect(() => parseConfig({ [name]: value })).toThrow(name)
  })
})

describe('opening it', () => {
  let dataDir: string
  let database: OpenDatabase
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'assay-transparency-'))
    await copyEmbeddedTemplate(dataDir)
    database = await openDatabase({ databaseUrl: null, dataDir })
  })
  afterAll(async () => {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  const open = (environment: Record<string, string>, opensLog = true) => {
    const settings = parseConfig({ DATA_DIR: dataDir, ...environment })
    return openProcessTlog(database.db, settings, { isExposed: false, opensLog, log }, NOW)
  }

  test('a process without a place records nothing until another opened the log', async () => {
    expect(await open({ VERCEL: '1' })).toEqual({ served: null, scoreTlog: null })
    expect(await findTlogState(database.db)).toBeUndefined()
  })

  test('a command before the first start opens no log, and so decides no origin', async () => {
    const { scoreTlog } = await open({}, false)
    expect(scoreTlog).toBeNull()
    expect(await findTlogState(database.db)).toBeUndefined()
  })

  test('a log keeps the origin of its first start and a later address is named, is written by the job, recorded for by processes without a place, and ended by off', async () => {
    // Of a start that failed before anything was published.
    await open({ BASE_URL: 'http://localhost:3000' })
    const { served } = await open({ BASE_URL: 'https://assay.example' })
    const app = { db: database.db, log, tlog: served }
    const job = openTlogJob(app, parseConfig({ DATA_DIR: dataDir }), new AbortController().signal)
    expect(await job()).toMatchObject({ problem: null, published: 3 })
    const published = readFileSync(join(dataDir, 'log/tile/entries/000.p/3'), 'utf8')
    expect(published.match(/"origin":"[^"]*"/g)).toEqual(['"origin":"assay.example/log"'])
    expect(lines).toEqual([])
    await open({ BASE_URL: 'https://other.example' })
    expect(lines.splice(0)).toEqual([
      'The log keeps the origin assay.example/log of its first start, although the address of the service is https://other.example now.',
    ])
    expect(await findTlogState(database.db)).toMatchObject({ origin: 'assay.example/log', recording: true })
    expect(await readdir(join(dataDir, 'log'))).toContain('checkpoint')
    expect((await open({ VERCEL: '1', LOG_QUEUE_KEY: 'A'.repeat(43) })).scoreTlog).not.toBeNull()
    expect(lines).toEqual([])
    expect((await open({ LOG_STORE: 'off' })).scoreTlog).toBeNull()
    expect(await findTlogState(database.db)).toMatchObject({ recording: false, endedAt: NOW })
    expect(lines.splice(0)).toEqual([expect.stringContaining('LOG_STORE is off')])
    await open({ BASE_URL: 'https://other.example' }, false)
    expect(await findTlogState(database.db)).toMatchObject({ recording: false, endedAt: NOW })
    await open({})
    expect(await findTlogState(database.db)).toMatchObject({ recording: true, endedAt: null })
    expect(await job()).toMatchObject({ problem: null })
  })

  test('a process without a key for its queue keeps no log, and says why', async () => {
    const keyless = { VERCEL: '1', BASE_URL: 'https://assay.example' }
    lines.splice(0)
    await open(keyless)
    expect(lines.splice(0)).toEqual([expect.stringContaining('LOG_QUEUE_KEY is not set')])
    const { served } = await open({ ...keyless, LOG_STORE: 'folder' })
    const job = openTlogJob(
      { db: database.db, log, tlog: served },
      parseConfig({ DATA_DIR: dataDir }),
      new AbortController().signal,
    )
    expect(await job()).toBeNull()
    expect(await tlogCondition(database.db, true)).toBe('no_key')
    expect(lines.splice(0)).toEqual([expect.stringContaining('LOG_QUEUE_KEY is not set')])
    await open({})
    expect(await tlogCondition(database.db, true)).toBe('ok')
    await database.db.execute(sql`INSERT INTO log_refused (fact, reason, refused_at) VALUES ('{}', 'x', now())`)
    expect(await tlogCondition(database.db, true)).toBe('refused')
    await database.db.execute(sql`DELETE FROM log_refused`)
  })

  test('only files of another origin are refused', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-transparency-other-'))
    await copyEmbeddedTemplate(folder)
    const other = await openDatabase({ databaseUrl: null, dataDir: folder })
    try {
      // A new database beside the files of the log above.
      const settings = parseConfig({ DATA_DIR: dataDir, BASE_URL: 'https://other.example' })
      const opened = { isExposed: false, opensLog: true, log }
      const { served } = await openProcessTlog(other.db, settings, opened, NOW)
      const job = openTlogJob({ db: other.db, log, tlog: served }, settings, new AbortController().signal)
      expect(await job()).toMatchObject({
        published: 0,
        problem: expect.stringContaining('the log of another service'),
      })
    } finally {
      await other.close()
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('a bucket without keys and a witness with a wrong key are refused', async () => {
    await expect(open({ LOG_STORE: 's3://bucket/x' })).rejects.toThrow(ConfigError)
    await expect(open({ LOG_WITNESSES: `${VKEY}@https://witness.test` })).rejects.toThrow('LOG_WITNESSES')
  })
})

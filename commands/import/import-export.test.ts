import { hash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { NothingToExport } from '../../lib/moving/export-everything'
import { digestOfContent, type ExportManifest } from '../../lib/moving/rules/manifest'
import { DataFolderInUse, openDataFolder } from '../../lib/store/data-folder'
import { openDatabase } from '../../lib/store/database'
import { openTestDatabase } from '../../lib/store/test-databases'
import { copyEmbeddedTemplate, TEST_DATABASE_URL } from '../../lib/store/test-templates'
import { exportTo } from '../export'
import { importExport } from './import-export'
import { fillEveryTable } from './test-every-table'
import { answersOf, continueLog, fillService, settingsOf } from './test-moved-service'

/** A limit for a hang: embedded databases are opened several times, which takes seconds each on a loaded machine. */
const WITHIN_MS = 240_000

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-moving-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function embedded(name: string): Promise<string> {
  const dataDir = join(folder, name)
  await copyEmbeddedTemplate(dataDir)
  return dataDir
}

/** Gives a data folder the key that signed the facts which wait in the other. */
const takeQueueKey = (from: string, to: string) => cp(join(from, 'log-queue.key'), join(to, 'log-queue.key'))

async function exporting(dataDir: string, url: string | null, name: string): Promise<string[]> {
  const lines: string[] = []
  await exportTo([join(folder, name)], settingsOf(dataDir, url), new Date(), (line) => lines.push(line))
  return lines
}
async function importing(dataDir: string, url: string | null, name: string): Promise<string[]> {
  const lines: string[] = []
  await importExport([join(folder, name)], settingsOf(dataDir, url), (line) => lines.push(line))
  return lines
}

const manifestOf = async (name: string) => JSON.parse(await readFile(join(folder, name, 'manifest.json'), 'utf8'))

/** A database of the run's kind, as `DATA_DIR` and `DATABASE_URL` name it; `close` removes it. */
async function openOther(name: string) {
  const dataDir = await embedded(name)
  if (TEST_DATABASE_URL === null) return { dataDir, url: null, close: async () => undefined }
  const { url, close } = await openTestDatabase()
  return { dataDir, url, close }
}

test(
  'every table with values of every type is the same after it was moved there and back',
  async () => {
    const source = await embedded('all')
    await fillEveryTable(source)
    const [, , first] = await exporting(source, null, 'all-first')
    const { content } = await manifestOf('all-first')
    expect(content.tables.filter(({ rows }: { rows: number }) => rows === 0)).toEqual([])
    const there = await openOther('all-there')
    try {
      await takeQueueKey(source, there.dataDir)
      expect((await importing(there.dataDir, there.url, 'all-first')).at(-1)).toBe(first)
      expect((await exporting(there.dataDir, there.url, 'all-second')).at(-1)).toBe(first)
    } finally {
      await there.close()
    }
    const back = await embedded('all-back')
    await takeQueueKey(source, back)
    expect((await importing(back, null, 'all-second')).at(-1)).toBe(first)
    expect((await exporting(back, null, 'all-third')).at(-1)).toBe(first)
  },
  WITHIN_MS,
)

test.skipIf(TEST_DATABASE_URL === null)(
  'an export has one state of a Postgres that is written meanwhile',
  async () => {
    const there = await openOther('written')
    const { db, close } = await openDatabase({ databaseUrl: there.url, dataDir: '' })
    try {
      // Of the first and the last table that is exported, in one transaction.
      const writing = { goesOn: true, count: 0 }
      const addPair = (n: number) =>
        db.transaction(async (tx) => {
          await tx.execute(sql`INSERT INTO service_secrets (purpose, secret) VALUES (${String(n)}, '')`)
          await tx.execute(sql`INSERT INTO applied_formulas (formula, applied_at) VALUES (${String(n)}, now())`)
        })
      await addPair(0)
      const writer = (async () => {
        while (writing.goesOn) await addPair(++writing.count)
      })()
      await vi.waitFor(() => expect(writing.count).toBeGreaterThan(10), 10_000)
      const before = writing.count
      await exporting(there.dataDir, there.url, 'written-export')
      const after = writing.count
      writing.goesOn = false
      await writer
      expect(after).toBeGreaterThan(before)
      const { content } = await manifestOf('written-export')
      const rowsOfTable = (table: string) =>
        content.tables.find(({ name }: { name: string }) => name === table)?.rows ?? 0
      expect(rowsOfTable('service_secrets')).toBe(rowsOfTable('applied_formulas'))
      expect(rowsOfTable('service_secrets')).toBeGreaterThan(before)
    } finally {
      await close()
      await there.close()
    }
  },
  WITHIN_MS,
)

describe('a service', () => {
  const counted = { first: [] as string[] }
  let source = ''
  beforeAll(async () => {
    source = await embedded('source')
    await fillService(source, null)
    counted.first = await exporting(source, null, 'service')
  }, WITHIN_MS)

  test(
    'answers and signs the same from the other database, and continues the same log',
    async () => {
      const there = await openOther('there')
      try {
        await expect(importing(there.dataDir, there.url, 'service')).rejects.toThrow('another LOG_QUEUE_KEY')
        await takeQueueKey(source, there.dataDir)
        const [, log, content] = await importing(there.dataDir, there.url, 'service')
        expect(counted.first.at(-1)).toBe(content)
        expect(counted.first[1]).toBe(`${log}, 1 fact waiting for it`)
        const now = new Date()
        expect(await answersOf(there.dataDir, there.url, now)).toEqual(await answersOf(source, null, now))
        const size = (await manifestOf('service')).content.log.size
        const [published, waiting] = await continueLog(there.dataDir, there.url)
        expect(published).toBeGreaterThan(size)
        expect(waiting).toBe(0)
      } finally {
        await there.close()
      }
    },
    WITHIN_MS,
  )

  test(
    'is not exported while it runs on the embedded database, nor into a folder that has something',
    async () => {
      await expect(exporting(source, null, 'service')).rejects.toThrow('is not empty')
      await expect(exporting(await embedded('empty'), null, 'nothing')).rejects.toThrow(NothingToExport)
      const held = await openDataFolder(source)
      try {
        await expect(exporting(source, null, 'held')).rejects.toThrow(DataFolderInUse)
      } finally {
        await held.release()
      }
      await expect(exporting(source, null, 'service/manifest.json/x')).rejects.toThrow(/ENOTDIR|EEXIST/)
      expect((await readdir(folder)).filter((name) => /unfinished|nothing|held/.test(name))).toEqual([])
    },
    WITHIN_MS,
  )

  /** Rewrites a file of an export. */
  const changed = (path: string, change: (bytes: Buffer) => Buffer | string) => async (from: string) => {
    const place = join(from, path)
    await writeFile(place, change(await readFile(place)))
  }
  const manifestWith = (change: (manifest: ExportManifest) => void) =>
    changed('manifest.json', (bytes) => {
      const manifest = JSON.parse(String(bytes)) as ExportManifest
      change(manifest)
      return JSON.stringify({ ...manifest, digest: digestOfContent(manifest.content) })
    })
  const altered = (table: string, change: (text: string) => string) => async (from: string) => {
    const path = join('tables', `${table}.jsonl.gz`)
    await changed(path, (bytes) => gzipSync(change(String(gunzipSync(bytes)))))(from)
  }
  /** Alters a table, and the manifest so that it agrees. */
  const forged = (table: string, change: (text: string) => string) => async (from: string) => {
    await altered(table, change)(from)
    const lines = gunzipSync(await readFile(join(from, 'tables', `${table}.jsonl.gz`)))
    await manifestWith(({ content }) => {
      const entry = content.tables.find(({ name }) => name === table)
      const rows = lines.filter((byte) => byte === 10).length
      if (entry !== undefined) Object.assign(entry, { rows, bytes: lines.length, sha256: hash('sha256', lines, 'hex') })
    })(from)
  }

  const FAULTS: [string, (from: string) => Promise<void>, string | RegExp][] = [
    ['a file that was cut', changed('tables/tools.jsonl.gz', (bytes) => bytes.subarray(0, -9)), 'is damaged'],
    ['a file that is no gzip', changed('tables/tools.jsonl.gz', () => 'x'), 'is damaged'],
    ['a row that was altered', altered('servers', (text) => text.replace('Title', 'Titel')), 'is damaged'],
    ['a row that is missing', altered('tools', (text) => text.slice(text.indexOf('\n') + 1)), 'is damaged'],
    ['rows that were added', altered('tools', (text) => text + text), 'longer than its manifest says'],
    ['a table that is missing', (from) => rm(join(from, 'tables/tools.jsonl.gz')), /ENOENT/],
    ['no manifest', (from) => rm(join(from, 'manifest.json')), /ENOENT/],
    ['another file as manifest', changed('manifest.json', () => '{}'), 'It is no manifest of an export.'],
    [
      'a manifest that was altered',
      changed('manifest.json', (bytes) => String(bytes).replace('"tools"', '"toolz"')),
      'It was altered.',
    ],
    ['a newer form', manifestWith((manifest) => Object.assign(manifest, { version: 2 })), 'use a newer one'],
    [
      'a newer schema',
      manifestWith(({ content }) => Object.assign(content, { migration: '9999_later' })),
      'use a newer one',
    ],
    [
      'an older schema',
      manifestWith(({ content }) => Object.assign(content, { migration: '0001_older' })),
      'Import it with the program that made it (assay 0.1.0)',
    ],
    ['a table too few', manifestWith(({ content }) => content.tables.pop()), 'not the tables of its migration'],
    [
      'a row that refers to nothing',
      forged('tools', (text) => text.replaceAll(/"server_key":"\d+"/g, '"server_key":"99999"')),
      'Rows of tools cannot be stored',
    ],
    [
      'a value in another form',
      forged('servers', (text) => text.replace('"lifecycle":"active"', '"lifecycle":" active"')),
      'Rows of servers cannot be stored',
    ],
    [
      'a number in another form',
      forged('tools', (text) => text.replace(/"server_key":"(\d+)"/, '"server_key":" $1"')),
      'stored other values in tools',
    ],
    [
      'a log that was altered',
      changed('log/tile/entries/000.p/8', (bytes) => String(bytes).replace('assay.example', 'essay.example')),
      'The log in',
    ],
    ['a log without its checkpoint', (from) => rm(join(from, 'log/checkpoint')), 'set LOG_STORE and DATA_DIR'],
  ]

  test(
    'is imported whole or not at all',
    async () => {
      const into = await openOther('whole')
      await takeQueueKey(source, into.dataDir)
      try {
        for (const [what, change, said] of FAULTS) {
          const copy = join(folder, 'faulty')
          await rm(copy, { recursive: true, force: true })
          await cp(join(folder, 'service'), copy, { recursive: true })
          await change(copy)
          await expect(importing(into.dataDir, into.url, 'faulty'), what).rejects.toThrow(said)
        }
        await importing(into.dataDir, into.url, 'service')
        await expect(importing(into.dataDir, into.url, 'service')).rejects.toThrow('is not empty: there are rows in')
      } finally {
        await into.close()
      }
    },
    2 * WITHIN_MS,
  )
})

import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { NothingToExport } from '../../lib/moving/export-everything'
import type { ExportManifest } from '../../lib/moving/rules/manifest'
import { DataFolderInUse, openDataFolder } from '../../lib/store/data-folder'
import { openDatabase } from '../../lib/store/database'
import { openTestDatabase } from '../../lib/store/test-databases'
import { copyEmbeddedTemplate, TEST_DATABASE_URL } from '../../lib/store/test-templates'
import { exportTo } from '../export'
import { importExport } from './import-export'
import { fillEveryTable } from './test-every-table'
import { FAULTS } from './test-faulty-exports'
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

const manifestOf = async (name: string): Promise<ExportManifest> =>
  JSON.parse(await readFile(join(folder, name, 'manifest.json'), 'utf8'))

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
    const tables = await fillEveryTable(source)
    const [, , first] = await exporting(source, null, 'all-first')
    const { content } = await manifestOf('all-first')
    expect(content.tables.map(({ name }) => name).sort()).toEqual(tables.sort())
    expect(content.tables.filter(({ rows }) => rows === 0)).toEqual([])
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
  'an export has one state of a Postgres that is written meanwhile, and goes into another one',
  async () => {
    const [there, again] = [await openOther('written'), await openOther('again')]
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
      const rowsOfTable = (table: string) => content.tables.find(({ name }) => name === table)?.rows ?? 0
      expect(rowsOfTable('service_secrets')).toBe(rowsOfTable('applied_formulas'))
      expect(rowsOfTable('service_secrets')).toBeGreaterThan(before)
      expect((await importing(again.dataDir, again.url, 'written-export')).at(-1)).toMatch(/^content/)
    } finally {
      await close()
      await there.close()
      await again.close()
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
        const size = (await manifestOf('service')).content.log?.size ?? 0
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

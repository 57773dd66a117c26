import { chmodSync, cpSync, lstatSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from './database'
import { embeddedTemplate } from './test-templates'

let parent: string
let dataDir: string
/** A new database as its first opening left it: the template of the run. */
let opened: string
const warnings: string[] = []
const warn = (line: string) => void warnings.push(line)
const open = () => openDatabase({ databaseUrl: null, dataDir, warn })
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'assay-private-'))
  opened = await embeddedTemplate()
})
afterAll(() => rm(parent, { recursive: true, force: true }))
beforeEach(() => {
  dataDir = join(parent, 'data')
  warnings.length = 0
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** Every file and folder from here down, with its mode in octal. */
function modesUnder(path: string): [path: string, mode: string][] {
  const entry = lstatSync(path)
  const below = entry.isDirectory() ? readdirSync(path).flatMap((name) => modesUnder(join(path, name))) : []
  return [[`${entry.isDirectory() ? 'folder' : 'file'} ${path}`, (entry.mode & 0o777).toString(8)], ...below]
}

function expectClosed(folder = dataDir): void {
  const modes = modesUnder(folder)
  expect(modes.length).toBeGreaterThan(500)
  expect(modes.filter(([path, mode]) => mode !== (path.startsWith('folder') ? '700' : '600'))).toEqual([])
}

/** With the modes that PGlite gives them by itself, under the usual umask. */
function openToOthers(path: string): void {
  const isFolder = lstatSync(path).isDirectory()
  chmodSync(path, isFolder ? 0o755 : 0o666)
  if (isFolder) for (const name of readdirSync(path)) openToOthers(join(path, name))
}

async function work(db: Database): Promise<void> {
  await db.execute(sql`CREATE TABLE worked AS SELECT n, repeat('x', 1000) AS filling FROM generate_series(1, 5000) n`)
  await db.execute(sql`CREATE INDEX worked_idx ON worked (n)`)
  await db.execute(sql`CHECKPOINT`)
  await db.execute(sql`SELECT pg_switch_wal()`)
  await db.execute(sql`VACUUM FULL worked`)
  await db.execute(sql`DROP TABLE worked`)
  await db.execute(sql`CHECKPOINT`)
}

describe.skipIf(process.platform === 'win32')('the files of the embedded database', () => {
  test('are for their owner only: new, opened, at work, and closed', async () => {
    expectClosed(opened)
    cpSync(opened, dataDir, { recursive: true })
    const { db, exposure, close } = await open()
    expectClosed()
    await work(db)
    expectClosed()
    await close()
    expectClosed()
    expect([exposure, warnings]).toEqual([null, []])
  })

  test('that others could read are closed, with one warning, and known until it is settled', async () => {
    cpSync(opened, dataDir, { recursive: true })
    openToOthers(dataDir)
    const first = await open()
    expectClosed()
    expect(warnings).toEqual([
      expect.stringMatching(/^Other users of this machine could read the database in .*data: /),
    ])
    expect(first.exposure).not.toBeNull()
    await first.close()
    const unsettled = await open()
    expect(unsettled.exposure).not.toBeNull()
    unsettled.exposure?.settle()
    await unsettled.close()
    const settled = await open()
    expect(settled.exposure).toBeNull()
    expect(warnings).toHaveLength(1)
    await settled.close()
  })

  test('in a closed database folder were not exposed: open ones around and below it are closed', async () => {
    cpSync(opened, dataDir, { recursive: true })
    openToOthers(dataDir)
    chmodSync(join(dataDir, 'postgres'), 0o700)
    const first = await open()
    expectClosed()
    expect(first.exposure).toBeNull()
    expect(warnings).toEqual([expect.stringContaining('not to the database in it')])
    await first.close()
  })

  test('are closed in a folder with other files, which stay as they are', async () => {
    cpSync(opened, dataDir, { recursive: true })
    chmodSync(dataDir, 0o755)
    writeFileSync(join(dataDir, 'notes.txt'), 'not ours')
    chmodSync(join(dataDir, 'notes.txt'), 0o644)
    const first = await open()
    const stillOpen = modesUnder(dataDir).filter(([, mode]) => mode !== '700' && mode !== '600')
    expect(stillOpen).toEqual([
      [`folder ${dataDir}`, '755'],
      [`file ${join(dataDir, 'notes.txt')}`, '644'],
    ])
    expect([first.exposure, warnings]).toEqual([null, []])
    await first.close()
  })
})

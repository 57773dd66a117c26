import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { parseConfig } from '../config'
import { openDatabase, rowsOf } from './database'
import { copyEmbeddedTemplate } from './test-templates'

test('the page cache of the embedded database has the size that the settings name', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-cache-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  await copyEmbeddedTemplate(dataDir)
  for (const embeddedCacheMb of [parseConfig({}).embeddedCacheMb, 5]) {
    const { db, close } = await openDatabase({ databaseUrl: null, dataDir, embeddedCacheMb })
    const [row] = await rowsOf<{ size: string }>(db, sql`SELECT current_setting('shared_buffers') AS size`)
    await close()
    expect(row?.size).toBe(`${embeddedCacheMb}MB`)
  }
})

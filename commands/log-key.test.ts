import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../lib/config'
import { openDatabase } from '../lib/store/database'
import { copyEmbeddedTemplate } from '../lib/store/test-templates'
import { openTlog } from '../lib/tlog/job/open-tlog'
import { listQueued } from '../lib/tlog/sql/stored-facts'
import { WrongUse } from './command.mjs'
import { LogKeyRefused, runLogKey } from './log-key'

const NOW = new Date('2026-11-23T06:00:00Z')
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-log-key-'))
  await copyEmbeddedTemplate(dataDir)
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const run = async (args: string[], more: Record<string, string> = {}) => {
  const lines: string[] = []
  await runLogKey(args, parseConfig({ DATA_DIR: dataDir, ...more }), NOW, (line) => lines.push(line))
  return lines
}

test('the key of the log is shown and replaced, and the log says so', async () => {
  expect(await run(['list'])).toEqual(['This database has no log.'])
  await expect(run(['rotate'])).rejects.toThrow(LogKeyRefused)
  const opened = await openDatabase({ databaseUrl: null, dataDir })
  const opening = { origin: 'assay.test/log', software: 'assay test', configuredSeed: null, isExposed: false }
  await openTlog(opened.db, opening, NOW)
  await opened.close()
  const [first = ''] = await run(['list'])
  expect(first).toMatch(/^assay\.test\/log\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+ {2}signs$/)
  const [before, after] = await run(['rotate', '--leaked'])
  expect(before).toBe(first.replace('signs', 'signed until 2026-11-23T06:00:00.000Z'))
  expect(after).toMatch(/ {2}signs$/)
  const again = await openDatabase({ databaseUrl: null, dataDir })
  const events = (await listQueued(again.db, 100)).flatMap(({ fact }) => (fact.kind === 'key' ? [fact.event] : []))
  await again.close()
  expect(events).toEqual(['published', 'leaked', 'published'])
})

test('a key of the settings is not replaced here, and other arguments are refused', async () => {
  await expect(run(['rotate'], { LOG_KEY: Buffer.alloc(32, 3).toString('base64url') })).rejects.toThrow('LOG_KEY signs')
  for (const args of [[], ['rotate', 'now'], ['show']]) await expect(run(args)).rejects.toThrow(WrongUse)
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../lib/config'
import { openDatabase } from '../lib/store/database'
import { addFirstSigningKey, listSigningKeys } from '../lib/store/signing/signing-keys'
import { copyEmbeddedTemplate } from '../lib/store/test-templates'
import { WrongUse } from './command.mjs'
import { runSigningKey } from './signing-key'

/** A limit for a hang: each command opens the embedded database, which takes long on a loaded machine. */
const OPENED_OFTEN_WITHIN_MS = 300_000
const now = new Date('2026-11-22T12:00:00Z')
const SEED = Buffer.alloc(32, 7).toString('base64url')
let dataDir = ''

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-signing-key-'))
  await copyEmbeddedTemplate(dataDir)
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function run(...args: string[]): Promise<string[]> {
  const lines: string[] = []
  await runSigningKey(args, parseConfig({ DATA_DIR: dataDir }), now, (line) => lines.push(line))
  return lines.map((line) => line.replace(/^\S+ {2}/, ''))
}

async function storedKeys() {
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir })
  try {
    await addFirstSigningKey(db, SEED, now)
    return await listSigningKeys(db, now)
  } finally {
    await close()
  }
}

test(
  'a key is rotated ahead of its use, and one that leaked at once and without its public key',
  async () => {
    const [first] = await storedKeys()
    expect(await run('rotate')).toEqual([
      'signs from 2026-11-22T12:10:00.000Z on',
      'signs since 2026-11-22T12:00:00.000Z',
    ])
    const before = await storedKeys()
    expect(before).toHaveLength(2)
    expect(await run('rotate', '--leaked')).toEqual(['signs since 2026-11-22T12:00:00.000Z'])
    const [last, ...others] = await storedKeys()
    expect(others).toEqual([])
    expect(before.map(({ kid }) => kid)).toContain(first?.kid)
    expect(before.map(({ kid }) => kid)).not.toContain(last?.kid)
  },
  OPENED_OFTEN_WITHIN_MS,
)

test.each([[[]], [['rotate', '--now']], [['list', 'all']], [['--leaked', 'rotate']]])(
  '%j is refused before anything is opened',
  async (args) => {
    await expect(run(...args)).rejects.toThrow(WrongUse)
  },
)

test('a key of the settings is not rotated in the database', async () => {
  const settings = parseConfig({ DATA_DIR: dataDir, SIGNING_KEY: SEED })
  await expect(runSigningKey(['rotate'], settings, now, () => undefined)).rejects.toThrow('Give it another seed')
})

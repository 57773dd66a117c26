import { hash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseConfig } from '../lib/config'
import { isWellFormedApiKey } from '../lib/core/caller/api-key'
import { DataFolderInUse, openDataFolder } from '../lib/store/data-folder'
import { openDatabase } from '../lib/store/database'
import { findKey } from '../lib/store/keys/keys'
import { copyEmbeddedTemplate } from '../lib/store/test-templates'
import { WrongUse } from './command.mjs'
import { issueRaisedKey, revokeKeyOf } from './key'

/** A limit for a hang: the test opens the embedded database twice, which takes 20 s each on a loaded machine. */
const OPENED_TWICE_WITHIN_MS = 120_000

const now = new Date('2026-11-22T12:00:00Z')
let dataDir = ''

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-key-'))
  await copyEmbeddedTemplate(dataDir)
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function issue(...args: string[]) {
  const lines: string[] = []
  await issueRaisedKey(args, parseConfig({ DATA_DIR: dataDir }), now, (line) => lines.push(line))
  return lines.join('\n')
}

describe('a key with a raised limit', () => {
  test(
    'is printed once, stored as a hash, and has that limit',
    async () => {
      const printed = await issue('--per-minute', '120000')
      const [apiKey = '', rest = ''] = printed.split('\n')
      expect(isWellFormedApiKey(apiKey)).toBe(true)
      expect(rest).toMatch(/^key_\w{12}: tier raised, 120000 points a minute/)
      expect(printed.split(apiKey)).toHaveLength(2)
      const { db, close } = await openDatabase({ databaseUrl: null, dataDir })
      try {
        const known = await findKey(db, hash('sha256', apiKey, 'base64url'), now)
        expect(known).toMatchObject({ keyId: rest.split(':')[0], ownLimit: 120_000, createdAt: now, credits: 0 })
      } finally {
        await close()
      }
    },
    OPENED_TWICE_WITHIN_MS,
  )

  test.each([
    [[], '--per-minute is missing'],
    [['--per-hour', '5'], '--per-minute is missing'],
    [['--per-minute'], '--per-minute needs a value'],
    [['--per-minute', '5', 'more'], 'There are no arguments besides'],
    ...['0', '-1', '1.5', '1e3', '', ' 7', 'many', '1000000001', '99999999999'].map((value) => [
      ['--per-minute', value],
      '--per-minute must be a whole number from 1 to 1000000000',
    ]),
  ] as [string[], string][])('%j is refused with a reason', async (args, fault) => {
    const refused = issue(...args)
    await expect(refused).rejects.toThrow(WrongUse)
    await expect(refused).rejects.toThrow(fault)
  })

  test('is not issued while another process has the embedded database open', async () => {
    const folder = await openDataFolder(dataDir)
    try {
      await expect(issue('--per-minute', '5')).rejects.toThrow(DataFolderInUse)
    } finally {
      await folder.release()
    }
  })
})

test(
  'a key is revoked by its id, once',
  async () => {
    const [apiKey = '', rest = ''] = (await issue('--per-minute', '7')).split('\n')
    const keyId = rest.split(':')[0]
    const settings = parseConfig({ DATA_DIR: dataDir })
    const lines: string[] = []
    await revokeKeyOf(keyId, settings, (line) => lines.push(line))
    expect(lines).toEqual([`${keyId}: revoked.`])
    await expect(revokeKeyOf(keyId, settings, () => undefined)).rejects.toThrow('No key has this id.')
    for (const given of [undefined, '', apiKey, 'key_1', '--per-minute']) {
      await expect(revokeKeyOf(given, settings, () => undefined)).rejects.toThrow(WrongUse)
    }
  },
  2 * OPENED_TWICE_WITHIN_MS,
)

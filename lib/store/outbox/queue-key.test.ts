import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hasQueueKey, isSigned, prepareQueueKey, setQueueKey, signatureOf } from './queue-key'

let folder: string
let lines: string[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-key-'))
  lines = []
})
afterEach(async () => {
  setQueueKey(new Uint8Array(32).fill(1))
  await rm(folder, { recursive: true, force: true })
})
const prepare = (configured: string | null, of: string | null) =>
  prepareQueueKey({ configured, folder: of }, (line) => lines.push(line))
const CONFIGURED = Buffer.alloc(32, 7).toString('base64url')

test('without a setting a file is made once, for its owner alone, and every process of the folder has the same key', async () => {
  const data = join(folder, 'new')
  expect(prepare(null, data)).toBeNull()
  const signature = signatureOf('{}', null)
  expect(await readdir(data)).toEqual(['log-queue.key'])
  expect((await stat(join(data, 'log-queue.key'))).mode & 0o777).toBe(0o600)
  expect(prepare(null, data)).toBeNull()
  expect(signatureOf('{}', null)).toBe(signature)
  expect(lines).toEqual([])
})

test('the setting is used before the file, and none is made', async () => {
  expect(prepare(CONFIGURED, folder)).toBeNull()
  expect(await readdir(folder)).toEqual([])
  const signature = signatureOf('{}', 'x')
  expect([isSigned('{}', 'x', signature), isSigned('{} ', 'x', signature), isSigned('{}', null, signature)]).toEqual([
    true,
    false,
    false,
  ])
  setQueueKey(new Uint8Array(32))
  expect(isSigned('{}', 'x', signature)).toBe(false)
})

test('a host without a disk needs the setting; a file that is not one of ours, or cannot be made, gives no key, with words', async () => {
  expect(prepare(null, null)).toContain('LOG_QUEUE_KEY is not set')
  expect([hasQueueKey(), signatureOf('{}', null), isSigned('{}', null, '')]).toEqual([false, null, false])
  await writeFile(join(folder, 'log-queue.key'), 'short', { mode: 0o600 })
  expect(prepare(null, folder)).toContain('is not what this program writes')
  await writeFile(join(folder, 'file'), '')
  expect(prepare(null, join(folder, 'file', 'data'))).toContain('cannot be read or made (ENOTDIR)')
  expect(hasQueueKey()).toBe(false)
})

test('a file that others could read is closed to them, and the operator is warned', async () => {
  await mkdir(join(folder, 'data'))
  const path = join(folder, 'data', 'log-queue.key')
  await writeFile(path, CONFIGURED)
  // Not as it is made: whoever opened a database in this process has set its umask.
  await chmod(path, 0o644)
  expect(prepare(null, join(folder, 'data'))).toBeNull()
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(lines).toEqual([expect.stringContaining('could be read by other users')])
  expect(await readFile(path, 'utf8')).toBe(CONFIGURED)
})

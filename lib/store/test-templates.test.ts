import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { makeOnce } from './test-templates'

describe('a thing that several processes need', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-once-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  })
  const make = vi.fn(async (path: string) => writeFileSync(join(path, 'made'), ''))

  test('is made once, for all who ask', async () => {
    make.mockClear()
    const paths = await Promise.all([1, 2, 3].map(() => makeOnce(folder, 'thing', make)))
    expect(new Set(paths)).toEqual(new Set([join(folder, 'thing')]))
    expect(existsSync(join(folder, 'thing', 'made'))).toBe(true)
    expect(make).toHaveBeenCalledTimes(1)
  })

  test('is made by another where the first process has ended before', async () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    mkdirSync(join(folder, 'thing.unfinished-0'))
    writeFileSync(join(folder, 'thing.unfinished-0.maker'), String(pid))
    expect(existsSync(join(await makeOnce(folder, 'thing', make), 'made'))).toBe(true)
  })

  test('is tried again where it failed', async () => {
    await expect(makeOnce(folder, 'thing', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(existsSync(join(await makeOnce(folder, 'thing', make), 'made'))).toBe(true)
  })
})

import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyEmptyDatabase } from './empty-database'

test('the empty database of the build is copied for its owner only, and never over another one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-empty-'))
  const [empty, dataDir] = [join(folder, 'empty'), join(folder, 'data')]
  mkdirSync(join(empty, 'base'), { recursive: true })
  writeFileSync(join(empty, 'base', '1'), 'rows')
  chmodSync(join(empty, 'base', '1'), 0o644)
  await copyEmptyDatabase(dataDir, empty)
  expect(readFileSync(join(dataDir, 'postgres/base/1'), 'utf8')).toBe('rows')
  for (const path of ['', 'postgres', 'postgres/base', 'postgres/base/1'])
    expect(statSync(join(dataDir, path)).mode & 0o077).toBe(0)
  writeFileSync(join(dataDir, 'postgres/base/1'), 'others')
  await copyEmptyDatabase(dataDir, empty)
  expect(readFileSync(join(dataDir, 'postgres/base/1'), 'utf8')).toBe('others')
  await copyEmptyDatabase(join(folder, 'none'), join(folder, 'absent'))
  expect(readdirSync(folder).sort()).toEqual(['data', 'empty'])
})

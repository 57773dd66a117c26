import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPageFiles } from './page-files'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-files-'))
  for (const file of ['.next/static/chunks/a.js', 'public/favicon.ico', 'public/assets/site.js']) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), 'x')
  }
})
afterAll(() => rm(root, { recursive: true }))

test.each([
  ['/_next/static/chunks/a.js', true],
  ['/_next/static/chunks/a.js?v=1', true],
  ['/assets/site.js', true],
  ['/favicon.ico', true],
  ['/icon.svg?icon.1.svg', true],
  ['/robots.txt', true],
  ['/_next/static/chunks/b.js', false],
  ['/_next/static/chunks', false],
  ['/assets/../../package.json', false],
  ['/assets/random-1.js', false],
  ['/', false],
])('%s is a file of the build: %s', async (target, isFile) => {
  expect((await readPageFiles(root))(target)).toBe(isFile)
})

import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildFault, hashSources } from './build.mjs'

let root: string
const write = (path: string, content: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-build-'))
  write('app/page.tsx', 'page')
  write('lib/core/verdict.ts', 'verdict')
  write('package-lock.json', '{}')
  write('.next/BUILD_ID', 'id')
  write('.next/sources.sha256', hashSources(root))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

it('is used while the sources are what it was made from', () => {
  expect(buildFault(root)).toBeUndefined()
  write('app/page.tsx', 'page')
  write('lib/core/verdict.test.ts', 'a test is in no build')
  write('lib/store/test-databases.ts', 'nor what tests use')
  write('README.md', 'nor a text')
  expect(buildFault(root)).toBeUndefined()
})

it.each([
  ['a changed file', () => write('lib/core/verdict.ts', 'other')],
  ['a new file', () => write('lib/core/new.ts', '')],
  ['a removed file', () => rmSync(join(root, 'lib/core/verdict.ts'))],
  ['a renamed file', () => renameSync(join(root, 'lib/core/verdict.ts'), join(root, 'lib/core/verdicts.ts'))],
  ['another lock file', () => write('package-lock.json', '{ }')],
  ['a new configuration', () => write('next.config.ts', '')],
])('is made again after %s', (_what, change) => {
  change()
  expect(buildFault(root)).toBe('the sources have changed')
})

it('is made again when there is none, or it did not end', () => {
  rmSync(join(root, '.next/sources.sha256'))
  expect(buildFault(root)).toBe('the last build did not end well')
  rmSync(join(root, '.next'), { recursive: true })
  expect(buildFault(root)).toBe('there was no build')
})

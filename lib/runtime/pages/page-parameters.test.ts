import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PAGES } from '../../contract/pages'
import { readTarget } from './page-parameters'
import cases from './page-parameters.cases.json' with { type: 'json' }

test.each(cases.readings)('%s is read as %s', (target, read) => {
  expect(readTarget(target)).toBe(read)
})

/** Every page of app/ by the path that Next gives it, and whether its source reads parameters. */
const SITE = 'app/(site)'
const built = readdirSync(SITE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('page.tsx') && !file.startsWith('[...path]'))
  .map((file) => ({
    path: `/${file.replace(/\/?page\.tsx$/, '')}`,
    reads: readFileSync(`${SITE}/${file}`, 'utf8').includes('searchParams'),
  }))

test('the table of pages has those of app/, and parameters where they are read', () => {
  const listed = Object.values(PAGES).map(({ path, parameters }) => ({ path, reads: parameters !== undefined }))
  const byPath = (one: { path: string }, other: { path: string }) => one.path.localeCompare(other.path)
  expect(listed.sort(byPath)).toEqual(built.sort(byPath))
})

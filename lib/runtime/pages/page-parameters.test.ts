import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PAGES } from '../../contract/pages'
import { readTarget } from './page-parameters'

test.each([
  ['/search?q=pdf&utm_source=x', '/search?q=pdf'],
  ['/search?status=down&q=pdf+tool', '/search?q=pdf+tool&status=down'],
  ['/search/?q=pdf&x', '/search/?q=pdf'],
  ['/search?%71=pdf', '/search?%71=pdf'],
  ['/search?q=a&q=b', '/search?q=a&q=b'],
  ['/category/files?page=2&a=1&status=down', '/category/files?status=down&page=2'],
  ['/incidents?server=a%2Fb&n=1', '/incidents?server=a%2Fb'],
  ['/probes/o/s?before=2026-11-20T12:00:00Z&x=1', '/probes/o/s?before=2026-11-20T12:00:00Z'],
  ['/check?list=a&ids=b&%ZZ=1', '/check?ids=b&list=a'],
  ['/?x=1', '/'],
  ['/server/o/s?page=2', '/server/o/s'],
  ['/sitemap-tools-1.xml?anything=1', '/sitemap-tools-1.xml'],
  ['/picture/server/o/s?v=2', '/picture/server/o/s'],
  ['/icon.svg?icon.1.svg', '/icon.svg'],
  ['/docs?', '/docs'],
])('%s is read as %s', (target, read) => {
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

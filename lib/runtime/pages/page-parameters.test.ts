import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { namesReadAt, readTarget } from './page-parameters'

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

/** Pages whose source reads parameters, by the path that Next gives them. */
const SITE = 'app/(site)'
const reading = readdirSync(SITE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('page.tsx') && readFileSync(`${SITE}/${file}`, 'utf8').includes('searchParams'))
  .map((file) => `/${file.replace(/\/?page\.tsx$/, '').replaceAll(/\[[^\]]+\]+/g, 'x')}`)

test.each(reading)('%s, which reads parameters, has some', (path) => {
  expect(namesReadAt(path)).not.toEqual([])
})

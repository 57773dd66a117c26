import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { namesReadAt, readTarget } from './page-parameters'
import cases from './page-parameters.cases.json' with { type: 'json' }

test.each(cases.readings)('%s is read as %s', (target, read) => {
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

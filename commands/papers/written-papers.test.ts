import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { WRITTEN_PAPERS } from '../papers'
import { readFigures } from './bench-figures'
import { settingsPage } from './settings-page'

test.each(Object.entries(WRITTEN_PAPERS))('%s is what `npm run papers` writes', (path, write) => {
  expect(readFileSync(path, 'utf8')).toBe(write())
})

describe('settings', () => {
  test('have a row each with default and purpose, and without a default an empty cell', () => {
    expect(settingsPage()).toContain('| `PORT` | `3000` | ')
    expect(settingsPage()).toContain('| `REGISTRY_URL` | `https://registry.modelcontextprotocol.io` | ')
    expect(settingsPage()).toMatch(/\| `SIGNING_KEY` \| {2}\| \S/)
  })
})

describe('figures', () => {
  const rows = readFigures()

  test('are in the order of their names, with a date and a commit where there are any', () => {
    const names = rows.map(({ name }) => name)
    expect(names).toEqual([...names].sort())
    for (const { name, measures, date, commit, figures } of rows) {
      expect(measures, name).toMatch(/^[A-Z].+[^.]$/)
      if (figures.length > 0) expect(`${date} ${commit}`, name).toMatch(/^\d{4}-\d{2}-\d{2} [0-9a-f]{8}$/)
    }
  })

  test('every measurement has a row', () => {
    const table = readFileSync('bench/run.ts', 'utf8').matchAll(/^ {2}'?([\w-]+)'?: \(\) => import/gm)
    const known = [...table].map(([, name = '']) => name)
    expect(known.length).toBeGreaterThan(30)
    expect(known.filter((name) => !rows.some((row) => row.name === name))).toEqual([])
  })
})

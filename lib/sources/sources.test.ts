import { expect, test } from 'vitest'
import { SOURCES, type SourceName, type SourceSettings } from './index'

const OFF: SourceSettings = { officialRegistry: null, reference: null, files: [] }
const ON: SourceSettings = {
  officialRegistry: { base: 'https://registry.example', userAgent: 'Assay/test', dial: { allowedOrigins: [] } },
  reference: { everythingOrigin: 'http://127.0.0.1:3901' },
  files: ['catalog.jsonl'],
}
const NAMES = Object.keys(SOURCES) as SourceName[]

function open(name: SourceName, settings: SourceSettings) {
  const memory = { since: '2026-11-20T10:00:00.000Z' }
  return SOURCES[name].open(settings, memory, { now: new Date(), signal: new AbortController().signal })
}

test.each(NAMES)('%s is off where its settings are, and else opens without looking at anything yet', (name) => {
  expect(open(name, OFF)).toBeNull()
  expect(open(name, ON)).not.toBeNull()
})

test('what we run ourselves is believed before the official registry, and that before a file', () => {
  expect(NAMES.toSorted((a, b) => SOURCES[b].precedence - SOURCES[a].precedence)).toEqual([
    'reference',
    'official-registry',
    'file',
  ])
})

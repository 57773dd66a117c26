import { expect, test } from 'vitest'
import { SOURCES } from './index'

const ON_SCHEDULE = {
  'official-registry': { on: { REGISTRY_URL: 'https://registry.example' }, off: { REGISTRY_URL: null } },
} as const
const controls = {
  now: new Date(),
  signal: new AbortController().signal,
  userAgent: 'Assay/test',
}

test('every scheduled source can be switched off, and opens without a request', async () => {
  const names = Object.entries(SOURCES).flatMap(([name, { runs }]) => (runs === 'on schedule' ? [name] : []))
  expect(names).toEqual(Object.keys(ON_SCHEDULE))
  for (const [name, { on, off }] of Object.entries(ON_SCHEDULE)) {
    const source = SOURCES[name as keyof typeof ON_SCHEDULE]
    expect(await source.open(off, controls)).toBeNull()
    const begin = await source.open(on, controls)
    expect(begin?.({ since: '2026-11-20T10:00:00.000Z' }).memory()).toEqual({ since: '2026-11-20T10:00:00.000Z' })
  }
})

test('a source that runs with the process starts nothing where its settings switch it off', async () => {
  const settings = { REFERENCE_SERVERS: false, REFERENCE_RESTART: true, REFERENCE_PORT: 3901 }
  expect(await SOURCES.reference.start(settings, { log: () => undefined, workDir: '/nowhere' })).toBeNull()
})

test('files are opened without being read', async () => {
  expect((await SOURCES.file.open(['catalog.jsonl'])).memory()).toEqual({ since: null })
})

test('servers of this process have precedence over the official registry, and that over a file', () => {
  const byPrecedence = Object.entries(SOURCES).toSorted(([, a], [, b]) => b.precedence - a.precedence)
  expect(byPrecedence.map(([name]) => name)).toEqual(['reference', 'official-registry', 'file'])
})

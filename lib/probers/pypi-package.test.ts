import { describe, expect, test } from 'vitest'
import { placeOfPypiPackage } from './pypi-package'
import { type IndexResponses, pypiFile, pypiIndexAt, pypiProject, serveIndex } from './test-package-index'
import { probe, serve, type TestProbe } from './test-servers'

const PATH = '/pypi/weather-tools/json'

async function lookUp(
  answers: IndexResponses,
  { name = 'weather-tools', ...options }: TestProbe & { name?: string } = {},
) {
  const { origin, requests } = await serveIndex(answers)
  const packageIndexes = { pypi: pypiIndexAt(origin) }
  const found = await probe(name, { transport: 'pypi', own: false, packageIndexes, ...options })
  return { found, requests }
}

test('a project that is published gives the facts of its newest version; names are normalized', async () => {
  const earlier = pypiFile('sdist', { upload_time_iso_8601: '2026-03-04T05:00:00Z', provenance: 'http://127.0.0.1/p' })
  const answer = pypiProject('Weather.Tools', {}, [pypiFile('bdist_wheel', { provenance: null }), earlier])
  const { found, requests } = await lookUp({ [PATH]: answer }, { name: 'weather_TOOLS[http]==1.0' })
  expect(requests).toEqual([PATH])
  expect(found).toMatchObject({ reason: 'published', httpStatus: 200, version: '1.2.3', tools: null })
  expect(found.packageFacts).toEqual({
    registry: 'pypi',
    name: 'weather-tools',
    version: '1.2.3',
    publishedAt: Date.parse('2026-03-04T05:00:00Z'),
    deprecated: null,
    licence: 'MIT',
    hasInstallScripts: false,
    hasProvenance: true,
  })
})

test.each<[string, object, object]>([
  [
    'source only: it is built where it is installed',
    pypiProject('weather-tools', {}, [pypiFile('sdist')]),
    { hasInstallScripts: true },
  ],
  [
    'no files',
    pypiProject('weather-tools', {}, []),
    { hasInstallScripts: null, publishedAt: null, hasProvenance: null },
  ],
  ['an index without provenance', pypiProject('weather-tools'), { hasProvenance: null }],
  [
    'no provenance',
    pypiProject('weather-tools', {}, [pypiFile('sdist', { provenance: null })]),
    { hasProvenance: false },
  ],
  ['an SPDX expression', pypiProject('weather-tools', { license_expression: 'Apache-2.0' }), { licence: 'Apache-2.0' }],
  [
    'a whole licence in place of its name',
    pypiProject('weather-tools', {
      license: 'x'.repeat(5000),
      classifiers: ['A :: B', 'License :: OSI Approved :: MIT License'],
    }),
    { licence: 'MIT License' },
  ],
  ['no licence', pypiProject('weather-tools', { license: null }), { licence: null }],
])('%s', async (_, answer, facts) => {
  const { found } = await lookUp({ [PATH]: answer })
  expect(found.reason).toBe('published')
  expect(found.packageFacts).toMatchObject(facts)
})

test.each<[string, object, string]>([
  ['by the project', pypiProject('weather-tools', { yanked: true, yanked_reason: 'broken\u202e' }), 'broken'],
  [
    'without a reason',
    pypiProject('weather-tools', { yanked: true, yanked_reason: null }),
    'Withdrawn (yanked) without a reason.',
  ],
  ['every file', pypiProject('weather-tools', {}, [pypiFile('sdist', { yanked: true, yanked_reason: 'no' })]), 'no'],
])('a newest version that is yanked is withdrawn: %s', async (_, answer, deprecated) => {
  const { found } = await lookUp({ [PATH]: answer })
  expect(found).toMatchObject({ reason: 'deprecated', packageFacts: { deprecated } })
})

test.each([404, 410])('a project that is gone: %i', async (status) => {
  expect((await lookUp({ [PATH]: status })).found).toMatchObject({ reason: 'package_gone', httpStatus: status })
})

describe('an index that cannot be used says nothing about the project', () => {
  test.each<[string, object | number]>([
    ['401', 401],
    ['403', 403],
    ['500', 500],
    ['metadata of another project', pypiProject('other')],
    ['no version', pypiProject('weather-tools', { version: '' })],
    ['no info', {}],
    ['metadata of 5 MB', { ...pypiProject('weather-tools'), releases: 'x'.repeat(5_000_000) }],
  ])('%s', async (_, answer) => {
    const { found } = await lookUp({ [PATH]: answer })
    expect(found).toMatchObject({ reason: 'index_unusable', notes: [expect.any(String)] })
  })
})

test.each(['../admin', 'a/b', 'a?b', 'http://127.0.0.1/', '-a-', ''])(
  '%j is no name, so nothing is asked',
  async (name) => {
    const { found, requests } = await lookUp({}, { name })
    expect({ reason: found.reason, requests }).toEqual({ reason: 'not_probeable', requests: [] })
  },
)

test('the place of a project is that of the index; without an index it has none', () => {
  const pypi = pypiIndexAt('http://user:word@127.0.0.1:3141/root')
  expect(placeOfPypiPackage('weather', { pypi })).toEqual({ network: 'local', host: '127.0.0.1:3141' })
  expect(placeOfPypiPackage('a b', { pypi })).toBeNull()
  expect(placeOfPypiPackage('weather', {})).toBeNull()
})

test('a user name and a password in the address are sent as credentials', async () => {
  const seen: (string | undefined)[] = []
  const origin = await serve(({ headers }, response) => {
    seen.push(headers.authorization)
    response.writeHead(404).end()
  })
  const pypi = pypiIndexAt(origin.replace('//', '//us%40er:word@'))
  await probe('weather', { transport: 'pypi', packageIndexes: { pypi } })
  const credentials = `Basic ${Buffer.from('us@er:word').toString('base64')}`
  // The look-up, and whether the address is an index.
  expect(seen).toEqual([credentials, credentials])
})

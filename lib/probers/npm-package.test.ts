import { outcomeOf } from 'assay-verify/state/observation'
import { describe, expect, test } from 'vitest'
import { placeOfNpmPackage } from './npm-package'
import { type IndexResponses, manifest, npmIndexAt, packument, serveIndex } from './test-package-index'
import { freePort, probe, serve, type TestProbe } from './test-servers'

const NAME = '@someone/weather'
const PATH = '/@someone%2Fweather'

async function lookUp(answers: IndexResponses, { name = NAME, ...options }: TestProbe & { name?: string } = {}) {
  const { origin, requests } = await serveIndex(answers)
  const npm = await npmIndexAt(origin)
  const found = await probe(name, { transport: 'npm', own: false, packageIndexes: { npm }, ...options })
  return { found, requests }
}

describe('a package that is published', () => {
  test('gives the facts of its newest version, by one request', async () => {
    const versions = [
      manifest(NAME, '1.0.0', { deprecated: 'old' }),
      manifest(NAME, '1.1.0', {
        scripts: { test: 'x', postinstall: 'node x.js' },
        dist: { attestations: { url: 'http://127.0.0.1/a', provenance: { predicateType: 'x' } } },
      }),
    ]
    const { found, requests } = await lookUp({ [PATH]: packument(NAME, versions) })
    expect(found).toMatchObject({ reason: 'published', httpStatus: 200, version: '1.1.0', tools: null, notes: [] })
    expect(found.packageFacts).toEqual({
      registry: 'npm',
      name: NAME,
      version: '1.1.0',
      publishedAt: Date.parse('2026-01-02T10:00:00Z'),
      deprecated: null,
      licence: 'MIT',
      hasInstallScripts: true,
      hasProvenance: true,
    })
    expect(found.observation).toMatchObject({ latencyMs: expect.any(Number), httpStatus: 200 })
    expect(requests).toEqual([PATH])
  })

  test.each<[string, object, object]>([
    ['no scripts', {}, { hasInstallScripts: false }],
    ['other scripts', { scripts: { test: 'x', prepare: 'y' } }, { hasInstallScripts: false }],
    ['a flag of the index', { hasInstallScript: true }, { hasInstallScripts: true }],
    ['a build of native code', { gypfile: true }, { hasInstallScripts: true }],
    ['scripts that are none', { scripts: { install: 5 } }, { hasInstallScripts: false }],
    ['no distribution', { dist: undefined }, { hasProvenance: null }],
    ['no attestations', {}, { hasProvenance: false }],
    ['no licence', { license: undefined }, { licence: null }],
    ['an old form of licence', { license: { type: 'BSD' } }, { licence: 'BSD' }],
    ['several licences', { license: undefined, licenses: [{ type: 'A' }, { type: 'B' }] }, { licence: 'A' }],
    ['a hostile licence', { license: `\u202e\u0000M\nI${'T'.repeat(500)}` }, { licence: `M I${'T'.repeat(96)}…` }],
    ['a withdrawn deprecation', { deprecated: '' }, { deprecated: null }],
  ])('%s', async (_, members, facts) => {
    const { found } = await lookUp({ [PATH]: packument(NAME, [manifest(NAME, '1.0.0', members)]) })
    expect(found.reason).toBe('published')
    expect(found.packageFacts).toMatchObject(facts)
  })

  test.each([
    ['Use \u202eother\u0000.', 'Use other.'],
    [true, 'Deprecated without a message.'],
  ])('and deprecated: %j', async (deprecated, text) => {
    const { found } = await lookUp({ [PATH]: packument(NAME, [manifest(NAME, '1.0.0', { deprecated })]) })
    expect(found).toMatchObject({ reason: 'deprecated', version: '1.0.0', packageFacts: { deprecated: text } })
    expect(outcomeOf(found.reason)).toBe('ok')
  })

  test('with metadata of all versions that is too large is known by its newest', async () => {
    const large = packument(NAME, [manifest(NAME, '1.0.0')], { readme: 'x'.repeat(5_000_000) })
    const { found, requests } = await lookUp({ [PATH]: large, [`${PATH}/latest`]: manifest(NAME, '1.0.0') })
    expect(found).toMatchObject({ reason: 'published', version: '1.0.0', packageFacts: { publishedAt: null } })
    expect(found.notes).toEqual([expect.stringContaining('larger than is read')])
    expect(requests).toEqual([PATH, `${PATH}/latest`])
  })

  test('a time that is none is not known', async () => {
    for (const time of ['soon', 5, '+275760-09-13T00:00:00Z', '0000-01-01T00:00:00Z', '2026-99-01T00:00:00Z']) {
      const answer = packument(NAME, [manifest(NAME, '1.0.0')], { time: { '1.0.0': time } })
      const { found } = await lookUp({ [PATH]: answer })
      expect(found.packageFacts?.publishedAt, String(time)).toBeNull()
    }
  })
})

describe('a package that is gone', () => {
  test.each([404, 410])('the index answers %i', async (status) => {
    const { found } = await lookUp({ [PATH]: status })
    expect(found).toMatchObject({ reason: 'package_gone', httpStatus: status })
    expect(found.packageFacts).toBeUndefined()
  })

  test('all its versions were unpublished', async () => {
    const unpublished = { name: NAME, time: { unpublished: { time: '2026-01-01T10:00:00.000Z', versions: ['1.0.0'] } } }
    const { found } = await lookUp({ [PATH]: unpublished })
    expect(found).toMatchObject({ reason: 'package_gone', notes: ['All its versions were unpublished.'] })
  })
})

describe('an index that cannot be used says nothing about the package', () => {
  test.each<[string, object | number]>([
    ['401', 401],
    ['403', 403],
    ['429', 429],
    ['500', 500],
    ['503', 503],
    ['metadata of another package', packument('@someone/else', [manifest('@someone/else', '1.0.0')])],
    ['a version of another package', packument(NAME, [manifest('@someone/else', '1.0.0')])],
    ['no name', { versions: {}, 'dist-tags': {} }],
    ['no version', packument(NAME, [])],
    ['a tag without a version', packument(NAME, [manifest(NAME, '1.0.0')], { 'dist-tags': { latest: '9.0.0' } })],
    ['a tag of an inherited name', packument(NAME, [], { 'dist-tags': { latest: 'constructor' } })],
    ['a list', []],
  ])('%s', async (_, answer) => {
    const { found } = await lookUp({ [PATH]: answer })
    expect(found).toMatchObject({ reason: 'index_unusable', notes: [expect.any(String)] })
    expect(outcomeOf(found.reason)).toBe('inconclusive')
  })

  test('no index answers', async () => {
    const npm = await npmIndexAt(`http://127.0.0.1:${await freePort()}`)
    const found = await probe(NAME, { transport: 'npm', packageIndexes: { npm } })
    expect(found).toMatchObject({ reason: 'index_unusable', httpStatus: null })
  })

  test('how long it asks to wait is kept', async () => {
    const origin = await serve((_, response) => response.writeHead(429, { 'retry-after': '60' }).end())
    const found = await probe(NAME, { transport: 'npm', packageIndexes: { npm: await npmIndexAt(origin) } })
    expect(found).toMatchObject({ reason: 'index_unusable', httpStatus: 429, retryAfterMs: 60_000 })
  })
})

describe('the name of a package', () => {
  test.each(['../../admin', '@a/../b', 'a?x=1', 'a#b', 'http://127.0.0.1/', '@scope', 'a%2fb', '.hidden', ''])(
    '%j is no name, so nothing is asked',
    async (name) => {
      const { found, requests } = await lookUp({}, { name })
      expect(found.reason).toBe('not_probeable')
      expect(requests).toEqual([])
    },
  )

  test('a version after it is left out', async () => {
    const { found } = await lookUp(
      { '/weather': packument('weather', [manifest('weather', '2.0.0')]) },
      { name: 'weather@1' },
    )
    expect(found).toMatchObject({ reason: 'published', version: '2.0.0' })
  })
})

test('without an index nothing is asked, and no package has a place', async () => {
  expect(await probe(NAME, { transport: 'npm' })).toMatchObject({ reason: 'not_probeable' })
  expect(placeOfNpmPackage(NAME, {})).toBeNull()
})

test('the place of a package is that of its index', async () => {
  const npm = await npmIndexAt('http://127.0.0.1:4873', { 'npm_config_@other:registry': 'https://npm.example/x/' })
  expect(placeOfNpmPackage(NAME, { npm })).toEqual({ network: 'local', host: '127.0.0.1:4873' })
  expect(placeOfNpmPackage('@other/a', { npm })).toEqual({ network: 'public', host: 'npm.example' })
  expect(placeOfNpmPackage('../a', { npm })).toBeNull()
})

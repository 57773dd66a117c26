import { PACKAGE_REGISTRIES, TRANSPORTS } from 'assay-verify/target-kind'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isListable } from '../../lib/core/catalog/listable'
import examples from '../../lib/registry/contract/registry-examples.json' with { type: 'json' }
import { serverJsonOf } from '../../lib/registry/rules/server-json'
import { officialValidators } from './official-answers'

const { list, response } = officialValidators()
const validServer = (server: unknown) => (response({ server }) ? [] : response.errors)

const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'grapheme', maxLength: 150 }))
const url = fc.oneof(
  fc.webUrl(),
  fc.webUrl().map((base) => `${base}/{variable}`),
  fc.constantFrom(
    'https://a.example/mcp',
    'https://{tenant}.example/mcp',
    '{baseUrl}/mcp',
    'https://a.example/a b',
    'https://[::1]/x',
  ),
  text,
)
const version = fc.option(fc.oneof(fc.constantFrom('1.0.0', '^1', '1.x', 'latest', '', 'v2'), text), { nil: null })
const anyServer = fc.record({
  id: fc.oneof(
    fc.stringMatching(/^[a-z]{1,5}(\/[A-Za-z0-9._ -]{1,12}){1,3}$/),
    fc.string({ minLength: 1, maxLength: 300 }),
  ),
  title: text,
  description: text,
  repository: fc.option(url, { nil: null }),
  version,
  packages: fc.array(
    fc.record(
      {
        registry: fc.constantFrom(...PACKAGE_REGISTRIES),
        name: fc.oneof(fc.constantFrom('weather', '@a/b', 'ghcr.io/a/b', 'a.b'), text),
        version: version.map((one) => one ?? '1.0.0'),
        variables: fc.array(fc.oneof(fc.constant('API_KEY'), text), { maxLength: 3 }),
      },
      { requiredKeys: ['registry', 'name'] },
    ),
    { maxLength: 3 },
  ),
  remotes: fc.array(fc.record({ transport: fc.constantFrom(...TRANSPORTS), url, template: fc.boolean() }), {
    maxLength: 3,
  }),
})

test('whatever a catalog holds, its entry is valid by the schema that the official registry publishes', () => {
  fc.assert(
    fc.property(anyServer, (server) => {
      const entry = serverJsonOf(server)
      expect(validServer(entry)).toEqual([])
      expect(entry.remotes !== undefined || entry.packages !== undefined).toBe(isListable(server))
    }),
    { numRuns: 500 },
  )
})

test('the examples of the documentation are valid', () => {
  expect(list(examples.list), JSON.stringify(list.errors)).toBe(true)
  expect(response(examples.entry), JSON.stringify(response.errors)).toBe(true)
})

test.each([
  ['a name of two slashes', { name: 'a/b/c' }],
  ['a long description', { description: 'x'.repeat(101) }],
  ['no version', { version: undefined }],
  ['an address that is none', { remotes: [{ type: 'sse', url: 'nowhere' }] }],
  [
    'a package version latest',
    { packages: [{ registryType: 'npm', identifier: 'a', transport: { type: 'stdio' }, version: 'latest' }] },
  ],
  ['a repository that is no address', { repository: { url: 'a b', source: 'github' } }],
])('the validator refuses %s', (_, fault) => {
  expect(validServer({ ...examples.entry.server, ...fault })).not.toEqual([])
})

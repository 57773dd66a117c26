import { describe, expect, test } from 'vitest'
import type { Package, Remote } from '../../core/catalog/catalog'
import { isListable } from '../../core/catalog/listable'
import { isRelease, type ListableServer, listedVersion, serverJsonOf, UNKNOWN_VERSION } from './server-json'

const remote = (url: string, more: Partial<Remote> = {}): Remote => ({
  transport: 'streamable-http',
  url,
  template: url.includes('{'),
  ...more,
})
const npm = (more: Partial<Package> = {}): Package => ({ registry: 'npm', name: 'weather', ...more })
const server = (more: Partial<ListableServer> = {}): ListableServer => ({
  id: 'garden/weather',
  title: 'Weather',
  description: 'Forecasts.',
  repository: null,
  version: '1.2.3',
  packages: [],
  remotes: [remote('https://a.example/mcp')],
  ...more,
})

describe('what an MCP client can call', () => {
  test.each<[string, Partial<ListableServer>, boolean]>([
    ['an address', {}, true],
    ['an SSE address', { remotes: [remote('http://a.example/sse', { transport: 'sse' })] }, true],
    ['an address with a variable', { remotes: [remote('https://{tenant}.a.example/mcp')] }, true],
    ['an address that is a variable', { remotes: [remote('{baseUrl}/mcp')] }, false],
    [
      'an address with another form of variable',
      { remotes: [remote('https://a.example/<key>', { template: true })] },
      false,
    ],
    ['an API', { remotes: [remote('https://a.example', { transport: 'http-api' })] }, false],
    ['documentation', { remotes: [remote('https://a.example', { transport: 'http-api-docs' })] }, false],
    ['no http address', { remotes: [remote('ws://a.example/mcp')] }, false],
    ['an address with a space', { remotes: [remote('https://a.example/a b')] }, false],
    ['a package', { remotes: [], packages: [npm()] }, true],
    ['a package of a name that no registry has', { remotes: [], packages: [npm({ name: '; rm -rf /' })] }, false],
    ['a bundle without a digest', { remotes: [], packages: [npm({ registry: 'mcpb' })] }, false],
    ['nothing', { remotes: [], packages: [] }, false],
  ])('%s: %s', (_, more, listed) => expect(isListable(server(more))).toBe(listed))
})

test('variables of an address are named', () => {
  const { remotes } = serverJsonOf(server({ remotes: [remote('https://{tenant}.a.example/{path_1}')] }))
  expect(remotes).toEqual([
    {
      type: 'streamable-http',
      url: 'https://{tenant}.a.example/{path_1}',
      variables: { tenant: { isRequired: true }, path_1: { isRequired: true } },
    },
  ])
})

test('packages have an exact version or none, their command, and the variables they require', () => {
  const packages: Package[] = [
    npm({ version: '^1.0.0', variables: ['API_KEY', 'not a name'] }),
    { registry: 'pypi', name: 'weather', version: '2.0' },
    { registry: 'oci', name: 'ghcr.io/a/b', version: '1.0' },
    { registry: 'oci', name: 'ghcr.io/a/b:2.0', version: '1.0' },
    { registry: 'nuget', name: 'Weather', version: 'latest' },
  ]
  const stdio = { transport: { type: 'stdio' } }
  expect(serverJsonOf(server({ packages })).packages).toEqual([
    {
      registryType: 'npm',
      identifier: 'weather',
      runtimeHint: 'npx',
      ...stdio,
      environmentVariables: [{ name: 'API_KEY', isRequired: true }],
    },
    { registryType: 'pypi', identifier: 'weather', version: '2.0', runtimeHint: 'uvx', ...stdio },
    { registryType: 'oci', identifier: 'ghcr.io/a/b:1.0', runtimeHint: 'docker', ...stdio },
    { registryType: 'oci', identifier: 'ghcr.io/a/b:2.0', runtimeHint: 'docker', ...stdio },
    { registryType: 'nuget', identifier: 'Weather', runtimeHint: 'dnx', ...stdio },
  ])
})

describe('versions', () => {
  test.each(['1.2.3', '2026.8.31', 'v1', '1.0.0-beta.1+build', '0.1'])('%s is one release', (version) =>
    expect(isRelease(version)).toBe(true),
  )
  test.each([
    '^1.2.3',
    '~1',
    '>=1.2.3',
    '1.x',
    '1.*',
    '*',
    'latest',
    '',
    '1 || 2',
    '1.0 - 2.0',
    `1${'0'.repeat(255)}`,
    '1\u0000',
    '１',
    null,
  ])('%j is none', (version) => expect(isRelease(version)).toBe(false))
  test('that of the catalog comes before that of a package, and both before the unknown', () => {
    const packages = [npm({ version: 'latest' }), npm({ version: '3.0.0' })]
    expect(listedVersion({ version: '1.0.0', packages })).toBe('1.0.0')
    expect(listedVersion({ version: '1.x', packages })).toBe('3.0.0')
    expect(listedVersion({ version: null, packages: [] })).toBe(UNKNOWN_VERSION)
  })
})

test.each([
  ['https://github.com/a/b', { url: 'https://github.com/a/b', source: 'github' }],
  ['https://www.github.com/a/b', { url: 'https://www.github.com/a/b', source: 'github' }],
  ['https://code.example/日本', { url: 'https://code.example/%E6%97%A5%E6%9C%AC', source: 'code.example' }],
  ['https://user:secret@github.com/a/b', undefined],
  ['https://a.example/%zz', undefined],
  ['https://a.example/a|b', undefined],
  ['git@github.com:a/b', undefined],
  ['javascript:alert(1)', undefined],
  ['a/b', undefined],
])('the repository %s', (repository, shown) => {
  expect(serverJsonOf(server({ repository })).repository).toEqual(shown)
})

test('texts are one clean line of at most 100 characters, and never empty', () => {
  const shown = serverJsonOf(server({ title: '\u202e\n ', description: `${'a\n'.repeat(200)}\u0007` }))
  expect(shown.title).toBe('assay.garden/weather')
  expect(shown.description.length).toBeLessThanOrEqual(100)
  expect(shown.description).toMatch(/^[\x20-\x7e…]+$/)
})

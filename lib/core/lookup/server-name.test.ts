import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keyOfName, namesInPackageEntry, namesInRepositoryEntry, namesOfServer } from './server-name'

const keysOf = (names: Parameters<typeof keyOfName>[0][]) => names.map(keyOfName)

describe('the names a server is found by', () => {
  test('its repository with the place in it, and its packages of npm and PyPI, each once', () => {
    const names = namesOfServer({
      repository: 'https://github.com/Foo/Bar/tree/main/src/Time',
      packages: [
        { registry: 'npm', name: '@foo/bar@latest' },
        { registry: 'npm', name: '@foo/bar' },
        { registry: 'pypi', name: 'Foo_Bar' },
        { registry: 'oci', name: 'example.org/foo:1' },
      ],
      remotes: [
        { transport: 'streamable-http', url: 'https://MCP.foo.example/v1/mcp/', template: false },
        { transport: 'sse', url: 'http://mcp.foo.example/v1/mcp?key=1', template: false },
        { transport: 'streamable-http', url: 'https://foo.example/u/{user}/mcp', template: true },
        { transport: 'streamable-http', url: 'https://{host}.example/mcp', template: true },
        { transport: 'stdio', url: 'npx foo', template: false },
      ],
    })
    expect(names).toEqual([
      { kind: 'npm', name: '@foo/bar', path: '' },
      { kind: 'pypi', name: 'foo-bar', path: '' },
      { kind: 'oci', name: 'example.org/foo', path: '' },
      { kind: 'endpoint', name: 'mcp.foo.example/v1/mcp', path: '' },
      { kind: 'endpoint', name: 'foo.example/u', path: '' },
      { kind: 'repository', name: 'github.com/foo/bar', path: 'src/time' },
    ])
  })

  test('a name that no registry allows stays as it is written', () => {
    const packages = [
      { registry: 'npm' as const, name: 'tl;dv' },
      { registry: 'npm' as const, name: 'owner/Name' },
      { registry: 'pypi' as const, name: 'solver-(z3,-or-tools)' },
    ]
    expect(keysOf(namesOfServer({ repository: null, packages, remotes: [] }))).toEqual([
      'npm tl;dv',
      'npm owner/Name',
      'pypi solver-(z3,-or-tools)',
    ])
  })

  test('names that cannot be asked for are left out', () => {
    const packages = [{ registry: 'npm' as const, name: 'x'.repeat(600) }]
    expect(namesOfServer({ repository: 'https://example.org', packages, remotes: [] })).toEqual([])
  })

  test.each(['express', '@scope/name@2', 'Foo_Bar', 'foo[x]==1', 'tl;dv', 'owner/Name', 'solver-(z3,-or-tools)'])(
    '%j asked for as a catalog writes it matches the stored name',
    (name) => {
      for (const registry of ['npm', 'pypi'] as const) {
        const kept = keysOf(namesOfServer({ repository: null, packages: [{ registry, name }], remotes: [] }))
        expect(keysOf(namesInPackageEntry(name).flat())).toEqual(expect.arrayContaining(kept))
      }
    },
  )
})

describe('the meanings of an entry', () => {
  test('a name is looked up unchanged in both registries before version and extras are removed', () => {
    expect(namesInPackageEntry('Foo_Bar').map(keysOf)[0]).toEqual(['npm Foo_Bar', 'pypi foo-bar'])
    expect(namesInPackageEntry('x@1').map(keysOf)).toEqual([
      ['npm x@1', 'pypi x@1'],
      ['npm x', 'pypi x'],
    ])
    expect(namesInPackageEntry('x==1').map(keysOf)[1]).toEqual(['pypi x'])
    expect(namesInPackageEntry('@s/x@1').map(keysOf)[1]).toEqual(['npm @s/x'])
  })

  test.each([
    ['pkg:npm/%40Scope/x@1.2?a=b#c', 'npm @scope/x'],
    ['pkg:NPM/express', 'npm express'],
    ['pkg:pypi/Django_package@1', 'pypi django-package'],
    ['pkg:github/Foo/Bar@abc', 'repository github.com/foo/bar'],
    ['pkg:gitlab/a/b/c@abc', 'repository gitlab.com/a/b/c'],
    ['pkg:bitbucket/birKenfeld/pyGments-main@2', 'repository bitbucket.org/birkenfeld/pygments-main'],
    ['pkg:docker/Acme/Foo@1.2', 'oci acme/foo'],
    ['pkg:docker/docker.io/library/foo', 'oci foo'],
    ['pkg:git/codeberg.org/forgejo/forgejo@abc', 'repository codeberg.org/forgejo/forgejo'],
  ])('%s is %s in either list', (text, key) => {
    expect(keysOf(namesInPackageEntry(text).flat())).toEqual([key])
    expect(keysOf(namesInRepositoryEntry(text))).toEqual([key])
  })

  test('the subpath of a package URL is the folder in a repository', () => {
    expect(namesInRepositoryEntry('pkg:github/foo/bar@1#src/Time')[0]?.path).toBe('src/time')
  })

  test.each(['pkg:', 'pkg:npm/', 'pkg:npm/%00', 'pkg:npm/%E0%A4%A', `pkg:npm/${'x'.repeat(3000)}`])(
    '%j has no meaning',
    (text) => {
      expect(namesInPackageEntry(text).flat()).toEqual([])
      expect(namesInRepositoryEntry(text)).toEqual([])
    },
  )

  test('any text is accepted, and every name read from it is short, visible and well formed', () => {
    const strange = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc
        .array(
          fc.constantFrom(
            ...['pkg:', 'npm', 'github', '.com', 'git+', 'ssh', '://', '/', ':', '@', '#', '?', '%', '%00', '[', ']'],
            ...['==', ';', ' ', '\u0000', '\ud800', '-', 'tree', '..', '.git', 'subdirectory=', 'é', '𝒳'],
          ),
          { maxLength: 14 },
        )
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(strange, (text) => {
        const names = [...namesInRepositoryEntry(text), ...namesInPackageEntry(text).flat()]
        for (const { name, path } of names) {
          expect(name).toMatch(/^[^\p{Cc}\p{Cs}]{1,512}$/u)
          expect(path).toMatch(/^[^\p{Cc}\p{Cs}]{0,512}$/u)
        }
      }),
      { numRuns: 4000 },
    )
  })
})

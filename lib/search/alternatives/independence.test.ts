import { describe, expect, test } from 'vitest'
import type { Remote } from '../../core/catalog/catalog'
import { type BackendFacts, backendKeys, canStandIn, independence } from './independence'

const http = (url: string, more: Partial<Remote> = {}): Remote => ({
  transport: 'streamable-http',
  url,
  template: false,
  ...more,
})
const origin = (serverId: string, more: Partial<BackendFacts> = {}): BackendFacts => ({
  serverId,
  repository: null,
  packages: [],
  remotes: [],
  ...more,
})
const between = (one: Partial<BackendFacts>, other: Partial<BackendFacts>) =>
  independence(backendKeys(origin('a/one', one)), backendKeys(origin('b/other', other)))

describe('repository', () => {
  const same = 'https://github.com/Owner/Name'
  test.each([
    'https://www.github.com/owner/name.git',
    'http://github.com/owner/name/',
    'git+https://github.com/owner/name.git#main',
    'git@github.com:owner/name.git',
    'ssh://git@github.com/owner/name',
    'git://github.com/owner/name.git',
    'github:owner/name',
    'owner/name',
    'https://github.com/owner/name/tree/main/src?tab=readme',
  ])('%s is the same', (repository) => {
    expect(between({ repository: same }, { repository })).toEqual({ repository: false, backend: true, host: true })
  })

  test.each(['https://github.com/owner/name2', 'https://gitlab.com/owner/name', 'owner2/name', null])(
    '%s is another',
    (repository) => {
      expect(between({ repository: same }, { repository }).repository).toBe(true)
    },
  )

  test('two subjects that name none may be of different ones', () => {
    expect(between({}, {}).repository).toBe(true)
  })
})

describe('backend', () => {
  test('the same package is the same backend, the same name elsewhere is not', () => {
    const npm = { packages: [{ registry: 'npm' as const, name: '@a/Tool', version: '1' }] }
    expect(between(npm, { packages: [{ registry: 'npm', name: '@a/tool', version: '2' }] }).backend).toBe(false)
    expect(between(npm, { packages: [{ registry: 'pypi', name: '@a/tool' }] }).backend).toBe(true)
  })

  test('any address in common is the same backend, whatever its transport', () => {
    const one = { remotes: [http('https://x.example/mcp'), http('https://y.example/sse')] }
    expect(between(one, { remotes: [http('https://Y.example/sse/', { transport: 'sse' })] }).backend).toBe(false)
    expect(between(one, { remotes: [http('https://y.example/sse?server=2')] }).backend).toBe(true)
    const template = { remotes: [http('https://{tenant}.z.example/mcp', { template: true })] }
    expect(between(template, template).backend).toBe(false)
  })

  test('a page of documentation is not a shared backend', () => {
    const docs = { remotes: [http('https://gateway.example/docs', { transport: 'http-api-docs' })] }
    expect(between(docs, docs)).toEqual({ repository: true, backend: true, host: true })
  })
})

describe('host', () => {
  test('the host of the endpoints, port included', () => {
    const one = { remotes: [http('https://x.example/a')] }
    expect(between(one, { remotes: [http('https://x.example/b')] })).toEqual({
      repository: true,
      backend: true,
      host: false,
    })
    expect(between(one, { remotes: [http('https://x.example:8443/b')] }).host).toBe(true)
  })

  test('what the caller runs himself shares none', () => {
    const stdio = (name: string) => ({ remotes: [http(`stdio:${name}`, { transport: 'stdio' })] })
    expect(between(stdio('a'), stdio('b')).host).toBe(true)
    expect(between({}, { remotes: [http('https://x.example/b')] }).host).toBe(true)
  })
})

test('two tools of one server differ in nothing, even where the catalog has no data on it', () => {
  const [one, other] = [backendKeys(origin('a/same')), backendKeys(origin('a/same'))]
  expect(independence(one, other)).toEqual({ repository: false, backend: false, host: false })
})

test('an alternative needs another repository and another backend, not another host', () => {
  expect(canStandIn({ repository: true, backend: true, host: false })).toBe(true)
  expect(canStandIn({ repository: false, backend: true, host: true })).toBe(false)
  expect(canStandIn({ repository: true, backend: false, host: true })).toBe(false)
})

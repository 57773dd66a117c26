import { describe, expect, test } from 'vitest'
import { mcpEndpoint, type Package, type Remote } from '../core/catalog/catalog'
import { MOST_TARGETS } from '../core/catalog/probe-target'
import { MCP_TRANSPORTS } from '../core/catalog/transports'
import { PROBERS as ALL } from './index'
import { launchSettings } from './launch/test-launch-settings'
import { pypiIndex } from './package/pypi-index'
import type { Prober, Probers } from './prober'
import { enabledProbers, targetingOf } from './targeting'
import { settingsFor } from './test-servers'

/** Without those that need a setting. */
const PROBERS = enabledProbers(ALL, settingsFor(''))
const remote = (transport: Remote['transport'], url: string, template = false): Remote => ({ transport, url, template })
const npm: Package = { registry: 'npm', name: '@someone/weather', version: '2.1.0' }
const ofPackages: Prober = {
  evidence: 'publication',
  takes: ['npm'],
  placeOf: () => ({ network: 'public', host: null }),
  probe: () => Promise.reject(new Error('not probed here')),
}
const target = (probers: Probers, remotes: Remote[], packages: Package[] = []) =>
  targetingOf(probers).targetsOf({ remotes, packages })[0]

describe('what is probed of a server', () => {
  test.each([
    [
      'streamable HTTP before SSE',
      [remote('sse', 'https://a.example/sse'), remote('streamable-http', 'https://b.example')],
      'https://b.example',
    ],
    [
      'an address before a process',
      [remote('stdio', 'stdio:x'), remote('sse', 'https://a.example/sse')],
      'https://a.example/sse',
    ],
    [
      'the first of its kind',
      [remote('sse', 'https://a.example'), remote('sse', 'https://b.example')],
      'https://a.example',
    ],
    ['no address with variables', [remote('sse', 'https://{host}/', true), remote('stdio', 'stdio:x')], 'stdio:x'],
    [
      'no address that cannot be dialled',
      [remote('streamable-http', 'https://'), remote('sse', 'https://b.example')],
      'https://b.example',
    ],
    [
      'no kind that no prober takes',
      [remote('other', 'https://a.example'), remote('other', 'https://b.example')],
      undefined,
    ],
    ['no target of no remotes', [], undefined],
  ])('%s, and clients get the same endpoint', (_case, remotes, url) => {
    expect(target(PROBERS, remotes, [npm])?.url).toBe(url)
    expect(mcpEndpoint(remotes)?.url).toBe(url)
  })

  test('with its network and host', () => {
    expect(target(PROBERS, [remote('sse', 'http://localhost:3901/sse')])).toMatchObject({
      network: 'local',
      host: 'localhost:3901',
    })
    expect(target(PROBERS, [remote('sse', 'https://a.example/sse')])).toMatchObject({
      network: 'public',
      host: 'a.example',
    })
    expect(target(PROBERS, [remote('stdio', 'stdio:x')])).toMatchObject({ network: 'local', host: null })
  })

  test('a row may take packages, after the addresses where it comes after them', () => {
    const probers = { ...PROBERS, packages: ofPackages }
    const probed = { prober: 'packages', evidence: 'publication' }
    const found = { kind: 'npm', url: '@someone/weather', network: 'public', host: null, ...probed }
    expect(target(probers, [remote('other', 'https://a.example')], [npm])).toEqual(found)
    expect(target(probers, [remote('stdio', 'stdio:x')], [npm])?.kind).toBe('stdio')
    expect(target({ packages: ofPackages, ...PROBERS }, [remote('stdio', 'stdio:x')], [npm])).toEqual(found)
  })
})

test('packages have a place where there is an index for them', () => {
  const pypi = pypiIndex('http://127.0.0.1:3141')
  const server = { remotes: [], packages: [npm, { registry: 'pypi', name: 'weather' } as const] }
  const found = { kind: 'pypi', url: 'weather', network: 'local', host: '127.0.0.1:3141' }
  const probed = { prober: 'pypi-package', evidence: 'publication' }
  expect(targetingOf(PROBERS, { pypi }).targetsOf(server)).toEqual([{ ...found, ...probed }])
  expect(targetingOf(PROBERS, { pypi }).version).not.toBe(targetingOf(PROBERS).version)
})

test('all targets of a server are probed, each once and in this order, up to a limit', () => {
  const probers = { ...PROBERS, packages: ofPackages }
  const remotes = [remote('sse', 'https://a.example'), remote('streamable-http', 'https://b.example')]
  const targets = targetingOf(probers).targetsOf({ remotes: [...remotes, ...remotes], packages: [npm] })
  expect(targets.map(({ prober, evidence, url }) => [prober, evidence, url])).toEqual([
    ['mcp-http', 'endpoint', 'https://b.example'],
    ['mcp-http', 'endpoint', 'https://a.example'],
    ['packages', 'publication', '@someone/weather'],
  ])
  const many = Array.from({ length: 30 }, (_, i) => remote('sse', `https://${i}.example`))
  expect(targetingOf(PROBERS).targetsOf({ remotes: many, packages: [] })).toHaveLength(MOST_TARGETS)
})

test('different lists of probers have different versions, equal lists the same', () => {
  const { version } = targetingOf(PROBERS)
  const { 'mcp-http': first = ALL['mcp-http'], ...rest } = PROBERS
  expect(targetingOf({ ...PROBERS }).version).toBe(version)
  const others: Probers[] = [
    { ...PROBERS, packages: ofPackages },
    rest,
    { ...rest, 'mcp-http': first },
    { ...PROBERS, 'mcp-http': { ...ALL['mcp-http'], takes: ['streamable-http'] } },
  ]
  expect(new Set([version, ...others.map((probers) => targetingOf(probers).version)]).size).toBe(others.length + 1)
})

test('a prober that the settings switch off is none', () => {
  expect(Object.keys(PROBERS)).not.toContain('npm-launch')
  const launch = launchSettings()
  expect(Object.keys(enabledProbers(ALL, { ...settingsFor(''), launch }))).toEqual([
    ...Object.keys(PROBERS),
    'npm-launch',
  ])
  const pypiUrl = 'http://127.0.0.1'
  expect(enabledProbers(ALL, { ...settingsFor(''), launch, pypiUrl })).toEqual(ALL)
  expect(targetingOf(ALL).version).not.toBe(targetingOf(PROBERS).version)
})

test('no kind is taken by two rows of the same evidence, and the probers prefer the transports that clients do', () => {
  const taken = Object.values(ALL).flatMap(({ evidence, takes }) => takes.map((kind) => `${evidence} ${kind}`))
  expect(new Set(taken).size).toBe(taken.length)
  const kinds = Object.values(PROBERS).flatMap(({ takes }) => takes)
  expect(kinds.filter((kind) => (MCP_TRANSPORTS as readonly string[]).includes(kind))).toEqual(MCP_TRANSPORTS)
})

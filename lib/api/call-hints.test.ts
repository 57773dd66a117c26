import { EMPTY_SCORE_FACTS } from 'assay-verify/score/score'
import type { ProbeReason } from 'assay-verify/state/observation'
import type { ServerState } from 'assay-verify/state/server-state'
import { at, HOURS, probe, probes, watch } from 'assay-verify/state/test-observations'
import { describe, expect, test } from 'vitest'
import { CallHints } from '../contract/shapes/route'
import type { Remote } from '../core/catalog/catalog'
import type { SubjectDetails } from '../store/catalog/candidates'
import { callHints } from './call-hints'
import { assessCandidate } from './candidate'

const now = at(6 * HOURS)
const http: Remote = { transport: 'streamable-http', url: 'https://x.example/mcp', template: false }
const npm = { registry: 'npm', name: '@x/tool', version: '1.2.3' } as const
const npmShown = { ...npm, command: 'npx -y @x/tool@1.2.3', args: [], env: [] }

const FOUND: SubjectDetails = {
  id: 'g/x/t',
  kind: 'tool',
  name: 't',
  description: '',
  serverKey: 1,
  serverTitle: 'Tools',
  serverId: 'g/x',
  repository: null,
  packages: [npm],
  remotes: [http],
  protocolVersion: '2025-06-18',
  inputSchema: {
    type: 'object',
    properties: { path: { type: 'string' }, head: { type: 'integer' } },
    required: ['path'],
  },
  annotations: { readOnlyHint: true },
  score: 80,
  grade: 'B',
  declaredAccess: 'unknown',
  declaredAuth: null,
  hasInputSchema: true,
  serverState: null,
  facts: null,
  scoreFacts: null,
}

const LAUNCH = {
  targetNo: 1,
  evidence: 'launch',
  kind: 'npm',
  url: '@x/tool',
  liveness: 'up',
  sinceAt: null,
  at: 0,
  hindrance: null,
  version: null,
  packageFacts: null,
  probes: 1,
} as const

const hints = (more: Partial<SubjectDetails> = {}, open: Parameters<typeof callHints>[2] = []) => {
  const found = { ...FOUND, ...more }
  const returned = callHints(found, assessCandidate(found, now), open)
  expect(CallHints.parse(returned)).toEqual(returned)
  return returned
}
const assessed = (...observations: Parameters<typeof watch>[0]): ServerState => watch(observations).serverState

describe('the way in', () => {
  test.each<[string, Partial<SubjectDetails>, object]>([
    [
      'an endpoint',
      {},
      {
        callable: 'endpoint',
        notes: [],
        baseUrl: null,
        documentation: null,
        endpoint: 'https://x.example/mcp',
        transport: 'streamable-http',
        package: null,
      },
    ],
    [
      'a process',
      { remotes: [{ transport: 'stdio', url: 'stdio:x', template: false }] },
      { endpoint: null, transport: 'stdio', package: npmShown },
    ],
    ['only a package', { remotes: [] }, { endpoint: null, transport: 'stdio', package: npmShown }],
    [
      'a package without a version',
      { remotes: [], packages: [{ registry: 'pypi', name: 'x' }] },
      {
        endpoint: null,
        transport: 'stdio',
        package: { registry: 'pypi', name: 'x', version: null, command: 'uvx x', args: [], env: [] },
      },
    ],
    [
      'an address with variables and a package',
      { remotes: [{ ...http, template: true, url: 'https://{you}.x.example' }] },
      { endpoint: null, transport: 'stdio', package: npmShown },
    ],
    [
      'an API',
      { packages: [], remotes: [{ ...http, transport: 'http-api' }] },
      { endpoint: 'https://x.example/mcp', transport: 'http-api', package: null },
    ],
    [
      'only documentation',
      { packages: [], remotes: [{ ...http, transport: 'http-api-docs' }] },
      { endpoint: null, transport: null, package: null },
    ],
    ['nothing known', { packages: [], remotes: [] }, { endpoint: null, transport: null, package: null }],
  ])('%s', (_, more, returned) => {
    expect(hints(more)).toMatchObject(returned)
  })

  const api: Remote = { transport: 'http-api', url: 'https://api.x.example/v2', template: false }
  const docs: Remote = { transport: 'http-api-docs', url: 'https://x.example/docs', template: false }
  test.each<[string, Partial<SubjectDetails>, object, string[]]>([
    [
      'an API with documentation',
      { packages: [], remotes: [docs, api] },
      { callable: 'documentation', endpoint: api.url, baseUrl: api.url, documentation: docs.url },
      [],
    ],
    [
      'an API without documentation',
      { packages: [], remotes: [api] },
      { callable: 'documentation', baseUrl: api.url, documentation: null },
      ['no_documentation'],
    ],
    [
      'an API with documentation only',
      { packages: [], remotes: [docs] },
      { callable: 'documentation', baseUrl: null, documentation: docs.url },
      ['address_in_documentation'],
    ],
    [
      'an address with variables',
      { packages: [], remotes: [{ ...http, template: true, url: 'https://{you}.x.example/mcp' }] },
      {
        callable: 'endpoint',
        endpoint: null,
        endpointTemplate: 'https://{you}.x.example/mcp',
        transport: 'streamable-http',
        package: null,
      },
      ['variables_to_fill'],
    ],
    [
      'a package that no command starts',
      { packages: [{ registry: 'mcpb', name: 'https://x.example/x.mcpb' }], remotes: [] },
      { callable: null, package: { registry: 'mcpb', name: 'https://x.example/x.mcpb', version: null, command: null } },
      ['not_callable'],
    ],
    ['nothing known', { packages: [], remotes: [] }, { callable: null }, ['not_callable']],
  ])('%s, and what to know before the call', (_, more, returned, codes) => {
    const given = hints(more)
    expect(given).toMatchObject(returned)
    expect(given.notes.map(({ code }) => code)).toEqual(codes)
  })
})

describe('what a process needs', () => {
  const folder = {
    place: 'package',
    name: null,
    value: null,
    valueHint: 'folder',
    description: 'A "folder".',
    isRequired: true,
    isRepeated: true,
  } as const
  const { isRequired: _required, isRepeated: _repeated, ...shown } = folder

  test('arguments and variables of a package, and notes on what the caller must choose', () => {
    const run = { ...npm, arguments: [folder], variables: ['X_KEY'] }
    const { package: given, notes } = hints({ remotes: [], packages: [run] })
    expect(given).toEqual({
      ...npmShown,
      args: [{ ...shown, required: true, repeated: true }],
      env: [{ name: 'X_KEY', required: true, secret: false, description: null }],
    })
    expect(notes).toEqual([
      {
        code: 'arguments_to_fill',
        text: 'Its command takes as arguments: one or more of "folder" ("A \\"folder\\".").',
      },
      { code: 'variables_to_set', text: 'Its process needs the environment variable X_KEY.' },
    ])
  })

  test('a launch that ended with asking for a key, where no variable is named', () => {
    const launch = { ...LAUNCH, reason: 'start_needs_credentials' } as const
    const serverState = { ...assessed(probe(0)), targets: [launch] }
    const given = (more: Partial<typeof npm> & { variables?: string[] }) =>
      hints({ remotes: [], packages: [{ ...npm, ...more }], serverState }).notes.map(({ text }) => text)
    expect(given({})[0]).toMatch(/asked for a key/)
    expect(given({ variables: ['X_KEY'] })[0]).toMatch(/X_KEY/)
  })

  test('what is optional, or has a value, is no note', () => {
    const given = [
      { ...folder, isRequired: false },
      { ...folder, name: '--port', value: '80' },
    ]
    expect(hints({ remotes: [], packages: [{ ...npm, arguments: given }] }).notes).toEqual([])
  })
})

describe('what it asks for', () => {
  test.each<[SubjectDetails['declaredAccess'], object]>([
    ['open', { type: 'none', required: false, scheme: null, signIn: null }],
    ['auth', { type: 'credentials', required: true, scheme: 'apiKey', signIn: null }],
    ['paid', { type: 'payment', required: true, scheme: null, signIn: null }],
    ['unknown', { type: null, required: null, scheme: null, signIn: null }],
  ])('%s', (declaredAccess, auth) => {
    expect(hints({ declaredAccess, declaredAuth: 'apiKey' }).auth).toEqual(auth)
  })

  test('observed beats declared', () => {
    const serverState = assessed(...probes(0, 24, 'credentials_required'))
    const returned = hints({ declaredAccess: 'open', serverState })
    expect(returned.auth).toEqual({ type: 'credentials', required: true, scheme: null, signIn: null })
    expect(returned.knownErrors.map(({ code }) => code)).toEqual(['auth_required'])
  })
})

test.each([
  [null, 30_000],
  [100, 1_000],
  [700, 1_400],
  [25_000, 50_000],
  [40_000, 60_000],
])('a p95 of %s ms makes a time limit of %s ms', (latencyP95Ms, timeoutMs) => {
  expect(hints({ scoreFacts: { ...EMPTY_SCORE_FACTS, latencyP95Ms } }).timeoutMs).toBe(timeoutMs)
})

describe('trying again', () => {
  const calm = probes(0, 24)
  const late = (reason: ProbeReason) => probe(6 * HOURS - 60, reason)
  test.each<[string, ServerState | null, object]>([
    ['never probed', null, { attempts: 2, backoffMs: 1_000 }],
    ['it does well', assessed(...calm), { attempts: 2, backoffMs: 500 }],
    ['it failed once just now', assessed(...calm, late('timed_out')), { attempts: 1, backoffMs: 5_000 }],
    [
      'it fails every few probes',
      assessed(...calm.map((one, index) => (index % 6 === 3 ? { ...one, reason: 'timed_out' as const } : one))),
      { attempts: 1, backoffMs: 5_000 },
    ],
    ['it asked us to slow down', assessed(...calm, late('rate_limited')), { attempts: 1, backoffMs: 30_000 }],
    ['it is down', assessed(...probes(0, 24, 'connect_failed')), { attempts: 0, backoffMs: 60_000 }],
  ])('%s', (_, serverState, retry) => {
    expect(hints({ serverState }).retry).toEqual(retry)
  })

  test('what destroys is not tried again, unless doing it twice is the same', () => {
    expect(hints({ annotations: { destructiveHint: true } }).retry.attempts).toBe(0)
    expect(hints({ annotations: { destructiveHint: true, idempotentHint: true } }).retry.attempts).toBe(2)
  })
})

test('arguments come from the schema; without one they are not known', () => {
  const returned = hints()
  expect(returned.requiredParams).toEqual(['path'])
  expect(Object.keys(returned.exampleArguments ?? {})).toContain('path')
  expect(hints({ inputSchema: null })).toMatchObject({ requiredParams: null, exampleArguments: null })
  expect(hints({ annotations: null }).annotations).toBeNull()
})

describe('known errors', () => {
  test('none where it works, and none for reasons about missing evidence', () => {
    expect(hints({ serverState: assessed(...probes(0, 24)) }).knownErrors).toEqual([])
    expect(hints().knownErrors).toEqual([])
    expect(hints({ serverState: assessed(probe(0, 'address_refused')) }).knownErrors).toEqual([])
  })

  test('reasons of the verdict, then open breakages with their begin', () => {
    const evidence = [{ code: 'connect_failed', text: 'The connection was refused or broke.', at: at(0).toISOString() }]
    const returned = hints({ serverState: assessed(...probes(0, 24, 'connect_failed')) }, [
      { kind: 'down', openedAt: at(15), evidence },
    ])
    expect(returned.knownErrors.map(({ code, since }) => [code, since])).toEqual([
      ['connect_failed', null],
      ['down_since', null],
      ['down', at(15).toISOString()],
    ])
  })
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtProgram, ListeningProgram, testFolder } from '../test-built.ts'
import { connectPeer, type PeerKind, type Reached } from './test-peers.ts'
import {
  ASKED,
  asking,
  COMMON,
  EVERYTHING_STEPS,
  FILESYSTEM_STEPS,
  MEMORY_STEPS,
  outcomes,
  type Step,
  WITH_HANDSHAKE,
  WITHOUT_HANDSHAKE,
} from './test-steps.ts'

const EVERYTHING = 'node_modules/@modelcontextprotocol/server-everything/dist/index.js'
const FILESYSTEM = 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js'
const MEMORY = 'node_modules/@modelcontextprotocol/server-memory/dist/index.js'

let guard = ''
let handshake = ''
let modern = ''
const programs: ListeningProgram[] = []
let state = 0

beforeAll(async () => {
  const sources = ['assay-guard.ts', 'test-servers/handshake-server.ts', 'test-servers/modern-server.ts']
  ;[guard = '', handshake = '', modern = ''] = await Promise.all(sources.map(builtProgram))
})
afterAll(async () => {
  await Promise.all(programs.map((program) => program.close()))
})

/** Each guard has a state of its own: none knows what another learnt. */
function env(): Record<string, string> {
  const own = join(testFolder(), `state-${++state}`)
  return { ASSAY_GUARD_STATE: own, ASSAY_URL: 'off', MEMORY_FILE_PATH: `${own}.jsonl` }
}

const directly = (args: string[]): Reached => ({ command: process.execPath, args, env: env() })
const overStdio = (args: string[]): Reached => ({
  command: process.execPath,
  args: [guard, 'run', '--name', 'one', '--', process.execPath, ...args],
  env: env(),
})
const overHttp = (args: string[]): Promise<Reached> => served({ one: { command: process.execPath, args } }, '/one/mcp')

async function served(mcpServers: object, path: string): Promise<Reached> {
  const config = join(testFolder(), `config-${++state}.json`)
  writeFileSync(config, JSON.stringify({ mcpServers }))
  const program = new ListeningProgram([guard, 'run', '--config', config, '--port', '0'], env(), 'stderr')
  programs.push(program)
  const [, port] = /127\.0\.0\.1:(\d+)/.exec(await program.firstLine) ?? []
  return { url: `http://127.0.0.1:${port}${path}` }
}

const seen = new Map<string, Promise<Record<string, unknown>>>()
/** What is seen without the guard, asked once for each pair of a client and a server. */
function seenDirectly(kind: PeerKind, server: string, steps: Record<string, Step>): Promise<Record<string, unknown>> {
  const pair = `${kind} ${server} ${Object.keys(steps)}`
  const reached = server.startsWith('http') ? { url: server } : directly([server])
  const found = seen.get(pair) ?? seenBy(kind, reached, steps)
  seen.set(pair, found)
  return found
}

async function seenBy(kind: PeerKind, reached: Reached, steps: Record<string, Step>) {
  const peer = await connectPeer(kind, reached)
  try {
    return await outcomes(peer, steps)
  } finally {
    await peer.close()
  }
}

/** Step by step, so that a difference is shown. */
function expectSame(through: Record<string, unknown>, direct: Record<string, unknown>): void {
  const announced = announcing(direct)
  for (const name of Object.keys(direct)) expect({ [name]: through[name] }).toEqual({ [name]: announced[name] })
}

/** The guard announces changes also where the server does not. */
function announcing(seen: Record<string, unknown>): Record<string, unknown> {
  const [info, capabilities, instructions] = seen.introduction as [unknown, Record<string, object>, unknown]
  const notified = Object.entries(capabilities).map(([name, value]) =>
    ['tools', 'prompts', 'resources'].includes(name) ? [name, { ...value, listChanged: true }] : [name, value],
  )
  return { ...seen, introduction: [info, Object.fromEntries(notified), instructions] }
}

const HANDSHAKE_STEPS = { ...COMMON, ...ASKED, ...WITH_HANDSHAKE }
const MODERN_STEPS = { ...COMMON, ...WITHOUT_HANDSHAKE }

describe.each([
  ['first', HANDSHAKE_STEPS, () => handshake],
  ['legacy', HANDSHAKE_STEPS, () => handshake],
  ['modern', MODERN_STEPS, () => modern],
] as const)('an official client (%s)', (kind, steps, server) => {
  it('sees through the guard what it sees of the server, over stdio', async () => {
    const direct = await seenDirectly(kind, server(), steps)
    expectSame(await seenBy(kind, overStdio([server()]), steps), direct)
  })

  it('sees through the guard what it sees of the server, over HTTP', async () => {
    const direct = await seenDirectly(kind, server(), steps)
    expectSame(await seenBy(kind, await overHttp([server()]), steps), direct)
  })
})

describe.each([
  ['legacy', HANDSHAKE_STEPS, () => handshake],
  ['modern', MODERN_STEPS, () => modern],
] as const)('an official client (%s)', (kind, steps, server) => {
  it('sees through the guard what it sees of a server over HTTP', async () => {
    const url = await listening([server(), '0'])
    const direct = await seenDirectly(kind, url, steps)
    const through = await served({ one: { type: 'http', url } }, '/one/mcp')
    expectSame(await seenBy(kind, through, steps), direct)
  })
})

describe('generations that differ', () => {
  it.each(['stdio', 'http'])('an agent without a handshake sees a server with one, over %s', async (front) => {
    const steps = { ...COMMON, ...ASKED }
    const direct = withoutIdentity(await seenDirectly('legacy', handshake, steps))
    const reached = front === 'stdio' ? overStdio([handshake]) : await overHttp([handshake])
    const through = withoutIdentity(await seenBy('modern', reached, steps))
    expectSame(through, direct)
  })

  let url = ''
  beforeAll(async () => {
    url = await listening([modern, '0'])
  })
  it.each(['stdio', 'http'])('an agent with a handshake sees a server without one, over %s', async (front) => {
    const steps = { ...COMMON, ...{ ask: asking('ask') } }
    const direct = withoutIdentity(await seenDirectly('modern', url, steps))
    const through = front === 'stdio' ? overStdio([modern]) : await served({ one: { type: 'http', url } }, '/one/mcp')
    expectSame(withoutIdentity(await seenBy('legacy', through, steps)), direct)
  })
})

describe('servers in use', () => {
  it.each([
    ['everything', [EVERYTHING], EVERYTHING_STEPS],
    ['filesystem', [FILESYSTEM, '.'], FILESYSTEM_STEPS],
    ['memory', [MEMORY], MEMORY_STEPS],
  ] as const)('%s is the same through the guard', async (name, args, steps) => {
    const direct = await seenBy('legacy', directly([...args]), steps)
    expectSame(await seenBy('legacy', overStdio([...args]), steps), direct)
    if (name === 'everything') expectSame(await seenBy('legacy', await overHttp([...args]), steps), direct)
  })
})

async function listening(args: string[]): Promise<string> {
  const program = new ListeningProgram(args)
  programs.push(program)
  return `http://127.0.0.1:${await program.firstLine}/mcp`
}

/** What only one of the generations has in its answers. */
function withoutIdentity(seen: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(seen, (key, value) => (ONE_GENERATION.has(key) ? undefined : value))
  return JSON.parse(text.replaceAll('"_meta":{},', '').replaceAll(',"_meta":{}', ''))
}

const ONE_GENERATION = new Set(['io.modelcontextprotocol/serverInfo', 'ttlMs', 'cacheScope', 'code'])

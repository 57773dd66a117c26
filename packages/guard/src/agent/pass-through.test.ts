import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtProgram, ListeningProgram, testFolder } from '../test-built.ts'
import { connectPeer, type PeerKind, type Reached } from './test-peers.ts'
import { ASKED, asking, COMMON, call, LISTS, outcomes, type Step, WITH_HANDSHAKE } from './test-steps.ts'

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
const env = () => ({ ASSAY_GUARD_STATE: join(testFolder(), `state-${++state}`), ASSAY_URL: 'off' })

const directly = (args: string[]): Reached => ({ command: process.execPath, args })
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

async function seenBy(kind: PeerKind, reached: Reached, steps: Record<string, Step>) {
  const peer = await connectPeer(kind, reached)
  try {
    return await outcomes(peer, steps)
  } finally {
    await peer.close()
  }
}

/** The guard tells of changes also where the server does not. */
function announcing(seen: Record<string, unknown>): Record<string, unknown> {
  const [info, capabilities, instructions] = seen.introduction as [unknown, Record<string, object>, unknown]
  const told = Object.entries(capabilities).map(([name, value]) =>
    ['tools', 'prompts', 'resources'].includes(name) ? [name, { ...value, listChanged: true }] : [name, value],
  )
  return { ...seen, introduction: [info, Object.fromEntries(told), instructions] }
}

const HANDSHAKE_STEPS = { ...COMMON, ...ASKED, ...WITH_HANDSHAKE }

describe.each(['first', 'legacy'] as const)('an agent with a handshake (%s)', (kind) => {
  it('sees through the guard what it sees of the server, over stdio', async () => {
    const direct = await seenBy(kind, directly([handshake]), HANDSHAKE_STEPS)
    expect(await seenBy(kind, overStdio([handshake]), HANDSHAKE_STEPS)).toEqual(announcing(direct))
  })

  it('sees through the guard what it sees of the server, over HTTP', async () => {
    const direct = await seenBy(kind, directly([handshake]), HANDSHAKE_STEPS)
    expect(await seenBy(kind, await overHttp([handshake]), HANDSHAKE_STEPS)).toEqual(announcing(direct))
  })

  it('sees of a server over HTTP what it sees without the guard', async () => {
    const program = new ListeningProgram([handshake, '0'])
    programs.push(program)
    const url = `http://127.0.0.1:${await program.firstLine}/mcp`
    const direct = await seenBy(kind, { url }, HANDSHAKE_STEPS)
    expect(await seenBy(kind, await served({ one: { type: 'http', url } }, '/one/mcp'), HANDSHAKE_STEPS)).toEqual(
      announcing(direct),
    )
  })
})

import { request } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import type { Members } from '../../upstream/upstream.ts'
import { GuardSession } from '../guard-session.ts'
import { OPEN_GATE, opening, type TestUpstream, testDefinitions, testUpstream } from '../test-double.ts'
import { HttpFront } from './http-front.ts'

interface Answered {
  status: number
  session: string | undefined
  text: string
}

const fronts: HttpFront[] = []
afterEach(async () => {
  await Promise.all(fronts.splice(0).map((front) => front.close()))
})

/** A front with one server at each address, and what was opened and closed of it. */
async function frontOf(names: readonly string[]) {
  const opened: TestUpstream[] = []
  const closed: TestUpstream[] = []
  const sessions = names.map((name) => {
    const open = () => {
      const tools = [{ name: `tool-of-${name}`, inputSchema: { type: 'object' as const } }]
      const upstream = testUpstream(name, testDefinitions({ tools }), ({ params }) => ({
        content: [{ type: 'text', text: JSON.stringify(params) }],
      }))
      upstream.close = async () => void closed.push(upstream)
      opened.push(upstream)
      return new GuardSession({ servers: [upstream.server], openUpstream: opening([upstream]), gate: OPEN_GATE })
    }
    return [`/${name}/mcp`, open] as const
  })
  const front = new HttpFront({ port: 0, sessions: new Map(sessions) })
  fronts.push(front)
  return { port: await front.listen(), opened, closed }
}

interface Sent {
  method?: string
  path?: string
  body?: unknown
  headers?: Record<string, string>
}

const USUAL = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

function send(port: number, { method = 'POST', path = '/a/mcp', body, headers = {} }: Sent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers: { ...USUAL, ...headers } }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      const session = response.headers['mcp-session-id']
      response.on('end', () => resolve({ status: response.statusCode ?? 0, session: session?.toString(), text }))
    })
    asked.on('error', reject)
    asked.end(typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body))
  })
}

const call = (id: number, method: string, params: Members = {}) => ({ jsonrpc: '2.0', id, method, params })
const clientInfo = { name: 'raw', version: '1' }
const HELLO = call(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })

describe('an agent with a handshake', () => {
  it('has a session of its own, which ends with its servers', async () => {
    const { port, opened, closed } = await frontOf(['a'])
    const [one, two] = await Promise.all([send(port, { body: HELLO }), send(port, { body: HELLO })])
    expect(new Set([one.session, two.session]).size).toBe(2)
    const headers = { 'mcp-session-id': one.session ?? '' }
    const listed = await send(port, { headers, body: call(2, 'tools/list') })
    expect(listed.text).toContain('tool-of-a')
    expect((await send(port, { method: 'DELETE', headers })).status).toBe(200)
    expect(closed).toEqual([opened[0]])
    expect((await send(port, { headers, body: call(3, 'tools/list') })).status).toBe(404)
    const other = { 'mcp-session-id': two.session ?? '' }
    expect((await send(port, { headers: other, body: call(4, 'tools/list') })).status).toBe(200)
  })

  it('that sends something else first begins none', async () => {
    const { port, opened } = await frontOf(['a'])
    const sent: [Sent, number][] = [
      [{ body: call(1, 'tools/list') }, 400],
      [{ body: 'garbage {' }, 400],
      [{ body: '' }, 400],
      [{ body: [] }, 400],
      [{ method: 'GET' }, 400],
      [{ method: 'DELETE' }, 400],
      [{ body: HELLO, headers: { 'mcp-session-id': 'unknown' } }, 404],
    ]
    for (const [one, status] of sent) expect([one, (await send(port, one)).status]).toEqual([one, status])
    expect(opened).toEqual([])
    expect((await send(port, { body: HELLO, headers: { accept: 'text/plain' } })).status).toBe(406)
  })
})

describe('an agent without a handshake', () => {
  const meta = (name: string) => ({
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name, version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  })
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }

  it('shares its servers with its next request, and with nobody who is another', async () => {
    const { port, opened } = await frontOf(['a'])
    for (const name of ['one', 'one', 'other']) {
      const { text } = await send(port, { headers, body: call(1, 'tools/list', { _meta: meta(name) }) })
      expect(text).toContain('tool-of-a')
    }
    expect(opened).toHaveLength(2)
  })

  it('that names another revision gets the list of those that there are', async () => {
    const { port } = await frontOf(['a'])
    const wrong = { ...meta('one'), 'io.modelcontextprotocol/protocolVersion': '2027-01-01' }
    const { status, text } = await send(port, { headers, body: call(1, 'tools/list', { _meta: wrong }) })
    expect(status).toBe(400)
    expect(text).toContain('2026-07-28')
  })
})

describe('sessions that nobody ends', () => {
  it('end for new ones, the one that was not used for longest first', async () => {
    const { port, closed } = await frontOf(['a'])
    const ids: string[] = []
    for (let n = 0; n < 101; n += 1) ids.push((await send(port, { body: HELLO })).session ?? '')
    const [first, second] = await Promise.all(
      ids.slice(0, 2).map((id) => send(port, { headers: { 'mcp-session-id': id }, body: call(2, 'tools/list') })),
    )
    expect([first?.status, second?.status]).toEqual([404, 200])
    expect(closed).toHaveLength(1)
  })

  it('are not begun by what is no JSON', async () => {
    const { port, opened } = await frontOf(['a'])
    const { status, text } = await send(port, { body: '{' })
    expect([status, JSON.parse(text).error.code]).toEqual([400, -32_700])
    expect(opened).toEqual([])
  })
})

describe('an address', () => {
  it('is of one server, by the name that the configuration has', async () => {
    const { port } = await frontOf(['a', 'my files'])
    const { session } = await send(port, { path: '/my%20files/mcp', body: HELLO })
    const headers = { 'mcp-session-id': session ?? '' }
    const { text } = await send(port, { path: '/my%20files/mcp/', headers, body: call(2, 'tools/list') })
    expect(text).toContain('tool-of-my files')
    expect((await send(port, { path: '/nobody/mcp', body: HELLO })).status).toBe(404)
    expect((await send(port, { path: '/%ff/mcp', body: HELLO })).status).toBe(404)
  })

  it('is of this machine only', async () => {
    const { port, opened } = await frontOf(['a'])
    const hosts = ['evil.example', `127.0.0.1.evil.example:${port}`]
    for (const host of hosts) expect((await send(port, { headers: { host }, body: HELLO })).status).toBe(403)
    const origins = ['https://evil.example', 'null', 'http://localhost.evil.example']
    for (const origin of origins) expect((await send(port, { headers: { origin }, body: HELLO })).status).toBe(403)
    expect(opened).toEqual([])
    expect((await send(port, { headers: { origin: `http://localhost:${port}` }, body: HELLO })).status).toBe(200)
  })
})

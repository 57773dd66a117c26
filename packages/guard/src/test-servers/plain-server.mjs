// A server over stdio in plain JSON-RPC, which misbehaves as it is told. Its argument is a JSON of `Behaviour`.
import { closeSync } from 'node:fs'
import { createInterface } from 'node:readline'

/**
 * @typedef {object} Behaviour
 * @property {string[]} [never] Methods that are not answered.
 * @property {string[]} [neverLater] The same, once it has answered the first.
 * @property {number} [pageSize] So many tools in a page of its list.
 * @property {boolean} [isCircular] The last page leads to the first.
 * @property {string} [dieAt] A method at which it exits.
 * @property {number} [dieAfterMs] After so many ms it exits.
 * @property {unknown[]} [tools] Names of its tools, or what it lists in their place.
 * @property {number} [count] So many tools.
 * @property {boolean} [isModern] It speaks the generation without a handshake only.
 * @property {boolean} [isGarbled] It writes lines that are no messages before each answer.
 * @property {number} [pingEveryMs] It asks the client whether it is there.
 * @typedef {Record<string, any>} Params
 * @typedef {(id: unknown, params: Params) => object | null} Act
 */

/** @type {Behaviour} */
const behaviour = JSON.parse(process.argv[2] ?? '{}')
const { never = [], neverLater = [], dieAt, dieAfterMs, count = 0, isModern = false, isGarbled = false } = behaviour
const { pageSize = Number.POSITIVE_INFINITY, isCircular = false, pingEveryMs } = behaviour
let names = behaviour.tools ?? ['echo']
if (count > 0) names = Array.from({ length: count }, (_, index) => `tool-${index}`)

const GARBAGE = ['Listening...', '{"jsonrpc":"2.0","id":', '[]', 'null', '{"jsonrpc":"1.0"}', '\u0000\u0001', '']

/** @param {object} message */
function send(message) {
  if (isGarbled) process.stdout.write(`${GARBAGE.join('\n')}\n`)
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}

/** @param {string} text */
const textResult = (text) => ({ content: [{ type: 'text', text }] })

/** @param {unknown} id @param {object} result */
const answer = (id, result) => send({ id, result: isModern ? { resultType: 'complete', ...result } : result })

let level = 'none'
let isForgetful = false
let lists = 0
/** @type {unknown[]} */
const cancelled = []

/** @param {unknown} name @param {number} index */
const toolNamed = (name, index) =>
  typeof name === 'string' ? { name, description: `no. ${index}`, inputSchema: { type: 'object' } } : name

/** Requests of the client that wait for the end of another. @type {unknown[]} */
const held = []
/** @type {Map<unknown, unknown>} */
const asked = new Map()

/** What the tools do; null: it is not answered now. @type {Record<string, Act>} */
const TOOLS = {
  echo: (_, { token, ...args }) => textResult(JSON.stringify(args)),
  pid: () => textResult(String(process.pid)),
  environment: (_, { name }) => textResult(String(process.env[name])),
  hang: () => null,
  hold: (id) => {
    held.push(id)
    return null
  },
  // Answers the call that is held, with its own id in place of that.
  other: (id) => {
    for (const other of held.splice(0)) answer(other, textResult(`of ${id}`))
    return null
  },
  twice: (id) => {
    answer(id, textResult('first'))
    return textResult('second')
  },
  nobody: (id) => {
    answer(`${id}-unknown`, textResult('nobody asked'))
    return textResult('asked')
  },
  die: () => process.exit(1),
  mute: () => {
    closeSync(1)
    setInterval(() => {}, 1000)
    return null
  },
  deaf: () => {
    closeSync(0)
    setInterval(() => {}, 1000)
    return null
  },
  // Megabytes in one message.
  big: (_, { megabytes }) => textResult('x'.repeat(megabytes * 1_000_000)),
  rename: (id) => {
    names = names.map((name) => (name === 'echo' ? 'repeat' : name))
    send({ method: 'notifications/tools/list_changed' })
    setTimeout(() => answer(id, textResult('renamed')), 50)
    return null
  },
  progress: (id, { token, times, everyMs }) => {
    let done = 0
    const timer = setInterval(() => {
      done += 1
      send({ method: 'notifications/progress', params: { progressToken: token, progress: done } })
      if (done < times) return
      clearInterval(timer)
      answer(id, textResult('done'))
    }, everyMs)
    return null
  },
  ask: (id) => {
    asked.set('question', id)
    send({ id: 'question', method: 'elicitation/create', params: { message: 'why?', custom: { kept: true } } })
    return null
  },
  forget: () => {
    isForgetful = true
    return textResult('forgotten')
  },
  cancelled: () => textResult(JSON.stringify(cancelled)),
  flood: () => {
    for (let n = 0; n < 1000; n += 1) send({ method: 'notifications/tools/list_changed' })
    return textResult('flooded')
  },
  lists: () => textResult(String(lists)),
  level: () => textResult(level),
  fail: () => ({ ...textResult('no such file'), isError: true }),
}

/** @type {Record<string, Act>} */
const METHODS = {
  initialize: (_, { protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: { listChanged: true }, logging: {}, 'x-own': { kept: true } },
    serverInfo: { name: 'plain', version: '1', 'x-own': true },
    instructions: 'Be plain.',
  }),
  'server/discover': () => ({
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: { listChanged: true } },
    ttlMs: 0,
    cacheScope: 'private',
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'plain', version: '2' } },
  }),
  ping: () => ({}),
  'logging/setLevel': (_, params) => {
    level = params.level
    return {}
  },
  'tools/list': (_, { cursor = 0 }) => {
    lists += 1
    if (isForgetful) throw new Error('The list is gone')
    const end = Number(cursor) + pageSize
    const isLast = end >= names.length && !isCircular
    return {
      tools: names.map(toolNamed).slice(Number(cursor), end),
      ...(isLast ? {} : { nextCursor: String(end % names.length) }),
      ...(isModern ? { ttlMs: 0, cacheScope: 'private' } : {}),
    }
  },
  'tools/call': (id, { name, arguments: args = {}, _meta }) => {
    const tool = TOOLS[name]
    if (tool === undefined) throw new Error('Unknown tool')
    return tool(id, { ...args, token: _meta?.progressToken })
  },
}

/** @param {{ id?: unknown, method?: string, params?: Params, result?: object }} message */
function receive({ id, method, params = {}, result }) {
  if (method === 'notifications/cancelled') cancelled.push(params.requestId)
  if (id === undefined) return
  if (method === undefined) {
    const waiting = asked.get(id)
    if (waiting !== undefined) answer(waiting, textResult(JSON.stringify(result)))
    return
  }
  if (never.includes(method)) return
  if (neverLater.includes(method)) never.push(method)
  if (method === dieAt) process.exit(1)
  const act = ofOtherGeneration(method) ? undefined : METHODS[method]
  if (act === undefined) send({ id, error: { code: -32601, message: 'Method not found' } })
  else respond(id, act, params)
}

/** @param {string} method */
const ofOtherGeneration = (method) =>
  isModern ? ['initialize', 'ping'].includes(method) : method === 'server/discover'

/** @param {unknown} id @param {Act} act @param {Params} params */
function respond(id, act, params) {
  try {
    const result = act(id, params)
    if (result !== null) answer(id, result)
  } catch (error) {
    send({ id, error: { code: -32602, message: String(error), data: { kept: true } } })
  }
}

if (dieAfterMs !== undefined) setTimeout(() => process.exit(1), dieAfterMs)
if (pingEveryMs !== undefined) setInterval(() => send({ id: 'ping', method: 'ping' }), pingEveryMs)
createInterface({ input: process.stdin }).on('line', (line) => receive(JSON.parse(line)))

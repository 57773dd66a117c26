// @ts-check
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'

// A server that misbehaves, in a process of its own: `node hostile-server.mjs KIND [PORT]`.

/** @typedef {{ id?: number | string, method?: string, params?: { protocolVersion?: string } }} Message */
/**
 * How it answers what a good server answers with this text. @typedef {(good: string, message: Message, send: (text:
 * string | Buffer) => void) => void} Answers
 */

const [kind = '', port] = process.argv.slice(2)
const LARGE = 100_000_000
let answered = 0

/** @type {Record<string, Answers>} */
const KINDS = {
  'lists-10000': (good, _, send) => send(good),
  'same-name-twice': (good, _, send) => send(good),
  changes: (good, _, send) => send(good),
  'dies-each-second': (good, _, send) => send(good),
  large: (good, { id, method }, send) => send(method === 'tools/call' ? largeAnswer(id) : good),
  'large-list': (good, { id, method }, send) => send(method === 'tools/list' ? largeAnswer(id) : good),
  garbage: (_, { id }, send) => {
    send(Buffer.from([0, 255, 254, 10, 123, 34, 10]))
    send(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"resu`)
  },
  'garbage-between': (good, _, send) => {
    send('DEBUG: starting\n[1,2\n{"jsonrpc":"1.0"}')
    send(good)
  },
  'answers-twice': (good, _, send) => {
    send(good)
    send(good)
  },
  "answers-another's": (good, { id, method }, send) => {
    send(method === 'tools/call' ? good.replace(`"id":${JSON.stringify(id)}`, `"id":${Number(id) + 1}`) : good)
  },
  'half-closes': (good, { method }, send) => {
    send(method === 'tools/call' ? good.slice(0, 20) : good)
    if (method === 'tools/call' && port === undefined) process.stdout.end()
  },
  floods: (good, _, send) => {
    for (let at = 0; at < 2000; at += 1)
      send('{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"flood"}}')
    send(good)
  },
  hangs: (good, { method }, send) => {
    if (method !== 'tools/call') send(good)
  },
  mute: () => undefined,
}

/** @type {Buffer | undefined} */
let filler
/** @param {number | string | undefined} id */
function largeAnswer(id) {
  filler ??= Buffer.alloc(LARGE, 'x')
  const [before, after] = [
    `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"tools":[],"content":[{"type":"text","text":"`,
    '"}]}}',
  ]
  return Buffer.concat([Buffer.from(before), filler, Buffer.from(after)])
}

function tools() {
  const count = kind === 'lists-10000' ? 10_000 : 3
  const names = Array.from({ length: count }, (_, at) => (kind === 'same-name-twice' ? 'read' : `tool_${at}`))
  if (kind === 'changes') names.push(`changed_${answered}`)
  names[0] = 'read'
  return names.map((name) => ({ name, description: `What ${name} does. `.repeat(10), inputSchema: { type: 'object' } }))
}

/** What a good server would answer; undefined: nothing. @param {Message} message */
function goodAnswer({ id, method, params }) {
  if (id === undefined) return undefined
  answered += 1
  const done = (/** @type {object} */ result) => JSON.stringify({ jsonrpc: '2.0', id, result })
  if (method === 'tools/list') return done({ tools: tools() })
  if (method === 'tools/call') return done({ content: [{ type: 'text', text: 'pong' }] })
  if (method === 'ping') return done({})
  if (method !== 'initialize')
    return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'no such method' } })
  const { protocolVersion = '2025-11-25' } = params ?? {}
  const capabilities = { tools: { listChanged: true }, logging: {} }
  return done({ protocolVersion, capabilities, serverInfo: { name: kind, version: '1' } })
}

function overStdio() {
  const send = (/** @type {string | Buffer} */ text) => {
    process.stdout.write(text)
    process.stdout.write('\n')
  }
  process.stdout.on('error', () => undefined)
  createInterface({ input: process.stdin }).on('line', (line) => {
    const message = JSON.parse(line)
    const good = goodAnswer(message)
    if (good !== undefined) KINDS[kind]?.(good, message, send)
  })
  process.stdin.on('end', () => process.exit(0))
  if (kind === 'dies-each-second') setTimeout(() => process.exit(1), 1000)
  if (kind === 'changes') setInterval(() => send('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'), 200)
}

function overHttp() {
  process.stdin.resume().on('end', () => process.exit(0))
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const message = JSON.parse(body)
    const good = goodAnswer(message)
    if (good === undefined) return void response.writeHead(202).end()
    if (kind === 'mute' || (kind === 'hangs' && message.method === 'tools/call')) return
    answerOverHttp(good, message, response)
  })
  const listen = () => server.listen(Number(port), '127.0.0.1')
  listen()
  server.on('listening', () => process.stdout.write('listening\n'))
  if (kind === 'dies-each-second')
    setInterval(() => {
      server.close()
      server.closeAllConnections()
      setTimeout(listen, 400)
    }, 1000)
}

/**
 * Whole as JSON, or what is more than one message as events. @param {string} good @param {Message} message @param
 * {import('node:http').ServerResponse} response
 */
function answerOverHttp(good, message, response) {
  /** @type {(string | Buffer)[]} */
  const texts = []
  KINDS[kind]?.(good, message, (text) => texts.push(text))
  if (texts.length === 1 && texts[0] !== undefined) {
    const [text] = texts
    const isHalf = kind === 'half-closes' && message.method === 'tools/call'
    const length = isHalf ? 1000 : Buffer.byteLength(text)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': length })
    if (isHalf) response.write(text, () => response.destroy())
    else response.end(text)
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const text of texts)
    response.write(Buffer.concat([Buffer.from('data: '), Buffer.from(text), Buffer.from('\n\n')]))
  response.end()
}

if (port === undefined) overStdio()
else overHttp()

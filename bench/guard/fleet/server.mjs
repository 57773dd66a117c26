// @ts-check
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { DOMAIN_ERROR, modeAt, NO_TOOL, PONG, timetable, toolsAt } from './description.mjs'

// A server of the fleet in a process of its own, without any library: `node server.mjs DESCRIPTION FOLDER [PORT]`.

/** @typedef {import('./description.mjs').Description} Description */
/**
 * @typedef {{ id?: number | string, method?: string, params?: { protocolVersion?: string, name?: string, arguments?: {
 * bytes?: number } } }} Message
 */

const [text = '{}', folder = '.', port] = process.argv.slice(2)
/** @type {Description} */
const own = JSON.parse(text)
const seconds = timetable(`${folder}/began`)
const mode = () => modeAt(own, seconds())
/** @type {Set<(notification: object) => void>} */
const listeners = new Set()
/** Of this process alone: what a restarted server does not know. */
const session = `${process.pid}`

appendFileSync(`${folder}/pids`, `${process.pid}\n`)
// Also where the bench was killed.
process.stdin.on('end', () => process.exit(0))

/** What it answers; undefined: nothing. @param {Message} message @returns {object | undefined} */
function answerTo({ id, method, params = {} }) {
  const now = mode()
  if (id === undefined || now === 'mute' || (now === 'mute-call' && method === 'tools/call')) return undefined
  if (now === 'status-500') return failed(id, -32_603, 'it does not work')
  if (method === 'initialize') {
    const capabilities = { tools: { listChanged: true } }
    const { protocolVersion = '2025-11-25' } = params
    return done(id, { protocolVersion, capabilities, serverInfo: { name: own.name, version: '1' } })
  }
  if (method === 'ping') return done(id, {})
  if (method === 'tools/list') return done(id, { tools: toolsAt(own, seconds()) })
  if (method !== 'tools/call') return failed(id, -32_601, 'no such method')
  if (!toolsAt(own, seconds()).some(({ name }) => name === params.name)) return failed(id, -32_602, NO_TOOL)
  if (now === 'rpc-error') return failed(id, -32_000, DOMAIN_ERROR)
  if (now === 'domain-error') return done(id, { content: [{ type: 'text', text: DOMAIN_ERROR }], isError: true })
  const more = 'x'.repeat(Math.max(0, (params.arguments?.bytes ?? 0) - 100))
  return done(id, { content: [{ type: 'text', text: `${PONG} ${own.name} ${params.name} ${more}` }] })
}

/** @param {number | string} id @param {object} result */
const done = (id, result) => ({ jsonrpc: '2.0', id, result })
/** @param {number | string} id @param {number} code @param {string} message */
const failed = (id, code, message) => ({ jsonrpc: '2.0', id, error: { code, message } })

/** Announces its change when the time has come, once the timetable has begun. */
function announceChange() {
  const left = (own.driftAt ?? 0) - seconds()
  if (own.driftAt === null || !own.announces || left < 0 || seconds() < 0) return
  const tell = () => {
    for (const send of listeners) send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
  }
  setTimeout(tell, left * 1000)
}

function overStdio() {
  if (mode() === 'down') process.exit(1)
  const now = seconds()
  // A process from before the timetable ends with its host.
  for (const { mode, from } of own.faults)
    if (mode === 'down' && now >= 0 && from > now) setTimeout(() => process.exit(1), (from - now) * 1000)
  const send = (/** @type {object} */ message) => process.stdout.write(`${JSON.stringify(message)}\n`)
  listeners.add(send)
  announceChange()
  createInterface({ input: process.stdin }).on('line', (line) => {
    const answer = answerTo(JSON.parse(line))
    if (answer !== undefined) send(answer)
  })
}

function overHttp() {
  let isAnnouncing = false
  process.stdin.resume()
  const server = createServer(async (request, response) => {
    if (!isAnnouncing && seconds() >= 0) {
      isAnnouncing = true
      announceChange()
    }
    let body = ''
    for await (const piece of request) body += piece
    if (mode() === 'mute') return
    const refused = refusalOf(request)
    if (refused !== null) response.writeHead(refused).end('no')
    else if (request.method === 'GET') listen(response)
    else respond(JSON.parse(body), response)
  })
  server.listen(Number(port), '127.0.0.1', () => process.stdout.write('listening\n'))
}

/** The status with which it refuses; null: it does not. @param {import('node:http').IncomingMessage} request */
function refusalOf({ method, headers }) {
  if (mode() === 'status-500') return 500
  if (own.hasSession && (headers['mcp-session-id'] ?? session) !== session) return 404
  if (method === 'GET') return own.driftAt === null ? 405 : null
  return method === 'POST' ? null : 200
}

/** @param {Message} message @param {import('node:http').ServerResponse} response */
function respond(message, response) {
  if (message.id === undefined) return void response.writeHead(202).end()
  const answer = answerTo(message)
  if (answer === undefined) return
  const begins = own.hasSession && message.method === 'initialize'
  response.writeHead(200, { 'content-type': 'application/json', ...(begins && { 'mcp-session-id': session }) })
  response.end(JSON.stringify(answer))
}

/** @param {import('node:http').ServerResponse} response */
function listen(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  const send = (/** @type {object} */ message) => response.write(`data: ${JSON.stringify(message)}\n\n`)
  listeners.add(send)
  response.on('close', () => listeners.delete(send))
}

if (port === undefined) overStdio()
else overHttp()

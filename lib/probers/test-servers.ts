import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { ProcessCommand } from '../core/catalog/process-command'
import { certificateFor } from '../safe-fetch/test-certificates'
import { PROBERS } from './index'
import { type ProbeResult, runProbe } from './probe'
import type { Prober, ProbeSettings, ProbeTarget } from './prober'

/**
 * Servers, processes and settings for the tests of the probers. Every server and process ends with the test that
 * started it.
 */

interface Settings extends Partial<Omit<ProbeSettings, 'dial'>> {
  allowedOrigins?: readonly string[]
}

export interface TestProbe extends Settings {
  transport?: ProbeTarget['kind']
  generation?: ProbeTarget['generation']
  validators?: ProbeTarget['validators']
  own?: boolean
  readDeclarations?: boolean
  onDefect?: (cause: unknown) => void
}

/** Settings that allow dialling the address's own origin. */
export function settingsFor(url: string, { allowedOrigins, ...settings }: Settings = {}): ProbeSettings {
  const origin = URL.canParse(url) ? new URL(url).origin : url
  return {
    userAgent: 'AssayTest/1 (+https://example.com/bot)',
    vantage: 'test',
    deadlineMs: 10_000,
    maxAnswerBytes: 1_000_000,
    maxTools: 1_000,
    stdioCommands: new Map(),
    ...settings,
    dial: { allowedOrigins: allowedOrigins ?? [origin] },
  }
}

/** One probe. A defect fails the test, unless it passes `onDefect`. */
export async function probe(url: string, options: TestProbe = {}): Promise<ProbeResult> {
  const { transport = 'streamable-http', generation = null, own = true, onDefect = rethrow, ...rest } = options
  const { validators = null, readDeclarations = false, ...settings } = rest
  const target = { ...testTarget(url, transport), own, generation, validators, readDeclarations }
  return runProbe(target, settingsFor(url, settings), () => new Date('2026-03-01T12:00:00Z'), { onDefect })
}

/** An own target that was never probed. */
export function testTarget(url: string, kind: ProbeTarget['kind'] = 'streamable-http'): ProbeTarget {
  return { serverId: 'test/server', prober: proberNameOf(kind), own: true, kind, url, generation: null }
}

/** The first prober that takes targets of this kind. */
export function proberNameOf(kind: ProbeTarget['kind']): string {
  const rows: [string, Prober][] = Object.entries(PROBERS)
  return rows.find(([, { takes }]) => takes.includes(kind))?.[0] ?? 'none'
}

function rethrow(cause: unknown): never {
  throw cause
}

/** Probes a process. */
export function probeProcess(command: ProcessCommand, options: TestProbe = {}): Promise<ProbeResult> {
  const url = 'stdio:test/server'
  return probe(url, { transport: 'stdio', stdioCommands: new Map([[url, command]]), ...options })
}

/** A command that runs Node with an empty environment. */
export function nodeCommand(...args: string[]): ProcessCommand {
  return { command: process.execPath, args, cwd: '/', env: {} }
}

/** A server on a free port of loopback; resolves to its origin. */
export async function serve(handler: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await portOf(createServer(handler))}`
}

/** The same behind TLS, with a self-signed certificate. */
export async function serveSelfSigned(handler: RequestListener): Promise<string> {
  return `https://127.0.0.1:${await portOf(createTlsServer(certificateFor('21000101000000Z'), handler))}`
}

/** A TCP server, for answers that no HTTP server gives. */
export async function serveTcp(onConnection: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    onConnection(socket)
  })
  const open = new Set<Socket>()
  server.on('connection', (socket) => open.add(socket))
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(async () => {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

/** A port nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Starts a Node process and resolves once its output matches `ready`. */
export async function startNode(args: string[], env: Record<string, string>, ready: RegExp): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, { env: env as NodeJS.ProcessEnv, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  await new Promise<void>((resolve, reject) => {
    let output = ''
    const read = (piece: Buffer) => {
      output += piece
      if (ready.test(output)) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(`it ended before it was ready: ${output}`)))
  })
  return child
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

export interface RunningServer {
  url: string
  stop(): Promise<void>
}

/** A server in a process of its own. */
export interface ServerProcess extends RunningServer {
  pid: number
}

const ANSWER_WITHIN_MS = 300_000
const POLL_MS = 100
/** What a server that did not start printed last, in characters. */
const OUTPUT_SHOWN = 4000

/**
 * Starts a server as a process of its own and waits until it answers at `path`. `onOutput` gets all it prints, from the
 * first byte on.
 */
export async function startServer(
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
  port: number,
  path: string,
  onOutput: (bytes: Buffer) => void = () => undefined,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, command, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      output = (output + bytes.toString()).slice(-OUTPUT_SHOWN)
      onOutput(bytes)
    })
  }
  const url = `http://127.0.0.1:${port}`
  try {
    await untilAnswered(url + path, {}, () => child.exitCode !== null)
  } catch (cause) {
    child.kill('SIGKILL')
    throw new Error(`${command.join(' ')} did not start:\n${output}`, { cause })
  }
  return { url, pid: child.pid ?? 0, stop: () => stopProcess(child) }
}

/**
 * Waits until an address answers with a status from 200 to 299. Throws after five minutes, or once `isOver` is true.
 */
export async function untilAnswered(
  address: string,
  headers: Readonly<Record<string, string>> = {},
  isOver = () => false,
): Promise<void> {
  const deadline = performance.now() + ANSWER_WITHIN_MS
  for (;;) {
    const response = await fetch(address, { headers }).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.ok) return
    if (isOver() || performance.now() > deadline) {
      throw new Error(`${address} still answers ${response?.status ?? 'nothing'}`)
    }
    await delay(POLL_MS)
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const kill = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(kill)
}

/** Serves at a free port of this machine. */
export async function listen(server: Server, host = '127.0.0.1'): Promise<RunningServer> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Runs a file of TypeScript as a process of its own; `line` is the first line that it prints. */
export function startScript(...words: string[]): { line: Promise<string>; stop(): Promise<void> } {
  const child = spawn(process.execPath, ['--import', 'tsx', ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const line = Promise.race([
    once(createInterface(child.stdout), 'line').then(([text]) => String(text)),
    ended.then(() => Promise.reject(new Error(`${words.slice(0, 2).join(' ')} ended without a result`))),
  ])
  return {
    line,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** A port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

import { type ChildProcess, spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

export interface RunningServer {
  url: string
  stop(): Promise<void>
}

const START_WITHIN_MS = 120_000

/** Starts a server as a process of its own and waits until it answers at `path`. `onOutput` is given all it prints, from the first byte on. */
export async function startServer(
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
  port: number,
  path: string,
  onOutput: (bytes: Buffer) => void = () => undefined,
): Promise<RunningServer> {
  const child = spawn(process.execPath, command, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const note = (bytes: Buffer) => {
    output = (output + bytes.toString()).slice(-4000)
    onOutput(bytes)
  }
  child.stdout.on('data', note)
  child.stderr.on('data', note)
  const url = `http://127.0.0.1:${port}`
  const deadline = performance.now() + START_WITHIN_MS
  while (!(await answers(url + path))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`${command.join(' ')} did not start:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { url, stop: () => stopProcess(child) }
}

async function answers(address: string): Promise<boolean> {
  return fetch(address).then(
    (response) => response.ok,
    () => false,
  )
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const cut = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(cut)
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Runs a command to its end; its output is shown only when it fails. */
export async function runCommand(
  command: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = spawn(process.execPath, command, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`${command.join(' ')} failed:\n${output.slice(-4000)}`)
}

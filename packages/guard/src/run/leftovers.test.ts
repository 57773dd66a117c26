import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { builtProgram, testFolder } from '../test-built.ts'

// A server that overlooks the end of its input and is asked to end in vain, and what it started itself.

let root: string
let guard: ChildProcess
beforeEach(() => {
  root = mkdtempSync(join(testFolder(), 'leftovers-'))
})
afterEach(() => {
  guard.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

const DEAF = `require('node:fs').appendFileSync(process.env.PIDS, process.pid + '\\n')
process.on('SIGTERM', () => {}).on('SIGHUP', () => {})
setInterval(() => {}, 1000)`

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Starts a guard with a server that never answers, and answers the process ids of both parts of the server. */
async function begin(): Promise<number[]> {
  const program = await builtProgram('assay-guard.ts')
  const server = ['sh', '-c', `"$0" -e "$1" & "$0" -e "$1"; true`, process.execPath, DEAF]
  guard = spawn(process.execPath, [program, 'run', '--name', 'deaf', '--', ...server], {
    env: { ...process.env, ASSAY_GUARD_STATE: join(root, 'state'), PIDS: join(root, 'pids') },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'agent', version: '1' } }
  guard.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
  return vi.waitFor(() => {
    const pids = readFileSync(join(root, 'pids'), 'utf8').trim().split('\n').map(Number)
    expect(pids).toHaveLength(2)
    return pids
  }, 20_000)
}

test.each([
  ['closes its input', () => void guard.stdin?.end()],
  ['sends it a signal to end', () => void guard.kill('SIGTERM')],
  ['kills it', () => void guard.kill('SIGKILL')],
])('no process of a server is left behind where the agent %s', async (_, end) => {
  const pids = await begin()
  const ended = once(guard, 'exit')
  end()
  await ended
  await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), 20_000)
})

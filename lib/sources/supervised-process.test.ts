import { tmpdir } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { SupervisedProcess } from './supervised-process'

const PATIENCE = { timeout: 10_000, interval: 20 }
const started: SupervisedProcess[] = []

afterEach(async () => {
  await Promise.all(started.splice(0).map((process) => process.close()))
})

function supervise(command: string, script: string, restart: boolean): { child: SupervisedProcess; log: string[] } {
  const log: string[] = []
  const child = new SupervisedProcess({
    name: 'It',
    command: { command, args: ['-e', script], cwd: tmpdir(), env: {} },
    restart,
    hint: 'By hand: again',
    log: (line) => log.push(line),
  })
  started.push(child)
  return { child, log }
}

test('the log holds how it ended and its last output, as one printable line', async () => {
  const script = 'console.error("first\\nport \\u001b[31mtaken\\u202e"); process.exitCode = 3'
  const { child, log } = supervise(process.execPath, script, false)
  await vi.waitFor(() => expect(log).toHaveLength(1), PATIENCE)
  expect(log[0]).toMatch(/^It ended \(exit code 3: port \[31mtaken.{0,3}\) and is not started again\. By hand: again$/)
  expect(child.pid).toBeUndefined()
})

test('the pauses between restarts double', async () => {
  const { log } = supervise(process.execPath, '', true)
  await vi.waitFor(() => expect(log).toHaveLength(3), PATIENCE)
  expect(log.map((line) => /started again in (\S+) s\.$/.exec(line)?.[1])).toEqual(['0.5', '1', '2'])
})

test('a command that cannot be started is logged as ended', async () => {
  const { child, log } = supervise('/nowhere/at/all', '', false)
  await vi.waitFor(() => expect(log).toHaveLength(1), PATIENCE)
  expect(log[0]).toContain('ENOENT')
  await child.close()
})

test('close while it waits for a restart starts nothing more', async () => {
  const { child, log } = supervise(process.execPath, '', true)
  await vi.waitFor(() => expect(log).toHaveLength(1), PATIENCE)
  await child.close()
  expect(child.pid).toBeUndefined()
})

test('the endless output of a child is drained, and the child can be closed', async () => {
  const { child } = supervise(process.execPath, 'setInterval(() => console.error("x".repeat(100_000)), 1)', true)
  await vi.waitFor(() => expect(child.pid).toBeDefined(), PATIENCE)
  await child.close()
  expect(child.pid).toBeUndefined()
})

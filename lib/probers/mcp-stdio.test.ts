import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ProcessCommand } from '../core/catalog/process-command'
import type { ProbeResult } from './probe'
import { nodeCommand, probeProcess, type TestProbe } from './test-servers'

/**
 * A server that is a script: `answer(message)` gives what it writes to stdout for a message, `first` runs at its start.
 */
function scriptOf({ first = '', answer = '() => undefined' }: { first?: string; answer?: string }): ProcessCommand {
  return nodeCommand(
    '-e',
    `const send = (value) => process.stdout.write((typeof value === 'string' ? value : JSON.stringify(value)) + '\\n')
     const reply = (id, result) => ({ jsonrpc: '2.0', id, result })
     const refuse = (id, code) => ({ jsonrpc: '2.0', id, error: { code, message: 'no' } })
     const handshake = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'script ' + process.pid, version: '1' } }
     const older = ({ id, method }) => {
       if (method === 'initialize') return reply(id, handshake)
       if (method === 'tools/list') return reply(id, { tools: [{ name: 'echo' }] })
       return id === undefined ? undefined : refuse(id, -32601)
     }
     const answer = ${answer}
     ${first}
     require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
       const said = answer(JSON.parse(line))
       if (said !== undefined) send(said)
     })`,
  )
}

const OLDER = { answer: 'older' }

/** Whether a process runs and is not a zombie. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

function pidOf({ serverInfo }: ProbeResult): number {
  return Number(serverInfo?.name.replace('script ', ''))
}

const probeScript = (script: Parameters<typeof scriptOf>[0], options: TestProbe = {}) =>
  probeProcess(scriptOf(script), options)

describe('a process', () => {
  test('that answers', async () => {
    const found = await probeScript(OLDER)
    expect(found).toMatchObject({
      reason: 'answered',
      generation: 'initialize',
      httpStatus: null,
      tools: [{ name: 'echo' }],
    })
    expect(found.observation).toMatchObject({ httpStatus: null, latencyMs: expect.any(Number) })
  })

  test('that does not answer unknown methods', async () => {
    const answer = "(message) => message.method === 'server/discover' ? undefined : older(message)"
    expect(await probeScript({ answer })).toMatchObject({ reason: 'answered', generation: 'initialize' })
  })

  test('of the modern generation that starts slowly', async () => {
    const answer = `({ id, method }) => {
      if (method === 'server/discover') return reply(id, { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } })
      return method === 'tools/list' ? reply(id, { tools: [{ name: 'echo' }] }) : refuse(id, -32022)
    }`
    const first = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2500)'
    expect(await probeScript({ first, answer })).toMatchObject({ reason: 'answered', generation: 'modern' })
  })

  test('that logs to stdout, and much to stderr', async () => {
    const first =
      "send('Starting...'); send('{\"level\":\"info\"}'); send(''); process.stderr.write('x'.repeat(1000000))"
    expect(await probeScript({ ...OLDER, first })).toMatchObject({ reason: 'answered' })
  })

  test('that answers in pieces and with CRLF', async () => {
    const answer = `(message) => {
      const text = JSON.stringify(older(message) ?? null) + '\\r\\n'
      process.stdout.write(text.slice(0, 20))
      setTimeout(() => process.stdout.write(text.slice(20)), 20)
    }`
    expect(await probeScript({ answer })).toMatchObject({ reason: 'answered' })
  })

  test('that answers errors', async () => {
    const answer = '({ id }) => refuse(id, -32603)'
    expect(await probeScript({ answer })).toMatchObject({ reason: 'protocol_error' })
  })

  test('that ends at once, or within the listing', async () => {
    expect(await probeScript({ first: 'process.exit(0)' })).toMatchObject({ reason: 'process_failed', tools: null })
    const answer = "(message) => message.method === 'tools/list' ? process.exit(1) : older(message)"
    const found = await probeScript({ answer })
    expect(found).toMatchObject({ reason: 'process_failed', generation: 'initialize', tools: null })
  })

  test.each<[string, Partial<ProcessCommand>]>([
    ['that does not exist', { command: '/no/such/command' }],
    ['that may not be run', { command: '/etc/hostname' }],
    ['in a folder that does not exist', { cwd: '/no/such/folder' }],
  ])('%s', async (_, wrong) => {
    const found = await probeProcess({ ...scriptOf(OLDER), ...wrong })
    expect(found).toMatchObject({ reason: 'process_failed', observation: { latencyMs: null } })
  })

  test('gets the environment of its command and nothing else', async () => {
    const answer = `(message) => {
      if (message.method !== 'initialize') return older(message)
      return reply(message.id, { ...handshake, serverInfo: { name: JSON.stringify(process.env) } })
    }`
    const command = { ...scriptOf({ answer }), env: { ONLY: 'this' } }
    const { serverInfo } = await probeProcess(command)
    expect(JSON.parse(serverInfo?.name ?? '')).toEqual({ ONLY: 'this' })
  })
})

describe('what a process writes', () => {
  test.each([
    ['a line without end', "const more = () => process.stdout.write('x'.repeat(100000), more); more()"],
    ['lines without end', "const more = () => process.stdout.write('hello\\n'.repeat(10000), more); more()"],
    ['JSON 100,000 deep', "const deep = '['.repeat(100000)"],
  ])('is read up to a bound: %s', async (what, first) => {
    const answer = what.startsWith('JSON') ? '() => deep' : '() => undefined'
    expect(await probeScript({ first, answer })).toMatchObject({ reason: 'answer_too_large' })
  })
})

describe('the end of a process', () => {
  test('comes with the end of the probe', async () => {
    const found = await probeScript(OLDER)
    expect(pidOf(found)).toBeGreaterThan(0)
    expect(isAlive(pidOf(found))).toBe(false)
  })

  test('comes also where it ignores SIGTERM', async () => {
    const found = await probeScript({
      ...OLDER,
      first: "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)",
    })
    expect(found.reason).toBe('answered')
    expect(isAlive(pidOf(found))).toBe(false)
  })

  test('comes with the deadline', async () => {
    const answer = "(message) => message.method === 'tools/list' ? undefined : older(message)"
    const found = await probeScript({ answer }, { deadlineMs: 3_000 })
    expect(found).toMatchObject({ reason: 'timed_out', generation: 'initialize', tools: null })
    expect(isAlive(pidOf(found))).toBe(false)
  })

  test('ends the processes that it started', async () => {
    const first = `
      const { spawn } = require('node:child_process')
      const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], { stdio: 'ignore' })
      handshake.serverInfo.name = 'script ' + child.pid`
    const found = await probeScript({ ...OLDER, first })
    expect(pidOf(found)).toBeGreaterThan(0)
    await expect.poll(() => isAlive(pidOf(found))).toBe(false)
  })
})

test('only a configured command is ever started', async () => {
  const found = await probeProcess(nodeCommand('-e', ''), { stdioCommands: new Map() })
  expect(found).toMatchObject({ reason: 'not_probeable', notes: ['No command is configured for it.'] })
})

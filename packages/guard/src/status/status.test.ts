import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openGate } from '../calls/open-gate.ts'
import { serverNamed } from '../calls/test-gate.ts'
import { Circuit } from '../upstream/circuit.ts'
import { servePage } from './page-server.ts'
import type { ProcessStatus, ServerStatus } from './process-status.ts'
import { status as statusCommand } from './status-command.ts'
import { StatusFile } from './status-file.ts'
import { runningGuards, statusPath } from './status-files.ts'
import { statusPage } from './status-page.ts'
import { stateWords } from './status-words.ts'

const NOON = Date.UTC(2026, 10, 27, 12)
const MINUTE = 60_000
let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-guard-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const TALLY = { lastCallAt: null, lastAnswerAt: null, lastFailureAt: null, lastRefusalAt: null }
const server = (change: Partial<ServerStatus> = {}): ServerStatus => ({
  ...{ name: 'files', keys: [], kind: 'stdio', openSince: null, nextTrialAt: null, ofService: null, quarantined: [] },
  lastFailure: null,
  process: { state: 'running', since: NOON - 5 * MINUTE, restarts: 0 },
  tally: { calls: 0, failed: 0, refused: {}, ...TALLY },
  ...change,
})
const guardOf = (...servers: ServerStatus[]): ProcessStatus => {
  const now = Date.now()
  return { form: 1, pid: process.pid, parent: 1, startedAt: now, writtenAt: now, service: null, servers }
}
const wordsOf = (change: Partial<ServerStatus>) => stateWords(server(change), NOON)

describe('the state of a server in words', () => {
  test.each<[string, Partial<ServerStatus>, string]>([
    ['running for 5 minutes', {}, 'good'],
    ['not started', { process: { state: 'not_started', since: null, restarts: 0 } }, 'idle'],
    ['starting', { process: { state: 'starting', since: null, restarts: 0 } }, 'idle'],
    ['stopped', { process: { state: 'stopped', since: null, restarts: 2 } }, 'idle'],
    [
      'has not answered for 2 minutes, tried again in 12 seconds',
      { openSince: NOON - 2 * MINUTE, nextTrialAt: NOON + 12_000 },
      'bad',
    ],
    [
      'has not answered for 2 minutes: files did not start: its process ended with exit code 3',
      { openSince: NOON - 2 * MINUTE, lastFailure: 'files did not start: its process ended with exit code 3.' },
      'bad',
    ],
    ['down as the service has it for 18 minutes', { ofService: { v: 'down', since: NOON / MINUTE - 18 } }, 'bad'],
    ['running for 5 minutes; degraded as the service has it', { ofService: { v: 'degraded' } }, 'warning'],
  ])('%s', (words, change, tone) => {
    expect(wordsOf(change)).toEqual({ words, tone })
  })
})

describe('the file of a running guard', () => {
  const circuit = new Circuit()
  const open = () => {
    const servers = [serverNamed('files')]
    const circuitOf = () => circuit
    const gate = { service: null, root, lock: null, substitution: 'suggest', warn: () => undefined } as const
    const opened = openGate({ ...gate, servers, circuitOf })
    const processOf = () => ({ state: 'not_started', since: null, restarts: 0 }) as const
    return { opened, file: new StatusFile({ root, servers, opened, circuitOf, processOf }, 3_600_000) }
  }

  test('says how its servers are, is whole at any time, and goes with it', () => {
    const { opened, file } = open()
    opened.gate.refusal(serverNamed('files'), 'read', { path: '/secret' })
    file.write()
    expect(runningGuards(root, Date.now())).toMatchObject([
      { pid: process.pid, service: null, servers: [{ name: 'files', tally: { calls: 1 } }] },
    ])
    file.close()
    expect(existsSync(statusPath(root, process.pid))).toBe(false)
  })

  test('of a dead process, or of one that is silent, is no running guard, and is removed', () => {
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    const write = (one: number, change: Partial<ProcessStatus>) =>
      writeFileSync(statusPath(root, one), JSON.stringify({ ...guardOf(), pid: one, ...change }))
    open().file.close()
    write(pid, {})
    write(process.pid, { writtenAt: Date.now() - 2 * MINUTE })
    writeFileSync(statusPath(root, 7), '{"form":1')
    expect(runningGuards(root, Date.now())).toEqual([])
    expect(readdirSync(join(root, 'running'))).toEqual(['7.json'])
  })

  test('is not written anew where nothing changed', () => {
    const { opened, file } = open()
    rmSync(statusPath(root, process.pid))
    file.write()
    expect(existsSync(statusPath(root, process.pid))).toBe(false)
    opened.gate.refusal(serverNamed('files'), 'read', null)
    file.write()
    expect(existsSync(statusPath(root, process.pid))).toBe(true)
    file.close()
  })

  test('is what the command prints', async () => {
    const lines: string[] = []
    const machine = { env: { ASSAY_GUARD_STATE: root }, home: root, platform: 'linux' }
    const surroundings = { machine, cwd: root, print: (line: string) => void lines.push(line) }
    await statusCommand({ words: [], command: [], options: {} }, surroundings)
    expect(lines).toEqual(['No guard is running.'])
    const { file } = open()
    await statusCommand({ words: [], command: [], options: {} }, surroundings)
    file.close()
    expect(lines.slice(1)).toEqual([
      'No service: what is seen here decides alone.',
      '',
      `Process ${process.pid}:`,
      '  files: not started; calls 0, failed 0',
    ])
  })
})

describe('the page', () => {
  const hostile = '</td><script>alert(1)</script>\u202e"\''

  test('escapes whatever servers and configurations say', () => {
    const quarantined = [{ tool: hostile, why: hostile }]
    const html = statusPage([guardOf(server({ name: hostile, quarantined }))], NOON)
    expect(html).not.toContain('<script')
    expect(html).not.toContain('\u202e')
    expect(html).toContain('&#60;script&#62;')
  })

  test('has each server with its calls and why some were refused', () => {
    const tally = { ...TALLY, calls: 12, failed: 3, refused: { down: 4, quarantined: 1 } }
    const html = statusPage([guardOf(server({ tally, openSince: NOON - MINUTE }), server({ name: 'barn' }))], NOON)
    for (const text of ['2 servers, 1 out', '4 × a confirmed outage', '1 × a tool is quarantined', 'barn'])
      expect(html).toContain(text)
  })

  test('is only for a browser of this machine that asks for it by its name', async () => {
    const served = await servePage(0, () => [guardOf(server())])
    const { port } = served.address() as AddressInfo
    const ask = async (host: string, path = '/', method = 'GET') => {
      const asked = request({ port, host: '127.0.0.1', path, method, headers: { host } }).end()
      const [answer] = await once(asked, 'response')
      answer.resume()
      return answer
    }
    const good = await ask(`localhost:${port}`)
    expect(good.statusCode).toBe(200)
    expect(good.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect((await ask('127.0.0.1')).statusCode).toBe(200)
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:80'])
      expect((await ask(host)).statusCode).toBe(403)
    expect((await ask('localhost', '/other')).statusCode).toBe(404)
    expect((await ask('localhost', '/', 'POST')).statusCode).toBe(405)
    served.closeAllConnections()
    served.close()
  })
})

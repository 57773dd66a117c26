import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { recordServers } from '../store/catalog/catalog'
import { rowsOf } from '../store/database'
import { streamable, testServer, uncategorized } from '../store/test-catalog'
import { onDatabase, TEST_EPOCH } from '../store/test-databases'
import type { TestWorker } from './test-probe-worker'

const SERVERS = 160
/** Each worker has up to four times as many targets claimed. */
const CONCURRENCY = 4
const ANSWERED_AFTER_MS = 100
/** A lease of 45 seconds ends after nine, and a recheck comes after four. */
const SPEED = 5

interface Begun {
  path: string
  worker: string
  response: ServerResponse
}

/** Slow MCP servers, one at each path, that can stop answering one worker. */
async function startTargets() {
  const begun: Begun[] = []
  const targets = { origin: '', begun, silentTo: null as string | null, close: async () => {} }
  const http = createServer(async (request, response) => {
    const { id, method } = JSON.parse((await text(request)) || '{}') as { id?: number; method?: string }
    const worker = request.headers['user-agent'] ?? ''
    if (method === 'initialize') begun.push({ path: request.url ?? '', worker, response })
    if (method === 'initialize') await wait(ANSWERED_AFTER_MS)
    if (method === 'initialize' && worker === targets.silentTo) return
    const result = RESULTS[method ?? '']
    response.writeHead(id === undefined ? 202 : 200, { 'content-type': 'application/json' })
    if (id === undefined) return void response.end()
    const answer = result === undefined ? { error: { code: -32601, message: 'no such method' } } : { result }
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  targets.origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  onTestFinished(async () => {
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
  })
  return targets
}

const RESULTS: Readonly<Record<string, unknown>> = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'test', version: '1' },
  },
  'tools/list': { tools: [{ name: 'echo', description: 'Says it.', inputSchema: { type: 'object' } }] },
}

function startWorker(worker: TestWorker): ChildProcess {
  const file = new URL('test-probe-worker.ts', import.meta.url).pathname
  const child = spawn(process.execPath, ['--import', 'tsx', file, JSON.stringify(worker)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  return child
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(50)
}

describe('kill -9 of one of two workers in the middle of a run', () => {
  onDatabase((database) => {
    // Two processes cannot open the embedded database.
    test.skipIf(database.driver !== 'postgres')(
      'loses and doubles nothing: what it had claimed is probed once its lease is over',
      { timeout: 180_000 },
      async () => {
        const { db, url } = database
        const targets = await startTargets()
        const paths = Array.from({ length: SERVERS }, (_, n) => `/mcp/${n}`)
        const entries = paths.map((path, n) => testServer(`k/${n}`, { remotes: [streamable(targets.origin + path)] }))
        const owner = { source: 'file', precedence: 1, own: true }
        await recordServers(db, owner, entries, TEST_EPOCH, uncategorized)
        const clock = { epochMs: TEST_EPOCH.getTime() + 1000, startedAtMs: Date.now(), speed: SPEED }
        const common = { databaseUrl: url ?? '', origin: targets.origin, concurrency: CONCURRENCY, clock }
        const [killed] = ['killed', 'survivor'].map((name) => startWorker({ name, ...common }))
        const begunBy = (name: string) => targets.begun.filter(({ worker }) => worker === name)
        const inFlight = () => begunBy('killed').filter(({ response }) => !response.writableEnded)
        const claims = () =>
          rowsOf<{ path: string; leaseId: string }>(
            db,
            sql`SELECT substr(url, ${targets.origin.length + 1}::int) AS path, lease_id AS "leaseId" FROM probe_targets WHERE lease_id IS NOT NULL`,
          )
        const observed = async () => {
          const rows = await rowsOf<{ path: string; times: number; distinct: number }>(
            db,
            sql`SELECT substr(url, ${targets.origin.length + 1}::int) AS path, count(observed_at)::int AS times, count(DISTINCT observed_at)::int AS "distinct"
              FROM probe_targets LEFT JOIN observations USING (server_key, target_no) GROUP BY 1`,
          )
          return new Map(rows.map(({ path, ...counts }) => [path, counts]))
        }

        // Both have results stored, and the one has probes under way that will never be answered.
        const hasStored = (name: string, counts: Awaited<ReturnType<typeof observed>>) =>
          begunBy(name).some(({ path }) => (counts.get(path)?.times ?? 0) > 0)
        await until(async () => {
          const counts = await observed()
          return hasStored('killed', counts) && hasStored('survivor', counts)
        })
        targets.silentTo = 'killed'
        await until(() => inFlight().length === CONCURRENCY)
        const ended = once(killed as ChildProcess, 'exit')
        killed?.kill('SIGKILL')
        expect((await ended)[1]).toBe('SIGKILL')

        const atDeath = await claims()
        const [unanswered = ''] = inFlight().map(({ path }) => path)
        const leaseId = atDeath.find(({ path }) => path === unanswered)?.leaseId
        const heldPaths = atDeath.filter((claim) => claim.leaseId === leaseId).map(({ path }) => path)
        // It held what it was probing, and more: what waited for a slot, and what had no result stored yet.
        expect(leaseId).toBeDefined()
        expect(heldPaths).toEqual(expect.arrayContaining(inFlight().map(({ path }) => path)))
        expect(heldPaths.length).toBeGreaterThan(CONCURRENCY)

        // A new server is due twice: its first probe, and the one that confirms it.
        await until(async () => [...(await observed()).values()].every(({ times }) => times >= 2))
        await until(async () => (await claims()).length === 0)
        const after = await observed()
        expect([...after.keys()].sort()).toEqual([...paths].sort())
        expect(new Set([...after.values()].map(({ times, distinct }) => `${times} ${distinct}`))).toEqual(
          new Set(['2 2']),
        )
        const states = await rowsOf<{ probes: number; liveness: string }>(
          db,
          sql`SELECT DISTINCT (state->>'probes')::int AS probes, state->>'liveness' AS liveness FROM target_states`,
        )
        expect(states).toEqual([{ probes: 2, liveness: 'up' }])

        // Asked once more are only those that the killed one had asked without storing a result.
        const asked = (path: string) => targets.begun.filter((one) => one.path === path).length
        const again = paths.filter((path) => asked(path) > 2)
        expect(again.every((path) => heldPaths.includes(path) && asked(path) === 3)).toBe(true)
        expect(again).toEqual(expect.arrayContaining(inFlight().map(({ path }) => path)))
        expect(begunBy('survivor').map(({ path }) => path)).toEqual(expect.arrayContaining(heldPaths))
      },
    )
  })
})

import { mkdtemp } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderStorage } from 'assay-tlog/storage/folder'
import { eq } from 'drizzle-orm'
import { openMemo } from '../../../../../lib/api/cache/memo'
import type { Context } from '../../../../../lib/api/context'
import { openAttester } from '../../../../../lib/api/signing/attester'
import { openTestContext } from '../../../../../lib/api/test-context'
import { onlyKey } from '../../../../../lib/api/test-keys'
import { dayOf } from '../../../../../lib/core/day'
import type { Endpoint } from '../../../../../lib/http/operation'
import { recordProbeResults } from '../../../../../lib/monitor/record-probe-results'
import { ENDPOINTS } from '../../../../../lib/runtime/endpoints'
import { RECORDING_STEPS } from '../../../../../lib/runtime/recording-steps'
import { servers } from '../../../../../lib/store/catalog/catalog-schema'
import type { Database } from '../../../../../lib/store/database'
import { makePartitions } from '../../../../../lib/store/evidence/partitions'
import { queueFacts } from '../../../../../lib/store/outbox/queue'
import { openRatingReader } from '../../../../../lib/store/ratings/ratings'
import { targetAt, testServer, testTool } from '../../../../../lib/store/test-catalog'
import { addTestTargets } from '../../../../../lib/store/test-targets'
import { openWitnessRounds } from '../../../../../lib/tlog/job/cosign-checkpoint'
import { openTlog } from '../../../../../lib/tlog/job/open-tlog'
import { writeTlog } from '../../../../../lib/tlog/job/write-tlog'
import { ScoreTlog } from '../../../../../lib/tlog/score-tlog'
import { openServedTlog } from '../../../../../lib/tlog/served-tlog'
import { signingKeyFromSeed } from '../../attestation.ts'
import type { ProbeReason } from '../../state/observation.ts'
import { audit } from '../audit.ts'

const MINUTE_MS = 60_000
const LEASE = { leaseId: 'lease', intervalSeconds: 900, recheckSeconds: 20 }
const SIGNING_KEY = signingKeyFromSeed(new Uint8Array(32).fill(9))

/** A served path and its answer, in place of what the service would say. */
export type Tampering = (path: string, answer: Uint8Array) => Uint8Array | undefined

/** A service with a log on loopback, whose clock a test moves. */
export interface TestWorld {
  url: string
  db: Database
  /** The folder of the log. */
  folder: string
  now(): Date
  /** A probe of a server, some minutes after the one before. */
  probe(
    serverId: string,
    minutes: number,
    reason: ProbeReason,
    more?: { targetNo?: number; lateMinutes?: number },
  ): Promise<void>
  /** Lets so many minutes pass. */
  pass(minutes: number): void
  keyOf(serverId: string): Promise<number>
  /** Asks for scores, so that they are attested, and publishes everything. */
  publish(): Promise<void>
  /** Opens the log, where the world began without one. */
  openLog(): Promise<void>
  tamper(tampering: Tampering | null): void
  audit(...args: string[]): Promise<{ code: number; lines: string[]; text: string }>
  close(): Promise<void>
}

const SERVERS = ['w/steady', 'w/flaky', 'w/lazy']
const TARGET_URL = 'https://one.example/mcp'

/** `hasLog: false`: a service of a version without a log, until `openTlog`. */
export async function openTestWorld(start: Date, { hasLog = true } = {}): Promise<TestWorld> {
  let now = start
  let tampering: Tampering | null = null
  const folder = await mkdtemp(join(tmpdir(), 'assay-audit-'))
  const catalog = SERVERS.map((id) => testServer(id, { tools: [testTool('add')] }))
  const opened = await openTestContext(catalog, start)
  const { db } = opened.context
  await addTestTargets(db, start)
  for (const days of [0, 1, 2]) await makePartitions(db, 'observations', [dayOf(start) + days])
  const storage = folderStorage(folder)
  if (hasLog) await openTlogWithKey(db, now)
  const scoreTlog = new ScoreTlog({ db, documentDays: 90, log: (line) => console.error(line) })
  const context = {
    ...opened.context,
    ratings: openRatingReader(db),
    attester: openAttester(onlyKey(SIGNING_KEY), 'https://audit.test', scoreTlog),
    signingKeys: onlyKey(SIGNING_KEY),
    tlog: openServedTlog(storage, db, { witnessKeys: [], documentDays: 90 }),
    log: () => undefined,
    answerHeaders: {},
  }
  const contextNow = () => ({ ...context, now, memo: openMemo(), answerHeaders: {} }) as unknown as Context
  const { server, url } = await listening(contextNow, () => tampering)
  const job = {
    ...{ db, storage, configuredSeed: null, documentDays: 90, rounds: openWitnessRounds([]), clock: () => now },
    ...{ signal: new AbortController().signal, log: (line: string) => console.error(line) },
  }
  const keyOf = async (id: string) => {
    const [row] = await db.select({ key: servers.key }).from(servers).where(eq(servers.id, id))
    return row?.key ?? 0
  }
  return {
    ...{ url, db, folder },
    now: () => now,
    keyOf,
    pass: (minutes) => {
      now = new Date(now.getTime() + minutes * MINUTE_MS)
    },
    openLog: () => openTlogWithKey(db, now),
    probe: async (serverId, minutes, reason, { targetNo = 0, lateMinutes = 0 } = {}) => {
      now = new Date(now.getTime() + minutes * MINUTE_MS)
      const observedAt = new Date(now.getTime() - lateMinutes * MINUTE_MS)
      const observation = { observedAt, reason, latencyMs: 120, httpStatus: 200, vantage: 'test' }
      const tools = reason === 'answered' ? [testTool('add')] : null
      const nothing = { generation: null, protocolVersion: null, serverInfo: null, tools, toolsCut: false }
      const probe = { reason, httpStatus: 200, retryAfterMs: null, ...nothing, notes: [], observation }
      const finished = { serverKey: await keyOf(serverId), targetNo, target: targetAt(TARGET_URL), probe }
      await recordProbeResults(db, LEASE, [{ ...finished, isDueAtOnce: false }], now, RECORDING_STEPS)
    },
    publish: async () => {
      for (const id of SERVERS) await fetch(`${url}/v1/score/${id}`)
      await scoreTlog.flush()
      await writeTlog(job)
      // The served checkpoint is kept for two seconds.
      now = new Date(now.getTime() + 5000)
    },
    tamper: (next) => {
      tampering = next
    },
    audit: async (...args) => {
      const lines: string[] = []
      const print = (line: string) => lines.push(line)
      const code = await audit([url, '--settle', '0', ...args], { print, warn: print, now: () => now })
      return { code, lines, text: lines.join('\n') }
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await scoreTlog.close()
      await opened.close()
    },
  }
}

async function openTlogWithKey(db: Database, now: Date): Promise<void> {
  const opening = { origin: 'audit.test/log', software: 'assay test', configuredSeed: null, isExposed: false }
  await openTlog(db, opening, now)
  const { kid, x } = SIGNING_KEY.publicJwk
  await queueFacts(db, [{ kind: 'key', at: now.toISOString(), kid, x, use: 'attestation', event: 'published' }], now)
}

async function listening(contextNow: () => Context, tampering: () => Tampering | null) {
  const server = createServer((request, response) => void answer(request, response, contextNow, tampering))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const ROUTES = Object.values<Endpoint<Context>>(ENDPOINTS).map((endpoint) => {
  const pattern = endpoint.contract.path
    .replaceAll('.', '\\.')
    .replaceAll(/\{(?:toolId|tile)\}/g, '.+')
    .replaceAll(/\{\w+\}/g, '[^/]+')
  return { endpoint, pattern: new RegExp(`^${pattern}$`) }
})

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  contextNow: () => Context,
  tampering: () => Tampering | null,
): Promise<void> {
  const { url: path = '', method = 'GET' } = request
  const { pathname } = new URL(path, 'http://x')
  const route = ROUTES.find(({ endpoint, pattern }) => endpoint.contract.method === method && pattern.test(pathname))
  let body = ''
  for await (const piece of request) body += piece
  const headers = { 'content-type': 'application/json' }
  const asked = new Request(`http://audit.test${path}`, body === '' ? { method } : { method, body, headers })
  const answered = await route?.endpoint.handle(asked, contextNow())
  const bytes = answered === undefined ? new Uint8Array(0) : new Uint8Array(await answered.arrayBuffer())
  const status = answered?.status ?? 404
  response.writeHead(status, { 'content-type': answered?.headers.get('content-type') ?? 'text/plain' })
  response.end((status === 200 ? tampering()?.(path, bytes) : undefined) ?? bytes)
}

import type { ProbeReason } from 'assay-verify/state/observation'
import { sql } from 'drizzle-orm'
import { contextOf } from '../../lib/api/context'
import { parseConfig } from '../../lib/config'
import { HOSTILE_TEXTS } from '../../lib/core/text/test-hostile-texts'
import { buildHere } from '../../lib/jobs/index/segment-builder'
import { openIndexJob, refreshSearchIndex } from '../../lib/jobs/index-catalog'
import { recordProbeResults } from '../../lib/monitor/record-probe-results'
import { NOTHING_FOUND } from '../../lib/probers/prober'
import { openApp } from '../../lib/runtime/app'
import { ENDPOINTS } from '../../lib/runtime/endpoints'
import { RECORDING_STEPS } from '../../lib/runtime/recording-steps'
import type { ServiceApp } from '../../lib/runtime/service-app'
import { recordServers } from '../../lib/store/catalog/catalog'
import { rowsOf } from '../../lib/store/database'
import { targetAt, testServer, testTool, uncategorized } from '../../lib/store/test-catalog'
import { addTestTargets } from '../../lib/store/test-targets'
import { openTlogJob } from '../../lib/tlog/process-tlog'

const LEASE = { leaseId: 'lease', intervalSeconds: 900, recheckSeconds: 20 }
/** A server that is probed and used, and a tool of it. */
const MOVED_SERVER = 'moved/one'
const MOVED_TOOL = 'moved/one/echo'

export const settingsOf = (dataDir: string, databaseUrl: string | null) =>
  parseConfig({
    ...{ DATA_DIR: dataDir, BASE_URL: 'https://assay.example', REFERENCE_SERVERS: 'off' },
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
  })

/** A service that has something of almost everything: hostile texts, probes, outcomes, an index and a log. */
export async function fillService(dataDir: string, databaseUrl: string | null): Promise<void> {
  const settings = settingsOf(dataDir, databaseUrl)
  const app = await openApp(settings, { opensLog: true })
  try {
    await fillCatalog(app)
    for (const [minute, reason] of (['answered', 'answered', 'timed_out', 'answered'] as const).entries())
      await recordProbe(app, minute, reason)
    const reported = { events: [{ toolId: MOVED_TOOL, success: true, latencyMs: 120 }] }
    await call(app, 'ingest', '/v1/ingest', { method: 'POST', body: JSON.stringify(reported) })
    await app.outcomeWriter.flush()
    await call(app, 'createKey', '/v1/keys', { method: 'POST', body: '{}' })
    await call(app, 'score', `/v1/score/${MOVED_TOOL}`)
    await refreshSearchIndex(openIndexJob(app, buildHere, new AbortController().signal))
    await openTlogJob(app, settings, new AbortController().signal)()
    // One that waits.
    await recordProbe(app, 20, 'connect_failed')
    await recordProbe(app, 21, 'connect_failed')
  } finally {
    await app.close()
  }
}

async function fillCatalog({ db }: ServiceApp): Promise<void> {
  // Sources remove NUL and surrogates that are alone.
  const hostile = HOSTILE_TEXTS.map((text) => Buffer.from(text).toString().replaceAll('\0', ''))
  const catalog = hostile.map((text, n) =>
    testServer(`hostile/${n}`, {
      ...{ title: text.slice(0, 200), description: text, tags: [text, 'b'] },
      tools: [testTool(`t${n}`, { title: text, description: text, inputSchema: { type: 'object', title: text } })],
    }),
  )
  const moved = testServer(MOVED_SERVER, { tools: [testTool('echo')] })
  await recordServers(db, { source: 'file', precedence: 1 }, [moved, ...catalog], new Date(), uncategorized)
  await addTestTargets(db, new Date())
}

async function recordProbe({ db }: ServiceApp, minute: number, reason: ProbeReason): Promise<void> {
  const [row] = await rowsOf<{ key: number }>(db, sql`SELECT key FROM servers WHERE id = ${MOVED_SERVER}`)
  const observedAt = new Date(Date.now() - 3_600_000 + minute * 60_000)
  const observation = { observedAt, reason, latencyMs: 100, httpStatus: 200, vantage: 'test' }
  const probe = { ...NOTHING_FOUND, reason, httpStatus: 200, tools: [testTool('echo')], observation }
  const finished = { serverKey: row?.key ?? 0, targetNo: 0, target: targetAt('https://one.example/mcp'), probe }
  await recordProbeResults(db, LEASE, [finished], observedAt, RECORDING_STEPS)
}

/** Has a service publish what waits for its log. Answers how many leaves the log has, and how many it has not yet. */
export async function continueLog(dataDir: string, databaseUrl: string | null): Promise<(number | null)[]> {
  const settings = settingsOf(dataDir, databaseUrl)
  const app = await openApp(settings, { opensLog: true })
  try {
    await openTlogJob(app, settings, new AbortController().signal)()
    const state = await app.tlog?.state()
    return [state?.published ?? null, (state?.size ?? 0) - (state?.published ?? 0)]
  } finally {
    await app.close()
  }
}

/** What a service over these settings answers and signs at this instant. */
export async function answersOf(
  dataDir: string,
  databaseUrl: string | null,
  now: Date,
): Promise<Record<string, string>> {
  const app = await openApp(settingsOf(dataDir, databaseUrl))
  try {
    const answers: Record<string, string> = {}
    for (const [name, path] of [
      ['score', `/v1/score/${MOVED_TOOL}?explain=1`],
      ['health', `/v1/health/${MOVED_TOOL}`],
      ['history', `/v1/history/${MOVED_SERVER}`],
      ['jwks', '/.well-known/jwks.json'],
    ] as const)
      answers[name] = await call(app, name, path, {}, now)
    const published = await app.tlog?.published(now)
    answers.checkpoint = published?.note ?? ''
    return answers
  } finally {
    await app.close()
  }
}

async function call(
  app: ServiceApp,
  name: keyof typeof ENDPOINTS,
  path: string,
  init: RequestInit = {},
  now = new Date(),
): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const request = new Request(`https://assay.example${path}`, { headers, ...init })
  const answer = await ENDPOINTS[name].handle(request, Object.assign(contextOf(app, null), { now }))
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.text()
}

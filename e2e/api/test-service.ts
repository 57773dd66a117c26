import { mkdtemp } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { withClient } from '../../bench/database'
import { assayProcess } from '../../bench/programs/assay'
import { FUZZ_CATALOG } from '../../fuzz/fuzz'
import { fillApp } from '../../fuzz/world'
import { config } from '../../lib/config'
import { getApp } from '../../lib/runtime/app'
import { createHttpServer } from '../../lib/runtime/http/http-server'
import type { Listener } from '../../lib/runtime/pages/listener'
import type { ServiceApp } from '../../lib/runtime/service-app'
import { openShutdown } from '../../lib/runtime/shutdown'
import { apiListener, dispatch } from '../../lib/runtime/standalone-adapter'
import { serveFromMemory } from '../../lib/runtime/start/start-app'
import { copyEmbeddedTemplate, templateFolder } from '../../lib/store/test-templates'
import { openTlogJob } from '../../lib/tlog/process-tlog'

/**
 * Where `bench/programs/pgbouncer.long.test.ts` runs these suites: a server behind PgBouncer, and its replica. The
 * service is then a process of the API, with a database of its own, and answers from as much memory as is named; with
 * NATS servers too it is the built one, in a process beside this.
 */
const { E2E_DATABASE_URL = '', E2E_DATABASE_READ_URL = '', E2E_RATINGS_MEMORY_MB = '', E2E_NATS_URL = '' } = process.env

/** As in e2e/adapter.mjs. Limits are on, but too high to use up; that of a key is the default. */
const SETTINGS = {
  NODE_ENV: 'production',
  DATABASE_URL: '',
  DATABASE_READ_URL: '',
  ROLE: '',
  REGISTRY_URL: 'off',
  CANARY_URLS: 'off',
  PROBE_NPM: 'off',
  LIMIT_KEYLESS: '1000000',
  LIMIT_KEY_CREATION: '1000000',
  LIMIT_CHECKS: '1000000',
  LIMIT_FREE: '1000000',
  // That of lib/store/outbox/test-queue-key.ts, which each suite of the process sets again.
  LOG_QUEUE_KEY: Buffer.alloc(32, 1).toString('base64url'),
  REGISTRY_POLICIES: JSON.stringify({ any: { minGrade: 'unrated' }, strict: { minGrade: 'A', access: ['open'] } }),
}
const HEAD_WITHIN_MS = 60_000

interface Service {
  origin: string
  publish(): Promise<unknown>
}
let opening: Promise<Service> | undefined

/**
 * The origin of a service in this process: the API of the standalone adapter without pages, on a database with the
 * catalog of the fixtures, probes, a report, a search index and a log of which the first four leaves have a checkpoint
 * of their own. All suites of a process share it, and it lasts as long as the process.
 */
export async function openService(): Promise<string> {
  opening ??= startService()
  return (await opening).origin
}

/** Publishes what waits for the log, as no job does so here. */
export async function publishTlog(): Promise<void> {
  await (await opening)?.publish()
}

async function startService(): Promise<Service> {
  const dataDir = await mkdtemp(join(templateFolder(), 'service-'))
  await copyEmbeddedTemplate(dataDir)
  const settings = { ...SETTINGS, DATA_DIR: dataDir, ...(await serverSettings()) }
  const { origin, serve } = await (E2E_NATS_URL === '' ? listenHere() : prepareBuilt(settings))
  // Of this process alone, which runs no other suites: vitest.config.ts.
  Object.assign(process.env, settings, { BASE_URL: origin })
  const app = await getApp()
  const publish = openTlogJob(app, config(), new AbortController().signal)
  await publish()
  await fillApp(app, FUZZ_CATALOG, new Date())
  await publish()
  if (E2E_RATINGS_MEMORY_MB !== '') await serveFromCache(app)
  await app.searchIndex.refresh()
  await serve(app)
  return { origin, publish }
}

/** The service of this process: a server that answers 503 until it serves. */
async function listenHere() {
  let listener: Listener = (_, response) => response.writeHead(503).end()
  const server = createHttpServer((request, response) => listener(request, response), HEAD_WITHIN_MS)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // The process ends when its suites have.
  server.unref()
  const pages: Listener = (_, response) => response.writeHead(404).end()
  const serve = async (app: ServiceApp) => {
    listener = dispatch(apiListener(app), pages, false)
  }
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, serve }
}

/** The built service, which starts once the database is filled, and ends with this process. */
async function prepareBuilt(settings: Readonly<Record<string, string>>) {
  const { url, start, pid } = await assayProcess('api', { ...settings, NATS_URL: E2E_NATS_URL })
  const serve = async () => {
    await start()
    const end = () => {
      const own = pid()
      if (own !== undefined) process.kill(own, 'SIGKILL')
    }
    process.on('exit', end)
    // Vitest ends its processes by a signal.
    process.on('SIGTERM', () => {
      end()
      process.exit()
    })
  }
  return { origin: url, serve }
}

/** Answers from memory that holds a part of the ratings. */
async function serveFromCache(app: ServiceApp): Promise<void> {
  serveFromMemory(app, openShutdown(app.log))
  while (app.replica?.ageMs() === null) await delay(50)
  if (app.replica?.use().holds !== 'part') throw new Error('all ratings fit into E2E_RATINGS_MEMORY_MB')
}

/** Settings of a process of the API on a database of its own; none where these suites run on an embedded one. */
async function serverSettings(): Promise<Record<string, string>> {
  if (E2E_DATABASE_URL === '') return {}
  const name = `e2e_${process.pid}`
  await withClient(E2E_DATABASE_URL, (client) => client.query(`CREATE DATABASE ${name}`))
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  return {
    ROLE: 'api',
    RATINGS_MEMORY_MB: E2E_RATINGS_MEMORY_MB,
    DATABASE_URL: at(E2E_DATABASE_URL),
    DATABASE_READ_URL: at(E2E_DATABASE_READ_URL),
  }
}

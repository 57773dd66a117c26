import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { DAY_MS } from 'assay-verify/duration'
import { recordProbes } from '../bench/recorded-probes'
import { type Context, contextOf } from '../lib/api/context'
import { madeTile } from '../lib/bundle/job/build-tiles'
import { NO_ALTERNATIVES } from '../lib/bundle/job/held-catalog'
import { openBundleJob } from '../lib/bundle/job/write-bundle'
import { tileText } from '../lib/bundle/rules/tile-text'
import { recordTiles } from '../lib/bundle/sql/bundle-tiles'
import { parseConfig } from '../lib/config'
import { openApiDocument } from '../lib/contract/openapi'
import type { ProbedTarget } from '../lib/core/catalog/probe-target'
import { CATEGORIES } from '../lib/core/catalog/taxonomy'
import { type Endpoint, endpointFor } from '../lib/http/operation'
import { problem } from '../lib/http/problem'
import { pathFault, targetOf } from '../lib/http/request-target'
import { refreshReport } from '../lib/jobs/assess/refresh-report'
import { buildHere } from '../lib/jobs/index/segment-builder'
import { openIndexJob, refreshSearchIndex } from '../lib/jobs/index-catalog'
import { importSource } from '../lib/jobs/sync/import-source'
import { issueKey } from '../lib/keys/operations/create-key'
import { resolveHere, resolveProducts } from '../lib/products/resolve-products'
import { openApp } from '../lib/runtime/app'
import { ENDPOINTS } from '../lib/runtime/endpoints'
import type { ServiceApp } from '../lib/runtime/service-app'
import { openFiles } from '../lib/sources/file'
import { servers, subjects } from '../lib/store/catalog/catalog-schema'
import { makeObservationPartitions } from '../lib/store/evidence/partitions'
import { scheduleServers } from '../lib/store/evidence/scheduled-targets'
import { searchIndex } from '../lib/store/search/search-schema'
import type { FuzzResponse } from './check-response'
import type { Document, FuzzRequest } from './requests'

/** The service under test: its OpenAPI document, ids and texts it knows, keys, and a way to call it. */
export interface FuzzWorld {
  document: Document
  known: Readonly<Record<string, readonly string[]>>
  keys: readonly string[]
  send(request: FuzzRequest): Promise<FuzzResponse>
  close(): Promise<void>
}

/** Low enough that the one address that sends many requests is limited. */
const KEYLESS_PER_MINUTE = '60'

/**
 * The whole service in this process: on PGlite, with a catalog, observations of its servers, a search index and a
 * report. `prepare` may put a database into its folder.
 */
export async function openFuzzWorld(
  catalogFile: string,
  keyCount: number,
  prepare: (dataDir: string) => Promise<void> = async () => undefined,
): Promise<FuzzWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-fuzz-'))
  await prepare(dataDir)
  const settings = { DATA_DIR: dataDir, LIMIT_KEYLESS: KEYLESS_PER_MINUTE, LIMIT_KEY_CREATION: '20' }
  const app = await openApp(parseConfig(settings), { opensLog: true })
  await fillApp(app, catalogFile, new Date())
  return {
    ...(await askableOf(app, keyCount)),
    send: (request) => callEndpoint(request, app),
    close: async () => {
      await app.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** What requests to a service are made from: its document, new keys, and the first ids, texts and cursors it knows. */
export async function askableOf(
  app: ServiceApp,
  keyCount: number,
): Promise<Pick<FuzzWorld, 'document' | 'known' | 'keys'>> {
  const now = new Date()
  const issued = await Promise.all(Array.from({ length: keyCount }, () => issueKey(app.db, null, 600, now)))
  const firstOf = async (table: typeof subjects | typeof servers) => {
    const rows = await app.db.select({ id: table.id }).from(table).orderBy(table.id).limit(MOST_KNOWN)
    return rows.map(({ id }) => id)
  }
  const ids = await firstOf(subjects)
  const page = await ENDPOINTS.feed.handle(new Request(FIRST_PAGE), contextOf(app, null))
  const { version, cursor }: { version: string; cursor: string | null } = await page.json()
  return {
    document: openApiDocument(app.baseUrl) as unknown as Document,
    known: {
      toolId: ids,
      exclude: ids,
      ids: await firstOf(servers),
      slug: CATEGORIES.map(({ slug }) => slug),
      since: [version],
      cursor: [cursor ?? ''],
      ...TEXTS,
    },
    keys: issued.map(({ apiKey }) => apiKey),
  }
}

/** Ids that requests name. */
const MOST_KNOWN = 300
const FIRST_PAGE = 'http://assay.test/v1/reliability/feed?limit=5'
const WORDS = ['read a file', 'convert a currency and then send an e-mail', 'weather', '查询天气']
const TEXTS = { q: WORDS, task: WORDS }

/** Records a catalog, probes of most of its servers, a report and a search index. */
export async function fillApp(app: ServiceApp, catalogFile: string, now: Date): Promise<void> {
  await importSource(app.db, { source: 'file', precedence: 1 }, openFiles([catalogFile]), () => now)
  const watched = await app.db.select({ key: servers.key }).from(servers).orderBy(servers.key).limit(MOST_KNOWN)
  // One in five was never probed, and one in five is broken.
  const isProbed = (_: unknown, index: number) => index % 5 !== 0
  const breaks = (_: unknown, index: number) => index % 5 === 1
  const hourAgo = new Date(now.getTime() - 3_600_000)
  // Shortly after midnight the observations of the past hour are yesterday's.
  await makeObservationPartitions(app.db, new Date(now.getTime() - DAY_MS))
  await scheduleServers(app.db, { version: 'fuzz', targetsOf: () => [FUZZ_TARGET] }, 'all', watched.length, hourAgo)
  const keys = watched.map(({ key }) => key)
  await recordProbes(app.db, keys.filter(isProbed), FUZZ_TARGET, hourAgo, 'answered')
  await recordProbes(app.db, keys.filter(breaks), FUZZ_TARGET, now, 'connect_failed')
  await refreshReport(app.db, () => now)
  const { db, log, productCorrections: corrections } = app
  const { signal } = new AbortController()
  await resolveProducts({ db, log, corrections, resolve: resolveHere, clock: () => now, signal })
  await recordTiles(db, [await madeTile(tileText('pins', [], 0, 0))])
  const bundle = { ...app, documentDays: 1, alternatives: NO_ALTERNATIVES, place: null }
  await openBundleJob({ ...bundle, clock: () => now, signal })()
  await refreshSearchIndex(openIndexJob(app, buildHere, signal))
  if ((await app.db.select().from(searchIndex)).length === 0) throw new Error('no search index was built')
}

/** Of every server that was probed. */
export const FUZZ_TARGET: ProbedTarget = {
  kind: 'streamable-http',
  url: 'https://server.example/mcp',
  network: 'public',
  host: 'server.example',
  prober: 'mcp-http',
  evidence: 'endpoint',
}

const endpoints: Endpoint<Context>[] = Object.values<Endpoint<Context>>(ENDPOINTS)
/**
 * The path under which both adapters mount an operation: all with the same beginning before an id or a name share one.
 */
const mountOf = (path: string) => path.replace(/\{(toolId|serverName|tile)\}.*$/, '{$1}')

/** Answers as the standalone server does: checks the raw target first, then calls the operation mounted there. */
export async function callEndpoint(
  request: Omit<FuzzRequest, 'operation' | 'address'> & { address: string | null },
  app: ServiceApp,
): Promise<FuzzResponse> {
  const { method, target, headers, body, address } = request
  const fault = pathFault(targetOf(target).path)
  if (fault !== undefined) return fuzzResponseOf(problem('invalid_path', fault, targetOf(target).path), method)
  const hasBody = body !== null && method !== 'GET' && method !== 'HEAD'
  const received = new Request(`http://assay.test${target}`, {
    method,
    headers,
    ...(hasBody ? { body: body as Uint8Array<ArrayBuffer> } : {}),
  })
  const here = endpoints.filter(({ contract }) => mountOf(contract.path) === mountOf(request.path))
  const endpoint = endpointFor(here, received)
  if (endpoint === undefined) throw new Error(`nothing answers at ${request.path}`)
  return fuzzResponseOf(await endpoint.handle(received, contextOf(app, address)), method)
}

async function fuzzResponseOf(response: Response, method: string): Promise<FuzzResponse> {
  const headers = Object.fromEntries(response.headers)
  const bytes = Buffer.from(await response.arrayBuffer())
  // Servers do not send the body of an answer to HEAD.
  const text = method === 'HEAD' ? '' : decoded(bytes, headers['content-encoding']).toString()
  return { status: response.status, headers, text }
}

function decoded(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0 || encoding === undefined) return bytes
  return encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)
}

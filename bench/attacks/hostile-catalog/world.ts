import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { DAY_MS } from 'assay-verify/duration'
import { eq } from 'drizzle-orm'
import { callEndpoint } from '../../../fuzz/world'
import type { App } from '../../../lib/api/context'
import { parseConfig } from '../../../lib/config'
import { placeOfAddress } from '../../../lib/core/catalog/probe-target'
import { buildHere } from '../../../lib/jobs/index/segment-builder'
import { openIndexJob, refreshSearchIndex } from '../../../lib/jobs/index-catalog'
import { importSource } from '../../../lib/jobs/sync/import-source'
import { syncSource } from '../../../lib/jobs/sync/sync-source'
import { openApp } from '../../../lib/runtime/app'
import { openFiles } from '../../../lib/sources/file'
import { openOfficialRegistry } from '../../../lib/sources/official-registry'
import { servers } from '../../../lib/store/catalog/catalog-schema'
import { makeObservationPartitions } from '../../../lib/store/evidence/partitions'
import { scheduleServers } from '../../../lib/store/evidence/scheduled-targets'
import { listen } from '../../processes'
import { recordProbes } from '../../recorded-probes'

/** A page of the registry: its entries, and the cursor of the next page. */
export interface Page {
  entries: object[]
  next: string | null
}

/** A whole service in this process whose catalog comes from files and from a registry on loopback. */
export interface CatalogWorld {
  /** Imports lines of a catalog file; answers what was rejected and why. */
  importLines(lines: readonly object[]): Promise<string[]>
  /** Syncs with a registry that answers these pages; answers the lines that were printed. */
  sync(pageAt: (cursor: string | null) => Page): Promise<string[]>
  /** Probes of a server that answered, until now. */
  probe(serverId: string, url: string): Promise<void>
  index(): Promise<void>
  get(path: string): Promise<{ status: number; body: Record<string, unknown> }>
  post(path: string, body: unknown): Promise<Record<string, unknown>>
  /** Id, title, addresses and lifecycle of every server. */
  servers(): Promise<{ id: string; title: string; remotes: unknown; lifecycle: string }[]>
  close(): Promise<void>
}

/** `folder`: an empty one. */
export async function openCatalogWorld(folder: string): Promise<CatalogWorld> {
  const settings = { DATA_DIR: join(folder, 'data'), REGISTRY_URL: 'off', REFERENCE_SERVERS: 'off', LOG_STORE: 'off' }
  const app = await openApp(parseConfig(settings), { opensLog: false })
  await makeObservationPartitions(app.db, new Date(Date.now() - DAY_MS))
  const ask = async (method: string, target: string, path: string, body: string | null) => {
    const headers = { 'content-type': 'application/json' }
    const sent = body === null ? null : Buffer.from(body)
    const { status, text } = await callEndpoint({ method, target, path, headers, body: sent, address: null }, app)
    return { status, body: JSON.parse(text) as Record<string, unknown> }
  }
  let syncs = 0
  return {
    importLines: async (lines) => {
      const file = join(folder, 'catalog.jsonl')
      await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'))
      const owner = { source: 'file', precedence: 1 }
      const report = await importSource(app.db, owner, openFiles([file]), () => new Date())
      return report.rejected.map(({ why }) => why)
    },
    sync: async (pageAt) => {
      syncs += 1
      return syncWith(app, pageAt, new Date(Date.now() + syncs * 2 * 3_600_000))
    },
    probe: (serverId, url) => probe(app, serverId, url),
    index: async () => {
      await refreshSearchIndex(openIndexJob(app, buildHere, new AbortController().signal))
    },
    get: (path) => ask('GET', path, mountedAt(path), null),
    post: async (path, body) => (await ask('POST', path, path, JSON.stringify(body))).body,
    servers: () =>
      app.db
        .select({ id: servers.id, title: servers.title, remotes: servers.remotes, lifecycle: servers.lifecycle })
        .from(servers),
    close: () => app.close(),
  }
}

const mountedAt = (path: string) => {
  const [pathname = ''] = path.split('?')
  return /^\/v1\/(health|score|history)\//.test(pathname) ? `/v1/${pathname.split('/')[2]}/{toolId}` : pathname
}

async function syncWith(app: App, pageAt: (cursor: string | null) => Page, now: Date): Promise<string[]> {
  const registry = createServer((request, response) => {
    const { entries, next } = pageAt(new URL(request.url ?? '', 'http://registry').searchParams.get('cursor'))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ servers: entries, metadata: { nextCursor: next ?? undefined } }))
  })
  const { url: base, stop } = await listen(registry)
  const lines: string[] = []
  const controls = { now, signal: new AbortController().signal }
  try {
    await syncSource({
      db: app.db,
      owner: { source: 'official-registry', precedence: 2 },
      open: (memory) => openOfficialRegistry({ base, userAgent: 'assay attacks' }, memory, controls),
      intervalMs: 3_600_000,
      clock: () => now,
      log: (line) => lines.push(line.replaceAll(base, 'the registry')),
    })
  } catch (cause) {
    lines.push(String(cause))
  } finally {
    await stop()
  }
  return lines
}

async function probe(app: App, serverId: string, url: string): Promise<void> {
  const [row] = await app.db.select({ key: servers.key }).from(servers).where(eq(servers.id, serverId))
  const place = placeOfAddress(url)
  if (row === undefined || place === null) throw new Error(`there is no server ${serverId} at ${url}`)
  const target = { kind: 'streamable-http' as const, url, ...place, prober: 'mcp-http', evidence: 'endpoint' as const }
  const now = new Date()
  const targeting = { version: 'attacks', targetsOf: () => [target] }
  await scheduleServers(app.db, targeting, 'all', 1000, now)
  await recordProbes(app.db, [row.key], target, now, 'answered')
}

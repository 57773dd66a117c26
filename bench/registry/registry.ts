import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { parseConfig } from '../../lib/config'
import type { CatalogServer } from '../../lib/core/catalog/catalog'
import { idOfRegistryName, registryNameOf } from '../../lib/core/catalog/registry-name'
import { RATING_META, type RegistryEntry, type RegistryList } from '../../lib/registry/contract/registry'
import { openApp } from '../../lib/runtime/app'
import { apiListener } from '../../lib/runtime/standalone-adapter'
import { recordServers } from '../../lib/store/catalog/catalog'
import { readCatalog } from '../../training/training-files'
import { type Bench, neededFlags, numberFlag, type Print, percentile, round } from '../bench'
import { createDatabase } from '../database'
import { listen } from '../processes'
import { officialValidators } from './official-answers'

const PAGE = 100
const MOST_FAULTS_SHOWN = 10

/**
 * What is used of a client library of the official registry's API (`--client`): TeamSparkAI/mcp-registry,
 * packages/mcp-registry-client.
 */
interface RegistryClient {
  getServers(params: { limit: number; cursor?: string; version?: string }): Promise<RegistryList>
  getServerVersion(name: string, version: string): Promise<RegistryEntry>
  getServerVersions(name: string): Promise<RegistryList>
}
type ClientModule = { RegistryClient: new (config: { baseUrl: string }) => RegistryClient }

/**
 * Imports a catalog into a throw-away database, filled up to `--servers` with synthetic servers, reads the whole
 * registry page by page, validates every answer by the official schema, and reads every server by its name. With
 * `--client` the same by a public client library. Needs DATABASE_URL.
 */
export const bench: Bench = {
  flags: { catalog: '', servers: '25000', client: '' },
  async run(flags, print) {
    const { catalog } = neededFlags(flags, 'catalog')
    const database = await createDatabase()
    const app = await openApp(
      parseConfig({ DATABASE_URL: database.url, LIMITS: 'off', BASE_URL: 'https://assay.example' }),
    )
    const { url: origin, stop } = await listen(createServer(apiListener(app)))
    try {
      const real = await readCatalog(catalog)
      const servers = [...real, ...synthetic(numberFlag(flags, 'servers') - real.length)]
      for (let at = 0; at < servers.length; at += 500) {
        const batch = servers.slice(at, at + 500).map((server) => ({ ...server, tools: [] }))
        await recordServers(app.db, { source: 'file', precedence: 1 }, batch, new Date(), () => ['other'])
      }
      const read = await readAll(origin, print)
      const byClient = flags.client ? await readByClient(flags.client, origin, print) : null
      return { servers: servers.length, real: real.length, ...read, byClient }
    } finally {
      await stop()
      await app.close()
      await database.drop()
    }
  },
  hasFailed: ({ invalid, byClient, listed, found, wrongNames }) => {
    const client = byClient as { listed: number; found: number } | null
    return invalid !== 0 || wrongNames !== 0 || found !== listed || (client !== null && client.listed !== listed)
  },
}

async function readAll(origin: string, print: Print) {
  const validate = officialValidators()
  const entries: RegistryEntry[] = []
  const pageMs: number[] = []
  const faults: string[] = []
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const startedAt = performance.now()
    const page = await getJson<RegistryList>(
      `${origin}/v0.1/servers?limit=${PAGE}${cursor === undefined ? '' : `&cursor=${cursor}`}`,
    )
    pageMs.push(performance.now() - startedAt)
    if (!validate.list(page))
      faults.push(...(validate.list.errors ?? []).map((fault) => `${fault.instancePath} ${fault.message}`))
    entries.push(...page.servers)
    cursor = page.metadata.nextCursor
  }
  const named = await readEach(entries, origin, validate.response, faults)
  for (const fault of faults.slice(0, MOST_FAULTS_SHOWN)) print(fault)
  const names = new Set(entries.map(({ server }) => server.name))
  const ids = entries.map(({ server, _meta }) => ({ name: server.name, id: _meta[RATING_META].serverId }))
  const isDigest = (name: string) => name.startsWith('assay/sha256.')
  const wrong = ids.filter(
    ({ name, id }) => registryNameOf(id) !== name || (!isDigest(name) && idOfRegistryName(name) !== id),
  )
  const result = {
    listed: entries.length,
    pages: pageMs.length,
    invalid: faults.length,
    ...named,
    names: names.size,
    officialNames: entries.filter(({ server }) => !server.name.startsWith('assay')).length,
    digestNames: ids.filter(({ name }) => isDigest(name)).length,
    wrongNames: wrong.length,
    withRemotes: entries.filter(({ server }) => server.remotes !== undefined).length,
    withPackages: entries.filter(({ server }) => server.packages !== undefined).length,
    pageMs: { p50: round(percentile(pageMs, 0.5), 1), p99: round(percentile(pageMs, 0.99), 1) },
  }
  print(`${result.listed} entries on ${result.pages} pages, ${result.invalid} faults by the official schema`)
  print(`${named.found} found by name; a page in ${result.pageMs.p50} ms (median), ${result.pageMs.p99} ms (p99)`)
  return result
}

/** Every server by its name. */
async function readEach(
  entries: readonly RegistryEntry[],
  origin: string,
  validate: ReturnType<typeof officialValidators>['response'],
  faults: string[],
) {
  let found = 0
  const readMs: number[] = []
  for (const { server } of entries) {
    const startedAt = performance.now()
    const entry = await getJson<RegistryEntry>(
      `${origin}/v0.1/servers/${encodeURIComponent(server.name)}/versions/latest`,
    )
    readMs.push(performance.now() - startedAt)
    if (!validate(entry))
      faults.push(...(validate.errors ?? []).map((fault) => `${server.name} ${fault.instancePath} ${fault.message}`))
    if (entry.server.name === server.name) found += 1
  }
  return { found, readMs: { p50: round(percentile(readMs, 0.5), 2), p99: round(percentile(readMs, 0.99), 2) } }
}

async function readByClient(file: string, origin: string, print: Print) {
  const { RegistryClient } = createRequire(import.meta.url)(resolve(file)) as ClientModule
  const client = new RegistryClient({ baseUrl: `${origin}/v0.1` })
  const names: string[] = []
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const page = await client.getServers({
      limit: PAGE,
      version: 'latest',
      ...(cursor === undefined ? {} : { cursor }),
    })
    names.push(...page.servers.map(({ server }) => server.name))
    cursor = page.metadata.nextCursor
  }
  let found = 0
  for (const name of names) {
    const { server } = await client.getServerVersion(name, 'latest')
    const { servers } = await client.getServerVersions(name)
    if (server.name === name && servers.some((entry) => entry.server.version === server.version)) found += 1
  }
  const refused = await client.getServerVersion('none/none', 'latest').catch((cause: Error) => cause.message)
  print(`client library: ${names.length} listed, ${found} found by name; an unknown name: ${refused}`)
  return { listed: names.length, found, refused }
}

async function getJson<Answer>(url: string): Promise<Answer> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${response.status} at ${url}: ${await response.text()}`)
  return (await response.json()) as Answer
}

function synthetic(count: number): CatalogServer[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => ({
    id: `bench/publisher-${index}/server`,
    registry: 'bench',
    title: `Server ${index}`,
    description: `A server for measurements, number ${index}.`,
    repository: null,
    version: `1.0.${index}`,
    packages: [],
    remotes: [{ transport: 'streamable-http', url: `https://server-${index}.example/mcp`, template: false }],
    categoryHint: null,
    tags: [],
    license: null,
    declaredAccess: 'unknown',
    lifecycle: 'active',
    tools: [],
  }))
}

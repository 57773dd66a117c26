import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { AlternativeFacts } from 'assay-decide/bundle'
import { signingKeyFromSeed } from 'assay-verify/attestation'
import { NO_ALTERNATIVES } from '../../lib/bundle/job/held-catalog'
import { openBundleJob } from '../../lib/bundle/job/write-bundle'
import { openDatabase } from '../../lib/store/database'
import { round } from '../bench'
import { withClient } from '../database'
import { benchServerId, makeRatedCatalog, TOOLS_OF_A_SERVER, weekOfProbes } from '../rated-catalog'

const MINUTE = 60_000
const LATER_RUNS = 4
/** Of the servers, in each minute: as probes a quarter of an hour apart write them. */
const PROBED_SHARE = 1 / 15
/** Of those that are probed: the state is another. */
const CHANGED_SHARE = 0.05

/** What making manifests costs a process; seconds and milliseconds. */
export interface BuildCost {
  tools: number
  servers: number
  /** The first run of a process, with the digests of all tools stored. */
  coldSeconds: number
  /** Digests of tools are computed once for each listing, five seconds a run: so many runs until all are there. */
  runsUntilPinned: number
  laterSeconds: number
  laterTiles: number
  longestBlockMs: number
  heapMegabytes: number
  /** All tiles and pages, stored. */
  bytesATool: number
}

/** Makes manifests of a catalog of that many tools on Postgres. */
export async function measureBuild(tools: number): Promise<BuildCost> {
  const catalog = await makeRatedCatalog(tools)
  const { db, close } = await openDatabase({ databaseUrl: catalog.url, dataDir: '' })
  try {
    await describe(catalog.url)
    let now = Date.now()
    const { signal } = new AbortController()
    const key = signingKeyFromSeed(new Uint8Array(32).fill(1))
    const open = () =>
      openBundleJob({
        ...{ db, baseUrl: 'https://assay.example', place: null, documentDays: 90, signal },
        signingKeys: { current: (at) => ({ key, confirmedAt: at }), published: async () => [key.publicJwk] },
        alternatives: {
          ...NO_ALTERNATIVES,
          list: async (_db, keys) => new Map(keys.map((server) => [server, alternativesOf(server)])),
        },
        clock: () => new Date(now),
      })
    const runsUntilPinned = await repeatUntilPinned(catalog.url, open(), () => {
      now += MINUTE
    })
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const job = open()
    const cold = await timed(job)
    const later: Timed[] = []
    for (let run = 0; run < LATER_RUNS; run += 1) {
      now += MINUTE
      await probeSome(catalog.url, run)
      later.push(await timed(job))
    }
    delay.disable()
    const heapMegabytes = await heapOf()
    const [size] = (await withClient(catalog.url, (client) => client.query(NAMED_BYTES))).rows
    const servers = cold.report?.servers ?? 0
    const mean = (of: (run: Timed) => number) => later.reduce((sum, run) => sum + of(run), 0) / later.length
    return {
      ...{ tools, servers, runsUntilPinned, heapMegabytes },
      coldSeconds: round(cold.seconds),
      laterSeconds: round(mean(({ seconds }) => seconds)),
      laterTiles: Math.round(mean(({ report }) => report?.written ?? 0)),
      longestBlockMs: Math.round(delay.max / 1e6),
      bytesATool: round(Number(size?.bytes) / (servers * TOOLS_OF_A_SERVER)),
    }
  } finally {
    await close()
    await catalog.drop()
  }
}

const NAMED_BYTES = 'SELECT sum(length(bytes))::float8 AS bytes FROM bundle_tiles WHERE unnamed_at IS NULL'

type Timed = { seconds: number; report: Awaited<ReturnType<ReturnType<typeof openBundleJob>>> }

async function timed(job: ReturnType<typeof openBundleJob>): Promise<Timed> {
  const began = performance.now()
  const report = await job()
  if (report === null) throw new Error('no manifest was made')
  return { seconds: (performance.now() - began) / 1000, report }
}

async function heapOf(): Promise<number> {
  globalThis.gc?.()
  return Math.round(process.memoryUsage().heapUsed / 2 ** 20)
}

async function repeatUntilPinned(
  url: string,
  job: ReturnType<typeof openBundleJob>,
  passMinute: () => void,
): Promise<number> {
  for (let runs = 1; ; runs += 1) {
    await job()
    passMinute()
    const [row] = (
      await withClient(url, (client) =>
        client.query('SELECT (SELECT count(*) FROM servers) - (SELECT count(*) FROM bundle_pins) AS left'),
      )
    ).rows
    if (Number(row?.left) === 0) return runs
  }
}

/** Names, listings with schemas, due times, and 6 servers of a hundred that are down. */
async function describe(url: string): Promise<void> {
  const down = weekOfProbes(new Date(), 'timed_out').serverState
  await withClient(url, async (client) => {
    await client.query(
      `UPDATE servers SET registry_name = 'assay.bench/' || key, listing_hash = 'h' || key, listed_at = now(), named = true`,
    )
    await client.query(`INSERT INTO server_names (kind, name, server_key, path)
      SELECT 'endpoint'::name_kind, 'server-' || key || '.example/mcp', key, '' FROM servers
      UNION ALL SELECT 'npm', '@bench/server-' || key, key, '' FROM servers WHERE key % 2 = 0`)
    await client.query(`INSERT INTO subjects (id, kind, server_key, name, summary, verdict, score, grade, categories, listed)
      SELECT id, 'server', key, title, '', 'healthy', 80, 'B', '{api}', false FROM servers`)
    await client.query(
      `INSERT INTO tools (id, server_key, name, description, input_schema, annotations, content_hash, first_seen_at, updated_at)
       SELECT id, server_key, name, 'Does what ' || id || ' does, and answers with a list of all that it found.', $1::json, '{"readOnlyHint":true}', 'x', now(), now()
       FROM subjects WHERE kind = 'tool'`,
      [SCHEMA],
    )
    await client.query(`INSERT INTO probe_targets (server_key, target_no, prober, evidence, kind, url, position, network, host, due_at, seen_from)
      SELECT key, 0, 'mcp-http', 'endpoint', 'streamable-http', 'https://' || key || '.example/mcp', 0, 'public', key || '.example', now() + random() * interval '15 minutes', 'bench' FROM servers`)
    await client.query(`UPDATE server_states SET state = $1::json, verdict = 'down' WHERE server_key % 16 = 0`, [down])
    await client.query(`UPDATE servers SET updated_at = now() - interval '1 day'`)
    await client.query(`UPDATE subjects SET words_changed_at = now() - interval '1 day'`)
    await client.query('VACUUM ANALYZE')
  })
}

const SCHEMA = JSON.stringify({
  type: 'object',
  properties: Object.fromEntries(
    ['path', 'query', 'limit', 'cursor', 'format', 'since'].map((name) => [
      name,
      { type: 'string', description: `The ${name} that is asked for, as the documentation of the service has it.` },
    ]),
  ),
  required: ['path'],
})

/** As a minute of probes leaves the rows. */
async function probeSome(url: string, run: number): Promise<void> {
  const down = weekOfProbes(new Date(), 'timed_out').serverState
  await withClient(url, async (client) => {
    const every = Math.round(1 / PROBED_SHARE)
    await client.query('UPDATE server_states SET changed_at = clock_timestamp() WHERE server_key % $1 = $2', [
      every,
      run,
    ])
    await client.query(`UPDATE server_states SET state = $3::json, verdict = 'down' WHERE server_key % $1 = $2`, [
      Math.round(every / CHANGED_SHARE),
      run,
      down,
    ])
  })
}

function alternativesOf(serverKey: number): Map<string, AlternativeFacts[]> {
  return new Map(
    Array.from({ length: TOOLS_OF_A_SERVER }, (_, tool) => [
      `tool_${tool}`,
      [1, 2, 3].map((n) => ({ serverId: benchServerId(serverKey + n - (serverKey % 12)), tool: `tool_${tool}` })),
    ]),
  )
}

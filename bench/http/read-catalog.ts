import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { uptimeFrom } from '../../lib/core/history/uptime'
import { scoreFactsFrom, scoreFrom } from '../../lib/core/score/score'
import { updateServerState } from '../../lib/core/state/server-state'
import { openDatabase } from '../../lib/store/database'

/** Tools of one server in the field: 149,725 on 9,532. */
export const TOOLS_OF_A_SERVER = 16

export interface BenchCatalog {
  url: string
  drop(): Promise<void>
}

export function benchToolId(index: number): string {
  return `bench/publisher-${Math.floor(index / TOOLS_OF_A_SERVER)}/server/tool_${index % TOOLS_OF_A_SERVER}`
}

/** A throw-away database beside the given one, filled with that many rated tools. */
export async function makeCatalog(serverUrl: string, tools: number): Promise<BenchCatalog> {
  const name = `assay_bench_${randomBytes(4).toString('hex')}`
  await onServer(serverUrl, `CREATE DATABASE ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await (await openDatabase({ databaseUrl: url.href, dataDir: '' })).close()
  await fill(url.href, tools)
  return { url: url.href, drop: () => onServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`) }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Rows as a week of looks leaves them; the same belief for every server, for the size of a row is what a read costs. */
async function fill(url: string, tools: number): Promise<void> {
  const now = new Date()
  const { serverState, intervals } = weekOfProbes(now)
  const facts = scoreFactsFrom(serverState, intervals, now)
  const { score, grade } = scoreFrom(facts, null)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      `INSERT INTO servers (id, registry, source, precedence, title, description, packages, remotes, tags, declared_access, lifecycle, content_hash, first_seen_at, updated_at)
       SELECT 'bench/publisher-' || n || '/server', 'bench', 'bench', 1, 'Server ' || n, 'A server.', '[]', '[]', '{}', 'open', 'active', 'x', now(), now()
       FROM generate_series(0, $1::int) AS n`,
      [Math.ceil(tools / TOOLS_OF_A_SERVER) - 1],
    )
    await client.query(
      `INSERT INTO server_states (server_key, state, uptime, score_facts, verdict, as_of, stale_after)
       SELECT key, $1, $2, $3, 'healthy', $4, $5 FROM servers`,
      [serverState, uptimeFrom(intervals, now, now), facts, now, new Date(now.getTime() + 7_200_000)],
    )
    await client.query(
      `INSERT INTO subjects (id, kind, server_key, name, summary, verdict, score, grade, categories, listed)
       SELECT servers.id || '/tool_' || n, 'tool', key, 'tool_' || n, 'A tool of the bench.', 'healthy', $1, $2, '{api}', true
       FROM servers, generate_series(0, $3::int) AS n`,
      [score, grade, TOOLS_OF_A_SERVER - 1],
    )
    await client.query('VACUUM ANALYZE')
  } finally {
    await client.end()
  }
}

function weekOfProbes(now: Date) {
  let serverState: Parameters<typeof updateServerState>[0] = null
  const intervals = new Map<number, ReturnType<typeof updateServerState>['intervals'][number]>()
  for (let minutes = 7 * 24 * 60; minutes >= 0; minutes -= 15) {
    const observedAt = new Date(now.getTime() - minutes * 60_000)
    const step = updateServerState(serverState, {
      observedAt,
      reason: 'answered',
      latencyMs: 300 + (minutes % 7) * 20,
      httpStatus: 200,
      vantage: 'bench',
    })
    serverState = step.serverState
    for (const interval of step.intervals) intervals.set(interval.from.getTime(), interval)
  }
  if (serverState === null) throw new Error('a week without a look')
  return { serverState, intervals: [...intervals.values()] }
}

import type { Interval } from 'assay-verify/history/interval'
import { scoreFactsFrom, scoreFrom } from 'assay-verify/score/score'
import type { ProbeReason } from 'assay-verify/state/observation'
import { type ServerState, updateServerState } from 'assay-verify/state/server-state'
import { uptimeFrom } from '../lib/core/history/uptime'
import type { SearchDocument } from '../lib/search/index/search-document'
import { openDatabase } from '../lib/store/database'
import { createDatabase, type EmptyDatabase, insertServers, withClient } from './database'

/** Tools of one server in the field: 149,725 on 9,532. */
export const TOOLS_OF_A_SERVER = 16

export function benchServerId(index: number): string {
  return `bench/publisher-${index}/server`
}

export function benchToolId(index: number): string {
  return `${benchServerId(Math.floor(index / TOOLS_OF_A_SERVER))}/tool_${index % TOOLS_OF_A_SERVER}`
}

interface RatedCatalog extends EmptyDatabase {
  /** Ids of the tools, in order. */
  toolIds: readonly string[]
}

/**
 * A throw-away database filled with that many rated tools, rounded up to whole servers. They all have the same words,
 * or those of these documents, of which there must be as many.
 */
export async function makeRatedCatalog(
  tools: number,
  documents: readonly SearchDocument[] = [],
): Promise<RatedCatalog> {
  const database = await createDatabase()
  await (await openDatabase({ databaseUrl: database.url, dataDir: '' })).close()
  await fill(database.url, Math.ceil(tools / TOOLS_OF_A_SERVER))
  const toolIds = Array.from({ length: tools }, (_, index) => benchToolId(index))
  if (documents.length === 0) return { ...database, toolIds }
  return { ...database, toolIds: await giveWords(database.url, toolIds, documents) }
}

/**
 * Gives each tool the name, description and parameters of a document; resolves to the new ids, which end in the names.
 */
async function giveWords(url: string, toolIds: readonly string[], documents: readonly SearchDocument[]) {
  const given = toolIds.map((id, index) => {
    const { name, description, parameters } = documents[index] as SearchDocument
    const properties = Object.fromEntries(parameters.split(' ').map((parameter) => [parameter, { type: 'string' }]))
    const ending = name.replace(/[^A-Za-z0-9_.-]+/g, '_')
    return {
      id,
      newId: id.replace(/[^/]+$/, `$&_${ending}`),
      name,
      description,
      schema: JSON.stringify({ properties }),
    }
  })
  const column = (of: keyof (typeof given)[number]) => given.map((row) => row[of])
  await withClient(url, async (client) => {
    await client.query(
      `WITH given AS (SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS g(old_id, new_id, new_name, words))
       UPDATE subjects SET id = new_id, name = new_name, summary = left(words, 200) FROM given WHERE id = old_id`,
      [column('id'), column('newId'), column('name'), column('description')],
    )
    await client.query(
      `INSERT INTO tools (id, server_key, name, description, input_schema, content_hash, first_seen_at, updated_at)
       SELECT id, server_key, name, words, schema::json, 'x', now(), now()
       FROM subjects JOIN unnest($1::text[], $2::text[], $3::text[]) AS g(new_id, words, schema) ON new_id = id`,
      [column('newId'), column('description'), column('schema')],
    )
    await client.query('VACUUM ANALYZE')
  })
  return given.map(({ newId }) => newId)
}

/**
 * Rows as a week of probes leaves them. Every server has the same state: the cost of a read depends on the size of a
 * row only.
 */
async function fill(url: string, servers: number): Promise<void> {
  const now = new Date()
  const { serverState, intervals } = weekOfProbes(now, 'answered')
  const facts = scoreFactsFrom(serverState, intervals, now)
  const { score, grade } = scoreFrom(facts, null)
  await withClient(url, async (client) => {
    const ids = Array.from({ length: servers }, (_, index) => benchServerId(index))
    await insertServers(client, ids, 'open')
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
  })
}

/** The state and intervals of a server probed every 15 minutes for a week, always with this outcome. */
export function weekOfProbes(now: Date, reason: ProbeReason): { serverState: ServerState; intervals: Interval[] } {
  let serverState: ServerState | null = null
  const intervals = new Map<number, Interval>()
  for (let minutes = 7 * 24 * 60; minutes >= 0; minutes -= 15) {
    const step = updateServerState(serverState, {
      observedAt: new Date(now.getTime() - minutes * 60_000),
      reason,
      latencyMs: reason === 'timed_out' ? null : 300 + (minutes % 7) * 20,
      httpStatus: reason === 'answered' ? 200 : null,
      vantage: 'bench',
    })
    serverState = step.serverState
    for (const interval of step.intervals) intervals.set(interval.from.getTime(), interval)
  }
  if (serverState === null) throw new Error('a week without a probe')
  return { serverState, intervals: [...intervals.values()] }
}

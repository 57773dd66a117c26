import type { Interval } from '../lib/core/history/interval'
import { uptimeFrom } from '../lib/core/history/uptime'
import { scoreFactsFrom, scoreFrom } from '../lib/core/score/score'
import type { ProbeReason } from '../lib/core/state/observation'
import { type ServerState, updateServerState } from '../lib/core/state/server-state'
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

/** A throw-away database filled with that many rated tools, rounded up to whole servers. */
export async function makeRatedCatalog(tools: number): Promise<EmptyDatabase> {
  const database = await createDatabase()
  await (await openDatabase({ databaseUrl: database.url, dataDir: '' })).close()
  await fill(database.url, Math.ceil(tools / TOOLS_OF_A_SERVER))
  return database
}

/** Rows as a week of probes leaves them. Every server has the same state: the cost of a read depends on the size of a row only. */
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

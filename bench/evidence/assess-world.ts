import type { Interval } from 'assay-verify/history/interval'
import { EMPTY_SCORE_FACTS } from 'assay-verify/score/score'
import type { ProbeReason } from 'assay-verify/state/observation'
import { needsRecheck, type ServerState, updateServerState } from 'assay-verify/state/server-state'
import { uptimeFrom } from '../../lib/core/history/uptime'
import { recordServerStates } from '../../lib/store/evidence/evidence'
import { recordIntervals } from '../../lib/store/evidence/intervals'
import { insertServers, openThrowAway, type ThrowAwayDatabase } from '../database'
import { benchServerId, TOOLS_OF_A_SERVER } from '../rated-catalog'

/** Ninety days, the longest window of uptime, with a probe every 15 minutes. */
const PROBES = 90 * 96
const EVERY_MS = 900_000
/** Different histories; servers share them in turn. */
const HISTORIES = 48
/** Servers in one statement. */
const CHUNK = 200

interface History {
  serverState: ServerState
  intervals: Interval[]
}

/** A throw-away database with that many tools, whose servers have ninety days of evidence and no assessment yet. */
export async function makeAssessWorld(tools: number, now: Date): Promise<ThrowAwayDatabase> {
  const world = await openThrowAway()
  const servers = Math.ceil(tools / TOOLS_OF_A_SERVER)
  await insertServers(
    world.client,
    Array.from({ length: servers }, (_, index) => benchServerId(index)),
    'unknown',
  )
  await world.client.query(
    `INSERT INTO subjects (id, kind, server_key, name, summary, verdict, score, grade, categories, listed)
     SELECT servers.id || CASE n WHEN 0 THEN '' ELSE '/tool_' || n END, CASE n WHEN 0 THEN 'server' ELSE 'tool' END::subject_kind, key, 'tool_' || n,
       'A tool of the bench, with a summary of the usual length: what it takes, and what it gives back.', 'unknown', 0, 'unrated', '{api}', n > 0
     FROM servers, generate_series(0, $1::int) AS n`,
    [TOOLS_OF_A_SERVER],
  )
  const { rows } = await world.client.query<{ key: number }>('SELECT key FROM servers ORDER BY key')
  const histories = Array.from({ length: HISTORIES }, (_, i) => watch(i, now))
  for (let i = 0; i < rows.length; i += CHUNK) await recordEvidence(world, rows.slice(i, i + CHUNK), histories, now)
  await world.client.query('VACUUM ANALYZE')
  return world
}

/** Resets everything an assessment writes. */
export async function forgetAssessment({ client }: ThrowAwayDatabase): Promise<void> {
  await client.query(`UPDATE server_states SET uptime = '{}', score_facts = '{}', verdict = 'unknown'`)
  await client.query(`UPDATE subjects SET verdict = 'unknown', score = 0, grade = 'unrated'`)
  await client.query('VACUUM ANALYZE server_states, subjects')
  await client.query('CHECKPOINT')
}

async function recordEvidence(
  { db }: ThrowAwayDatabase,
  servers: readonly { key: number }[],
  histories: readonly History[],
  now: Date,
): Promise<void> {
  const watched = servers.flatMap(({ key }) => {
    const history = histories[key % HISTORIES]
    return history === undefined ? [] : [{ serverKey: key, ...history }]
  })
  await recordIntervals(
    db,
    watched.flatMap(({ serverKey, intervals }) => intervals.map((interval) => ({ serverKey, ...interval }))),
  )
  const nothing = { uptime: uptimeFrom([], null, now), scoreFacts: EMPTY_SCORE_FACTS, verdict: 'unknown' as const }
  await recordServerStates(
    db,
    watched.map(({ serverKey, serverState }) => ({ serverKey, serverState, ...nothing, asOf: now, staleAfter: now })),
  )
}

/**
 * The product's own server state after ninety days with an outage of some hours every fortnight or so, and now and then
 * a failed probe.
 */
function watch(seed: number, now: Date): History {
  let serverState: ServerState | null = null
  const intervals = new Map<number, Interval>()
  const step = (at: number, reason: ProbeReason) => {
    const observation = {
      observedAt: new Date(at),
      reason,
      latencyMs: 250 + ((at / 1000 + seed) % 97) * 4,
      httpStatus: 200,
      vantage: 'bench',
    }
    const after = updateServerState(serverState, observation)
    const again = needsRecheck(serverState, after.serverState)
    serverState = after.serverState
    for (const interval of after.intervals) intervals.set(interval.from.getTime(), interval)
    return again
  }
  for (let probe = 0; probe <= PROBES; probe += 1) {
    const at = now.getTime() - (PROBES - probe) * EVERY_MS
    const isDown = (probe + seed * 131) % 1300 < 4 + (seed % 40)
    const failed = isDown || (probe * 31 + seed) % 83 === 0
    for (let i = 0; step(at + i * 20_000, failed && (isDown || i === 0) ? 'timed_out' : 'answered'); i += 1);
  }
  if (serverState === null) throw new Error('ninety days without a probe')
  return { serverState, intervals: [...intervals.values()] }
}

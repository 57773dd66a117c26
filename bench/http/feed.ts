import { monitorEventLoopDelay } from 'node:perf_hooks'
import type pg from 'pg'
import { buildFeed } from '../../lib/api/feed/build-feed'
import { signingKeyFromSeed } from '../../lib/core/attestation'
import { uptimeFrom } from '../../lib/core/history/uptime'
import { gradeOf } from '../../lib/core/score/grade'
import { EMPTY_SCORE_FACTS } from '../../lib/core/score/score'
import type { ProbeReason } from '../../lib/core/state/observation'
import { type ServerState, updateServerState } from '../../lib/core/state/server-state'
import { type Bench, numberFlag, round } from '../bench'
import { loadTools, repeatTo } from '../search/search-corpus'
import { openThrowAway } from '../throw-away-database'
import { benchToolId, TOOLS_OF_A_SERVER } from './read-catalog'

interface Tool {
  id: string
  server: string
}

/** Shares of servers in the field, by what looks at them say; the others were never looked at. */
const WORLD = [
  { share: 0.55, reason: 'answered', verdict: 'healthy' },
  { share: 0.25, reason: 'credentials_required', verdict: 'unknown' },
  { share: 0.12, reason: 'timed_out', verdict: 'down' },
] as const satisfies readonly { share: number; reason: ProbeReason; verdict: string }[]

/** How many bytes the feed takes a tool, and what making it costs a process: from a database, with the product's own code. */
export const bench: Bench = {
  flags: { tools: '100000', catalog: '' },
  run: async (flags, say) => {
    const count = numberFlag(flags, 'tools')
    const tools: Tool[] =
      flags.catalog === '' || flags.catalog === undefined ? madeUp(count) : repeatTo(loadTools(flags.catalog), count)
    const opened = await openThrowAway()
    try {
      const now = new Date()
      await fill(opened.client, tools, now)
      const signingKey = signingKeyFromSeed(new Uint8Array(32).fill(1))
      const bareMs = await readBare(opened.client)
      const [first, firstCost] = await measured(() => buildFeed({ ...opened, now, signingKey }, undefined))
      const [, againCost] = await measured(() => buildFeed({ ...opened, now, signingKey }, first))
      const { identity, br, gzip } = first.full.bodies
      const aTool = (bytes: Uint8Array | undefined) => round((bytes?.length ?? 0) / first.rows.length)
      const figures = {
        tools: first.rows.length,
        plainBytesATool: aTool(identity),
        brotliBytesATool: aTool(br),
        gzipBytesATool: aTool(gzip),
        makeToBareRead: round(firstCost.ms / bareMs),
        unchangedToBareRead: round(againCost.ms / bareMs),
        longestBlockMs: firstCost.longestBlockMs,
        cachedMegabytes: firstCost.megabytes,
      }
      say(
        `${figures.tools} rows: ${figures.brotliBytesATool} bytes a tool as brotli 5, ${figures.gzipBytesATool} as gzip 6, ${figures.plainBytesATool} plain`,
      )
      say(
        `made in ${round(firstCost.ms, 0)} ms, ${round(firstCost.cpuMs, 0)} ms of them work (reading the same rows in one statement: ${round(bareMs, 0)} ms),`,
      )
      say(
        `anew without a change in ${round(againCost.ms, 0)} ms, ${round(againCost.cpuMs, 0)} ms of them work; longest block of the main thread ${figures.longestBlockMs} ms`,
      )
      return figures
    } finally {
      await opened.close()
    }
  },
}

async function measured<Value>(work: () => Promise<Value>) {
  globalThis.gc?.()
  const before = process.memoryUsage()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const [at, cpu] = [performance.now(), process.cpuUsage()]
  const value = await work()
  const ms = performance.now() - at
  const { user, system } = process.cpuUsage(cpu)
  delay.disable()
  globalThis.gc?.()
  const after = process.memoryUsage()
  const held = after.heapUsed + after.external - before.heapUsed - before.external
  return [
    value,
    {
      ms,
      cpuMs: (user + system) / 1000,
      longestBlockMs: round(delay.max / 1e6, 0),
      megabytes: round(held / 2 ** 20, 0),
    },
  ] as const
}

async function readBare(client: pg.Client): Promise<number> {
  const at = performance.now()
  await client.query('SELECT id, verdict, score, grade FROM subjects WHERE listed')
  return performance.now() - at
}

function madeUp(count: number): Tool[] {
  return Array.from({ length: count }, (_, index) => {
    const id = benchToolId(index)
    return { id, server: id.slice(0, id.lastIndexOf('/')) }
  })
}

/** Chance that is the same every time. */
function chances(): () => number {
  let state = 20_261_122
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x7fffffff
  }
}

async function fill(client: pg.Client, tools: readonly Tool[], now: Date): Promise<void> {
  const chance = chances()
  const names = [...new Set(tools.map(({ server }) => server))]
  const kinds = names.map(() => {
    let rest = chance()
    return WORLD.findIndex(({ share }) => {
      rest -= share
      return rest < 0
    })
  })
  // A server has one score, which most of its tools share.
  const scores = new Map(names.map((name) => [name, Math.round((35 + 65 * chance()) * 10) / 10]))
  await client.query(
    `INSERT INTO servers (id, registry, source, precedence, title, description, packages, remotes, tags, declared_access, lifecycle, content_hash, first_seen_at, updated_at)
     SELECT id, 'bench', 'bench', 1, 'A server', '', '[]', '[]', '{}', 'unknown', 'active', 'x', now(), now() FROM unnest($1::text[]) AS id`,
    [names],
  )
  for (const [kind, { reason, verdict }] of WORLD.entries()) {
    await client.query(
      `INSERT INTO server_states (server_key, state, uptime, score_facts, verdict, as_of, stale_after)
       SELECT key, $1, $2, $3, $4, $5, $5 FROM servers WHERE id = ANY ($6)`,
      [
        stateAfter(reason, now),
        uptimeFrom([], null, now),
        EMPTY_SCORE_FACTS,
        verdict,
        now,
        names.filter((_, index) => kinds[index] === kind),
      ],
    )
  }
  const scoreOf = (tool: Tool) => (scores.get(tool.server) ?? 50) - (chance() < 0.1 ? 2.5 : 0)
  const rated = tools.map((tool) => ({ ...tool, score: Math.round(scoreOf(tool) * 10) / 10 }))
  for (let from = 0; from < rated.length; from += 20_000) {
    const some = rated.slice(from, from + 20_000)
    await client.query(
      `INSERT INTO subjects (id, kind, server_key, name, summary, verdict, score, grade, categories, listed)
       SELECT t.id, 'tool', s.key, 'tool', '', 'unknown', t.score, t.grade::grade, '{api}', true
       FROM unnest($1::text[], $2::text[], $3::float8[], $4::text[]) AS t(id, server, score, grade) JOIN servers s ON s.id = t.server`,
      [
        some.map(({ id }) => id),
        some.map(({ server }) => server),
        some.map(({ score }) => score),
        some.map(({ score }) => gradeOf(score, true)),
      ],
    )
  }
  await client.query('VACUUM ANALYZE')
}

/** After a week of looks, so that its size is what it would be. */
function stateAfter(reason: ProbeReason, now: Date): ServerState {
  let serverState: ServerState | null = null
  for (let minutes = TOOLS_OF_A_SERVER * 15 * 40; minutes >= 0; minutes -= 15) {
    const observedAt = new Date(now.getTime() - minutes * 60_000)
    const latencyMs = reason === 'timed_out' ? null : 300 + (minutes % 7) * 20
    serverState = updateServerState(serverState, {
      observedAt,
      reason,
      latencyMs,
      httpStatus: null,
      vantage: 'bench',
    }).serverState
  }
  if (serverState === null) throw new Error('a week without a look')
  return serverState
}

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { signingKeyFromSeed } from 'assay-verify/attestation'
import { gradeOf } from 'assay-verify/score/grade'
import { EMPTY_SCORE_FACTS } from 'assay-verify/score/score'
import type { ProbeReason } from 'assay-verify/state/observation'
import type pg from 'pg'
import { uptimeFrom } from '../../lib/core/history/uptime'
import { buildFeed } from '../../lib/feed/build-feed'
import { randomFrom } from '../../training/random'
import { type Bench, msOf, numberFlag, round } from '../bench'
import { insertServers, openThrowAway } from '../database'
import { benchServerId, benchToolId, TOOLS_OF_A_SERVER, weekOfProbes } from '../rated-catalog'
import { readDocuments, repeatTo } from '../search/corpus'

interface Tool {
  id: string
  serverId: string
}

/** Shares of servers in the field by the outcome of their probes; the rest were never probed. */
const WORLD = [
  { share: 0.55, reason: 'answered', verdict: 'healthy' },
  { share: 0.25, reason: 'credentials_required', verdict: 'unknown' },
  { share: 0.12, reason: 'timed_out', verdict: 'down' },
] as const satisfies readonly { share: number; reason: ProbeReason; verdict: string }[]

/** Bytes the feed takes a tool, and the cost of building it from a database with the product's own code. */
export const bench: Bench = {
  flags: { tools: '100000', catalog: '' },
  run: async (flags, print) => {
    const count = numberFlag(flags, 'tools')
    const tools = flags.catalog ? repeatTo(await readDocuments(flags.catalog), count) : inventedTools(count)
    const opened = await openThrowAway()
    try {
      const now = new Date()
      await fill(opened.client, tools, now)
      const signingKey = signingKeyFromSeed(new Uint8Array(32).fill(1))
      const bareMs = await readBare(opened.client)
      const [first, firstCost] = await measured(() => buildFeed({ ...opened, now }, signingKey, undefined))
      const [, againCost] = await measured(() => buildFeed({ ...opened, now }, signingKey, first))
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
      print(
        `${figures.tools} rows: ${figures.brotliBytesATool} bytes a tool as brotli 5, ${figures.gzipBytesATool} as gzip 6, ${figures.plainBytesATool} plain`,
      )
      print(
        `built in ${round(firstCost.ms, 0)} ms, ${round(firstCost.cpuMs, 0)} ms of them processor time (reading the same rows in one statement: ${round(bareMs, 0)} ms),`,
      )
      print(
        `again without a change in ${round(againCost.ms, 0)} ms, ${round(againCost.cpuMs, 0)} ms of them processor time; longest block of the main thread ${figures.longestBlockMs} ms`,
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
  const bytes = after.heapUsed + after.external - before.heapUsed - before.external
  return [
    value,
    {
      ms,
      cpuMs: (user + system) / 1000,
      longestBlockMs: round(delay.max / 1e6, 0),
      megabytes: round(bytes / 2 ** 20, 0),
    },
  ] as const
}

function readBare(client: pg.Client): Promise<number> {
  return msOf(() => client.query('SELECT id, verdict, score, grade FROM subjects WHERE listed'))
}

function inventedTools(count: number): Tool[] {
  return Array.from({ length: count }, (_, index) => ({
    id: benchToolId(index),
    serverId: benchServerId(Math.floor(index / TOOLS_OF_A_SERVER)),
  }))
}

async function fill(client: pg.Client, tools: readonly Tool[], now: Date): Promise<void> {
  const chance = randomFrom(20_261_122)
  const names = [...new Set(tools.map(({ serverId }) => serverId))]
  const kinds = names.map(() => {
    let rest = chance()
    return WORLD.findIndex(({ share }) => {
      rest -= share
      return rest < 0
    })
  })
  // A server has one score, which most of its tools share.
  const scores = new Map(names.map((name) => [name, Math.round((35 + 65 * chance()) * 10) / 10]))
  await insertServers(client, names, 'unknown')
  for (const [kind, { reason, verdict }] of WORLD.entries()) {
    await client.query(
      `INSERT INTO server_states (server_key, state, uptime, score_facts, verdict, as_of, stale_after)
       SELECT key, $1, $2, $3, $4, $5, $5 FROM servers WHERE id = ANY ($6)`,
      [
        weekOfProbes(now, reason).serverState,
        uptimeFrom([], null, now),
        EMPTY_SCORE_FACTS,
        verdict,
        now,
        names.filter((_, index) => kinds[index] === kind),
      ],
    )
  }
  const scoreOf = (tool: Tool) => (scores.get(tool.serverId) ?? 50) - (chance() < 0.1 ? 2.5 : 0)
  const rated = tools.map((tool) => ({ ...tool, score: Math.round(scoreOf(tool) * 10) / 10 }))
  for (let from = 0; from < rated.length; from += 20_000) {
    const some = rated.slice(from, from + 20_000)
    await client.query(
      `INSERT INTO subjects (id, kind, server_key, name, summary, verdict, score, grade, categories, listed)
       SELECT t.id, 'tool', s.key, 'tool', '', 'unknown', t.score, t.grade::grade, '{api}', true
       FROM unnest($1::text[], $2::text[], $3::float8[], $4::text[]) AS t(id, server, score, grade) JOIN servers s ON s.id = t.server`,
      [
        some.map(({ id }) => id),
        some.map(({ serverId }) => serverId),
        some.map(({ score }) => score),
        some.map(({ score }) => gradeOf(score, true)),
      ],
    )
  }
  await client.query('VACUUM ANALYZE')
}

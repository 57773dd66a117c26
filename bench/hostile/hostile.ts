import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { build } from '../../commands/project.mjs'
import { mustRun } from '../../commands/run.mjs'
import { type Bench, median, numberFlag, type Print, round } from '../bench'
import { withFolder } from '../folder'
import { freePort, startServer } from '../processes'
import { type McpServers, startMcpServers } from './mcp-servers'
import { isTouched, readProbed } from './probed'
import { type LoopDelay, longest, loopDelaysSince, watchMemory } from './watched'

const GOOD_SERVERS = 40
const GOALS = { peakRssAboveIdleMB: 600, maxLoopDelayMs: 250, goodVerdictsTouched: 0 } as const

/**
 * Hostile MCP servers, APIs, descriptions of APIs and packages beside forty good MCP servers on loopback, probed by the
 * service as `npm start` starts it. Each round first runs the service with the good ones alone, for its memory when
 * idle, then with all, each time on an empty embedded database. Medians of the rounds.
 */
export const bench: Bench = {
  flags: { seconds: '60', rounds: '3' },
  run: async (flags, print) => {
    const seconds = numberFlag(flags, 'seconds')
    await build(print)
    const good = await startMcpServers('good', String(GOOD_SERVERS))
    const hostile = await startMcpServers('hostile', good.origins[0] ?? '')
    const index = await startMcpServers('index', '-')
    try {
      const rounds: Figures[] = []
      for (let round = 0; round < numberFlag(flags, 'rounds'); round += 1) {
        rounds.push(await runRound(good, [hostile, index], seconds, print))
      }
      const names = Object.keys(GOALS) as (keyof Figures)[]
      return Object.fromEntries(names.map((name) => [name, median(rounds.map((figures) => figures[name]))]))
    } finally {
      await index.stop()
      await hostile.stop()
      await good.stop()
    }
  },
  hasFailed: (result) => Object.entries(GOALS).some(([name, goal]) => Number(result[name]) > goal),
}

type Figures = Record<keyof typeof GOALS, number>

async function runRound(good: McpServers, hostile: McpServers[], seconds: number, print: Print): Promise<Figures> {
  const indexOrigin = hostile.at(-1)?.origins[0] ?? ''
  const idle = await watchService([good], indexOrigin, seconds)
  const all = await watchService([good, ...hostile], indexOrigin, seconds)
  const alone = new Map(idle.probed.map((server) => [server.id, server]))
  const touched = all.probed.filter((server) => {
    const before = alone.get(server.id)
    return before !== undefined && isTouched(server, before)
  })
  const shown = [...all.probed.filter(({ id }) => !alone.has(id)), ...touched]
  for (const { id, verdict, reasons } of shown) print(`  ${id}: ${verdict}, ${reasons.join(', ') || 'not probed'}`)
  print(`good ones alone: ${memoryOf(idle)}; longest delays ${delaysOf(idle)}`)
  print(`with hostile ones: ${memoryOf(all)}; longest delays ${delaysOf(all)}; ${touched.length} good ones touched`)
  return {
    peakRssAboveIdleMB: round(all.peakMB - idle.settledMB, 0),
    maxLoopDelayMs: round(Math.max(0, ...all.delays.map(({ longMs }) => longMs)), 0),
    goodVerdictsTouched: touched.length,
  }
}

type Watched = Awaited<ReturnType<typeof watchService>>

const memoryOf = ({ settledMB, peakMB }: Watched) => `${round(settledMB, 0)} MB at last, ${round(peakMB, 0)} MB at most`

function delaysOf({ delays }: Watched): string {
  const shown = (timeOf: (delay: LoopDelay) => number) =>
    longest(delays.map(timeOf))
      .map((ms) => round(ms, 0))
      .join(', ')
  return `${shown(({ longMs }) => longMs)} ms; of them running ${shown(({ ranMs }) => ranMs)} ms; neither running nor waiting for a processor ${shown(({ longMs, ranMs, waitedMs }) => longMs - ranMs - waitedMs)} ms`
}

/**
 * The service as it starts by default on an empty embedded database with these servers as the operator's own, for a
 * while from its first answer on.
 */
function watchService(served: readonly McpServers[], indexOrigin: string, seconds: number) {
  return withFolder(async (folder) => {
    const [port, referencePort] = [await freePort(), await freePort()]
    const log = join(folder, 'event-loop.jsonl')
    const environment = {
      PORT: String(port),
      REFERENCE_PORT: String(referencePort),
      DATABASE_URL: '',
      DATA_DIR: join(folder, 'data'),
      PROBE_ALLOW: served.flatMap(({ origins }) => origins).join(),
      // There may be no internet here.
      REGISTRY_URL: 'off',
      CANARY_URLS: 'off',
      // Of npm's own configuration.
      npm_config_registry: indexOrigin,
      PYPI_URL: indexOrigin,
      EVENT_LOOP_LOG: log,
    }
    const catalog = join(folder, 'catalog.jsonl')
    await writeFile(catalog, served.flatMap(({ catalogLines }) => catalogLines).join('\n'))
    await mustRun('import', process.execPath, ['--import', 'tsx', 'commands/import.ts', '--own', catalog], {
      env: environment,
    })
    const command = ['--import', './bench/hostile/watch-event-loop.mjs', 'commands/start.mjs']
    const service = await startServer(command, environment, port, '/v1/ping')
    const startedAt = Date.now()
    const memory = watchMemory(service.pid)
    await delay(seconds * 1000)
    const { peakMB, settledMB } = memory.stop()
    const delays = await loopDelaysSince(log, startedAt)
    await service.stop()
    const probed = await readProbed(environment.DATA_DIR)
    return { peakMB, settledMB, delays, probed }
  })
}

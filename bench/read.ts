import { type Bench, BenchCannotRun, median, numberFlag, round } from './bench'
import { freePort, type RunningServer, runCommand, startServer } from './processes'
import { type BenchCatalog, benchToolId, makeCatalog } from './read-catalog'
import { type Load, loadOf } from './read-load'

/** Every contender is measured this often, in turn, so that a slow moment of the machine hits all. */
const ROUNDS = 3
const WARM_UP_SECONDS = 5

interface Contender {
  name: 'health' | 'nextEmpty' | 'bareRead'
  server: RunningServer
  pathOf: () => string
  loads: Load[]
}

/** Random health reads at the standalone door on a real Postgres, beside an empty Next route handler and a bare Hono primary-key read. */
export const bench: Bench = {
  flags: { tools: '100000', seconds: '5' },
  async run(flags, say) {
    const [tools, seconds] = [numberFlag(flags, 'tools'), numberFlag(flags, 'seconds')]
    const databaseUrl = process.env.DATABASE_URL
    if (!databaseUrl) throw new BenchCannotRun('set DATABASE_URL to a Postgres on which a database can be created')
    say(`filling a throw-away database with ${tools} tools`)
    const catalog = await makeCatalog(databaseUrl, tools)
    const contenders: Contender[] = []
    try {
      for (const start of [startHealth, startNextEmpty, startBareRead]) contenders.push(await start(catalog, tools))
      for (const { server, pathOf } of contenders) await loadOf(server.url, pathOf, WARM_UP_SECONDS)
      for (let i = 0; i < ROUNDS; i += 1) {
        for (const contender of contenders) {
          const load = await loadOf(contender.server.url, contender.pathOf, seconds)
          contender.loads.push(load)
          say(
            `round ${i + 1}  ${contender.name.padEnd(10)} ${String(Math.round(load.rps)).padStart(7)} /s   p50 ${load.p50Ms} ms   p99 ${load.p99Ms} ms`,
          )
        }
      }
    } finally {
      for (const { server } of contenders) await server.stop()
      await catalog.drop()
    }
    return summaryOf(contenders, tools)
  },
}

function summaryOf(contenders: readonly Contender[], tools: number) {
  const loadsOf = (name: Contender['name']) => contenders.find((contender) => contender.name === name)?.loads ?? []
  const rpsOf = (name: Contender['name']) => median(loadsOf(name).map((load) => load.rps))
  // Ratios round by round: the two of a round ran side by side.
  const ratioTo = (name: Contender['name']) =>
    median(loadsOf('health').map((load, i) => load.rps / (loadsOf(name)[i]?.rps ?? Number.NaN)))
  return {
    tools,
    healthRps: Math.round(rpsOf('health')),
    nextEmptyRps: Math.round(rpsOf('nextEmpty')),
    bareReadRps: Math.round(rpsOf('bareRead')),
    ratioToNext: round(ratioTo('nextEmpty')),
    ratioToBare: round(ratioTo('bareRead')),
    p50Ms: median(loadsOf('health').map((load) => load.p50Ms)),
    p99Ms: median(loadsOf('health').map((load) => load.p99Ms)),
  }
}

const randomId = (tools: number) => benchToolId(Math.floor(Math.random() * tools))

async function startHealth({ url }: BenchCatalog, tools: number): Promise<Contender> {
  const port = await freePort()
  const environment = {
    PORT: String(port),
    DATABASE_URL: url,
    REFERENCE_SERVERS: 'off',
    REGISTRY_URL: 'off',
    TIMER: 'off',
  }
  const server = await startServer(['commands/start.mjs'], environment, port, '/v1/ping')
  return { name: 'health', server, pathOf: () => `/v1/health/${randomId(tools)}`, loads: [] }
}

async function startNextEmpty(): Promise<Contender> {
  const next = 'node_modules/next/dist/bin/next'
  await runCommand([next, 'build', 'bench/empty-next'])
  const port = await freePort()
  const server = await startServer([next, 'start', 'bench/empty-next', '-p', String(port)], {}, port, '/empty')
  return { name: 'nextEmpty', server, pathOf: () => '/empty', loads: [] }
}

async function startBareRead({ url }: BenchCatalog, tools: number): Promise<Contender> {
  const port = await freePort()
  const path = () => `/read/${randomId(tools)}`
  const server = await startServer(
    ['--import', 'tsx', 'bench/bare-read.ts'],
    { DATABASE_URL: url, PORT: String(port), NODE_ENV: 'production' },
    port,
    path(),
  )
  return { name: 'bareRead', server, pathOf: path, loads: [] }
}

import { setTimeout } from 'node:timers/promises'
import { OPERATIONS } from '../../lib/contract/operations'
import { type Bench, BenchCannotRun, median, numberFlag, round } from '../bench'
import { freePort, type RunningServer, runCommand, startServer } from '../processes'
import { type Endpoint, startService } from '../service'
import { benchToolId, makeCatalog } from './read-catalog'
import { type Load, loadOf } from './read-load'

/** Every contender is measured this often, in turn, so that a slow moment of the machine hits all. */
const ROUNDS = 3
const WARM_UP_SECONDS = 5

/** Operations read besides, by name; one that this build does not have is skipped, loudly. */
const OTHERS = {
  score: { pathOf: (tools: number) => `/v1/score/${randomId(tools)}` },
  alternatives: { pathOf: (tools: number) => `/v1/alternatives/${randomId(tools)}` },
  breakages: { pathOf: () => '/v1/breakages' },
  feed: { pathOf: () => '/v1/reliability/feed' },
} as const
type Other = keyof typeof OTHERS

interface Contender {
  name: 'health' | 'nextEmpty' | 'bareRead' | Other
  url: string
  headers: Readonly<Record<string, string>>
  pathOf: () => string
  loads: Load[]
}

/**
 * Random health reads at the standalone door on a real Postgres, with a raised key and limits on, beside an empty Next route handler and a bare Hono
 * primary-key read; and the other reads of the same door.
 */
export const bench: Bench = {
  flags: { tools: '100000', seconds: '5' },
  async run(flags, say) {
    const [tools, seconds] = [numberFlag(flags, 'tools'), numberFlag(flags, 'seconds')]
    const databaseUrl = process.env.DATABASE_URL
    if (!databaseUrl) throw new BenchCannotRun('set DATABASE_URL to a Postgres on which a database can be created')
    say(`filling a throw-away database with ${tools} tools`)
    const catalog = await makeCatalog(databaseUrl, tools)
    const servers: RunningServer[] = []
    try {
      const contenders = await startAll(catalog.url, tools, servers, say)
      for (const contender of contenders) await load(contender, WARM_UP_SECONDS)
      for (let i = 0; i < ROUNDS; i += 1) {
        for (const contender of contenders) {
          const one = await load(contender, seconds)
          contender.loads.push(one)
          say(
            `round ${i + 1}  ${contender.name.padEnd(12)} ${String(Math.round(one.rps)).padStart(7)} /s   p50 ${one.p50Ms} ms   p99 ${one.p99Ms} ms`,
          )
        }
      }
      return summaryOf(contenders, tools)
    } finally {
      for (const server of servers) await server.stop()
      await catalog.drop()
    }
  },
}

function load({ url, headers, pathOf }: Contender, seconds: number): Promise<Load> {
  return loadOf(url, pathOf, seconds, headers)
}

function summaryOf(contenders: readonly Contender[], tools: number) {
  const loadsOf = (name: Contender['name']) => contenders.find((contender) => contender.name === name)?.loads ?? []
  const rpsOf = (name: Contender['name']) => median(loadsOf(name).map((one) => one.rps))
  // Ratios round by round: the two of a round ran side by side.
  const ratio = (name: Contender['name'], to: Contender['name']) =>
    round(median(loadsOf(name).map((one, i) => one.rps / (loadsOf(to)[i]?.rps ?? Number.NaN))))
  const measured = othersHere().filter((name) => loadsOf(name).length > 0)
  const others = measured.flatMap((name): [string, number][] => [
    [`${name}Rps`, Math.round(rpsOf(name))],
    [`${name}ToNext`, ratio(name, 'nextEmpty')],
  ])
  return {
    tools,
    healthRps: Math.round(rpsOf('health')),
    nextEmptyRps: Math.round(rpsOf('nextEmpty')),
    bareReadRps: Math.round(rpsOf('bareRead')),
    ratioToNext: ratio('health', 'nextEmpty'),
    ratioToBare: ratio('health', 'bareRead'),
    p50Ms: median(loadsOf('health').map((one) => one.p50Ms)),
    p99Ms: median(loadsOf('health').map((one) => one.p99Ms)),
    ...Object.fromEntries(others),
  }
}

const randomId = (tools: number) => benchToolId(Math.floor(Math.random() * tools))

function othersHere(): Other[] {
  return (Object.keys(OTHERS) as Other[]).filter((name) => Object.hasOwn(OPERATIONS, name))
}

/** `started` takes every server as it starts, so that all are stopped whatever comes after. */
async function startAll(
  databaseUrl: string,
  tools: number,
  started: RunningServer[],
  say: (line: string) => void,
): Promise<Contender[]> {
  const endpoint = await startService(databaseUrl)
  started.push(endpoint)
  const next = await startNextEmpty()
  started.push(next)
  const bare = await startBareRead(databaseUrl, randomId(tools))
  started.push(bare)
  const contender = (name: Contender['name'], url: string, pathOf: () => string): Contender => ({
    name,
    url,
    headers: {},
    pathOf,
    loads: [],
  })
  const others: Contender[] = []
  for (const name of Object.keys(OTHERS) as Other[]) {
    if (!othersHere().includes(name)) {
      say(`SKIPPED: ${name}, which is no operation of this build`)
      continue
    }
    const pathOf = () => OTHERS[name].pathOf(tools)
    // The index is built while the door is open, and the feed when it is first asked for.
    await untilAnswered(endpoint, pathOf())
    others.push({
      ...contender(name, endpoint.url, pathOf),
      headers: { ...endpoint.headers, 'Accept-Encoding': 'gzip' },
    })
  }
  return [
    { ...contender('health', endpoint.url, () => `/v1/health/${randomId(tools)}`), headers: endpoint.headers },
    contender('nextEmpty', next.url, () => '/empty'),
    contender('bareRead', bare.url, () => `/read/${randomId(tools)}`),
    ...others,
  ]
}

const ANSWERED_WITHIN_MS = 120_000

async function untilAnswered({ url, headers }: Endpoint, path: string): Promise<void> {
  const deadline = performance.now() + ANSWERED_WITHIN_MS
  for (;;) {
    const response = await fetch(url + path, { headers })
    await response.arrayBuffer()
    if (response.ok) return
    if (performance.now() > deadline) throw new BenchCannotRun(`${path} still answers ${response.status}`)
    await setTimeout(200)
  }
}

async function startNextEmpty(): Promise<RunningServer> {
  const next = 'node_modules/next/dist/bin/next'
  await runCommand([next, 'build', 'bench/empty-next'])
  const port = await freePort()
  return startServer([next, 'start', 'bench/empty-next', '-p', String(port)], {}, port, '/empty')
}

async function startBareRead(databaseUrl: string, id: string): Promise<RunningServer> {
  const port = await freePort()
  return startServer(
    ['--import', 'tsx', 'bench/bare-read.ts'],
    { DATABASE_URL: databaseUrl, PORT: String(port), NODE_ENV: 'production' },
    port,
    `/read/${id}`,
  )
}

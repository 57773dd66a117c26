import { mustRun } from '../../commands/run.mjs'
import type { OPERATIONS } from '../../lib/contract/operations'
import type { SearchDocument } from '../../lib/search/index/search-document'
import { type Bench, median, numberFlag, round } from '../bench'
import { freePort, type RunningServer, startServer, untilAnswered } from '../processes'
import { makeRatedCatalog } from '../rated-catalog'
import { readDocuments, repeatTo } from '../search/corpus'
import { startKeyedService } from '../service'
import { type Load, loadOf } from './read-load'

/** Every contender is measured this often, in turn, so that a slow moment of the machine affects all. */
const ROUNDS = 5
const WARM_UP_SECONDS = 5

/** Other operations that are measured too, by name, with the path of one request. */
const OTHERS = {
  score: (ids) => `/v1/score/${oneOf(ids)}`,
  alternatives: (ids) => `/v1/alternatives/${oneOf(ids)}`,
  breakages: () => '/v1/breakages',
  feed: () => '/v1/reliability/feed',
} satisfies Partial<Record<keyof typeof OPERATIONS, (ids: readonly string[]) => string>>
type Other = keyof typeof OTHERS
const OTHER_NAMES = Object.keys(OTHERS) as Other[]

interface Contender {
  name: 'health' | 'nextEmpty' | 'bareRead' | Other
  url: string
  headers: Readonly<Record<string, string>>
  pathOf: () => string
  loads: Load[]
}

/**
 * Random health reads from the standalone server on Postgres, with a raised key and limits on, beside an empty Next
 * route handler and a bare Hono primary-key read; and other reads from the same server.
 */
export const bench: Bench = {
  flags: { tools: '100000', seconds: '5', catalog: '' },
  async run(flags, print) {
    const [tools, seconds] = [numberFlag(flags, 'tools'), numberFlag(flags, 'seconds')]
    print(`filling a throw-away database with ${tools} tools`)
    const documents = flags.catalog ? repeatTo((await readDocuments(flags.catalog)).filter(isTool), tools) : []
    const catalog = await makeRatedCatalog(tools, documents)
    const servers: RunningServer[] = []
    try {
      const contenders = await startAll(catalog.url, catalog.toolIds, servers)
      for (const contender of contenders) await load(contender, WARM_UP_SECONDS)
      for (let i = 0; i < ROUNDS; i += 1) {
        for (const contender of contenders) {
          const one = await load(contender, seconds)
          contender.loads.push(one)
          print(
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
  // The median of ratios taken round by round, as the two of a round ran side by side.
  const ratio = (name: Contender['name'], to: Contender['name']) =>
    round(median(loadsOf(name).map((one, i) => one.rps / (loadsOf(to)[i]?.rps ?? Number.NaN))))
  const others = OTHER_NAMES.flatMap((name): [string, number][] => [
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

const oneOf = (ids: readonly string[]) => ids[Math.floor(Math.random() * ids.length)] ?? ''

const isTool = ({ id, serverId }: SearchDocument) => id !== serverId

/** Adds every server to `started` as it starts, so that the caller can stop all of them whatever happens. */
async function startAll(databaseUrl: string, ids: readonly string[], started: RunningServer[]): Promise<Contender[]> {
  const service = await startKeyedService(databaseUrl)
  started.push(service)
  const next = await startNextEmpty()
  started.push(next)
  const bare = await startBareRead(databaseUrl, oneOf(ids))
  started.push(bare)
  const contender = (name: Contender['name'], url: string, pathOf: () => string): Contender => ({
    name,
    url,
    headers: {},
    pathOf,
    loads: [],
  })
  const others: Contender[] = []
  for (const name of OTHER_NAMES) {
    const pathOf = () => OTHERS[name](ids)
    // The index is built while the server answers, and the feed at the first request for it.
    await untilAnswered(service.url + pathOf(), service.headers)
    others.push({ ...contender(name, service.url, pathOf), headers: { ...service.headers, 'Accept-Encoding': 'gzip' } })
  }
  return [
    { ...contender('health', service.url, () => `/v1/health/${oneOf(ids)}`), headers: service.headers },
    contender('nextEmpty', next.url, () => '/empty'),
    contender('bareRead', bare.url, () => `/read/${oneOf(ids)}`),
    ...others,
  ]
}

async function startNextEmpty(): Promise<RunningServer> {
  const next = 'node_modules/next/dist/bin/next'
  await mustRun('next build', process.execPath, [next, 'build', 'bench/empty-next'])
  const port = await freePort()
  return startServer([next, 'start', 'bench/empty-next', '-p', String(port)], {}, port, '/empty')
}

async function startBareRead(databaseUrl: string, id: string): Promise<RunningServer> {
  const port = await freePort()
  return startServer(
    ['--import', 'tsx', 'bench/http/bare-read.ts'],
    { DATABASE_URL: databaseUrl, PORT: String(port), NODE_ENV: 'production' },
    port,
    `/read/${id}`,
  )
}

import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { median, type Print, percentile, round } from '../bench'
import { withClient } from '../database'
import { withFolder } from '../folder'
import { freePort, type ServerProcess, startServer } from '../processes'
import { benchServerId, makeRatedCatalog } from '../rated-catalog'
import { QUIET } from '../service'

/** Tools of the catalog: more than a part of the sitemap has. */
const TOOLS = 12_000
/** Calls of /v1/ping at fixed moments, a second. */
const PINGS_A_SECOND = 50
const ALONE_MS = 3000
const SINGLE_PAGES = 9
/** Between two of them: a build that rests after each page has done so. */
const LONGEST_REST_MS = 700
/**
 * Requests of one sitemap part, each with another parameter that nothing reads; so many side by side, for so long at
 * most.
 */
const SITEMAP_REQUESTS = 1000
const SITEMAP_AT_ONCE = 8
const SITEMAP_MS = 15_000
const PICTURES = 6
const LIMITS = { LIMIT_PAGES: '1000000', LIMIT_FREE: '1000000', LIMIT_KEYLESS: '1000000' }

interface VisitResponse {
  status: number
  ms: number
}

export interface VisitorFigures {
  /**
   * Median of pages asked one after the other, in ms. `lastInPages` is the wait of the last visitor in these, of
   * `visitors` that are possible one by one.
   */
  onePageMs: number
  visitors: { refused: number; lastMs: number; lastInPages: number; ping: PingFigures }
  sitemap: { answered: number; refused: number; perSecond: number; ping: PingFigures }
  pictures: { answered: number; lastMs: number; ping: PingFigures }
  pingAlone: PingFigures
}

/** In ms. */
interface PingFigures {
  p50: number
  p99: number
  most: number
}

/**
 * What visitors do to the API and to each other, on a throw-away database of 12,000 rated tools, standalone adapter, no
 * jobs: so many search at once; a sitemap part is asked for with parameters that nothing reads; pictures are asked for.
 * All of it beside pings. `folders`: builds, measured in turn, `rounds` times; all figures are medians of the rounds.
 */
export async function measureVisitors(
  folders: readonly string[],
  visitors: number,
  rounds: number,
  print: Print,
): Promise<Record<string, VisitorFigures>> {
  const catalog = await makeRatedCatalog(TOOLS)
  return withFolder(async (dataDir) => {
    const servers: ServerProcess[] = []
    try {
      for (const [at, folder] of folders.entries())
        servers.push(await startBuild(folder, catalog.url, join(dataDir, String(at))))
      // At its start a service rates what was never probed anew.
      await showServers(catalog.url)
      const all = folders.map((): VisitorFigures[] => [])
      for (let turn = 0; turn < rounds; turn += 1)
        for (const [at, { url }] of servers.entries()) {
          const figures = await measureOne(url, visitors, turn)
          print(`${folders[at]} ${JSON.stringify(figures)}`)
          all[at]?.push(figures)
        }
      return Object.fromEntries(folders.map((folder, at) => [folder, medianOf(all[at] ?? []) as VisitorFigures]))
    } finally {
      for (const server of servers) await server.stop()
      await catalog.drop()
    }
  })
}

/** The sitemap has tools with a grade, and pictures are of servers that are listed. */
function showServers(url: string) {
  return withClient(url, async (client) => {
    await client.query("UPDATE subjects SET grade = 'A'")
    await client.query(
      `INSERT INTO subjects (id, kind, server_key, name, summary, verdict, score, grade, categories, listed)
       SELECT id, 'server', key, 'server', 'A server of the bench.', 'healthy', 90, 'A', '{api}', true FROM servers`,
    )
    await client.query('VACUUM ANALYZE')
  })
}

async function startBuild(folder: string, databaseUrl: string, dataDir: string): Promise<ServerProcess> {
  const port = await freePort()
  const environment = {
    ...QUIET,
    ...LIMITS,
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    BASE_URL: `http://127.0.0.1:${port}`,
  }
  return startServer([join(folder, 'commands/start.mjs'), '--built'], environment, port, '/readyz')
}

async function measureOne(origin: string, visitors: number, turn: number): Promise<VisitorFigures> {
  // No text is asked for twice, so that no page is one that was kept.
  const searchOf = (kind: string, n: number) => `${origin}/search?q=tool+${kind}+${turn}+${n}`
  await ask(searchOf('first', 0))
  const single: number[] = []
  for (let n = 0; n < SINGLE_PAGES; n += 1) {
    single.push((await ask(searchOf('one', n))).ms)
    await delay(LONGEST_REST_MS)
  }
  const onePageMs = median(single)
  const { ping: pingAlone } = await beside(origin, () => delay(ALONE_MS))
  const searches = await beside(origin, () =>
    Promise.all(Array.from({ length: visitors }, (_, n) => ask(searchOf('many', n)))),
  )
  const sitemap = await beside(origin, () => askSitemap(origin, turn))
  await ask(`${origin}/picture/server/${benchServerId(1000 + turn)}`)
  const pictures = await beside(origin, () =>
    Promise.all(
      // Servers of the bench differ in nothing that a picture shows but their names.
      Array.from({ length: PICTURES }, (_, n) => ask(`${origin}/picture/server/${benchServerId(turn * PICTURES + n)}`)),
    ),
  )
  const lastMs = Math.max(...answeredOf(searches.result).map(({ ms }) => ms))
  const sitemapAnswered = answeredOf(sitemap.result.answers).length
  return {
    onePageMs: round(onePageMs, 1),
    visitors: {
      refused: searches.result.filter(({ status }) => status === 503).length,
      lastMs: round(lastMs, 0),
      lastInPages: round(lastMs / onePageMs, 1),
      ping: searches.ping,
    },
    sitemap: {
      answered: sitemapAnswered,
      refused: sitemap.result.answers.length - sitemapAnswered,
      perSecond: round((sitemapAnswered * 1000) / sitemap.result.ms, 1),
      ping: sitemap.ping,
    },
    pictures: {
      answered: answeredOf(pictures.result).length,
      lastMs: round(Math.max(...pictures.result.map(({ ms }) => ms)), 0),
      ping: pictures.ping,
    },
    pingAlone,
  }
}

async function askSitemap(origin: string, turn: number): Promise<{ answers: VisitResponse[]; ms: number }> {
  const part = await sitemapPartOf(origin)
  const began = performance.now()
  const answers: VisitResponse[] = []
  let next = 0
  const work = async () => {
    for (; next < SITEMAP_REQUESTS && performance.now() - began < SITEMAP_MS; ) {
      next += 1
      answers.push(await ask(`${part}?unknown=${turn}-${next}`))
    }
  }
  await Promise.all(Array.from({ length: SITEMAP_AT_ONCE }, work))
  return { answers, ms: performance.now() - began }
}

/** The first part of the sitemap with tools. */
async function sitemapPartOf(origin: string): Promise<string> {
  const index = await (await fetch(`${origin}/sitemap.xml`)).text()
  const [, part] = /<loc>([^<]*tools[^<]*)<\/loc>/.exec(index) ?? []
  if (part === undefined) throw new Error(`${origin}/sitemap.xml lists no tools: ${index.slice(0, 200)}`)
  return part
}

/** Pings at fixed moments while the work is done: a ping that waits holds up no other. */
async function beside<Result>(origin: string, work: () => Promise<Result>) {
  const pings: Promise<VisitResponse>[] = []
  const timer = setInterval(() => pings.push(ask(`${origin}/v1/ping`)), 1000 / PINGS_A_SECOND)
  const result = await work().finally(() => clearInterval(timer))
  const times = (await Promise.all(pings)).map(({ ms }) => ms)
  const ping = { p50: percentile(times, 0.5), p99: percentile(times, 0.99), most: Math.max(...times) }
  return { result, ping: { p50: round(ping.p50, 1), p99: round(ping.p99, 1), most: round(ping.most, 1) } }
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/** Asks and reads the answer without looking at it: the bench shares a machine with what it measures. */
function ask(address: string): Promise<VisitResponse> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(address, { agent, headers: { 'accept-encoding': 'gzip' } }, (response) => {
      response.resume()
      response.once('end', () => resolve({ status: response.statusCode ?? 0, ms: performance.now() - began }))
    })
    sent.once('error', reject)
    sent.end()
  })
}

const answeredOf = (answers: readonly VisitResponse[]) => answers.filter(({ status }) => status === 200)

type Figures = number | { [name: string]: Figures }

/** The median of each figure. */
function medianOf(all: readonly object[]): object {
  const [first] = all
  return Object.fromEntries(
    Object.keys(first ?? {}).map((name) => {
      const values = all.map((one) => (one as Record<string, Figures>)[name] as Figures)
      return [name, typeof values[0] === 'number' ? median(values as number[]) : medianOf(values as object[])]
    }),
  )
}

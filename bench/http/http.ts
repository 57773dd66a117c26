import { CATEGORIES } from '../../lib/core/catalog/taxonomy'
import { type Bench, neededFlags, numberFlag, type Print, round } from '../bench'
import { createDatabase } from '../database'
import { untilAnswered } from '../processes'
import { importCatalog, type KeyedService, startKeyedService, UNREACHED_LIMIT } from '../service'
import { listToolIds, readQueries } from './asked'
import { type Load, loadOfConnections, pacedReads, requestFor } from './read-load'

const CONNECTIONS = 8
const WARM_UP_SECONDS = 3
/** Of the tools asked about, those with a list of alternatives, as all have once the job has seen them. */
const LISTED = 400
/** Health reads at fixed moments, alone and beside others. */
const READS_A_SECOND = 100

type Kind =
  | 'ping'
  | 'health'
  | 'score'
  | 'search'
  | 'searchAgain'
  | 'route'
  | 'routeAgain'
  | 'alternativesUnlisted'
  | 'alternatives'
  | 'registry'
  | 'searchPage'
  | 'categoryPage'

/** Requests of one kind of answer: their paths, and whether each is asked once only. */
interface Asked {
  kind: Kind
  paths: readonly string[]
  once: boolean
}

/**
 * Answers a second of every kind at the whole catalog, from eight connections, in turn, beside pings; and health reads
 * at fixed moments alone, beside searches and beside pages. `--queries`: files of requests, as `query` or `q`; a
 * search, a route and a page have a third of them each, asked once.
 */
export const bench: Bench = {
  flags: { catalog: '', queries: '', seconds: '5' },
  async run(flags, print) {
    const { catalog, queries } = neededFlags(flags, 'catalog', 'queries')
    const seconds = numberFlag(flags, 'seconds')
    const texts = readQueries(queries)
    const database = await createDatabase()
    try {
      await importCatalog({ DATABASE_URL: database.url }, catalog, print)
      const ids = await listToolIds(database.url)
      const service = await startKeyedService(database.url, { LIMIT_PAGES: String(UNREACHED_LIMIT) })
      try {
        await untilAnswered(`${service.url}/v1/search?q=read+a+file`, service.headers)
        return await measure(service, ids, texts, seconds, print)
      } finally {
        await service.stop()
      }
    } finally {
      await database.drop()
    }
  },
}

/** Of three parts of the texts, this one. */
const part = (texts: readonly string[], which: number) => texts.filter((_, at) => at % 3 === which)

function askedOf(ids: readonly string[], texts: readonly string[]): Asked[] {
  const of = (kind: Kind, paths: readonly string[], once = false): Asked => ({ kind, paths, once })
  const asking = (path: string, which: number) => part(texts, which).map((text) => path + encodeURIComponent(text))
  const about = (path: string) => ids.map((id) => path + id.split('/').map(encodeURIComponent).join('/'))
  const [search, route] = [asking('/v1/search?q=', 0), asking('/v1/route?task=', 1)]
  const alternatives = about('/v1/alternatives/')
  const categories = CATEGORIES.map(({ slug }) => `/category/${slug}`)
  return [
    of('ping', ['/v1/ping']),
    of('health', about('/v1/health/')),
    of('score', about('/v1/score/')),
    of('search', search, true),
    of('searchAgain', search.slice(0, CONNECTIONS)),
    of('route', route, true),
    of('routeAgain', route.slice(0, CONNECTIONS)),
    of('alternativesUnlisted', alternatives.slice(LISTED), true),
    of('alternatives', alternatives.slice(0, LISTED)),
    of('registry', ['/v0.1/servers?limit=30']),
    of('searchPage', asking('/search?q=', 2), true),
    of('categoryPage', categories),
  ]
}

async function measure(
  service: KeyedService,
  ids: readonly string[],
  texts: readonly string[],
  seconds: number,
  print: Print,
): Promise<Record<string, unknown>> {
  const asked = askedOf(ids, texts)
  const load = async ({ paths, once }: Asked, forSeconds: number) => {
    const { hostname } = new URL(service.url)
    const requests = paths.map((path) => requestFor(hostname, path, { ...service.headers, 'Accept-Encoding': 'gzip' }))
    const lists = Array.from({ length: CONNECTIONS }, (_, nth) =>
      once ? requests.filter((_, at) => at % CONNECTIONS === nth) : [...requests.slice(nth), ...requests.slice(0, nth)],
    )
    return loadOfConnections(service.url, lists, { seconds: forSeconds, once })
  }
  for (const one of asked) if (!one.once) await load(one, WARM_UP_SECONDS)
  // What is asked about once is listed.
  for (const one of asked) if (one.kind === 'alternatives') await load({ ...one, once: true }, LISTED)
  const loads = new Map<Kind, Load>()
  for (const one of asked) {
    const measured = await load(one, seconds)
    loads.set(one.kind, measured)
    const toPing = measured.rps / (loads.get('ping')?.rps ?? Number.NaN)
    print(
      `${one.kind.padEnd(14)} ${String(Math.round(measured.rps)).padStart(7)} /s   to ping ${toPing.toFixed(4)}   p99 ${measured.p99Ms} ms`,
    )
  }
  const ping = loads.get('ping')?.rps ?? Number.NaN
  const ratios = asked.slice(1).map(({ kind }) => [`${kind}ToPing`, fine((loads.get(kind)?.rps ?? 0) / ping)])
  return { pingRps: Math.round(ping), ...Object.fromEntries(ratios), ...(await besides(service, ids, texts, seconds)) }
}

/** The p99 of health reads beside eight callers, to that alone. Texts are changed, so that none was asked before. */
async function besides(service: KeyedService, ids: readonly string[], texts: readonly string[], seconds: number) {
  const health = () => `${service.url}/v1/health/${ids[Math.floor(Math.random() * ids.length)]}`
  const reads = () => pacedReads(health, service.headers, { seconds, aSecond: READS_A_SECOND })
  const beside = async (pathOf: (text: string) => string) => {
    let isOver = false
    let next = 0
    const caller = async () => {
      while (!isOver) {
        const text = `${texts[next % texts.length]} ${next}`
        next += 1
        await fetch(service.url + pathOf(encodeURIComponent(text)), { headers: service.headers }).then((response) =>
          response.arrayBuffer(),
        )
      }
    }
    const callers = Array.from({ length: CONNECTIONS }, caller)
    const measured = await reads()
    isOver = true
    await Promise.all(callers)
    return measured.p99
  }
  const alone = (await reads()).p99
  const search = await beside((text) => `/v1/search?q=${text}`)
  const pages = await beside((text) => `/search?q=${text}`)
  return {
    healthAloneP99Ms: round(alone),
    healthBesideSearchP99Ms: round(search),
    healthBesideSearch: round(search / alone),
    healthBesidePages: round(pages / alone),
  }
}

function fine(value: number): number {
  return Math.round(value * 10_000) / 10_000
}

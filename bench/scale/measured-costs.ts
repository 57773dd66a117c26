import { setTimeout as delay } from 'node:timers/promises'
import { parseConfig } from '../../lib/config'
import { CATEGORIES } from '../../lib/core/catalog/taxonomy'
import { buildFeed } from '../../lib/feed/build-feed'
import { openApp } from '../../lib/runtime/app'
import { NO_OWN_SERVERS, openJobs } from '../../lib/runtime/jobs'
import { type Print, round } from '../bench'
import { withClient } from '../database'
import { residentOfTree } from '../guard/resident'
import { untilAnswered } from '../processes'
import { openProcessorMeter, processorMs } from '../processor-time'
import { type KeyedService, startKeyedService } from '../service'
import { forgetMade } from './exercise'

/** A service that used less of a processor for so long has ended what its start left to the background. */
const IDLE_MS = 5000
const IDLE_SHARE = 0.2
const NOUNS = ['file', 'invoice', 'message', 'picture', 'calendar', 'issue', 'map', 'stock', 'recipe', 'flight', 'song']
const VERBS = ['read', 'list', 'send', 'create', 'convert', 'find', 'delete', 'translate', 'compare', 'watch']

/** Costs by name: of jobs and a start, in all; of answers, each. */
export async function measureCosts(url: string, dataDir: string, print: Print): Promise<Record<string, number>> {
  const costs = { ...(await costsOfJobs(url, dataDir)), ...(await costsOfService(url)) }
  print(JSON.stringify(costs))
  return costs
}

async function costsOfJobs(url: string, dataDir: string): Promise<Record<string, number>> {
  const settings = parseConfig({ DATABASE_URL: url, DATA_DIR: dataDir, REGISTRY_URL: 'off', CANARY_URLS: 'off' })
  const app = await openApp(settings, { opensLog: true })
  // A meter for each: a backend that ends takes its earlier time with it.
  const costOf = async (work: () => Promise<unknown>) => {
    const meter = await openProcessorMeter(url, process.pid)
    await work()
    const used = await meter.read()
    await meter.close()
    return round(used.process + used.backends, 0)
  }
  try {
    const jobs = openJobs(app, settings, NO_OWN_SERVERS, new AbortController().signal, { budgetSeconds: 1 })
    const index = await costOf(() => jobs.index())
    await app.searchIndex.refresh()
    let searched = 0
    const alternatives = await costOf(async () => {
      searched = (await jobs.alternatives())?.searched ?? 0
    })
    await forgetMade(app.db)
    const now = new Date()
    const { key } = await app.signingKeys.current(now)
    return {
      'index build': index,
      'alternatives search': round(alternatives / searched),
      assess: await costOf(() => jobs.reassess()),
      bundle: await costOf(() => jobs.bundle()),
      feed: await costOf(() => buildFeed({ ...app, now }, key, undefined)),
    }
  } finally {
    await app.close()
  }
}

async function costsOfService(url: string): Promise<Record<string, number>> {
  const service = await startKeyedService(url, { LIMITS: 'off' })
  try {
    for (const path of ['/v1/search?q=read+a+file', '/readyz', '/docs']) await untilAnswered(service.url + path)
    await untilIdle(service.pid)
    const start = round(processorMs(service.pid), 0)
    const memory = residentOfTree(service.pid).pss
    return { start, 'memory MB': memory, ...(await costsOfAnswers(url, service)) }
  } finally {
    await service.stop()
  }
}

async function untilIdle(pid: number): Promise<void> {
  for (let used = Number.POSITIVE_INFINITY; used > IDLE_SHARE * IDLE_MS; ) {
    const before = processorMs(pid)
    await delay(IDLE_MS)
    used = processorMs(pid) - before
  }
}

async function costsOfAnswers(url: string, service: KeyedService): Promise<Record<string, number>> {
  const drawn = (from: string) =>
    withClient(url, async (client) => {
      const listed = `SELECT id FROM ${from} WHERE listed AND kind = 'tool' ORDER BY md5(id) LIMIT 3000`
      return (await client.query<{ id: string }>(listed)).rows.map(({ id }) => id)
    })
  const ids = await drawn('subjects')
  const searched = await drawn('subjects JOIN alternative_lists ON subject_id = id')
  const cost = async (requests: readonly (readonly [path: string, body?: unknown])[]) => {
    const meter = await openProcessorMeter(url, service.pid)
    for (const [path, body] of requests) await ask(service.url + path, body)
    const used = await meter.read()
    await meter.close()
    return round((used.process + used.backends) / requests.length)
  }
  const about = (path: string, of = ids) =>
    of.map((id) => [path + id.split('/').map(encodeURIComponent).join('/')] as const)
  const texts = VERBS.flatMap((verb) => NOUNS.map((noun) => `${verb} a ${noun}`))
  const asking = (path: string) => texts.map((text) => [path + encodeURIComponent(text)] as const)
  const bodies = Array.from({ length: 40 }, (_, at) => ({ ids: ids.slice(at * 70, at * 70 + 400) }))
  return {
    read: await cost(about('/v1/health/')),
    search: await cost(asking('/v1/search?q=')),
    route: await cost(asking('/v1/route?task=')),
    alternatives: await cost(about('/v1/alternatives/', searched)),
    'category page': await cost(CATEGORIES.map(({ slug }) => [`/category/${slug}`])),
    lookup: await cost(bodies.map((body) => ['/v1/reliability/lookup', body])),
  }
}

async function ask(address: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(
    address,
    body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) },
  )
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${address} was answered ${response.status}`)
}

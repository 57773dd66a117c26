import { HOUR_MS } from 'assay-verify/duration'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { DEMO_SEED } from '../../commands/demo/demo-data'
import { makeHistory } from '../../commands/demo/history/history-of-world'
import type { World } from '../../commands/demo/world/behaviour'
import { DEMO_SERVERS } from '../../commands/demo/world/demo-servers'
import { seededChance } from '../../commands/demo/world/seeded-chance'
import { serveWorld } from '../../commands/demo/world/serve-world'
import { FUZZ_CATALOG } from '../../fuzz/fuzz'
import { requestsFrom } from '../../fuzz/requests'
import { askableOf, callEndpoint, fillApp } from '../../fuzz/world'
import { type Context, contextOf } from '../../lib/api/context'
import { listReplaceable } from '../../lib/api/operations/alternatives'
import { alternativesPage } from '../../lib/api/page-data/alternatives-page'
import { CATEGORY_PAGE_INPUT, categoryPage } from '../../lib/api/page-data/category-page'
import { connectivityLostSince } from '../../lib/api/page-data/connectivity-lost'
import { dayStrips } from '../../lib/api/page-data/day-strips'
import { checksLeft } from '../../lib/api/page-data/first-checks'
import { overview } from '../../lib/api/page-data/overview'
import { newestProbes, profile } from '../../lib/api/page-data/profile'
import { searchPage, serverAnswer } from '../../lib/api/page-data/search-page'
import { sentProbes } from '../../lib/api/page-data/sent-probes'
import { serverPage } from '../../lib/api/page-data/server-page'
import { settledHealth } from '../../lib/api/page-data/settled-health'
import { toolPage } from '../../lib/api/page-data/tool-page'
import { homeLists, topOfCategories } from '../../lib/api/page-data/top-lists'
import { sitemapOfAll, sitemapPart } from '../../lib/api/sitemap/sitemap'
import { parseConfig } from '../../lib/config'
import { OPERATIONS } from '../../lib/contract/operations'
import { productName } from '../../lib/products/product-name'
import { productPage } from '../../lib/products/product-page'
import { openApp } from '../../lib/runtime/app'
import { NO_OWN_SERVERS, openJobs } from '../../lib/runtime/jobs'
import { expositionOf } from '../../lib/runtime/metrics/exposition'
import type { ServiceApp } from '../../lib/runtime/service-app'
import { openRatingReplica } from '../../lib/store/ratings/rating-replica'
import { tlogPage } from '../../lib/tlog/tlog-page'

/** Servers of the demonstration, one of each behaviour, whose history is simulated. */
const SIMULATED = ['lantern', 'beacon', 'driftwood', 'mirrorlake', 'tablestone', 'cellar', 'pigeonhole', 'chatterfield']
const HISTORY_MS = 96 * HOUR_MS
/** Alternatives are searched until the job is ended: all of them would take long. */
const ALTERNATIVES_MS = 3000
/** Of each kind good ones, broken ones and nonsense: enough that all operations are called with all parameters. */
const REQUESTS = 1200
const SERVER = 'garden/northwind/file-cabinet'
const PRODUCT = 'northwind-file-cabinet'

/** Everything that a service does with its database, for the statements of it. */
interface Exercise {
  /** Does it once more: a start, evidence, jobs, requests, pages. */
  run(): Promise<void>
  close(): Promise<void>
}

/** Opens what the exercise of a service on this database needs: servers on loopback that it probes. */
export async function openExercise(databaseUrl: string, dataDir: string): Promise<Exercise> {
  const servers = DEMO_SERVERS.filter(({ id }) => SIMULATED.some((name) => id.includes(name)))
  const world: World = { servers, madeAt: new Date(), chance: seededChance(DEMO_SEED) }
  const served = await serveWorld(world, () => new Date())
  let isFirst = true
  let from = new Date(world.madeAt.getTime() - HISTORY_MS)
  const run = async () => {
    const to = isFirst ? new Date(world.madeAt.getTime() - HOUR_MS) : new Date()
    isFirst = false
    const settings = parseConfig({
      ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PROBE_ALLOW: served.origins.join(','), CANARY_URLS: 'off' },
      ...{ REGISTRY_URL: 'off', PROBE_NPM: 'off', LIMIT_KEYLESS: '1000000', LIMIT_KEY_CREATION: '1000000' },
      REGISTRY_POLICIES: JSON.stringify({ any: { minGrade: 'unrated' }, strict: { minGrade: 'A', access: ['open'] } }),
    })
    const app = await openApp(settings, { opensLog: true })
    try {
      await makeHistory(app.db, world, served, { from, to }, () => undefined)
      from = to
      await fillApp(app, FUZZ_CATALOG, new Date())
      await serveAll(app, settings)
    } finally {
      await app.close()
    }
  }
  return { run, close: () => served.close() }
}

async function serveAll(app: ServiceApp, settings: ReturnType<typeof parseConfig>): Promise<void> {
  const replica = openRatingReplica(app.reads, app.ratings, fail)
  const cache = openRatingReplica(app.reads, app.ratings, fail, { ratingBytes: 0, wordBytes: 0 })
  const soon = AbortSignal.timeout(ALTERNATIVES_MS)
  const { alternatives } = openJobs(app, settings, NO_OWN_SERVERS, soon, { budgetSeconds: 1 })
  const { signal } = new AbortController()
  const jobs = { ...openJobs(app, settings, NO_OWN_SERVERS, signal, { budgetSeconds: 1 }), alternatives }
  try {
    await replica.start()
    await cache.start()
    await app.searchIndex.refresh()
    await forgetMade(app.db)
    for (const job of Object.values(jobs)) await job()
    const { document, known, keys } = await askableOf(app, REQUESTS / 25)
    await cache.findRating(SERVER)
    await cache.subjectFacts.listTexts(known.toolId ?? [])
    for (const request of fc.sample(requestsFrom(document, known, keys), { numRuns: REQUESTS, seed: 1 }))
      await callEndpoint(request, app)
    await app.outcomeWriter.flush()
    await jobs.assess()
    await readPages(app)
    await expositionOf(app)
  } finally {
    await replica.close()
    await cache.close()
  }
}

/** Has the next run of the jobs make the decision bundle and the report again: both are made once a minute at most. */
export async function forgetMade(db: ServiceApp['db']): Promise<void> {
  await db.execute(sql`DELETE FROM bundle_manifests`)
  await db.execute(sql`DELETE FROM reports`)
}

const fail = (cause: unknown) => {
  throw cause
}

/** What pages read besides the operations. */
async function readPages(app: ServiceApp): Promise<void> {
  const context = contextOf(app, null)
  const toolId = `${SERVER}/read_file`
  const [server, tool] = [await profile({ toolId: SERVER }, context), await profile({ toolId }, context)]
  await newestProbes(server.serverKey, context)
  await serverPage(server, context)
  await toolPage(tool, context)
  await alternativesPage(toolId, context)
  await settledHealth(toolId, context)
  await sentProbes({ toolId: SERVER, before: null }, context)
  await overview(context)
  await homeLists(context)
  await topOfCategories(3, context)
  await listReplaceable([toolId, SERVER], context)
  await dayStrips([SERVER], context)
  await checksLeft('code.example', context)
  await connectivityLostSince(context)
  await productPage(PRODUCT, null, context)
  await productName(PRODUCT, context)
  await tlogPage(context)
  await readSearches(context)
  await sitemapOfAll(context)
  await sitemapPart('servers-1', context)
}

async function readSearches(context: Context): Promise<void> {
  for (const q of ['read a file', 'northwind file cabinet', SERVER])
    await searchPage(OPERATIONS.search.input.parse({ q }), { asWords: false, skipped: 0, shown: 20 }, context)
  await serverAnswer(SERVER, 'name', context)
  for (const view of ['both', 'unrated', 'all'])
    await categoryPage(CATEGORY_PAGE_INPUT.parse({ slug: 'files', view }), context)
}

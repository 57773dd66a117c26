import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Cron } from 'croner'
import { Hono } from 'hono'
import next from 'next'
import { type App, type Context, contextOf, getApp, logToStderr } from './lib/api/context'
import { answerMcp } from './lib/api/mcp/mcp-endpoint'
import { ENDPOINTS } from './lib/api/operations'
import { config } from './lib/config'
import { callerAddress } from './lib/http/caller-address'
import { type Endpoint, endpointFor } from './lib/http/operation'
import { openPeers } from './lib/http/peer'
import { problem } from './lib/http/problem'
import { targetOf } from './lib/http/request-target'
import { routeTarget } from './lib/http/route-target'
import { buildInWorker } from './lib/jobs/index/build-in-worker'
import { type IndexJob, openIndexJob } from './lib/jobs/index/index-catalog'
import { watchIndex } from './lib/jobs/index/watch-index'
import { startSource } from './lib/jobs/start-source'
import { openJobs } from './lib/runtime/jobs'
import { mountUnknown } from './lib/runtime/next-adapter'
import { runCron } from './lib/runtime/run-cron'
import { SOURCES } from './lib/sources'
import type { OwnServers, Sources } from './lib/sources/source'
import { openRatingReplica } from './lib/store/ratings/rating-replica'

interface ServeOptions {
  dev: boolean
  log: (line: string) => void
  step: <Value>(name: string, work: (progress: (note: string) => void) => Promise<Value>) => Promise<Value>
}

/** How long answers under way may take after a stop is asked for. */
const DRAIN_MS = 5000
/** Whoever asked for a stop kills after ten seconds, as a rule. */
const STOP_WITHIN_MS = 9000
/** A run of the timer claims no more after this, so that the next starts from a fresh look at the queue. */
const PROBE_BUDGET_SECONDS = 50
/** The first sync of a whole registry takes minutes: the start waits no longer than this for it, or for the first index. */
const FIRST_WAIT_MS = 3000

/** The standalone door: opens what the process needs, serves the API at full speed and the pages through Next, and runs the timer. */
export async function serve({ dev, log, step }: ServeOptions): Promise<void> {
  const settings = config()
  const stopping = new AbortController()
  const closers: (() => Promise<void>)[] = []
  const stop = stopOnce(stopping, closers, log)
  process.on('SIGINT', () => stop(0))
  process.on('SIGTERM', () => stop(0))
  try {
    const app = await step('database', async (progress) => {
      const opened = await getApp()
      closers.push(opened.close)
      progress(opened.driver === 'pglite' ? `embedded, under ${settings.dataDir}` : opened.driver)
      return opened
    })
    const own = await startSources(SOURCES, app, { log, step }, closers)
    const jobs = openJobs({ ...app, log }, settings, own, stopping.signal, buildInWorker)
    await step('ratings', async (progress) => {
      const work = jobs
        .assess()
        .then(({ servers }) => (servers === 0 ? 'none had grown stale' : `${servers} servers had grown stale`))
      progress(await soonOr(work, 'they are being worked out; it goes on in the background'))
    })
    const pages = await step('pages', async () => {
      // Next would take over every upgrade of the server it is called by and answer none; only its development uses them.
      const upgrades = dev ? {} : { httpServer: createServer() }
      const handler = next({ dev, dir: process.cwd(), quiet: true, ...upgrades })
      await handler.prepare()
      closers.push(() => handler.close())
      return handler.getRequestHandler()
    })
    closers.push(holdRatingsInMemory(app), holdIndexInMemory(app))
    const port = await step('listen', async () => {
      const server = createServer(dispatch(apiListener(app, own), pages, dev))
      await new Promise<void>((resolve, reject) =>
        server.once('error', reject).listen(settings.port, settings.host, resolve),
      )
      closers.push(() => drain(server))
      return (server.address() as AddressInfo).port
    })
    if (settings.timer) await step('catalog', (progress) => firstSync(jobs, progress))
    await step('index', (progress) => firstIndex(jobs, app, progress))
    if (settings.timer) closers.push(startTimer(jobs))
    if (settings.timer) closers.push(watchSearchIndex(app, openIndexJob(app.db, buildInWorker, stopping.signal), log))
    log(`Assay answers at http://localhost:${port}`)
  } catch (cause) {
    await closeAll(closers, log)
    throw cause
  }
}

type Jobs = ReturnType<typeof openJobs>

/** Reads come from memory once everything has been read, which need not be waited for. */
function holdRatingsInMemory(app: App): () => Promise<void> {
  const replica = openRatingReplica(app.db, app.ratings, (cause) =>
    app.log('Changed ratings cannot be read; answers come from the database.', cause),
  )
  app.ratings = replica
  void replica.start()
  return replica.close
}

/** The search index too, so that the first search finds it there, and each later one finds what is new. */
function holdIndexInMemory(app: App): () => Promise<void> {
  const stop = app.searchIndex.keepFresh()
  return async () => stop()
}

function watchSearchIndex(app: App, job: IndexJob, log: (line: string) => void): () => Promise<void> {
  return watchIndex(
    job,
    ({ segment, documents }) => {
      if (segment === 'base') log(`search index: ${documents} tools and servers, built anew`)
      app.searchIndex.refresh().catch(() => undefined)
    },
    (cause) => app.log('The search index cannot be built; the one in force stays.', cause),
  )
}

/** The first index of a small catalog takes a second; that of a large one goes on while the door is open. */
async function firstIndex(jobs: Jobs, app: App, progress: (note: string) => void): Promise<void> {
  const work = jobs.index().then(async (reports) => {
    await app.searchIndex.refresh()
    const base = reports.find(({ segment }) => segment === 'base')
    return base === undefined ? 'up to date' : `${base.documents} tools and servers`
  })
  const built = work.catch((cause) => {
    app.log('The search index cannot be built.', cause)
    return 'it could not be built'
  })
  progress(await soonOr(built, 'it is being built; search answers when it is there'))
}

/** Starts the servers that run with this process, a step for each source; resolves to what the prober needs to probe them. */
async function startSources(
  sources: Sources,
  app: App,
  { log, step }: Pick<ServeOptions, 'log' | 'step'>,
  closers: (() => Promise<void>)[],
): Promise<OwnServers> {
  const { sources: settings, baseUrl } = config()
  const job = { db: app.db, settings, baseUrl, controls: { log, workDir: tmpdir() }, clock: () => new Date() }
  const own: OwnServers[] = []
  for (const [name, source] of Object.entries(sources)) {
    if (source.runs !== 'with the process') continue
    const started = await step(name, async (progress) => {
      const begun = await startSource(job, name, source)
      progress(begun?.summary ?? 'off')
      return begun
    })
    if (started === null) continue
    closers.push(started.close)
    own.push(started.own)
  }
  return {
    origins: own.flatMap(({ origins }) => origins),
    stdioCommands: new Map(own.flatMap(({ stdioCommands }) => [...stdioCommands])),
  }
}

/** Starts the first sync; a source that cannot be reached says so at once, a long one goes on while the door opens. */
async function firstSync(jobs: Jobs, progress: (note: string) => void): Promise<void> {
  const sync = jobs.sync().then((report) => {
    const read = Object.values(report).flatMap((ofSource) => ofSource?.servers ?? [])
    return read.length === 0 ? 'nothing was read' : `${read.reduce((sum, servers) => sum + servers)} servers read`
  })
  progress(await soonOr(sync, 'the sources are being read; it goes on in the background'))
}

/** What the work says, or the note where that takes longer than a start should; what fails after that is logged. */
function soonOr(work: Promise<string>, note: string): Promise<string> {
  let isWaitedFor = true
  const waited = new Promise<string>((resolve) => {
    const goOn = () => {
      isWaitedFor = false
      resolve(note)
    }
    setTimeout(goOn, FIRST_WAIT_MS).unref()
  })
  work.catch((cause) => {
    if (!isWaitedFor) logToStderr('What a start left to go on in the background failed.', cause)
  })
  return Promise.race([work, waited])
}

function startTimer(jobs: Jobs): () => Promise<void> {
  const options = {
    protect: true,
    unref: true,
    catch: (cause: unknown) => logToStderr('A job failed.', cause),
  }
  let probing: Promise<void> = Promise.resolve()
  const probe = () => {
    probing = jobs.probe(PROBE_BUDGET_SECONDS).then(() => undefined)
    return probing
  }
  const ignoringReport = (job: () => Promise<unknown>) => async () => {
    await job()
  }
  const daily = new Cron('0 23 3 * * *', options, ignoringReport(jobs.keep))
  const timers = [
    new Cron('*/5 * * * * *', options, probe),
    new Cron('30 * * * * *', options, ignoringReport(jobs.assess)),
    new Cron('45 * * * * *', options, ignoringReport(jobs.sync)),
    new Cron('0 53 3 * * *', options, ignoringReport(jobs.learn)),
    daily,
  ]
  void timers[0]?.trigger()
  // A machine that is off at night does its daily round when it is on.
  void daily.trigger()
  return async () => {
    for (const timer of timers) timer.stop()
    // A run that was told to stop commits what it has and gives back the rest.
    await probing.catch(() => undefined)
  }
}

const ID_ROUTE = ':toolId{.+}'
/** Of `/v1/`: what comes before an id ends with a slash after it. */
const SHORTEST_START = 4

/** Where operations of one place meet: an id goes to the end of the path, and an ending after it tells them apart. */
function routeOf(path: string): string {
  return path.replace(/\/\{toolId\}.*$/, `/${ID_ROUTE}`).replace(/\{(\w+)\}/, ':$1')
}

function endpointsByRoute(): Map<string, Endpoint<Context>[]> {
  const byRoute = new Map<string, Endpoint<Context>[]>()
  for (const endpoint of Object.values<Endpoint<Context>>(ENDPOINTS)) {
    const route = routeOf(endpoint.contract.path)
    byRoute.set(route, [...(byRoute.get(route) ?? []), endpoint])
  }
  return byRoute
}

/** The API's own listener: every operation of the contract, and /cron. */
function apiListener(app: App, own: OwnServers) {
  const { proxyTrust } = config()
  const unknown = mountUnknown()
  const contextFor = ({ headers }: Request, { incoming }: HttpBindings) =>
    contextOf(app, callerAddress(incoming.socket.remoteAddress, headers, proxyTrust))
  const answer = (endpoints: readonly Endpoint<Context>[], request: Request, env: HttpBindings) =>
    endpointFor(endpoints, request)?.handle(request, contextFor(request, env)) ?? unknown.GET(request)
  const hono = new Hono<{ Bindings: HttpBindings }>()
  const ofIds = new Map<string, Endpoint<Context>[]>()
  for (const [route, endpoints] of endpointsByRoute()) {
    hono.all(route, ({ req, env }) => answer(endpoints, req.raw, env))
    if (route.endsWith(ID_ROUTE)) ofIds.set(route.slice(0, -ID_ROUTE.length), endpoints)
  }
  hono.all('/mcp', ({ req, env }) => answerMcp(req.raw, contextFor(req.raw, env)))
  hono.all('/cron/:job', ({ req }) => runCron(req.raw, own, buildInWorker))
  hono.notFound(({ req }) => unknown.GET(req.raw))
  // Nearly every call asks about one id: those skip the router, which would match the path against every route.
  const dispatched = (request: Request, env: HttpBindings) => {
    const { path } = targetOf(request.url)
    const endpoints = ofIds.get(path.slice(0, path.indexOf('/', SHORTEST_START) + 1))
    return endpoints === undefined ? hono.fetch(request, env) : answer(endpoints, request, env)
  }
  return getRequestListener((request, env) => dispatched(request, env as HttpBindings), {
    errorHandler: () => problem('invalid_path', 'The request line or its Host header is not valid.', '/'),
  })
}

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/** API paths to the operations, all else to Next. A raw target that a parser would repair is refused before anyone parses it. */
function dispatch(api: Listener, pages: Listener, dev: boolean): Listener {
  const withPeer = openPeers()
  return (request, response) => {
    const routed = routeTarget(request.url ?? '')
    if ('fault' in routed) return refuse(response, routed.fault, routed.path)
    request.url = routed.target
    // In development the routes go through Next too, so that a change is seen without a restart.
    if (routed.isApi && !dev) return api(request, response)
    return withPeer(request.socket.remoteAddress, () => pages(request, response))
  }
}

async function refuse(response: ServerResponse, fault: string, path: string): Promise<void> {
  const answer = problem('invalid_path', fault, path)
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(await answer.text())
}

function drain(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/** Stops in order when asked, at once when asked again, and in any case in time. */
function stopOnce(stopping: AbortController, closers: (() => Promise<void>)[], log: (line: string) => void) {
  return (code: number) => {
    if (stopping.signal.aborted) process.exit(130)
    log('Stopping: finishing what is under way.')
    stopping.abort()
    setTimeout(() => {
      log('Not everything stopped in time. What was under way is given back when its lease ends.')
      process.exit(1)
    }, STOP_WITHIN_MS)
    void closeAll(closers, log).then(() => process.exit(code))
  }
}

/** In the reverse order of opening; one that fails does not keep the others open. */
async function closeAll(closers: (() => Promise<void>)[], log: (line: string) => void): Promise<void> {
  for (const close of closers.splice(0).reverse()) {
    await close().catch((cause) => log(`While stopping: ${String(cause)}`))
  }
}

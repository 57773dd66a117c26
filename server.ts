import { config } from './lib/config'
import { collectWhenIdle } from './lib/runtime/idle-memory'
import { NO_OWN_SERVERS } from './lib/runtime/jobs'
import { startOutput } from './lib/runtime/log/start-output'
import { startOutcomes } from './lib/runtime/outcomes'
import { countedPages, openPages } from './lib/runtime/pages'
import { openApiActivity } from './lib/runtime/pages/api-activity'
import type { Listener } from './lib/runtime/pages/listener'
import { pagesInOutage } from './lib/runtime/pages/pages-in-outage'
import { openPublisherLease } from './lib/runtime/roles/publisher-lease'
import { ROLES } from './lib/runtime/roles/roles'
import type { ServiceApp } from './lib/runtime/service-app'
import { openShutdown, type Shutdown } from './lib/runtime/shutdown'
import { apiListener, dispatch, listen, refusePortInUse } from './lib/runtime/standalone-adapter'
import { rankInThreads, serveFromMemory, startApp } from './lib/runtime/start/start-app'
import { openServiceJobs, startCatalog, startIndex, startRatings } from './lib/runtime/start/start-jobs'
import { startSources } from './lib/runtime/start/start-sources'
import type { StartOutput } from './lib/runtime/start/step'
import { startIndexWatch, startTimer } from './lib/runtime/timer'

interface ServeOptions extends StartOutput {
  dev: boolean
}

/**
 * Runs the standalone service, as far as ROLE says: the API and, through Next, the pages on one port, and the jobs by
 * its own timer.
 */
export async function serve({ dev, ...forPeople }: ServeOptions): Promise<void> {
  const { timer, role, ...settings } = config()
  const { serves, runs } = ROLES[role]
  const { log, step } = startOutput(forPeople)
  const shutdown = openShutdown(log)
  try {
    await refusePortInUse(settings)
    const opening = startApp(step, shutdown, !dev)
    // Their processes start while the database opens.
    const starting = runs.includes('worker') ? startSources(opening, { log, step }, shutdown) : NO_OWN_SERVERS
    const [app, own] = await Promise.all([opening, starting])
    const jobs = openServiceJobs(app, own, shutdown.signal, log)
    if (runs.includes('worker')) await startRatings(jobs, step)
    await startOutcomes(app, { publishes: serves, consumes: timer && runs.includes('worker') }, step, shutdown)
    const port = await (serves ? startServing : startProcess)(app, { dev, step, shutdown })
    if (timer && runs.includes('worker')) await startCatalog(jobs, step)
    if (role === 'all') await startIndex(jobs, app, step)
    const isTurn = role === 'publisher' ? await startPublishing(app, shutdown) : () => true
    if (timer) startTimer(jobs, role, isTurn, shutdown)
    if (timer && runs.includes('publisher')) startIndexWatch(app, isTurn, log, shutdown)
    collectWhenIdle(shutdown, app.log)
    log(`Assay answers at http://localhost:${port}${role === 'all' ? '' : `, as ${role}`}`)
  } catch (cause) {
    await shutdown.closeAll()
    throw cause
  }
}

interface Starting {
  dev: boolean
  step: StartOutput['step']
  shutdown: Shutdown
}

/** Answers calls from memory, and pages; resolves to the port. */
async function startServing(app: ServiceApp, { dev, step, shutdown }: Starting): Promise<number> {
  const activity = openApiActivity()
  let opened: Promise<Listener> | undefined
  const pages = () => {
    opened ??= step('pages', () => openPages(dev, app, shutdown, activity))
    return opened
  }
  const whenOpened: Listener = async (request, response) => (await pages())(request, response)
  serveFromMemory(app, shutdown)
  const port = await step('listen', () =>
    listen(
      dispatch(activity.counted(apiListener(app)), countedPages(pagesInOutage(whenOpened, app), app.metrics), dev),
      shutdown,
    ),
  )
  // The API answers while the pages are loaded.
  await pages()
  return port
}

/** Answers what every process does; resolves to the port. */
async function startProcess(app: ServiceApp, { step, shutdown }: Starting): Promise<number> {
  rankInThreads(app, shutdown)
  const listener = apiListener(app)
  return step('listen', () => listen(dispatch(listener, listener, false), shutdown))
}

/** Takes the turn to publish, or waits for it. */
async function startPublishing(app: ServiceApp, shutdown: Shutdown): Promise<() => boolean> {
  const { isHeld, close } = await openPublisherLease(app)
  app.publishing = () => (isHeld() ? 'active' : 'standby')
  // Before the database, after the jobs that work under it.
  shutdown.add(close)
  return isHeld
}

import { config } from './lib/config'
import { startOutput } from './lib/runtime/log/start-output'
import { startOutcomes } from './lib/runtime/outcomes'
import { countedPages, openPages } from './lib/runtime/pages'
import { openApiActivity } from './lib/runtime/pages/api-activity'
import type { Listener } from './lib/runtime/pages/listener'
import { pagesInOutage } from './lib/runtime/pages/pages-in-outage'
import { openShutdown } from './lib/runtime/shutdown'
import { apiListener, dispatch, listen, refusePortInUse } from './lib/runtime/standalone-adapter'
import { serveFromMemory, startApp } from './lib/runtime/start-app'
import { openServiceJobs, startCatalog, startIndex, startRatings } from './lib/runtime/start-jobs'
import { startSources } from './lib/runtime/start-sources'
import type { StartOutput } from './lib/runtime/step'
import { startIndexWatch, startTimer } from './lib/runtime/timer'

interface ServeOptions extends StartOutput {
  dev: boolean
}

/** Runs the standalone service: the API and, through Next, the pages on one port, and the jobs by its own timer. */
export async function serve({ dev, ...forPeople }: ServeOptions): Promise<void> {
  const { timer, ...settings } = config()
  const { log, step } = startOutput(forPeople)
  const shutdown = openShutdown(log)
  try {
    await refusePortInUse(settings)
    const opening = startApp(step, shutdown, !dev)
    // Their processes start while the database opens.
    const [app, own] = await Promise.all([opening, startSources(opening, { log, step }, shutdown)])
    const jobs = openServiceJobs(app, own, shutdown.signal, log)
    await startRatings(jobs, step)
    const activity = openApiActivity()
    let opened: Promise<Listener> | undefined
    const pages = () => {
      opened ??= step('pages', () => openPages(dev, app, shutdown, activity))
      return opened
    }
    const whenOpened: Listener = async (request, response) => (await pages())(request, response)
    serveFromMemory(app, shutdown)
    await startOutcomes(app, timer, step, shutdown)
    const port = await step('listen', () =>
      listen(
        dispatch(activity.counted(apiListener(app)), countedPages(pagesInOutage(whenOpened, app), app.metrics), dev),
        shutdown,
      ),
    )
    // The API answers while the pages are loaded.
    await pages()
    if (timer) await startCatalog(jobs, step)
    await startIndex(jobs, app, step)
    if (timer) startTimer(jobs, shutdown)
    if (timer) startIndexWatch(app, log, shutdown)
    log(`Assay answers at http://localhost:${port}`)
  } catch (cause) {
    await shutdown.closeAll()
    throw cause
  }
}

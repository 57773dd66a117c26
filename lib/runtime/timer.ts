import { Cron } from 'croner'
import type { App } from '../api/context'
import { buildInWorker } from '../jobs/index/build-in-worker'
import { watchIndex } from '../jobs/index/watch-index'
import { openIndexJob } from '../jobs/index-catalog'
import type { Jobs } from './jobs'
import { logToStderr } from './log'
import type { Shutdown } from './shutdown'

/** A probe run claims no more servers after this, so that the next run reads the schedule again. */
const PROBE_BUDGET_SECONDS = 50

/** Runs every job on its schedule until the shutdown. A run of a job is skipped while the one before is under way. */
export function startTimer(jobs: Jobs, shutdown: Shutdown): void {
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
  const probes = new Cron('*/5 * * * * *', options, probe)
  const daily = new Cron('0 23 3 * * *', options, ignoringReport(jobs.keep))
  const timers = [
    probes,
    new Cron('30 * * * * *', options, ignoringReport(jobs.assess)),
    new Cron('45 * * * * *', options, ignoringReport(jobs.sync)),
    new Cron('0 53 3 * * *', options, ignoringReport(jobs.learn)),
    daily,
  ]
  void probes.trigger()
  // At the start too, for a machine that is off at night.
  void daily.trigger()
  shutdown.add(async () => {
    for (const timer of timers) timer.stop()
    // The shutdown's signal ends the run: it commits what it has and releases its other claims.
    await probing.catch(() => undefined)
  })
}

/** Rebuilds what changed of the search index every few seconds until the shutdown. */
export function startIndexWatch(app: App, log: (line: string) => void, shutdown: Shutdown): void {
  const stop = watchIndex(
    openIndexJob(app, buildInWorker, shutdown.signal),
    ({ segment, documents }) => {
      app.metrics.jobs.add('index', 'ok')
      if (segment === 'base') log(`search index: ${documents} tools and servers, rebuilt`)
      app.searchIndex.refresh().catch(() => undefined)
    },
    (cause) => {
      app.metrics.jobs.add('index', 'failed')
      app.log('The search index cannot be built; the present one stays in use.', cause)
    },
  )
  shutdown.add(stop)
}

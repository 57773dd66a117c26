import { setTimeout as wait } from 'node:timers/promises'
import { Cron } from 'croner'
import type { App } from '../api/context'
import { buildInWorker } from '../jobs/index/build-in-worker'
import { watchIndex } from '../jobs/index/watch-index'
import { openIndexJob } from '../jobs/index-catalog'
import { JOB_NAMES, JOB_SCHEDULES } from './job-schedules'
import type { Jobs } from './jobs'
import { logToStderr } from './log/log'
import { ROLES, type Role, runsJob } from './roles/roles'
import type { Shutdown } from './shutdown'

/** Jobs that take longer after a shutdown was asked for are cut off from the database. */
const JOBS_END_WITHIN_MS = 5000

/**
 * Runs every job of the role on its schedule until the shutdown. A run of a job is skipped while the one before is
 * under way, and while it is not the turn of this process.
 */
export function startTimer(jobs: Jobs, role: Role, isTurn: () => boolean, shutdown: Shutdown): void {
  const options = {
    protect: true,
    unref: true,
    catch: (cause: unknown) => logToStderr('A job failed.', cause),
  }
  const underWay = new Set<Promise<unknown>>()
  const tracked = (job: () => Promise<unknown>) => async () => {
    if (shutdown.signal.aborted || !isTurn()) return
    const run = job()
    underWay.add(run)
    await run.finally(() => underWay.delete(run))
  }
  const timers = JOB_NAMES.filter((name) => runsJob(role, name)).flatMap((name) => {
    const { timer, atStart } = JOB_SCHEDULES[name]
    const run = tracked(() => jobs[name]())
    return timer === null ? [] : [{ cron: new Cron(timer, options, run), atStart }]
  })
  for (const { cron, atStart } of timers) if (atStart) void cron.trigger()
  shutdown.addWork(async () => {
    for (const { cron } of timers) cron.stop()
    // The shutdown's signal ends a probe run: it commits what it has and releases its other claims. The daily jobs may
    // take longer, and can be interrupted.
    const ended = Promise.allSettled(underWay)
    await Promise.race([ended, wait(JOBS_END_WITHIN_MS)])
  })
}

/** Rebuilds what changed of the search index every few seconds until the shutdown, while it is this process's turn. */
export function startIndexWatch(
  app: App,
  isTurn: () => boolean,
  log: (line: string) => void,
  shutdown: Shutdown,
): void {
  const stop = watchIndex(
    openIndexJob(app, buildInWorker, shutdown.signal),
    isTurn,
    ({ segment, documents }) => {
      app.metrics.jobs.add('index', 'ok')
      if (segment === 'base') log(`search index: ${documents} tools and servers, rebuilt`)
      if (ROLES[app.role].serves) app.searchIndex.refresh().catch(() => undefined)
    },
    (cause) => {
      app.metrics.jobs.add('index', 'failed')
      app.log('The search index cannot be built; the present one stays in use.', cause)
    },
  )
  shutdown.addWork(stop)
}

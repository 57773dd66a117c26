import { plural } from 'assay-verify/text/plural'
import { config } from '../../config'
import { buildInWorker } from '../../jobs/index/build-in-worker'
import { countInWorker } from '../../jobs/texts/count-in-worker'
import { resolveInWorker } from '../../products/thread/resolve-in-worker'
import type { OwnServers } from '../../sources/source'
import { type Jobs, jobsOf, openJobs } from '../jobs'
import { logToStderr } from '../log/log'
import type { ServiceApp } from '../service-app'
import type { Step } from './step'

/**
 * The first sync of a registry takes minutes, the first index of a large catalog too: the start waits no longer than
 * this for either.
 */
const FIRST_WAIT_MS = 3000
/** A probe run claims no more servers after this, so that the next run reads the schedule again. */
const PROBE_BUDGET_SECONDS = 50

/** The jobs of the standalone service: they log to its output and build the search index in a thread. */
export function openServiceJobs(
  app: ServiceApp,
  own: OwnServers,
  signal: AbortSignal,
  log: (line: string) => void,
): Jobs {
  const host = {
    ...{ budgetSeconds: PROBE_BUDGET_SECONDS, build: buildInWorker },
    ...{ resolve: resolveInWorker, openCounter: countInWorker },
  }
  return jobsOf(app, () => openJobs({ ...app, log }, config(), own, signal, host))
}

/** Brings ratings that grew stale while no process ran up to date. */
export function startRatings(jobs: Jobs, step: Step): Promise<void> {
  return step('ratings', async (progress) => {
    const work = jobs
      .assess()
      .then(({ servers }) =>
        servers === 0 ? 'none had grown stale' : `${servers} ${plural(servers, 'server')} had grown stale`,
      )
    progress(await noteOf(work, 'are being computed in the background'))
  })
}

/** Reads the scheduled sources for the first time. */
export function startCatalog(jobs: Jobs, step: Step): Promise<void> {
  return step('catalog', async (progress) => {
    const work = jobs.sync().then((report) => {
      const counts = Object.values(report).flatMap((source) => source?.servers ?? [])
      const servers = counts.reduce((sum, n) => sum + n, 0)
      return counts.length === 0 ? 'nothing was read' : `${servers} ${plural(servers, 'server')} read`
    })
    progress(await noteOf(work, 'the sources are being read in the background'))
  })
}

/** Builds the search index where it is not up to date. */
export function startIndex(jobs: Jobs, app: ServiceApp, step: Step): Promise<void> {
  return step('index', async (progress) => {
    const work = jobs.index().then(async (reports) => {
      await app.searchIndex.refresh()
      const base = reports.find(({ segment }) => segment === 'base')
      return base === undefined ? 'up to date' : `${base.documents} tools and servers`
    })
    const built = work.catch((cause) => {
      app.log('The search index cannot be built.', cause)
      return 'it could not be built'
    })
    progress(await noteOf(built, 'is being built in the background; search answers when it is there'))
  })
}

/** The result of the work, or the note where it takes longer than `FIRST_WAIT_MS`; a failure after that is logged. */
function noteOf(work: Promise<string>, note: string): Promise<string> {
  let isAwaited = true
  const timeout = new Promise<string>((resolve) => {
    const goOn = () => {
      isAwaited = false
      resolve(note)
    }
    setTimeout(goOn, FIRST_WAIT_MS).unref()
  })
  work.catch((cause) => {
    if (!isAwaited) logToStderr('What the start left to the background failed.', cause)
  })
  return Promise.race([work, timeout])
}

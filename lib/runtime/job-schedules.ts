import type { Jobs } from './jobs'

/** The role of a process that runs a job, besides `all`. */
export type JobRunner = 'worker' | 'publisher'

/** When a job runs, as cron expressions; null: not by the clock. */
interface JobSchedule {
  /** What it does, for operators. */
  does: string
  /** Where the code of a run begins. */
  file: string
  by: JobRunner
  /** In the standalone service, with a field for seconds. */
  timer: string | null
  /** On a host without a long-running process, which calls GET /cron/<job>: `vercel.json` is written from it. */
  cron: string | null
  /** Also when the standalone service starts. */
  atStart?: true
}

/** Timer, `vercel.json` and the list for operators derive from this table. */
export const JOB_SCHEDULES: Readonly<Record<keyof Jobs, JobSchedule>> = {
  probe: {
    does: 'probes what is due',
    file: 'lib/monitor/run-probes.ts',
    by: 'worker',
    timer: '*/5 * * * * *',
    cron: '* * * * *',
    atStart: true,
  },
  // Takes minutes and needs a sandbox, which no serverless host has.
  launch: {
    does: 'starts packages in a sandbox, where that is on',
    file: 'lib/monitor/run-probes.ts',
    by: 'worker',
    timer: '*/15 * * * * *',
    cron: null,
  },
  assess: {
    does: 'rates anew what grew stale',
    file: 'lib/jobs/assess.ts',
    by: 'worker',
    timer: '30 * * * * *',
    cron: '*/5 * * * *',
  },
  sync: {
    does: 'reads the sources, each at its own interval',
    file: 'lib/jobs/sync.ts',
    by: 'worker',
    timer: '45 * * * * *',
    cron: '7 * * * *',
  },
  // The standalone service watches for changes, every few seconds.
  index: {
    does: 'builds what changed of the search index',
    file: 'lib/jobs/index-catalog.ts',
    by: 'publisher',
    timer: null,
    cron: '* * * * *',
  },
  products: {
    does: 'resolves which entries of catalogs are one product, where entries changed',
    file: 'lib/products/resolve-products.ts',
    by: 'worker',
    timer: '15 * * * * *',
    cron: '*/10 * * * *',
    atStart: true,
  },
  alternatives: {
    does: 'searches what can be called instead of tools, for as many as its time allows',
    file: 'lib/jobs/alternatives.ts',
    by: 'worker',
    timer: '20 * * * * *',
    cron: '* * * * *',
  },
  log: {
    does: 'publishes what waits for the log',
    file: 'lib/tlog/job/write-tlog.ts',
    by: 'publisher',
    timer: '*/10 * * * * *',
    cron: '* * * * *',
  },
  // Asked often, so that a manifest follows the one before after a minute.
  bundle: {
    does: 'makes a manifest of the decision bundle, with the tiles that changed',
    file: 'lib/bundle/job/write-bundle.ts',
    by: 'publisher',
    timer: '*/5 * * * * *',
    cron: '* * * * *',
    atStart: true,
  },
  files: {
    does: 'publishes the feed as files each minute, and what of the search index is none yet, where FILES_STORE is set',
    file: 'lib/runtime/publish-files.ts',
    by: 'publisher',
    timer: '*/5 * * * * *',
    cron: '* * * * *',
    atStart: true,
  },
  sitemap: {
    does: 'publishes the sitemap as files each hour, where FILES_STORE is set',
    file: 'lib/runtime/publish-files.ts',
    by: 'publisher',
    timer: '50 */5 * * * *',
    cron: '*/10 * * * *',
    atStart: true,
  },
  // At the start too, for a machine that is off at night.
  keep: {
    does: 'deletes what is kept no longer',
    file: 'lib/jobs/keep.ts',
    by: 'worker',
    timer: '0 23 3 * * *',
    cron: '23 3 * * *',
    atStart: true,
  },
  learn: {
    does: 'learns the forecast',
    file: 'lib/jobs/learn.ts',
    by: 'worker',
    timer: '0 53 3 * * *',
    cron: '53 3 * * *',
  },
  reassess: {
    does: 'computes every stored rating anew',
    file: 'lib/jobs/reassess.ts',
    by: 'worker',
    timer: null,
    cron: null,
  },
}

export function isJob(name: string): name is keyof Jobs {
  return Object.hasOwn(JOB_SCHEDULES, name)
}

export const JOB_NAMES = Object.keys(JOB_SCHEDULES).filter(isJob)

import { EVIDENCE_KINDS } from 'assay-verify/evidence-kind'
import type { ProbeReason } from 'assay-verify/state/observation'
import { searchList } from '@/lib/api/alternatives/search-list'
import { contextOf } from '@/lib/api/context'
import type { Config } from '@/lib/config'
import { isApiError } from '@/lib/contract/errors'
import { openAlternativesJob } from '@/lib/jobs/alternatives'
import { refreshAssessments } from '@/lib/jobs/assess'
import { buildHere, type SegmentBuilderPort } from '@/lib/jobs/index/segment-builder'
import { openIndexJob, refreshSearchIndex } from '@/lib/jobs/index-catalog'
import { applyRetention } from '@/lib/jobs/keep'
import { learnForecast } from '@/lib/jobs/learn'
import { reassessAll } from '@/lib/jobs/reassess'
import { syncSources } from '@/lib/jobs/sync'
import { countHere, type OpenTokenCounter } from '@/lib/jobs/texts/token-counter'
import { openConnectivity } from '@/lib/monitor/connectivity'
import { openProbingPolicies } from '@/lib/monitor/probing-policies'
import { type ProbeJob, runProbes } from '@/lib/monitor/run-probes'
import { Slots } from '@/lib/monitor/slots'
import { MOST_LISTED_TOOLS, type ProbeSettings } from '@/lib/probers/prober'
import { SOURCES } from '@/lib/sources'
import type { OwnServers } from '@/lib/sources/source'
import { aheadOfDatabaseMs } from '@/lib/store/clock-difference'
import { recordConnectivity } from '@/lib/store/evidence/monitoring-gaps'
import type { SchedulingScope } from '@/lib/store/evidence/scheduled-targets'
import { recordBundled } from '../bundle/alternatives/bundled-alternatives'
import { openBundlePlace } from '../bundle/job/bundle-place'
import { openBundleJob } from '../bundle/job/write-bundle'
import { listAlternativesChangedSince, listBundleAlternatives } from '../bundle/sql/alternatives'
import { type ProductResolver, resolveHere, resolveProducts } from '../products/resolve-products'
import { openSideFiles, openTlogJob } from '../tlog/process-tlog'
import { openLaunchCheck } from './launch-refusal'
import { openPackageIndexes } from './package-indexes'
import { openFilesJob, openSitemapJob } from './publish-files'
import { RECORDING_STEPS } from './recording-steps'
import type { ServiceApp } from './service-app'

/** A clock that is further ahead of the database's is wrong. */
const MOST_AHEAD_MS = 3_600_000

/** Of a process that starts no servers. */
export const NO_OWN_SERVERS: OwnServers = { origins: [], stdioCommands: new Map() }

/** How a host runs jobs. */
interface JobsHost {
  /** A run of probes claims no more servers after this. */
  budgetSeconds: number
  /** Builds a segment of the search index; left out: this thread does, for a host without worker threads. */
  build?: SegmentBuilderPort
  /** Resolves products; left out: this thread does. */
  resolve?: ProductResolver
  /** Counts tokens; left out: this thread does. */
  openCounter?: OpenTokenCounter
}

// Next's bundle and server.ts load this file twice in one process; both copies share the app, and so its jobs.
const GLOBAL_KEY = Symbol.for('assay.jobs')
const shared = globalThis as { [GLOBAL_KEY]?: WeakMap<object, Jobs> }

/**
 * The jobs of this app, opened at the first call; the timer and GET /cron/<job> run the same. What is remembered of one
 * run for the next (connectivity, policies of operators, slots of hosts) is theirs.
 */
export function jobsOf(app: ServiceApp, open: () => Jobs): Jobs {
  shared[GLOBAL_KEY] ??= new WeakMap()
  const jobs = shared[GLOBAL_KEY].get(app) ?? open()
  shared[GLOBAL_KEY].set(app, jobs)
  return jobs
}

/** Every job by name. */
export function openJobs(
  app: ServiceApp,
  config: Config,
  own: OwnServers,
  signal: AbortSignal,
  { budgetSeconds, build = buildHere, resolve = resolveHere, openCounter = countHere }: JobsHost,
) {
  const { db, metrics, productCorrections, log } = app
  const clock = () => new Date()
  const controls = { signal, userAgent: userAgentOf(config) }
  return counted(metrics, {
    ...openProbeJobs(app, config, own, signal, budgetSeconds),
    sync: () =>
      syncSources({ db, sources: SOURCES, settings: config.sources, baseUrl: config.baseUrl, controls, clock, log }),
    alternatives: openAlternatives(app, clock, signal),
    assess: () => refreshAssessments(db, clock, signal, openCounter),
    index: () => refreshSearchIndex(openIndexJob(app, build, signal)),
    keep: async () => {
      // Retention by a clock that is days ahead would delete what is still to be kept.
      if ((await aheadOfDatabaseMs(db, clock())) <= MOST_AHEAD_MS) return applyRetention(db, clock)
      log('The clock of this process is ahead of the database’s by more than an hour: nothing is deleted.')
      return null
    },
    learn: () => learnForecast(db, clock),
    log: openTlogJob(app, config, signal),
    bundle: openBundleJob({ ...bundleParts(app, config), clock, signal }),
    products: () => resolveProducts({ db, corrections: productCorrections, resolve, clock, signal, log }),
    files: openFilesJob(app, clock),
    sitemap: openSitemapJob(app, clock),
    reassess: () => reassessAll(db, clock, { quietSince: null, signal }),
  })
}

/** Searches alternatives, and stores with them what the decision bundle has of them; null: the index is not ready. */
function openAlternatives(app: ServiceApp, clock: () => Date, signal: AbortSignal) {
  const run = openAlternativesJob({
    ...{ db: app.db, clock, signal },
    search: (subjectId) => searchList(subjectId, contextOf(app, null)),
    record: async (lists) => {
      await recordBundled(lists, contextOf(app, null))
      await app.alternatives.record(lists)
    },
  })
  return () =>
    run().catch((cause: unknown) => {
      if (isApiError(cause) && cause.code === 'not_ready') return null
      throw cause
    })
}

/** What the job of the decision bundle needs of a process besides. */
function bundleParts({ db, signingKeys, baseUrl, log }: ServiceApp, { files, tlog: { place, documentDays } }: Config) {
  const at = files?.place ?? place
  const copy = at === null ? null : openBundlePlace(openSideFiles(at), log)
  return {
    db,
    signingKeys,
    baseUrl,
    documentDays,
    alternatives: { list: listBundleAlternatives, changedSince: listAlternativesChangedSince },
    place: copy,
  }
}

export type Jobs = ReturnType<typeof openJobs>

/** The same jobs; their runs are counted under their names. */
function counted<Works extends Record<string, () => Promise<unknown>>>(
  metrics: ServiceApp['metrics'],
  works: Works,
): Works {
  const named = Object.entries(works).map(([name, work]) => [name, () => metrics.job(name, work)])
  return Object.fromEntries(named)
}

/** All but launches, which take minutes and would keep a run from ending. */
const PROBED_AT_ADDRESSES = EVIDENCE_KINDS.filter((kind) => kind !== 'launch')

function openProbeJobs(
  { db, metrics, log }: ServiceApp,
  config: Config,
  own: OwnServers,
  signal: AbortSignal,
  budgetSeconds: number,
) {
  const clock = () => new Date()
  const settings = probeSettings(config, own)
  const { canaryUrls, allowedOrigins, vantage, launch, concurrency, perHost } = config.probe
  const packageIndexes = openPackageIndexes(config.probe, log)
  const canLaunch = openLaunchCheck(log, signal, clock)
  const common = {
    ...config.probe,
    budgetSeconds,
    db,
    steps: RECORDING_STEPS,
    connectivity: openConnectivity({
      canaryUrls,
      allowedOrigins,
      userAgent: settings.userAgent,
      log,
      record: (report) => recordConnectivity(db, { vantage, ...report }),
    }),
    policies: openProbingPolicies(db, settings),
    probeLocally: own.stdioCommands.size > 0 || allowedOrigins.length > 0,
    clock,
    signal,
    log,
    onProbed: (reason: ProbeReason, durationMs: number) => metrics.probe(reason, durationMs),
  }
  const run = async (part: Pick<ProbeJob, 'scope' | 'kinds' | 'slots'>) =>
    runProbes({ ...common, ...part, settings: { ...settings, packageIndexes: await packageIndexes() } })
  // The first run of a process schedules the whole catalog: its probers may differ from those the catalog was last
  // scheduled for.
  let scope: SchedulingScope = 'all'
  const slots = new Slots(concurrency, perHost)
  return {
    probe: async () => {
      const report = await run({ scope, kinds: PROBED_AT_ADDRESSES, slots })
      scope = 'changed'
      return report
    },
    launch: async () =>
      launch !== null && (await canLaunch(launch)) ? run({ scope: 'changed', kinds: ['launch'] }) : null,
  }
}

/** Names the prober, and the page that explains it and how to opt out. */
export function userAgentOf({ baseUrl }: Config): string {
  return `AssayProbe/1 (+${baseUrl}/probing)`
}

function probeSettings(config: Config, own: OwnServers): ProbeSettings {
  return {
    userAgent: userAgentOf(config),
    vantage: config.probe.vantage,
    deadlineMs: config.probe.deadlineSeconds * 1000,
    maxAnswerBytes: MAX_ANSWER_BYTES,
    maxTools: MOST_LISTED_TOOLS,
    dial: { allowedOrigins: [...own.origins, ...config.probe.allowedOrigins] },
    stdioCommands: own.stdioCommands,
    launch: config.probe.launch,
    pypiUrl: config.probe.pypiUrl,
  }
}

/** The largest real listings are under 2 MB. */
const MAX_ANSWER_BYTES = 8_000_000

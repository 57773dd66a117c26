import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { openMemo } from '../api/cache/memo'
import { NOTHING_REMEMBERED } from '../api/cache/remembered-answers'
import { contextOf } from '../api/context'
import { openDemandCounter } from '../api/demand-counter'
import { openFinder } from '../api/finder'
import { openKnownIds } from '../api/known-ids'
import { openSearchIndex } from '../api/search-index'
import { openAttester } from '../api/signing/attester'
import { openSigningKeys, replaceExposedKeys } from '../api/signing/signing-keys'
import { type Config, config } from '../config'
import { dayOf } from '../core/day'
import { type Gate, openGate } from '../http/gate'
import { openLimits } from '../http/limits/limits'
import { Metrics } from '../metrics/metrics'
import { latestDueAt } from '../monitor/next-probe'
import { openProductDirectory } from '../products/product-directory'
import { openAlternativeLists } from '../store/alternatives/held-lists'
import { openSubjectFacts } from '../store/catalog/subject-facts'
import { type Database, type OpenDatabase, openDatabase } from '../store/database'
import { requireRightUse } from '../store/demonstration'
import { clampDueTimes } from '../store/evidence/due-times'
import { makeObservationPartitions } from '../store/evidence/partitions'
import { openPublishedFiles, type PublishedFiles } from '../store/files/published-files'
import { findKey } from '../store/keys/keys'
import type { SharedPoints } from '../store/keys/shared-points'
import { openRatingReader } from '../store/ratings/ratings'
import { openReachability } from '../store/reachability'
import { openKeyRevisions, type RevisionReader } from '../store/signing/key-revisions'
import { getOrCreateSecret } from '../store/signing/signing-keys'
import { openProcessTlog, openSideFiles } from '../tlog/process-tlog'
import { tlogCondition } from '../tlog/tlog-condition'
import { logToStderr } from './log/log'
import { openOutcomes } from './outcomes'
import { openProductCorrections } from './product-corrections'
import { ROLES } from './roles/roles'
import { openSearchWeights } from './search-weights'
import type { ServiceApp, ServiceContext } from './service-app'

// Next's bundle and server.ts load this file twice in one process; both copies share this global.
const GLOBAL_KEY = Symbol.for('assay.app')
const shared = globalThis as { [GLOBAL_KEY]?: Promise<ServiceApp> | undefined }

/** The app of this process, opened at the first call. A failed opening is tried again at the next call. */
export function getApp(): Promise<ServiceApp> {
  return shared[GLOBAL_KEY] ?? open()
}

function open(): Promise<ServiceApp> {
  const opening = openApp(config(), { opensLog: true })
  shared[GLOBAL_KEY] = opening
  opening.catch(() => {
    shared[GLOBAL_KEY] = undefined
  })
  return opening
}

/** The context of one request: reads the clock, once. */
export async function getContext(address: string | null = null): Promise<ServiceContext> {
  return contextOf(await getApp(), address)
}

/**
 * Opens the database and everything that a process has once. Throws where the database cannot be opened,
 * `NotThatDatabase` where a demonstration is opened as a real database or the other way round, and `ConfigError` where
 * a file that the settings name cannot be used; nothing stays open then. `opensLog`: the process is the service. A
 * command leaves it out, as the address in its settings need not be that of the service.
 */
export async function openApp(settings: Config, { opensLog = false } = {}): Promise<ServiceApp> {
  const searchWeights = openSearchWeights(settings.searchWeights)
  const { db, reads, exposure, close, ...opened } = await openConfigured(settings, opensLog)
  try {
    const demonstration = await requireRightUse(db, settings.demonstration)
    const now = new Date()
    await makeObservationPartitions(db, now)
    await clampDueTimes(db, latestDueAt(settings.probe, now), now)
    const configured = settings.signingSeed
    const how = { isExposed: exposure !== null, opensLog, log: logToStderr }
    const { served, scoreTlog } = await openProcessTlog(db, settings, how, now)
    if (exposure !== null) await replaceExposedKeys(db, exposure, configured !== null, now, logToStderr)
    const revisions = openKeyRevisions(db)
    const signingKeys = await openSigningKeys({ db, revisions, configured, log: logToStderr }, now)
    const root = await rootSecret(db, configured)
    const files = openFiles(settings)
    const searchIndex = openSearchIndex(reads.db, searchWeights, logToStderr, { files })
    const outcomes = await openOutcomes(db, settings.outcomeStream, logToStderr)
    const demand = openDemandCounter(db, logToStderr)
    const secretFor = openSecrets(root)
    return {
      role: settings.role,
      db,
      reads,
      files,
      publishing: () => null,
      driver: opened.driver,
      availability: opened.availability,
      pool: opened.pool,
      reachability: openReachability(db),
      ...readersOf(reads.db),
      signingKeys,
      attester: openAttester(signingKeys, settings.baseUrl, scoreTlog),
      tlog: served,
      tlogCondition: () => tlogCondition(db, served !== null),
      memo: openMemo(),
      searchWeights,
      searchIndex,
      finder: openFinder(searchIndex),
      alternatives: openAlternativeLists(db, logToStderr),
      gate: gateOf(settings, db, opened.sharedPoints, revisions, secretFor('callers')),
      secretFor,
      knownIds: openKnownIds(db),
      products: openProductDirectory(db, logToStderr),
      productCorrections: openProductCorrections(settings.productsFile),
      ...outcomes,
      demand,
      metrics: new Metrics(),
      keyedPerMinute: settings.limits.keyedPerMinute,
      baseUrl: settings.baseUrl,
      registry: settings.registry,
      demonstration,
      log: logToStderr,
      close: async () => {
        shared[GLOBAL_KEY] = undefined
        await Promise.all([outcomes.outcomeWriter.flush(), demand.flush()])
        await outcomes.outcomeStream?.close()
        await scoreTlog?.close()
        await close()
      },
    }
  } catch (cause) {
    await close()
    throw cause
  }
}

/** The configured database. Replicas are for answers: commands and jobs read what was written last. */
function openConfigured(settings: Config, isService: boolean): Promise<OpenDatabase> {
  return openDatabase({
    databaseUrl: settings.databaseUrl,
    ...(isService && ROLES[settings.role].serves ? { replicas: settings.replicas } : {}),
    dataDir: settings.dataDir,
    timeouts: settings.databaseTimeouts,
    embeddedCacheMb: settings.embeddedCacheMb,
    warn: logToStderr,
  })
}

function openFiles({ files }: Config): PublishedFiles | null {
  return files === null ? null : openPublishedFiles(openSideFiles(files.place), files.url, logToStderr)
}

/** What a process that keeps nothing in memory reads with. */
function readersOf(db: Database) {
  return {
    ratings: openRatingReader(db),
    subjectFacts: openSubjectFacts(db),
    remembered: NOTHING_REMEMBERED,
    replica: undefined,
  }
}

/**
 * What secrets of the service are derived from: a configured seed, so that the database alone reveals no caller; else a
 * secret that rotations do not change.
 */
async function rootSecret(db: Database, configured: string | null): Promise<Buffer> {
  const text = configured ?? (await getOrCreateSecret(db, 'root', randomBytes(32).toString('base64url')))
  return Buffer.from(text, 'base64url')
}

/** The database never learns an address: processes share callers under a keyed hash that changes daily. */
function gateOf(
  settings: Config,
  db: Database,
  sharedPoints: SharedPoints | null,
  revisions: RevisionReader,
  secret: Uint8Array,
): Gate {
  const nameOf = (caller: string) =>
    createHmac('sha256', secret)
      .update(`${dayOf(new Date())} ${caller}`)
      .digest('base64url')
  const limits = openLimits(sharedPoints, nameOf, (cause) =>
    logToStderr('Limits are not shared with other processes; each counts by itself.', cause),
  )
  return openGate({
    ...settings.limits,
    limits: settings.limits.enabled ? limits : null,
    findKey: (hash, now) => findKey(db, hash, now),
    keyRevision: () => {
      const asked = revisions.current()
      return asked instanceof Promise ? asked.then(({ api_keys }) => api_keys) : asked.api_keys
    },
  })
}

/** The secret of each purpose, derived from the root once. */
function openSecrets(root: Uint8Array): (purpose: string) => Uint8Array {
  const secrets = new Map<string, Uint8Array>()
  return (purpose) => {
    const secret = secrets.get(purpose) ?? new Uint8Array(hkdfSync('sha256', root, '', purpose, 32))
    secrets.set(purpose, secret)
    return secret
  }
}

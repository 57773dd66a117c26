import { BUNDLE_FORM, type BundleManifest, MANIFEST_TYPE } from 'assay-decide/bundle'
import { DEFAULT_POLICY } from 'assay-decide/policy'
import { canonicalJson } from 'assay-verify/canonical-json'
import { DAY_MS, HOUR_MS, MINUTE_MS } from 'assay-verify/duration'
import { FORECAST_WEIGHTS, type ForecastWeights } from 'assay-verify/forecast/forecast-model'
import { digestOfJson } from 'assay-verify/leaves/leaf'
import { FORMULA } from 'assay-verify/score/score'
import type { App } from '../../api/context'
import { signCompact } from '../../api/signing/sign-jws'
import { withLease } from '../../jobs/with-lease'
import type { Database } from '../../store/database'
import { holdsLease, type Lease } from '../../store/leases'
import { recordDocuments } from '../../store/outbox/documents'
import { queueFacts } from '../../store/outbox/queue'
import { findForecastWeights } from '../../store/ratings/forecast-weights'
import { payloadOf } from '../manifest-payload'
import {
  findNewestManifest,
  listStoredTiles,
  type MadeTile,
  recordManifest,
  recordTiles,
  type StoredManifest,
} from '../sql/bundle-tiles'
import { type BuiltTiles, buildPages, buildTiles } from './build-tiles'
import type { BundlePlace } from './bundle-place'
import { type AlternativesReader, type HeldCatalog, readCatalog, refreshCatalog } from './held-catalog'
import { refreshPins } from './refresh-pins'

/** What a run of the job works with. */
export interface BundleJob extends Pick<App, 'db' | 'signingKeys' | 'baseUrl'> {
  alternatives: AlternativesReader
  /** Where copies of the files are kept; null: nowhere. */
  place: BundlePlace | null
  /** Days that the payload of the manifest of each hour is kept for the log. */
  documentDays: number
  clock: () => Date
  signal: AbortSignal
}

export interface BundleReport {
  sequence: number
  servers: number
  /** Tiles and pages that were not there before. */
  written: number
  /** Whether everything was read anew. */
  isWhole: boolean
}

/** A manifest is made at most so often. */
const MADE_EVERY_MS = MINUTE_MS
/** From then on nothing may be decided from a manifest. */
const LASTS_MS = 10 * MINUTE_MS
/** Tiles stay for so long after the last manifest that names them. */
const KEPT_MS = HOUR_MS
/** Everything is read anew so often: a change that no time in the database shows lasts no longer. */
const HELD_FOR_MS = HOUR_MS

/** What a process keeps from one run to the next. */
interface Held {
  catalog: HeldCatalog
  built: BuiltTiles
  readAt: number
}

/**
 * The job that makes a manifest where the newest is a minute old. A run that is killed leaves tiles that no manifest
 * names, which go after an hour. null: none is due, or another process makes one.
 */
export function openBundleJob(job: BundleJob): () => Promise<BundleReport | null> {
  let held: Held | undefined
  return async () => {
    if (!isDue(await findNewestManifest(job.db), job.clock())) return null
    const report = await withLease(job.db, job.clock, 'bundle', async (lease) => {
      const newest = await findNewestManifest(job.db)
      if (!isDue(newest, job.clock())) return null
      const known = held
      // Kept only where the run succeeds: what a failed one has read, its tiles do not show.
      held = undefined
      const { next, report } = await writeBundle(job, lease, newest, known)
      held = next
      return report
    })
    return report ?? null
  }
}

function isDue(newest: StoredManifest | undefined, now: Date): boolean {
  return newest === undefined || Math.abs(now.getTime() - newest.at.getTime()) >= MADE_EVERY_MS
}

async function writeBundle(job: BundleJob, lease: Lease, newest: StoredManifest | undefined, known: Held | undefined) {
  const { db, signal } = job
  const pinned = await refreshPins(db, signal)
  const weights = (await findForecastWeights(db)) ?? FORECAST_WEIGHTS
  const now = job.clock()
  const reading = { db, alternatives: job.alternatives, weights, now }
  const isHeld = known !== undefined && Math.abs(now.getTime() - known.readAt) < HELD_FOR_MS
  const catalog = isHeld ? known.catalog : await readCatalog(reading)
  const changes = isHeld ? await refreshCatalog(catalog, pinned, reading) : []
  signal.throwIfAborted()
  const fresh: MadeTile[] = []
  const store = async (tiles: readonly MadeTile[]) => {
    fresh.push(...(await storeNew(db, tiles)))
  }
  const built = await buildTiles({
    servers: catalog.servers,
    since: isHeld ? { built: known.built, changes } : null,
    bitsBefore: newest === undefined ? null : payloadOf(newest.jws).bits,
    store,
  })
  const pages = await buildPages(built)
  await store(Object.values(pages).flat())
  signal.throwIfAborted()
  const { sequence, jws, gone } = await publish(job, lease, { newest, built, pages, weights, now })
  await job.place?.follow(db, { jws, fresh, gone })
  const report = { sequence, servers: catalog.servers.size, written: fresh.length, isWhole: !isHeld }
  return { next: { catalog, built, readAt: isHeld ? known.readAt : now.getTime() }, report }
}

/** Stores those that are not there yet, and answers them. */
async function storeNew(db: Database, tiles: readonly MadeTile[]): Promise<MadeTile[]> {
  const there = await listStoredTiles(
    db,
    tiles.map(({ digest }) => digest),
  )
  const each = new Map(tiles.map((tile) => [tile.digest, tile]))
  const fresh = [...each.values()].filter(({ digest }) => !there.has(digest))
  await recordTiles(db, fresh)
  return fresh
}

interface Publication {
  newest: StoredManifest | undefined
  built: BuiltTiles
  pages: Record<keyof BuiltTiles['digests'], MadeTile[]>
  weights: ForecastWeights
  now: Date
}

/** Signs and stores the manifest; `gone`: tiles that are kept no longer. */
async function publish(job: BundleJob, lease: Lease, publication: Publication) {
  const { built, pages, newest, now } = publication
  const payload = manifestOf(job, publication)
  const { key } = await job.signingKeys.current(now)
  const body = canonicalJson(payload)
  const jws = signCompact(body, MANIFEST_TYPE, key)
  const digests = [...Object.values(pages).flatMap((list) => list.map(({ digest }) => digest)), ...tilesOf(built)]
  const { sequence } = payload
  const gone = await job.db.transaction(async (tx) => {
    if (!(await holdsLease(tx, lease))) throw new Error('another process took over the bundle')
    const isFirstOfHour = newest === undefined || hourOf(newest.at) !== hourOf(now)
    if (isFirstOfHour) await queueManifest(tx, job, body, sequence, now)
    return recordManifest(tx, { sequence, jws, at: now }, digests, new Date(now.getTime() - KEPT_MS))
  })
  return { sequence, jws, gone }
}

function manifestOf({ baseUrl }: BundleJob, { newest, built, pages, weights, now }: Publication): BundleManifest {
  const iat = Math.floor(now.getTime() / 1000)
  const digestsOf = (tiles: readonly MadeTile[]) => tiles.map(({ digest }) => digest)
  return {
    form: BUNDLE_FORM,
    iss: baseUrl,
    // By the clock, so that it grows also where a database was restored from an older copy.
    sequence: Math.max((newest?.sequence ?? 0) + 1, Math.floor(now.getTime() / MINUTE_MS)),
    iat,
    exp: iat + LASTS_MS / 1000,
    bits: built.bits,
    pageTiles: built.pageTiles,
    pages: { facts: digestsOf(pages.facts), pins: digestsOf(pages.pins), states: digestsOf(pages.states) },
    formulas: { score: FORMULA, forecast: weights.version, policy: DEFAULT_POLICY.version },
  }
}

function tilesOf({ digests }: BuiltTiles): string[] {
  return Object.values(digests).flat()
}

/** Queues the manifest for the log, with its payload. */
async function queueManifest(
  tx: Database,
  { documentDays }: BundleJob,
  body: string,
  sequence: number,
  now: Date,
): Promise<void> {
  const digest = digestOfJson(body)
  const hour = new Date(hourOf(now)).toISOString()
  const keptUntil = new Date(now.getTime() + documentDays * DAY_MS)
  await recordDocuments(tx, [{ digest, kind: 'bundle', body, keptUntil }])
  const fact = { kind: 'bundle', at: now.toISOString(), hour, sequence, digest } as const
  await queueFacts(tx, [{ fact, identity: `bundle ${hour}` }], now)
}

function hourOf(at: Date): number {
  return Math.floor(at.getTime() / HOUR_MS) * HOUR_MS
}

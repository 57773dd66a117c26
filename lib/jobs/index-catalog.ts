import { createHash } from 'node:crypto'
import type { SearchDocument } from '../search/index/search-document'
import type { Database } from '../store/database'
import type { PublishedFiles } from '../store/files/published-files'
import type { Lease } from '../store/leases'
import { listChangedSubjects, readSettledUntil } from '../store/search/search-documents'
import {
  type IndexState,
  listGone,
  type NewSegment,
  readIndexState,
  recordCover,
  recordSegment,
  type SegmentName,
  type SegmentState,
} from '../store/search/search-segments'
import { listMissingSegments, publishSegment, publishStoredSegment } from '../store/search/segment-files'
import { pagesOf, pagesOfListed } from './index/document-pages'
import type { SegmentBuilderPort } from './index/segment-builder'
import { withLease } from './with-lease'

export interface IndexJob {
  db: Database
  build: SegmentBuilderPort
  /** Bytes of the weights; a segment that was built with others is built again. */
  weights: Uint8Array
  clock: () => Date
  signal: AbortSignal
  /** Where segments are kept as files, too; null or left out: nowhere. */
  files?: PublishedFiles | null
  /** Bytes of a stored part; the store's own choice when not given. */
  partBytes?: number
}

/** What the job takes of the app of its process. */
export interface IndexedApp {
  db: Database
  files?: PublishedFiles | null
  searchWeights: () => Uint8Array
}

/** The job with the weights of its process and the system clock. */
export function openIndexJob(
  { db, files = null, searchWeights }: IndexedApp,
  build: SegmentBuilderPort,
  signal: AbortSignal,
): IndexJob {
  return { db, files, build, weights: searchWeights(), clock: () => new Date(), signal }
}

/** What was built. `unchanged`: the current segment was right already. */
export interface IndexReport {
  segment: SegmentName
  documents: number
  gone: number
  bytes: number
  unchanged: boolean
}

/** `recent` holds at most this many changed subjects, or this share of `base`; then everything is built again. */
const RECENT_MOST = 2000
const RECENT_SHARE = 0.05
/** While `base` is being built, `recent` may grow to this many times its limit. */
const RECENT_STRETCH = 4
/** Rows that were deleted leave nothing that `recent` could list as gone; only a new `base` drops them. */
const BASE_LASTS_MS = 24 * 3_600_000

/**
 * Brings the stored index up to date: builds `base` when it is due, then `recent` when something changed. Idempotent.
 */
export async function refreshSearchIndex(job: IndexJob): Promise<IndexReport[]> {
  const reports = [await rebuildBase(job), await refreshRecent(job)]
  return reports.filter((report) => report !== undefined)
}

/** Builds every listed subject into `base` when it is due; undefined when it is not, or another process builds it. */
export async function rebuildBase(job: IndexJob): Promise<IndexReport | undefined> {
  const isDue = async () => isBaseDue(await readIndexState(job.db), hashOf(job.weights), job.clock())
  if (!(await isDue())) return undefined
  return withLease(job.db, job.clock, leaseOf('base'), async (lease) => {
    // Checked again: another process may have built it before this one got the lease.
    if (!(await isDue())) return undefined
    const coversUntil = await readSettledUntil(job.db)
    const built = await buildFrom(job, pagesOfListed(job.db))
    return record(job, 'base', { ...built, coversUntil, gone: [] }, lease)
  })
}

/** Builds what changed since `base` into `recent`, unless nothing did, or so much that `base` is due. */
export async function refreshRecent(job: IndexJob): Promise<IndexReport | undefined> {
  const needed = async () => recentNeeded(await readIndexState(job.db), hashOf(job.weights))
  if ((await needed()) === undefined) return undefined
  return withLease(job.db, job.clock, leaseOf('recent'), async (lease) => {
    const state = await needed()
    if (state === undefined) return undefined
    const { base, recent } = state
    const coversUntil = await readSettledUntil(job.db)
    const most = Math.floor(mostRecent(base) * RECENT_STRETCH)
    const changed = await listChangedSubjects(job.db, base.coversUntil, most + 1)
    if (changed.length > most) return undefined
    const [present, absent] = [changed.filter(({ listed }) => listed), changed.filter(({ listed }) => !listed)]
    const gone = absent.map(({ id }) => id)
    const built = await buildFrom(
      job,
      pagesOf(
        job.db,
        present.map(({ id }) => id),
      ),
    )
    if (recent !== undefined && (await isSame(job.db, recent, built.bytes, gone))) {
      await recordCover(job.db, 'recent', recent.version, coversUntil, job.clock())
      return reportOf('recent', { ...built, gone }, true)
    }
    return record(job, 'recent', { ...built, coversUntil, gone }, lease)
  })
}

/** Writes segments in force that are no files yet: they were built without, or the store failed. */
export async function publishMissingSegments(files: PublishedFiles, { db, clock }: Pick<IndexJob, 'db' | 'clock'>) {
  for (const [name, stored] of await listMissingSegments(db))
    await withLease(db, clock, leaseOf(name), (lease) => publishStoredSegment(files, db, name, stored, lease))
}

const leaseOf = (name: SegmentName) => `search index ${name}`

function isBaseDue({ base, hasSubjects }: IndexState, weightsHash: string, now: Date): boolean {
  if (base === undefined) return hasSubjects
  const isOld = now.getTime() - base.builtAt.getTime() > BASE_LASTS_MS
  return isOld || base.weightsHash !== weightsHash || base.behind > mostRecent(base)
}

function mostRecent(base: SegmentState): number {
  return Math.max(RECENT_MOST, base.documents * RECENT_SHARE)
}

/** The segments that a new `recent` builds on; undefined when it is up to date, or has to wait for a new `base`. */
function recentNeeded(
  { base, recent }: IndexState,
  weightsHash: string,
): { base: SegmentState; recent: SegmentState | undefined } | undefined {
  if (base === undefined || base.weightsHash !== weightsHash) return undefined
  if (base.behind > mostRecent(base) * RECENT_STRETCH) return undefined
  const isRight = recent === undefined ? base.behind === 0 : recent.behind === 0 && recent.builtAt >= base.builtAt
  return isRight ? undefined : { base, recent }
}

async function isSame(
  db: Database,
  recent: SegmentState,
  bytes: Uint8Array,
  gone: readonly string[],
): Promise<boolean> {
  if (recent.sha256 !== hashOf(bytes)) return false
  return JSON.stringify(await listGone(db, 'recent', recent.version)) === JSON.stringify(gone)
}

async function record(
  { db, files = null, clock, partBytes }: IndexJob,
  name: SegmentName,
  segment: NewSegment,
  lease: Lease,
): Promise<IndexReport | undefined> {
  if (files !== null) await publishSegment(files, db, name, lease.holder, segment.bytes, lease)
  const isOurs = await recordSegment(db, name, segment, lease, clock(), partBytes)
  return isOurs ? reportOf(name, segment, false) : undefined
}

function reportOf(
  segment: SegmentName,
  { documents, gone, bytes }: Pick<NewSegment, 'documents' | 'gone' | 'bytes'>,
  unchanged: boolean,
): IndexReport {
  return { segment, documents, gone: gone.length, bytes: bytes.length, unchanged }
}

async function buildFrom({ build, weights, signal }: IndexJob, given: AsyncIterable<readonly SearchDocument[]>) {
  let documents = 0
  const pages = async function* () {
    for await (const page of given) {
      signal.throwIfAborted()
      documents += page.length
      yield page
    }
  }
  const bytes = await build(weights, pages())
  return { bytes, documents, weightsHash: hashOf(weights) }
}

const hashes = new WeakMap<Uint8Array, string>()

function hashOf(bytes: Uint8Array): string {
  const known = hashes.get(bytes)
  if (known !== undefined) return known
  const hash = createHash('sha256').update(bytes).digest('hex')
  hashes.set(bytes, hash)
  return hash
}

import type { Database } from '../store/database'
import type { PublishedFiles } from '../store/files/published-files'
import {
  BrokenSegment,
  listGone,
  listSegments,
  readSegment,
  type StoredSegment,
  type StoredSegments,
} from '../store/search/search-segments'
import { readSegmentFile } from '../store/search/segment-files'
import { type IndexBytes, UnreadableIndex } from './ranking/ranking-host'

/** The segments of the store as they were read, and their bytes. */
export interface ReadSegments {
  stored: StoredSegments
  bytes: IndexBytes
}

/** A segment may be replaced while it is read. */
const ATTEMPTS = 5

/**
 * Reads the stored segments, from files where there are any, except a `base` that `known` already has, and has `load`
 * take them; returns `known` itself where nothing is new, and undefined where none is stored. Throws `BrokenSegment`
 * for bytes that are not a segment.
 */
export function openSegmentReader(
  db: Database,
  files: PublishedFiles | null,
  load: (bytes: IndexBytes) => Promise<void>,
) {
  const broken = new Map<string, BrokenSegment>()
  const orBroken = async <Result>(name: string, { version }: StoredSegment, work: () => Promise<Result>) => {
    // A version that cannot be read is not read again with every refresh.
    const before = broken.get(version)
    if (before !== undefined) throw before
    try {
      return await work()
    } catch (cause) {
      const isOurs = cause instanceof UnreadableIndex && cause.segment === name
      const failure = isOurs ? new BrokenSegment(`${name} ${version} cannot be read`, { cause }) : cause
      if (failure instanceof BrokenSegment) broken.set(version, failure)
      throw failure
    }
  }
  const readBytes = (name: 'base' | 'recent', stored: StoredSegment) =>
    orBroken(name, stored, async () => {
      const file = files && (await readSegmentFile(files, db, name, stored))
      return file ?? readSegment(db, name, stored)
    })
  /** undefined where one of them was replaced meanwhile. */
  const readStored = async ({ base, recent }: StoredSegments, known: IndexBytes | undefined) => {
    if (base === undefined) return undefined
    const baseBytes = known?.base ?? (await readBytes('base', base))
    if (baseBytes === undefined) return undefined
    const whole = { base: baseBytes, baseVersion: base.version }
    if (recent === undefined) return { ...whole, recent: null, gone: [] }
    const recentBytes = await readBytes('recent', recent)
    if (recentBytes === undefined) return undefined
    return { ...whole, recent: recentBytes, gone: await listGone(db, 'recent', recent.version) }
  }
  const loadBytes = async ({ base, recent }: StoredSegments, bytes: IndexBytes) => {
    const loadRecent = () => (recent === undefined ? load(bytes) : orBroken('recent', recent, () => load(bytes)))
    return base === undefined ? undefined : orBroken('base', base, loadRecent)
  }
  return async (known: ReadSegments | undefined): Promise<ReadSegments | undefined> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const stored = await listSegments(db)
      if (stored.base === undefined) return undefined
      const hasBase = stored.base.version === known?.stored.base?.version
      if (hasBase && stored.recent?.version === known?.stored.recent?.version) return known
      const bytes = await readStored(stored, hasBase ? known?.bytes : undefined)
      if (bytes === undefined) continue
      await loadBytes(stored, bytes)
      return { stored, bytes }
    }
    throw new Error('the search index is replaced faster than it can be read')
  }
}

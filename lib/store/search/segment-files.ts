import type { Database } from '../database'
import { findSet } from '../files/file-sets'
import type { PublishedFiles } from '../files/published-files'
import type { Lease } from '../leases'
import { listSegments, readSegment, type SegmentName, type StoredSegment } from './search-segments'

const FORMAT = 1
const FILE = 'segment'
const nameOf = (name: SegmentName) => `search-${name}`

/** The bytes of a segment from files, in memory that threads share; undefined: they cannot be had. */
export async function readSegmentFile(
  files: PublishedFiles,
  db: Database,
  name: SegmentName,
  { version, bytes }: StoredSegment,
): Promise<Uint8Array | undefined> {
  const set = await files.find(db, { name: nameOf(name), format: FORMAT, version })
  const segment = set && (await files.read(set, FILE, { isShared: true }))
  return segment?.length === bytes ? segment : undefined
}

/** Writes a segment that is stored under this lease as a file; before it is in force, so that readers find it then. */
export async function publishSegment(
  files: PublishedFiles,
  db: Database,
  name: SegmentName,
  version: string,
  bytes: Uint8Array,
  lease: Lease,
): Promise<void> {
  await files.publish(db, lease, { name: nameOf(name), version, format: FORMAT, files: { [FILE]: bytes } })
}

/** Segments in force that are no files, as they were built without them, or the store failed. */
export async function listMissingSegments(db: Database): Promise<[SegmentName, StoredSegment][]> {
  const missing: [SegmentName, StoredSegment][] = []
  for (const [name, stored] of Object.entries(await listSegments(db)) as [SegmentName, StoredSegment][]) {
    if ((await findSet(db, nameOf(name), stored.version)) === undefined) missing.push([name, stored])
  }
  return missing
}

/** Writes a stored segment as a file, under the lease of its builder, where it is still in force. */
export async function publishStoredSegment(
  files: PublishedFiles,
  db: Database,
  name: SegmentName,
  stored: StoredSegment,
  lease: Lease,
): Promise<void> {
  if ((await listSegments(db))[name]?.version !== stored.version) return
  const bytes = await readSegment(db, name, stored)
  if (bytes !== undefined) await publishSegment(files, db, name, stored.version, bytes, lease)
}

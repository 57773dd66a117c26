import { decodeSegment, type Segment } from '../search/index/segment'
import type { Layer } from '../search/rank/ranked'
import type { Database } from '../store/database'
import {
  BrokenSegment,
  listGone,
  listSegments,
  readSegment,
  type SegmentName,
  type StoredSegment,
  type StoredSegments,
} from '../store/search/search-segments'

/** The segments a process has loaded, and which entries of each are hidden. */
export interface LoadedSegments {
  stored: StoredSegments
  base: Segment
  layers: readonly Layer[]
}

/** A segment may be replaced while it is read. */
const ATTEMPTS = 5
/** Ids compared between two turns of the event loop. */
const IDS_PER_TURN = 20_000

/**
 * Reads the stored segments, except those that `loaded` already has; returns `loaded` itself where nothing is new, and
 * undefined where none is stored. Throws `BrokenSegment` for bytes that are not a segment.
 */
export function openSegmentReader(db: Database) {
  const broken = new Map<string, BrokenSegment>()
  const segmentOf = async (name: SegmentName, stored: StoredSegment): Promise<Segment | undefined> => {
    // A version that cannot be decoded is not read again with every refresh.
    const known = broken.get(stored.version)
    if (known !== undefined) throw known
    try {
      const bytes = await readSegment(db, name, stored)
      return bytes === undefined ? undefined : decoded(name, stored, bytes)
    } catch (cause) {
      if (cause instanceof BrokenSegment) broken.set(stored.version, cause)
      throw cause
    }
  }
  /** undefined where one of them was replaced meanwhile. */
  const readStored = async (stored: StoredSegments, loaded: Segment | undefined) => {
    const base = loaded ?? (stored.base && (await segmentOf('base', stored.base)))
    if (base === undefined) return undefined
    if (stored.recent === undefined) return { stored, base, layers: [{ segment: base, hidden: null }] }
    const recent = await segmentOf('recent', stored.recent)
    if (recent === undefined) return undefined
    return { stored, base, layers: await layersOf(base, recent, await listGone(db, 'recent', stored.recent.version)) }
  }
  return async (loaded: LoadedSegments | undefined): Promise<LoadedSegments | undefined> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const stored = await listSegments(db)
      if (stored.base === undefined) return undefined
      const hasBase = stored.base.version === loaded?.stored.base?.version
      if (hasBase && stored.recent?.version === loaded?.stored.recent?.version) return loaded
      const read = await readStored(stored, hasBase ? loaded?.base : undefined)
      if (read !== undefined) return read
    }
    throw new Error('the search index is replaced faster than it can be read')
  }
}

function decoded(name: SegmentName, { version }: StoredSegment, bytes: Uint8Array): Segment {
  try {
    return decodeSegment(bytes)
  } catch (cause) {
    throw new BrokenSegment(`${name} ${version} cannot be read`, { cause })
  }
}

/**
 * Hides in `base` what `recent` has or lists as gone. It yields to the event loop, because comparing a quarter of a
 * million ids takes long.
 */
async function layersOf(base: Segment, recent: Segment, gone: readonly string[]): Promise<Layer[]> {
  const newer = new Set([...recent.ids, ...gone])
  const hidden = new Uint8Array(base.ids.length)
  for (const [ordinal, id] of base.ids.entries()) {
    if (newer.has(id)) hidden[ordinal] = 1
    if (ordinal % IDS_PER_TURN === IDS_PER_TURN - 1) await new Promise(setImmediate)
  }
  const layers: Layer[] = [{ segment: base, hidden: newer.size === 0 ? null : hidden }]
  return recent.ids.length === 0 ? layers : [...layers, { segment: recent, hidden: null }]
}

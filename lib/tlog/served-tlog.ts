import { type Checkpoint, openCheckpoint } from 'assay-tlog/note/checkpoint'
import { formatVerifierKey, type VerifierKey } from 'assay-tlog/note/verifier-key'
import type { TlogStorage } from 'assay-tlog/storage/storage'
import { TILE_WIDTH, type Tile } from 'assay-tlog/tile'
import { findTile } from 'assay-tlog/tree/stored-tree'
import type { Database } from '../store/database'
import { keyOf } from './job/signers'
import { findTlogState, type TlogState } from './sql/state'
import { listTlogKeys } from './sql/tlog-keys'

/** The published tree, and its checkpoint as it is served. */
export interface PublishedTree extends Checkpoint {
  note: string
}

/** A key of the log as it is published. */
interface PublishedTlogKey {
  vkey: string
  kid: string
  /** null: it signs. */
  retiredAt: Date | null
}

/** The log as this process serves it. */
export interface ServedTlog {
  storage: TlogStorage
  /** Of the configured witnesses. */
  witnessKeys: readonly VerifierKey[]
  /** Days that the inputs of scores are kept. */
  documentDays: number
  state(): Promise<TlogState | undefined>
  keys(): Promise<PublishedTlogKey[]>
  /** The newest checkpoint, at most two seconds old; undefined: nothing is published yet. */
  published(now: Date): Promise<PublishedTree | undefined>
  /**
   * The bytes of a file of the published tree; undefined: it has no such file, or no checkpoint needed a partial one of
   * this width.
   */
  tile(tile: Tile, now: Date): Promise<Uint8Array | undefined>
}

const CHECKPOINT_CACHED_MS = 2000

export function openServedTlog(
  storage: TlogStorage,
  db: Database,
  { witnessKeys, documentDays }: Pick<ServedTlog, 'witnessKeys' | 'documentDays'>,
): ServedTlog {
  let kept: { tree: PublishedTree | undefined; readAt: number } | undefined
  const keys = async () => {
    const origin = (await findTlogState(db))?.origin
    if (origin === undefined) return []
    const stored = await listTlogKeys(db)
    return stored.map(({ kid, publicKey, retiredAt }) => ({ kid, retiredAt, key: keyOf(origin, publicKey) }))
  }
  const read = async (): Promise<PublishedTree | undefined> => {
    const note = await storage.readCheckpoint()
    const origin = (await findTlogState(db))?.origin
    if (note === undefined || origin === undefined) return undefined
    const opened = openCheckpoint(note, { origin, keys: (await keys()).map(({ key }) => key) })
    return opened.ok ? { ...opened.checkpoint, note } : undefined
  }
  const published = async (now: Date) => {
    const at = now.getTime()
    if (kept === undefined || Math.abs(at - kept.readAt) > CHECKPOINT_CACHED_MS)
      kept = { tree: await read(), readAt: at }
    return kept.tree
  }
  return {
    storage,
    witnessKeys,
    documentDays,
    state: () => findTlogState(db),
    keys: async () => (await keys()).map(({ key, ...rest }) => ({ vkey: formatVerifierKey(key), ...rest })),
    published,
    tile: async (tile, now) => {
      const size = (await published(now))?.size ?? 0
      return isWithin(tile, size) ? findTile(storage, tile) : undefined
    },
  }
}

/** Whether all that the tile holds is of the first `size` leaves. */
function isWithin({ level, index, width }: Tile, size: number): boolean {
  const leavesOfEach = level === 'entries' ? 1 : TILE_WIDTH ** level
  return (index * TILE_WIDTH + width) * leavesOfEach <= size
}

import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { BundleManifest, BundleView, FactsTile, ServerKey, StatesTile, TileFamily } from 'assay-decide/bundle'
import { bundleViewOf } from 'assay-decide/bundle-view'
import { tileNumberOf } from 'assay-decide/names'
import { LRUCache } from 'lru-cache'
import type { Context } from '../api/context'
import { isDatabaseUnavailable } from '../store/connection/database-unavailable'
import type { Database } from '../store/database'
import { payloadOf } from './manifest-payload'
import { findBundleTile, findNewestManifest } from './sql/bundle-tiles'

const unzip = promisify(gunzip)
/** How old the manifest may be that a process answers with, beyond its own age. */
const READ_EVERY_MS = 2000
/** Tiles that are kept as they are sent. */
const MOST_BYTES = 64 * 2 ** 20
/** Tiles that are kept in their parsed form, which takes about ten times as much as these bytes. */
const MOST_PARSED_BYTES = 4 * 2 ** 20

interface ServedManifest {
  /** As it is served. */
  jws: string
  payload: BundleManifest
}

type BundleContext = Pick<Context, 'db' | 'now' | 'memo'>

/** The decision bundle as this process serves it: all processes serve the same, from the database. */
export interface ServedBundle {
  /** The newest manifest, at most two seconds after it was made; undefined: none was made yet. */
  manifest(context: BundleContext): Promise<ServedManifest | undefined>
  /** The bytes of a tile; undefined: there is none of this digest, or it is kept no longer. */
  tile(digest: string, db: Database): Promise<Uint8Array | undefined>
  /**
   * What the newest bundle has of the servers with these keys, without pins; the service knows of no configured names.
   * null: there is no bundle yet. `serverKeyOf` makes the keys, also of ids of servers.
   */
  view(keys: readonly ServerKey[], context: BundleContext): Promise<BundleView | null>
}

/** The one of this process. */
export function servedBundle({ memo, now }: Pick<Context, 'memo' | 'now'>): Promise<ServedBundle> {
  return memo.recent('bundle', Number.POSITIVE_INFINITY, now, async () => openServedBundle())
}

function openServedBundle(): ServedBundle {
  const tiles = new LRUCache<string, Uint8Array, Database>({
    maxSize: MOST_BYTES,
    sizeCalculation: (bytes) => bytes.length,
    fetchMethod: (digest, _stale, { context: db }) => findBundleTile(db, digest),
  })
  const parsed = new LRUCache<string, object>({ maxSize: MOST_PARSED_BYTES })
  const tile = (digest: string, db: Database) => tiles.fetch(digest, { context: db })
  const read = async <Content extends object>(digest: string, db: Database): Promise<Content> => {
    const known = parsed.get(digest)
    if (known !== undefined) return known as Content
    const bytes = await tile(digest, db)
    if (bytes === undefined) throw new Error(`the bundle names a tile that is not stored: ${digest}`)
    const content = JSON.parse((await unzip(bytes)).toString('utf8')) as Content
    parsed.set(digest, content, { size: bytes.length })
    return content
  }
  const readTile = async <Content extends object>(
    { pages, pageTiles }: BundleManifest,
    family: TileFamily,
    tileNo: number,
    db: Database,
  ): Promise<Content> => {
    const page = await read<string[]>(pages[family][Math.floor(tileNo / pageTiles)] ?? '', db)
    return read<Content>(page[tileNo % pageTiles] ?? '', db)
  }
  return {
    manifest: readManifest,
    tile,
    view: async (keys, context) => {
      const found = await readManifest(context)
      if (found === undefined) return null
      const { payload } = found
      const numbers = [...new Set(keys.map((key) => tileNumberOf(key, payload.bits)))]
      const read = <Content extends object>(family: TileFamily) =>
        Promise.all(numbers.map((number) => readTile<Content>(payload, family, number, context.db)))
      const [facts, states] = [await read<FactsTile>('facts'), await read<StatesTile>('states')]
      return bundleViewOf(payload, { facts, states, pins: [] }, { keys })
    },
  }
}

const MANIFEST = 'bundle-manifest'

/** While the database cannot be asked it is the one that was read last. */
async function readManifest({ memo, db, now }: BundleContext): Promise<ServedManifest | undefined> {
  const last = memo.last<ServedManifest | undefined>(MANIFEST)
  return memo.recent(MANIFEST, READ_EVERY_MS, now, async () => {
    try {
      const stored = await findNewestManifest(db)
      return stored && { jws: stored.jws, payload: payloadOf(stored.jws) }
    } catch (cause) {
      const held = isDatabaseUnavailable(cause) ? await last : undefined
      if (held === undefined) throw cause
      return held
    }
  })
}

import { sha256Of } from '../base64url.ts'
import {
  BUNDLE_FORM,
  type BundleManifest,
  type FactsTile,
  type PinsTile,
  type ServerKey,
  type StatesTile,
  type TileDigest,
  type TileFamily,
} from '../bundle.ts'
import type { TileContents } from '../bundle-view.ts'
import { tileNumberOf } from '../names.ts'
import { boundedGet, type Getting, gunzip, HolderProblem } from './bounded-get.ts'
import { isDigest, parsed } from './signed-manifest.ts'
import { type BundleStore, readStored } from './store.ts'

const MOST_TILE_BYTES = 4 * 2 ** 20
const MOST_CONTENT_BYTES = 32 * 2 ** 20
/** Tiles that are asked for at once. */
const AT_ONCE = 8

/** The name under which a tile is stored. */
export const tileFile = (digest: TileDigest): string => `tile-${digest}`

/** The bytes of a tile; null: they are not to be had, and what needs them is left out. Throws `HolderProblem`. */
export type TileSource = (digest: TileDigest) => Promise<Uint8Array<ArrayBuffer> | null>

/** Only what is stored, each checked by its digest. */
export function storedTiles(store: BundleStore): TileSource {
  return async (digest) => {
    const bytes = await readStored(store, tileFile(digest))
    return bytes !== null && (await sha256Of(bytes)) === digest ? bytes : null
  }
}

/** What is stored, else from the service. `onFetched` receives what was not stored. */
export function fetchedTiles(
  serviceUrl: string,
  stored: TileSource,
  getting: Omit<Getting, 'maxBytes'>,
  onFetched: (digest: TileDigest, bytes: Uint8Array) => void,
): TileSource {
  return async (digest) => {
    const known = await stored(digest)
    if (known !== null) return known
    const address = `${serviceUrl}/v1/bundle/tiles/${digest}`
    const { bytes } = await boundedGet(address, { ...getting, maxBytes: MOST_TILE_BYTES })
    if ((await sha256Of(bytes)) !== digest) throw new HolderProblem(`tile ${digest} is damaged`)
    onFetched(digest, bytes)
    return bytes
  }
}

export interface CollectedTiles {
  contents: TileContents
  /** Of every tile and page that was read. */
  digests: Set<TileDigest>
}

/** The tiles of these keys, and the pages that name them. Throws `HolderProblem` where one is not what it must be. */
export async function collectTiles(
  manifest: BundleManifest,
  keys: readonly ServerKey[],
  families: readonly TileFamily[],
  source: TileSource,
): Promise<CollectedTiles> {
  const numbers = [...new Set(keys.map((key) => tileNumberOf(key, manifest.bits)))]
  const digests = new Set<TileDigest>()
  const contentOf = async (digest: TileDigest): Promise<unknown> => {
    const bytes = await source(digest)
    if (bytes === null) return undefined
    digests.add(digest)
    const content = parsed(await gunzip(bytes, MOST_CONTENT_BYTES, `tile ${digest}`))
    if (typeof content !== 'object' || content === null) throw new HolderProblem(`tile ${digest} is no JSON`)
    return content
  }
  const pagesOf = once((digest) => contentOf(digest))
  const wanted = families.flatMap((family) => numbers.map((number) => ({ family, number })))
  const tiles = await eachOf(wanted, async ({ family, number }) => {
    const page = await pagesOf(manifest.pages[family][Math.floor(number / manifest.pageTiles)] ?? '')
    if (page === undefined) return undefined
    const digest: unknown = Array.isArray(page) ? page[number % manifest.pageTiles] : undefined
    if (!isDigest(digest)) throw new HolderProblem(`a page of ${family} does not name tile ${number}`)
    return { family, content: await contentOf(digest) }
  })
  const of = <Tile>(family: TileFamily) =>
    tiles.flatMap((tile) => (tile?.family === family && tile.content !== undefined ? [tileOf<Tile>(tile.content)] : []))
  return {
    contents: { facts: of<FactsTile>('facts'), states: of<StatesTile>('states'), pins: of<PinsTile>('pins') },
    digests,
  }
}

function tileOf<Tile>(content: unknown): Tile {
  if ((content as { form?: unknown }).form !== BUNDLE_FORM) throw new HolderProblem('a tile has an unknown form')
  return content as Tile
}

/** The function, called once for equal arguments. */
function once(work: (digest: TileDigest) => Promise<unknown>): (digest: TileDigest) => Promise<unknown> {
  const begun = new Map<TileDigest, Promise<unknown>>()
  return (digest) => {
    const running = begun.get(digest) ?? work(digest)
    begun.set(digest, running)
    return running
  }
}

/** The results of `work` for all items, of `AT_ONCE` at a time; the first that fails ends it. */
async function eachOf<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  let hasFailed = false
  const take = async () => {
    for (let at = next++; at < items.length && !hasFailed; at = next++) {
      try {
        results[at] = await work(items[at] as Item)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, take))
  return results
}

import { createHash } from 'node:crypto'
import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { TILE_FAMILIES, type TileFamily } from 'assay-decide/bundle'
import { chunksOf } from 'assay-verify/chunks'
import { pageTilesOf, tileBits, tileNumbers } from '../rules/tile-bits'
import { type BundledServer, tileText } from '../rules/tile-text'
import type { MadeTile } from '../sql/bundle-tiles'

const zipped = promisify(gzip)
const GZIP_LEVEL = 9
/** Tiles written and stored at a time: some milliseconds of this thread. */
const AT_A_TIME = 8

/** The tiles of a bundle by their digests. */
export interface BuiltTiles {
  bits: number
  pageTiles: number
  /** Of each family the digest of each tile, by its number. */
  digests: Record<TileFamily, string[]>
  /** Which servers each tile has. */
  members: readonly ReadonlySet<number>[]
}

/** What changed of a server; undefined: it was not, or is no longer, in the bundle. */
type ServerChange = [before: BundledServer | undefined, after: BundledServer | undefined]

/** What tiles are built from. */
export interface TileBuild {
  servers: ReadonlyMap<number, BundledServer>
  /** The tiles before, and what changed since; null: all are built. */
  since: { built: BuiltTiles; changes: readonly ServerChange[] } | null
  /** The bits of the newest manifest; null: there is none. */
  bitsBefore: number | null
  /** Receives tiles that are made, a few at a time. */
  store(tiles: readonly MadeTile[]): Promise<void>
}

/** Builds the tiles that changed. The same servers always give the same tiles. */
export async function buildTiles({ servers, since, bitsBefore, store }: TileBuild): Promise<BuiltTiles> {
  const before = since !== null && !since.changes.some(isRenamed) ? since.built : undefined
  const bits = before?.bits ?? tileBits([...servers.values()], since?.built.bits ?? bitsBefore)
  const members = before?.members ?? (await membersOf(servers, bits))
  const known = since?.built.bits === bits ? since : null
  const digests = { ...(known?.built.digests ?? { facts: [], pins: [], states: [] }) }
  for (const family of TILE_FAMILIES) {
    const numbers = known === null ? members.keys() : changedTiles(family, known.changes, bits)
    const list = [...digests[family]]
    for (const some of chunksOf([...numbers], AT_A_TIME)) {
      const made = await Promise.all(
        some.map((number) => {
          const inTile = [...(members[number] ?? [])].flatMap((key) => servers.get(key) ?? [])
          return madeTile(tileText(family, inTile, number, bits))
        }),
      )
      for (const [at, { digest }] of made.entries()) list[some[at] ?? 0] = digest
      await store(made)
      await nextEventLoopTurn()
    }
    digests[family] = list
  }
  return { bits, pageTiles: pageTilesOf(bits), digests, members }
}

/** The pages of all families. */
export async function buildPages({ digests, pageTiles }: BuiltTiles): Promise<Record<TileFamily, MadeTile[]>> {
  const pagesOf = async (family: TileFamily) =>
    Promise.all(chunksOf(digests[family], pageTiles).map((page) => madeTile(JSON.stringify(page))))
  return { facts: await pagesOf('facts'), pins: await pagesOf('pins'), states: await pagesOf('states') }
}

export async function madeTile(text: string): Promise<MadeTile> {
  const bytes = await zipped(text, { level: GZIP_LEVEL })
  return { digest: createHash('sha256').update(bytes).digest('base64url'), bytes }
}

/** Servers of a turn of the event loop. */
const SERVERS_A_TURN = 500

async function membersOf(servers: ReadonlyMap<number, BundledServer>, bits: number): Promise<Set<number>[]> {
  const members = Array.from({ length: 2 ** bits }, () => new Set<number>())
  for (const some of chunksOf([...servers], SERVERS_A_TURN)) {
    await nextEventLoopTurn()
    for (const [key, server] of some) for (const number of tileNumbers(server.keys, bits)) members[number]?.add(key)
  }
  return members
}

function isRenamed([before, after]: ServerChange): boolean {
  return before?.id !== after?.id || before?.keys.join() !== after?.keys.join()
}

function changedTiles(family: TileFamily, changes: readonly ServerChange[], bits: number): Set<number> {
  const differs = OF_FAMILY[family]
  const changed = changes.filter((change) => isRenamed(change) || differs(change[0]) !== differs(change[1]))
  return new Set(
    changed.flatMap(([before, after]) => [...tileNumbers([...(before?.keys ?? []), ...(after?.keys ?? [])], bits)]),
  )
}

/** What of a server the tiles of a family have. */
const OF_FAMILY: Record<TileFamily, (server: BundledServer | undefined) => string | null | undefined> = {
  facts: (server) => server && `${server.title}\n${server.tools}`,
  pins: (server) => server?.pins,
  states: (server) => server?.state,
}

import type { ServerKey } from 'assay-decide/bundle'
import { tileNumberOf } from 'assay-decide/names'

/** Servers that the smallest tile has at least, so that fetching a tile does not reveal a setup. */
const FEWEST_SERVERS = 50
/** Tiles are divided only where each half has more by so much, so that they do not change back and forth. */
const FEWEST_TO_DIVIDE = 60
const MOST_BITS = 16
const MOST_PAGE_TILES = 32

/**
 * The bits that number tiles: as many as leave `FEWEST_SERVERS` in each tile. `before`: those of the manifest before,
 * which stay where they can; null: there was none.
 */
export function tileBits(servers: readonly { keys: readonly ServerKey[] }[], before: number | null): number {
  const keys = servers.reduce((sum, server) => sum + server.keys.length, 0)
  let bits = Math.max(0, Math.min(MOST_BITS, Math.floor(Math.log2(Math.max(1, keys / FEWEST_SERVERS)))))
  while (bits > 0) {
    const needed = before !== null && bits > before ? FEWEST_TO_DIVIDE : FEWEST_SERVERS
    if (Math.min(...serversATile(servers, bits)) >= needed) break
    bits -= 1
  }
  return bits
}

/** How many servers each tile has. */
export function serversATile(servers: readonly { keys: readonly ServerKey[] }[], bits: number): number[] {
  const counts = new Array<number>(2 ** bits).fill(0)
  for (const { keys } of servers) {
    for (const number of tileNumbers(keys, bits)) counts[number] = (counts[number] ?? 0) + 1
  }
  return counts
}

/** The tiles that a server with these keys is in, each once. */
export function tileNumbers(keys: readonly ServerKey[], bits: number): Set<number> {
  return new Set(keys.map((key) => tileNumberOf(key, bits)))
}

/** Tiles of a page: a caller of some servers reads part of the pages, and a manifest names all of them. */
export function pageTilesOf(bits: number): number {
  return Math.min(MOST_PAGE_TILES, 2 ** bits)
}

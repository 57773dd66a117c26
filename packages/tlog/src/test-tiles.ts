import { TILE_WIDTH, type Tile } from './tile.ts'

/** Every tile and bundle that a log of this size needs. */
export function tilesOfTlog(size: number): Tile[] {
  const tiles: Tile[] = tilesOfLevel('entries', size)
  for (let [level, hashes] = [0, size]; hashes > 0; level += 1) {
    tiles.push(...tilesOfLevel(level, hashes))
    hashes = Math.floor(hashes / TILE_WIDTH)
  }
  return tiles
}

function tilesOfLevel(level: Tile['level'], hashes: number): Tile[] {
  return Array.from({ length: Math.ceil(hashes / TILE_WIDTH) }, (_, index) => ({
    level,
    index,
    width: Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH),
  }))
}

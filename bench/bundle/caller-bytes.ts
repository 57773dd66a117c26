import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { TILE_FAMILIES, type TileFamily } from 'assay-decide/bundle'
import { tileNumberOf } from 'assay-decide/names'
import { serversATile, tileNumbers } from '../../lib/bundle/rules/tile-bits'
import { tileText } from '../../lib/bundle/rules/tile-text'
import { randomFrom } from '../../training/random'
import type { BundleWorld } from './bundle-world'

const CALLERS = 20
const SERVERS_OF_A_CALLER = 20
const GZIP = { level: 9 }
/** Header, signature and members of a manifest without its pages. */
const MANIFEST_BYTES = 620

/** Servers whose alternatives, and whose tools, change in an hour: assumed, of every hundred 5 and 2 a day. */
const CHANGED_AN_HOUR = { facts: 0.05 / 24, pins: 0.02 / 24 }

/** A way to divide the bundle. */
export interface Division {
  bits: number
  pageTiles: number
}

/** What callers of twenty servers, who ask each minute, fetched: bodies, means of all of them. */
export interface CallerBytes extends Division {
  servers: { mean: number; least: number }
  manifests: number
  pages: number
  tiles: number
  /** Tiles of alternatives and of digests of tools, which change seldom. */
  slow: number
  requests: number
  /** What a caller fetches at first, of all families. */
  first: number
}

/** Counts what callers fetch in the minutes that follow. */
export function countCallers(world: BundleWorld, { bits, pageTiles }: Division) {
  const callers = callersOf(world, bits)
  const members = membersOf(world, bits)
  const tileBytes: TileBytes = (family, number) => {
    const servers = (members[number] ?? []).flatMap((index) => world.servers[index]?.server ?? [])
    return gzipSync(tileText(family, servers, number, bits), GZIP).length
  }
  const pageBytes = pageSize(Math.min(pageTiles, 2 ** bits))
  const pages = Math.ceil(2 ** bits / pageTiles)
  const digestInManifest = (45 * 4) / 3
  const manifestBytes = (MANIFEST_BYTES * 4) / 3 + TILE_FAMILIES.length * pages * digestInManifest
  const sums = { manifests: 0, pages: 0, tiles: 0, requests: 0 }
  const minute = (changed: readonly number[]) => {
    const dirty = new Set(changed.flatMap((index) => [...tileNumbers(world.servers[index]?.server.keys ?? [], bits)]))
    const bytesOf = new Map<number, number>()
    const dirtyPages = new Set([...dirty].map((number) => Math.floor(number / pageTiles)))
    for (const numbers of callers) {
      const own = [...new Set(numbers)]
      const fetched = own.filter((number) => dirty.has(number))
      for (const number of fetched) if (!bytesOf.has(number)) bytesOf.set(number, tileBytes('states', number))
      const ownPages = new Set(own.map((number) => Math.floor(number / pageTiles)))
      const changedPages = [...ownPages].filter((page) => dirtyPages.has(page)).length
      sums.manifests += manifestBytes
      sums.pages += changedPages * pageBytes
      sums.tiles += fetched.reduce((sum, number) => sum + (bytesOf.get(number) ?? 0), 0)
      sums.requests += 1 + changedPages + fetched.length
    }
  }
  const result = (hours: number): CallerBytes => {
    const counts = serversATile(
      world.servers.map(({ server }) => server),
      bits,
    )
    const own = [...new Set(callers[0])].map((number) => seldomBytes(number, members[number]?.length ?? 0, tileBytes))
    const anHour = (sum: number) => Math.round(sum / CALLERS / hours)
    return {
      bits,
      pageTiles,
      servers: { mean: Math.round(mean(counts)), least: Math.min(...counts) },
      ...{ manifests: anHour(sums.manifests), pages: anHour(sums.pages), tiles: anHour(sums.tiles) },
      requests: anHour(sums.requests),
      slow: Math.round(own.reduce((sum, { slow }) => sum + slow, 0)),
      first: own.reduce((sum, { first }) => sum + first, 0),
    }
  }
  return { minute, result }
}

/** The tiles of each caller's servers. */
function callersOf({ servers }: BundleWorld, bits: number): number[][] {
  const random = randomFrom(2)
  return Array.from({ length: CALLERS }, () =>
    Array.from({ length: SERVERS_OF_A_CALLER }, () => {
      const { keys } = servers[Math.floor(random() * servers.length)]?.server ?? { keys: [] }
      return tileNumberOf(keys[0] ?? '', bits)
    }),
  )
}

type TileBytes = (family: TileFamily, number: number) => number

/** Of a tile with so many servers: bytes in an hour of what changes seldom, and of all families at first. */
function seldomBytes(number: number, servers: number, tileBytes: TileBytes): { slow: number; first: number } {
  const [facts, pins, states] = [tileBytes('facts', number), tileBytes('pins', number), tileBytes('states', number)]
  const chanceOf = (share: number) => 1 - (1 - share) ** servers
  const slow = facts * chanceOf(CHANGED_AN_HOUR.facts) + pins * chanceOf(CHANGED_AN_HOUR.pins)
  return { slow, first: facts + pins + states }
}

function membersOf({ servers }: BundleWorld, bits: number): number[][] {
  const members = Array.from({ length: 2 ** bits }, (): number[] => [])
  for (const [index, { server }] of servers.entries()) {
    for (const number of tileNumbers(server.keys, bits)) members[number]?.push(index)
  }
  return members
}

/** A page has digests, which do not compress. */
function pageSize(tiles: number): number {
  const digests = Array.from({ length: tiles }, () => randomBytes(32).toString('base64url'))
  return gzipSync(JSON.stringify(digests), GZIP).length
}

function mean(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0) / counts.length
}

import { leafHash } from './merkle.ts'

/** Entries and leaf hashes of a tree for tests: entry n is the decimal of n. */
export function testLeaves(size: number): { entries: Uint8Array[]; hashes: Uint8Array[] } {
  const entries = Array.from({ length: size }, (_, index) => new TextEncoder().encode(String(index)))
  return { entries, hashes: entries.map(leafHash) }
}

import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { leafHash, nodeHash, rootOf, splitOf } from './merkle.ts'
import { noteSigner } from './note/verifier-key.ts'
import type { TlogStorage } from './storage/storage.ts'
import type { TlogWriter } from './tree/tree-writer.ts'

export const ORIGIN = 'assay.example/log'
export const NOW = new Date('2026-11-23T05:40:00.000Z')

export const WRITER: TlogWriter = { origin: ORIGIN, signer: noteSigner(ORIGIN, 'ed25519', new Uint8Array(32).fill(1)) }
export const IDENTITY = { origin: ORIGIN, keys: [WRITER.signer.key] }

/** Entries number `from` to `to` (exclusive) of the log of the tests. */
export function testEntries(from: number, to: number): Uint8Array[] {
  return Array.from({ length: to - from }, (_, at) => new TextEncoder().encode(`{"entry":${from + at}}`))
}

/** Leaves of which the root is computed anew: those of larger subtrees are kept, as many roots share them. */
const SUBTREE = 256
const roots = new Map<string, Uint8Array>()

/** The root over the first `size` of them, as RFC 6962 defines it. */
export function testRoot(size: number): Uint8Array {
  return rootOver(0, size)
}

function rootOver(from: number, to: number): Uint8Array {
  if (to - from < SUBTREE) return rootOf(testEntries(from, to).map(leafHash))
  const name = `${from} ${to}`
  const split = from + splitOf(to - from)
  const root = roots.get(name) ?? nodeHash(rootOver(from, split), rootOver(split, to))
  roots.set(name, root)
  return root
}

/** A folder of its own below the temporary one of the system. */
export function emptyFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'assay-log-'))
}

/** A log in memory, as a store with conditional writes keeps it. */
export function memoryStorage(files = new Map<string, Uint8Array>()): TlogStorage & { files: Map<string, Uint8Array> } {
  const decoder = new TextDecoder()
  const readCheckpoint = async () => {
    const bytes = files.get('checkpoint')
    return bytes === undefined ? undefined : decoder.decode(bytes)
  }
  return {
    name: 'memory',
    files,
    read: async (path) => files.get(path),
    create: async (created) => {
      for (const { path, bytes } of created) {
        const there = files.get(path)
        if (there !== undefined && Buffer.compare(there, bytes) !== 0) throw new Error(`${path} differs`)
        files.set(path, bytes)
      }
    },
    readCheckpoint,
    replaceCheckpoint: async (next, expected) => {
      if ((await readCheckpoint()) !== expected) return false
      files.set('checkpoint', new TextEncoder().encode(next))
      return true
    },
    removePartials: async (fullPath) => {
      for (const path of files.keys()) if (path.startsWith(`${fullPath}.p/`)) files.delete(path)
    },
    asOnlyWriter: (work) => work(),
  }
}

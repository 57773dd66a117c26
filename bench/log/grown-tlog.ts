import { formatVerifierKey, noteSigner } from 'assay-tlog/note/verifier-key'
import { folderStorage } from 'assay-tlog/storage/folder'
import type { StoredTree } from 'assay-tlog/tree/stored-tree'
import { appendLeaves, type TlogWriter } from 'assay-tlog/tree/tree-writer'
import { leafBytes } from 'assay-verify/leaves/leaf'
import type { Print } from '../bench'

const ORIGIN = 'bench.example/log'
const BEGAN_AT = Date.parse('2026-11-01T00:00:00.000Z')
/** The service publishes as many at once at most (`lib/tlog/job/publish-leaves.ts`). */
export const BATCH = 8192

export const WRITER: TlogWriter = { origin: ORIGIN, signer: noteSigner(ORIGIN, 'ed25519', new Uint8Array(32).fill(7)) }
export const VKEY = formatVerifierKey(WRITER.signer.key)

/** Leaves number `from` to `to` (exclusive) as the service logs most: verdicts that turned. */
export function benchEntries(from: number, to: number): Uint8Array[] {
  return Array.from({ length: to - from }, (_, at) => {
    const number = from + at
    const id = `npm/publisher-${number % 9973}/server-${number % 997}/tool_${number % 13}`
    const [before, after] = number % 2 === 0 ? (['healthy', 'down'] as const) : (['down', 'healthy'] as const)
    const instant = new Date(BEGAN_AT + number * 1000).toISOString()
    return leafBytes({ v: 1, kind: 'verdict', at: instant, id, from: before, to: after })
  })
}

/** Grows the log in a folder to a size, in batches as the service writes them. */
export async function growTlog(
  folder: string,
  from: number,
  to: number,
  print: Print,
): Promise<StoredTree | undefined> {
  const storage = folderStorage(folder)
  let tree: StoredTree | undefined
  for (let size = from; size < to; ) {
    const next = Math.min(to, size + BATCH)
    tree = await appendLeaves(storage, WRITER, benchEntries(size, next), { expectedSize: size, now: new Date() })
    if (Math.floor(next / 200_000) > Math.floor(size / 200_000)) print(`${next} leaves`)
    size = next
  }
  return tree
}

import { webcrypto } from 'node:crypto'
import { chunksOf } from 'assay-verify/chunks'
import type { StoredFile } from './files-schema'

const AT_A_TIME = 4

/** A file from its parts, some of them at a time. */
export async function joinParts(
  { bytes, digests }: StoredFile,
  partBytes: number,
  isShared: boolean,
  getPart: (digest: string, bytes: number) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const lengthOf = (at: number) => Math.min(partBytes, bytes - at * partBytes)
  const [only] = digests
  if (digests.length === 1 && only !== undefined && !isShared) return getPart(only, bytes)
  const whole = new Uint8Array(isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes))
  await aFewAtATime([...digests.entries()], async ([at, digest]) => {
    whole.set(await getPart(digest, lengthOf(at)), at * partBytes)
  })
  return whole
}

/** Some at a time. Ends when nothing is under way any more, also where some of it fails. */
export async function aFewAtATime<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (const some of chunksOf(items, AT_A_TIME)) {
    const failed = (await Promise.allSettled(some.map(work))).find((result) => result.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }
}

/** A part of a file to be written. */
export interface Part {
  file: string
  digest: string
  bytes: Uint8Array
}

/** Files in parts of at most `partBytes`; an empty one has one. */
export async function partsOf(files: Readonly<Record<string, Uint8Array>>, partBytes: number): Promise<Part[]> {
  const parts: Part[] = []
  for (const [file, whole] of Object.entries(files))
    for (let at = 0; at === 0 || at < whole.length; at += partBytes) {
      const part = whole.subarray(at, at + partBytes)
      // Memory that threads share can neither be hashed nor sent.
      const bytes = part.buffer instanceof ArrayBuffer ? part : new Uint8Array(part)
      parts.push({ file, digest: await digestOf(bytes), bytes })
    }
  return parts
}

/** What the database keeps of files in these parts. */
export function storedFiles(parts: readonly Part[]): Record<string, StoredFile> {
  const stored: Record<string, StoredFile> = {}
  for (const { file, digest, bytes } of parts) {
    const before = stored[file] ?? { bytes: 0, digests: [] }
    stored[file] = { bytes: before.bytes + bytes.length, digests: [...before.digests, digest] }
  }
  return stored
}

/** SHA-256 in hex, on a thread of Node's, so that answers do not wait for it. */
export async function digestOf(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex')
}

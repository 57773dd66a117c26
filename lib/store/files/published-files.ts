import { hash, webcrypto } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { SideFiles } from 'assay-tlog/storage/side-files'
import { chunksOf } from 'assay-verify/chunks'
import type { Database } from '../database'
import type { Lease } from '../leases'
import { beginRemoval, beginSet, endRemoval, type FileSet, findSet, nameSet, type PublishedSet } from './file-sets'
import type { StoredFile } from './files-schema'

/** What became of files: the last three are failures; `absent`: no set of a known format is published. */
export type FileResult = 'read' | 'written' | 'removed' | 'absent' | 'unreadable' | 'unwritable'
export type FilesCondition = 'ok' | Extract<FileResult, 'absent' | 'unreadable' | 'unwritable'>

/** A set to be published, with the bytes of its files. */
export interface NewSet extends Omit<FileSet, 'files'> {
  files: Readonly<Record<string, Uint8Array>>
  /** Files that are one object however large, as a CDN serves them; no process reads them. */
  whole?: Readonly<Record<string, Uint8Array>>
}

/**
 * Files that all processes read alike, in a folder or a bucket under their digests; the database says which are
 * current. A store that fails is logged when it begins to and counted, and never thrown: whoever asked does without.
 */
export interface PublishedFiles {
  /** The current set of a name, or that of a version. undefined: there is none, or it is of another format. */
  find(db: Database, wanted: Pick<FileSet, 'name' | 'format'> & { version?: string }): Promise<PublishedSet | undefined>
  /** The bytes of a file, verified; `isShared`: in memory that threads share. undefined: it cannot be had. */
  read(set: PublishedSet, file: string, options?: { isShared: boolean }): Promise<Uint8Array | undefined>
  /** Another file of the place, whose SHA-256 in base64url is `digest`. undefined: it cannot be had. */
  readOther(path: string, digest: string): Promise<Uint8Array | undefined>
  /** Writes a set and makes it the current one; false: it could not be written, or another holder has the lease. */
  publish(db: Database, lease: Lease, set: NewSet): Promise<boolean>
  /** Removes files that are current no longer for an hour. */
  removeOld(db: Database): Promise<void>
  /** Where a CDN has a whole file of a set; null: none is named, or it has none. */
  addressOf(set: PublishedSet, file: string): string | null
  /** Whether a CDN is named. */
  hasCdn: boolean
  /** What has failed last, and not succeeded since. */
  condition(): FilesCondition
  counts: Readonly<Record<FileResult, number>>
}

/** Bytes of a part: what a bucket answers at once. */
export const PART_BYTES = 16 * 2 ** 20
const FOLDER = 'files'
const AT_A_TIME = 4
/** A store may fail once, list late, or cut an answer short. */
const ATTEMPTS = 2
const RETRY_MS = 200
/** A store that failed is not asked again for so long, so that nothing waits for it twice. */
const PAUSE_MS = 5000

/** A file is not there, or is not what was written. */
class FileUnusable extends Error {}

/** `cdn`: the address under which a CDN serves the place; null: none. */
export function openPublishedFiles(
  place: SideFiles,
  cdn: string | null,
  log: (line: string, cause?: unknown) => void,
  partBytes = PART_BYTES,
): PublishedFiles {
  const counts = { read: 0, written: 0, removed: 0, absent: 0, unreadable: 0, unwritable: 0 }
  const failing = { unreadable: false, unwritable: false }
  const absent = new Set<string>()
  let pausedUntil = 0
  const tried = async <Result>(
    [well, badly]: readonly ['read', 'unreadable'] | readonly ['written' | 'removed', 'unwritable'],
    line: string,
    work: () => Promise<Result>,
  ): Promise<Result | undefined> => {
    try {
      const result = await work()
      counts[well] += 1
      failing[badly] = false
      return result
    } catch (cause) {
      counts[badly] += 1
      if (!failing[badly]) log(line, cause)
      failing[badly] = true
      return undefined
    }
  }
  const reading = <Result>(work: () => Promise<Result>) =>
    tried(['read', 'unreadable'], `Files of ${place.name} cannot be read; this process does without them.`, work)
  const get = async (path: string, isRight: (bytes: Uint8Array) => Promise<boolean>): Promise<Uint8Array> => {
    for (let attempt = 1; ; attempt += 1) {
      if (performance.now() < pausedUntil) throw new FileUnusable(`${place.name} failed a moment ago`)
      try {
        const bytes = await place.read(path)
        if (bytes === undefined) throw new FileUnusable(`${path} is not in ${place.name}`)
        if (await isRight(bytes)) return bytes
        throw new FileUnusable(`${path} in ${place.name} is not what was written`)
      } catch (cause) {
        if (attempt === ATTEMPTS) {
          if (!(cause instanceof FileUnusable)) pausedUntil = performance.now() + PAUSE_MS
          throw cause
        }
        await wait(RETRY_MS)
      }
    }
  }
  const getPart = (digest: string, bytes: number) =>
    get(`${FOLDER}/${digest}`, async (part) => part.length === bytes && (await digestOf(part)) === digest)
  return {
    counts,
    find: async (db, { name, format, version }) => {
      const set = await findSet(db, name, version)
      const isThere = set?.format === format
      if (!isThere) {
        counts.absent += 1
        if (!absent.has(name)) log(`No files of ${name} are published that this process can read; it does without them.`)
        absent.add(name)
        return undefined
      }
      absent.delete(name)
      return set
    },
    read: (set, name, options) =>
      reading(async () => {
        const file = set.files[name]
        if (file === undefined) throw new FileUnusable(`${set.name} ${set.version} has no file ${name}`)
        return join(file, partBytes, options?.isShared ?? false, getPart)
      }),
    readOther: (path, digest) =>
      reading(() => get(path, async (bytes) => hash('sha256', bytes, 'base64url') === digest)),
    publish: async (db, lease, { files, whole = {}, ...described }) => {
      if (await isCurrent(db, described)) return nameSet(db, lease, described)
      const parts = [...(await partsOf(files, partBytes)), ...(await partsOf(whole, Number.MAX_SAFE_INTEGER))]
      const set: FileSet = { ...described, files: storedFiles(parts) }
      if (!(await beginSet(db, set))) return false
      const isWritten = await tried(
        ['written', 'unwritable'],
        `Files cannot be written to ${place.name}; other processes do without them.`,
        async () => {
          await aFewAtATime(parts, ({ digest, bytes }) => place.put(`${FOLDER}/${digest}`, bytes))
          return true
        },
      )
      return isWritten === true && (await nameSet(db, lease, set))
    },
    removeOld: async (db) => {
      const { sets, digests } = await beginRemoval(db)
      if (sets.length === 0) return
      const isRemoved = await tried(
        ['removed', 'unwritable'],
        `Old files cannot be removed from ${place.name}.`,
        async () => {
          for (const digest of digests) await place.remove(`${FOLDER}/${digest}`)
          return true
        },
      )
      if (isRemoved === true) await endRemoval(db, sets)
    },
    hasCdn: cdn !== null,
    addressOf: ({ files }, name) => {
      const digest = files[name]?.digests[0]
      return cdn === null || digest === undefined ? null : `${cdn}/${FOLDER}/${digest}`
    },
    condition: () => {
      if (failing.unreadable) return 'unreadable'
      if (failing.unwritable) return 'unwritable'
      return absent.size > 0 ? 'absent' : 'ok'
    },
  }
}

/** A file from its parts, some of them at a time. */
async function join(
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

/** Ends when nothing is under way any more, also where some of it fails. */
async function aFewAtATime<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (const some of chunksOf(items, AT_A_TIME)) {
    const failed = (await Promise.allSettled(some.map(work))).find((result) => result.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }
}

interface Part {
  file: string
  digest: string
  bytes: Uint8Array
}

async function partsOf(files: NewSet['files'], partBytes: number): Promise<Part[]> {
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

function storedFiles(parts: readonly Part[]): Record<string, StoredFile> {
  const stored: Record<string, StoredFile> = {}
  for (const { file, digest, bytes } of parts) {
    const before = stored[file] ?? { bytes: 0, digests: [] }
    stored[file] = { bytes: before.bytes + bytes.length, digests: [...before.digests, digest] }
  }
  return stored
}

async function isCurrent(db: Database, { name, version }: Pick<FileSet, 'name' | 'version'>): Promise<boolean> {
  return (await findSet(db, name))?.version === version
}

/** SHA-256 in hex, on a thread of Node's, so that answers do not wait for it. */
async function digestOf(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex')
}

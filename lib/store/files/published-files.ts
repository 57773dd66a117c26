import { setTimeout as wait } from 'node:timers/promises'
import type { SideFiles } from 'assay-tlog/storage/side-files'
import type { Database } from '../database'
import type { Lease } from '../leases'
import { aFewAtATime, digestOf, joinParts, type Part, partsOf, storedFiles } from './file-parts'
import { type FileResults, openFileResults } from './file-results'
import { beginRemoval, beginSet, endRemoval, type FileSet, findSet, nameSet, type PublishedSet } from './file-sets'

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
export interface PublishedFiles extends Pick<FileResults, 'counts' | 'condition'> {
  /** The current set of a name, or that of a version. undefined: there is none, or it is of another format. */
  find(db: Database, wanted: Pick<FileSet, 'name' | 'format'> & { version?: string }): Promise<PublishedSet | undefined>
  /** The bytes of a file, verified; `isShared`: in memory that threads share. undefined: it cannot be had. */
  read(set: PublishedSet, file: string, options?: { isShared: boolean }): Promise<Uint8Array | undefined>
  /** Writes a set and makes it the current one; false: it could not be written, or another holder has the lease. */
  publish(db: Database, lease: Lease, set: NewSet): Promise<boolean>
  /** Removes files that are current no longer for an hour. */
  removeOld(db: Database): Promise<void>
  /** Where a CDN has a whole file of a set; null: none is named, or it has none. */
  addressOf(set: PublishedSet, file: string): string | null
  /** Whether a CDN is named. */
  hasCdn: boolean
}

/** Bytes of a part: what a bucket answers at once. */
const PART_BYTES = 16 * 2 ** 20
const FOLDER = 'files'
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
  const { counts, condition, found, tried } = openFileResults(log)
  const get = openGetter(place)
  const getPart = (digest: string, bytes: number) =>
    get(`${FOLDER}/${digest}`, async (part) => part.length === bytes && (await digestOf(part)) === digest)
  const write = (parts: readonly Part[]) =>
    tried(
      ['written', 'unwritable'],
      `Files cannot be written to ${place.name}; processes do without them.`,
      async () => {
        await aFewAtATime(parts, ({ digest, bytes }) => place.put(`${FOLDER}/${digest}`, bytes))
        return true
      },
    )
  const remove = (digests: readonly string[]) =>
    tried(['removed', 'unwritable'], `Old files cannot be removed from ${place.name}.`, async () => {
      await aFewAtATime(digests, (digest) => place.remove(`${FOLDER}/${digest}`))
      return true
    })
  return {
    counts,
    condition,
    find: async (db, { name, format, version }) => {
      const set = await findSet(db, name, version)
      const isThere = set?.format === format
      found(name, isThere)
      return isThere ? set : undefined
    },
    read: (set, name, options) =>
      tried(
        ['read', 'unreadable'],
        `Files of ${place.name} cannot be read; this process does without them.`,
        async () => {
          const file = set.files[name]
          if (file === undefined) throw new FileUnusable(`${set.name} ${set.version} has no file ${name}`)
          return joinParts(file, partBytes, options?.isShared ?? false, getPart)
        },
      ),
    publish: async (db, lease, { files, whole = {}, ...described }) => {
      if ((await findSet(db, described.name))?.version === described.version) return nameSet(db, lease, described)
      const parts = [...(await partsOf(files, partBytes)), ...(await partsOf(whole, Number.MAX_SAFE_INTEGER))]
      const set: FileSet = { ...described, files: storedFiles(parts) }
      const isWritten = (await beginSet(db, set)) && (await write(parts)) === true
      return isWritten && nameSet(db, lease, set)
    },
    removeOld: async (db) => {
      const { sets, digests } = await beginRemoval(db)
      if (sets.length > 0 && (await remove(digests)) === true) await endRemoval(db, sets)
    },
    hasCdn: cdn !== null,
    addressOf: ({ files }, name) => {
      const digest = files[name]?.digests[0]
      return cdn === null || digest === undefined ? null : `${cdn}/${FOLDER}/${digest}`
    },
  }
}

type Get = (path: string, isRight: (bytes: Uint8Array) => Promise<boolean>) => Promise<Uint8Array>

/** Reads a file once more where it is not right, and leaves a store alone for a while that fails. */
function openGetter(place: SideFiles): Get {
  let pausedUntil = 0
  const once: Get = async (path, isRight) => {
    if (performance.now() < pausedUntil) throw new FileUnusable(`${place.name} failed a moment ago`)
    const bytes = await place.read(path)
    if (bytes === undefined) throw new FileUnusable(`${path} is not in ${place.name}`)
    if (!(await isRight(bytes))) throw new FileUnusable(`${path} in ${place.name} is not what was written`)
    return bytes
  }
  const again: Get = async (path, isRight) => {
    await wait(RETRY_MS)
    try {
      return await once(path, isRight)
    } catch (cause) {
      if (!(cause instanceof FileUnusable)) pausedUntil = performance.now() + PAUSE_MS
      throw cause
    }
  }
  return (path, isRight) => once(path, isRight).catch(() => again(path, isRight))
}

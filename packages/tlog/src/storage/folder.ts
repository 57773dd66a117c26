import { randomBytes } from 'node:crypto'
import { type FileHandle, link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseTilePath } from '../tile.ts'
import { type FolderLock, takeFolderLock } from './folder-lock.ts'
import { CHECKPOINT, type TlogFile, TlogFileDiffers, type TlogStorage } from './storage.ts'

/**
 * Files that are written at a time: half of the threads that Node has for files, so that what a process compresses or
 * reads meanwhile does not wait for a disk.
 */
const AT_A_TIME = 2

/** Files that are open at once. */
const OPEN_AT_ONCE = 128

/** The calls that write, so that tests can make each of them fail. */
export const FOLDER_CALLS = { link, mkdir, open, rename, rm }
export type FolderCalls = typeof FOLDER_CALLS

/**
 * A log in a folder. A file is written under another name, synced, and only then linked under its own, so that nobody
 * ever sees half of it, and the folder is synced after it. The folder is made when something is first written.
 */
export function folderStorage(folder: string, calls: FolderCalls = FOLDER_CALLS): TlogStorage {
  const root = resolve(folder)
  const temporary = join(root, '.tmp')
  let lock: FolderLock | undefined
  const placeOf = (path: string) => {
    if (parseTilePath(path) === undefined) throw new TypeError(`${JSON.stringify(path)} is no path of a log`)
    return join(root, path)
  }
  const readCheckpoint = async () => {
    const bytes = await readIfThere(join(root, CHECKPOINT))
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes)
  }
  return {
    name: root,
    read: async (path) => readIfThere(placeOf(path)),
    create: async (files) => {
      const placed = files.map((file) => ({ ...file, place: placeOf(file.path) }))
      await makeFolders(calls, root, [...placed.map(({ place }) => dirname(place)), temporary])
      for (let at = 0; at < placed.length; at += OPEN_AT_ONCE) {
        await createFiles(calls, temporary, placed.slice(at, at + OPEN_AT_ONCE), root)
      }
      for (const changed of new Set(placed.map(({ place }) => dirname(place)))) await syncFolder(calls, changed)
    },
    readCheckpoint,
    replaceCheckpoint: async (next, expected) => {
      await makeFolders(calls, root, [temporary])
      const written = await writeTemporary(calls, temporary, new TextEncoder().encode(next))
      try {
        if ((await readCheckpoint()) !== expected) return false
        await lock?.confirm()
        await calls.rename(written, join(root, CHECKPOINT))
        await syncFolder(calls, root)
        return true
      } finally {
        await calls.rm(written, { force: true })
      }
    },
    removePartials: (fullPath) => calls.rm(`${placeOf(fullPath)}.p`, { recursive: true, force: true }),
    asOnlyWriter: async (work) => {
      await makeFolders(calls, root, [temporary])
      lock = await takeFolderLock(join(root, '.lock'), root)
      try {
        // What a process left that was killed while it wrote.
        for (const left of await readdir(temporary)) await calls.rm(join(temporary, left), { force: true })
        return await work()
      } finally {
        await lock.release()
        lock = undefined
      }
    },
  }
}

interface PlacedFile extends TlogFile {
  place: string
}

/** A file that is written and open, still under its temporary name. */
interface OpenFile {
  file: PlacedFile
  path: string
  handle: FileHandle
}

/**
 * All are written before the first is synced, since a disk then syncs most of them at once, and none has its name
 * before all are synced.
 */
async function createFiles(
  calls: FolderCalls,
  temporary: string,
  files: readonly PlacedFile[],
  storage: string,
): Promise<void> {
  const opened: OpenFile[] = []
  try {
    await inTurns(files, async (file) => {
      const there = await readIfThere(file.place)
      if (there !== undefined) requireSame(there, file, storage)
      else opened.push({ file, ...(await openTemporary(calls, temporary, file.bytes)) })
    })
    await inTurns(opened, ({ handle }) => handle.sync())
    await inTurns(opened, (one) => linkOnce(calls, one, storage))
  } finally {
    await settled(opened.map(({ handle }) => handle.close()))
    await settled(opened.map(({ path }) => calls.rm(path, { force: true })))
  }
}

async function linkOnce(calls: FolderCalls, { file, path }: OpenFile, storage: string): Promise<void> {
  try {
    await calls.link(path, file.place)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
    requireSame(await readIfThere(file.place), file, storage)
  }
}

function requireSame(there: Uint8Array | undefined, { path, bytes }: TlogFile, storage: string): void {
  if (there === undefined || Buffer.compare(there, bytes) !== 0) throw new TlogFileDiffers(storage, path)
}

async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_A_TIME) await settled(items.slice(at, at + AT_A_TIME).map(work))
}

/** Waits for all, also where one fails, so that nothing is still going on when the caller goes on. */
async function settled(work: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

async function writeTemporary(calls: FolderCalls, temporary: string, bytes: Uint8Array): Promise<string> {
  const { path, handle } = await openTemporary(calls, temporary, bytes)
  try {
    await handle.sync()
  } catch (cause) {
    await calls.rm(path, { force: true })
    throw cause
  } finally {
    await handle.close()
  }
  return path
}

async function openTemporary(calls: FolderCalls, temporary: string, bytes: Uint8Array) {
  const path = join(temporary, randomBytes(12).toString('hex'))
  const handle = await calls.open(path, 'wx')
  try {
    await handle.writeFile(bytes)
  } catch (cause) {
    await handle.close()
    await calls.rm(path, { force: true })
    throw cause
  }
  return { path, handle }
}

/** Makes folders, and syncs those in which one was made. */
async function makeFolders(calls: FolderCalls, root: string, folders: readonly string[]): Promise<void> {
  for (const folder of new Set(folders)) {
    const first = await calls.mkdir(folder, { recursive: true })
    if (first === undefined) continue
    for (let made = folder; made.length >= first.length; made = dirname(made)) {
      if (dirname(made).startsWith(root) || made === first) await syncFolder(calls, dirname(made))
    }
  }
}

async function syncFolder(calls: FolderCalls, folder: string): Promise<void> {
  const handle = await calls.open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The bytes of a file; undefined: there is none. */
export async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw cause
  }
}

import { randomBytes } from 'node:crypto'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { TlogInUse } from './storage.ts'

/** A lock this old, in ms, is nobody's any more: an append takes less than a second. */
const STALE_MS = 60_000
/**
 * Longer than a process needs to write its lock: one that is incomplete after so long, in ms, was cut short by a kill.
 */
const WRITTEN_WITHIN_MS = 1000
/** Longer than a process that found the same stale lock needs to write its own. */
const TAKEOVER_SETTLE_MS = 150

/** Who has the lock. `token` is of one append. */
interface Holder {
  host: string
  pid: number
  token: string
}

/**
 * Locks that this process has, so that the lock of an earlier process of the same id, as in containers, counts as dead.
 */
const held = new Set<string>()

/** A folder lock that was taken. */
export interface FolderLock {
  /** Throws `TlogInUse` where another process has taken the lock over. */
  confirm(): Promise<void>
  release(): Promise<void>
}

/**
 * Takes the folder lock. That of a process that is gone, an incomplete or an old one is taken over. Throws `TlogInUse`.
 */
export async function takeFolderLock(path: string, storage: string): Promise<FolderLock> {
  const self: Holder = { host: hostname(), pid: process.pid, token: randomBytes(12).toString('hex') }
  held.add(self.token)
  try {
    await takeFile(path, storage, self)
  } catch (cause) {
    held.delete(self.token)
    throw cause
  }
  const isOurs = async () => (await readHolder(path))?.token === self.token
  return {
    confirm: async () => {
      if (!(await isOurs())) throw new TlogInUse(storage, described(await readHolder(path)))
    },
    release: async () => {
      held.delete(self.token)
      if (await isOurs()) await rm(path, { force: true })
    },
  }
}

async function takeFile(path: string, storage: string, self: Holder): Promise<void> {
  if (await createFolderLock(path, self)) return
  const holder = await readComplete(path)
  if (!(await isStale(path, holder))) throw new TlogInUse(storage, described(holder))
  await rm(path, { force: true })
  const created = await createFolderLock(path, self)
  // Another process may have found the same stale lock and removed the one just made: only the last writer goes on.
  await setTimeout(TAKEOVER_SETTLE_MS)
  const now = await readHolder(path)
  if (!created || now?.token !== self.token) throw new TlogInUse(storage, described(now))
}

async function createFolderLock(path: string, self: Holder): Promise<boolean> {
  try {
    await writeFile(path, JSON.stringify(self), { flag: 'wx' })
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false
    // A disk that is full leaves an empty file under the name.
    await rm(path, { force: true })
    throw cause
  }
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder
  } catch {
    // Removed meanwhile, or cut short by a kill during the write.
    return undefined
  }
}

/** undefined: nobody's, as it was removed or cut short. One that is being written at this moment is waited for. */
async function readComplete(path: string): Promise<Holder | undefined> {
  const holder = await readHolder(path)
  const left = WRITTEN_WITHIN_MS - (await ageOf(path))
  if (holder !== undefined || left <= 0) return holder
  await setTimeout(Math.min(left, WRITTEN_WITHIN_MS))
  return readHolder(path)
}

/** In ms; Infinity: there is no such file. */
async function ageOf(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => Number.POSITIVE_INFINITY,
  )
}

async function isStale(path: string, holder: Holder | undefined): Promise<boolean> {
  if (holder === undefined || (await ageOf(path)) > STALE_MS) return true
  if (holder.host !== hostname()) return false
  return holder.pid === process.pid ? !held.has(holder.token) : !isAlive(holder.pid)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

function described(holder: Holder | undefined): string {
  return holder === undefined ? 'another process' : `process ${holder.pid} on ${holder.host}`
}

import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { closeToOthers, type Exposure, OTHERS } from './private-files'

/** Longer than a process that found the same stale lock needs to write its own. */
const TAKEOVER_SETTLE_MS = 150

/**
 * How long a living holder of the lock is waited for, in ms: the system needs a moment to end a large process that was
 * killed.
 */
const ENDING_MS = 1000
const ASKED_EVERY_MS = 50

/** Another living process has the embedded database open. Two would overwrite each other's pages. */
export class DataFolderInUse extends Error {
  readonly pid: number

  constructor(path: string, pid: number) {
    super(
      `${path} is in use by process ${pid}. The embedded database serves one process at a time: stop that one (Ctrl-C, or kill ${pid}), ` +
        'or set DATABASE_URL so that several can share a Postgres.',
    )
    this.name = 'DataFolderInUse'
    this.pid = pid
  }
}

export interface DataFolder {
  databasePath: string
  /** null: no other user of the machine could read the database. */
  exposure: Exposure | null
  release(): Promise<void>
}

interface Holder {
  pid: number
  /** Start time as the system reports it. Process ids are reused, the pair of id and start time is not. */
  startedAt: string
}

/**
 * Locks the folder for this process. The folder lock has a process id and a start time: that of a dead process is
 * taken over, that of a living one throws `DataFolderInUse` and leaves the folder untouched. Sets the umask, so that
 * new files are for this user only, removes other users' rights from what is in the folder, and warns through `warn` if
 * they could read it.
 */
export async function openDataFolder(dataDir: string, warn = warnOnStderr): Promise<DataFolder> {
  process.umask(OTHERS)
  const path = resolve(dataDir)
  await mkdir(path, { recursive: true })
  const lockPath = join(path, 'lock.json')
  const self: Holder = { pid: process.pid, startedAt: startTimeOf(process.pid) ?? 'unknown' }
  await takeFolderLock(lockPath, self, path)
  const releaseNow = () => {
    if (sameHolder(readHolder(lockPath), self)) rmSync(lockPath, { force: true })
  }
  process.once('exit', releaseNow)
  const databasePath = join(path, 'postgres')
  return {
    databasePath,
    exposure: closeToOthers(path, databasePath, warn),
    release: async () => {
      process.removeListener('exit', releaseNow)
      releaseNow()
    },
  }
}

/** Writes a warning for the operator. */
export function warnOnStderr(line: string): void {
  process.stderr.write(`${line}\n`)
}

async function takeFolderLock(lockPath: string, self: Holder, folder: string): Promise<void> {
  if (createFolderLock(lockPath, self)) return
  const holder = await livingHolder(lockPath)
  if (holder !== undefined) throw new DataFolderInUse(folder, holder.pid)
  rmSync(lockPath, { force: true })
  const created = createFolderLock(lockPath, self)
  // Another process may have found the same stale lock and removed the one just made: only the last writer goes on.
  await setTimeout(TAKEOVER_SETTLE_MS)
  if (!created || !sameHolder(readHolder(lockPath), self))
    throw new DataFolderInUse(folder, readHolder(lockPath)?.pid ?? 0)
}

/** The holder, if it still lives after `ENDING_MS`. */
async function livingHolder(lockPath: string): Promise<Holder | undefined> {
  for (const waitsUntil = performance.now() + ENDING_MS; ; await setTimeout(ASKED_EVERY_MS)) {
    const holder = readHolder(lockPath)
    if (holder === undefined || !isAlive(holder)) return undefined
    if (performance.now() > waitsUntil) return holder
  }
}

function createFolderLock(lockPath: string, self: Holder): boolean {
  try {
    writeFileSync(lockPath, JSON.stringify(self), { flag: 'wx' })
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw cause
  }
}

function readHolder(lockPath: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(lockPath, 'utf8')) as Holder
  } catch {
    // Removed meanwhile, or cut short by a kill during the write: in both cases nobody has the lock.
    return undefined
  }
}

function sameHolder(one: Holder | undefined, other: Holder): boolean {
  return one?.pid === other.pid && one.startedAt === other.startedAt
}

function isAlive(holder: Holder): boolean {
  const startedAt = startTimeOf(holder.pid)
  return startedAt !== undefined && (startedAt === holder.startedAt || holder.startedAt === 'unknown')
}

/**
 * When a process started, in the system's own units; undefined when there is no such process, or it ended and only its
 * parent has not asked for that yet.
 */
function startTimeOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ESRCH') return undefined
  }
  try {
    // Fields 3 (state) and 22 of /proc/<pid>/stat. The second field may contain spaces, so fields are counted from its
    // closing bracket.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : (fields[19] ?? 'unknown')
  } catch {
    return startTimeByPs(pid)
  }
}

function startTimeByPs(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    // Without /proc and ps the process id alone identifies the holder.
    return 'unknown'
  }
}

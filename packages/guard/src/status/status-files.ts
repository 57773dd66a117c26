import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { NamedKeys } from '../oracle/held-bundle.ts'
import { isStatus, type ProcessStatus } from './process-status.ts'

const LARGEST_BYTES = 16_777_216
/** A guard that did not write for so long is gone: another process may have its id. */
const SILENT_MS = 60_000

export function statusFolder(root: string): string {
  return join(root, 'running')
}

export function statusPath(root: string, pid: number): string {
  return join(statusFolder(root), `${pid}.json`)
}

/** The guards that run now, the oldest first. Files of those that ended without removing theirs go. */
export function runningGuards(root: string, now: number): ProcessStatus[] {
  const found = namesIn(statusFolder(root)).flatMap((name): ProcessStatus[] => {
    const path = join(statusFolder(root), name)
    const status = readStatus(path)
    if (status !== null && isAlive(status, now)) return [status]
    if (status !== null) rmSync(path, { force: true })
    return []
  })
  return found.sort((a, b) => a.startedAt - b.startedAt)
}

/** Servers of guards that were started by what started this process: the same client's. */
export function aliveBeside(root: string): NamedKeys[] {
  const others = runningGuards(root, Date.now()).filter(
    ({ pid, parent }) => pid !== process.pid && parent === process.ppid,
  )
  return others.flatMap(({ servers }) => servers.map(({ name, keys }) => ({ name, keys })))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+\.json$/.test(name))
  } catch {
    return []
  }
}

function readStatus(path: string): ProcessStatus | null {
  try {
    const stat = statSync(path)
    if (!stat.isFile() || stat.size > LARGEST_BYTES) return null
    const status: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isStatus(status) ? status : null
  } catch {
    return null
  }
}

function isAlive({ pid, writtenAt }: ProcessStatus, now: number): boolean {
  if (now - writtenAt > SILENT_MS) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It is there, and of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Makes the folder, for nobody else to read. */
export function makeStatusFolder(root: string): void {
  mkdirSync(statusFolder(root), { recursive: true, mode: 0o700 })
}

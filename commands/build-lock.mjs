// @ts-check
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const RETRY_MS = 200

/**
 * Runs `work` while no other process does so with the same lock, and waits for one that does. The lock is a folder with
 * one file, named by process id, for each process that must end before the lock is free.
 *
 * @param {string} lock path of a folder that need not exist
 * @param {(pid: number) => void} onWait gets the process this waits for
 * @param {(alsoHeldBy: (pid: number) => void) => Promise<void>} work passes the pid of a child it starts, which then
 * holds the lock too, as it may outlive this process
 */
export async function withBuildLock(lock, onWait, work) {
  const names = [nameOf(process.pid)]
  while (!take(lock, names[0] ?? '')) {
    const holder = removeDead(lock)
    if (holder !== undefined) onWait(holder)
    await setTimeout(RETRY_MS)
  }
  try {
    await work((pid) => {
      names.push(nameOf(pid))
      writeFileSync(join(lock, names.at(-1) ?? ''), '')
    })
  } finally {
    // This process's own file last, as the lock is free without it.
    for (const name of names.reverse()) rmSync(join(lock, name), { force: true })
    attempt(() => rmdirSync(lock))
  }
}

/** Unique, as process ids are reused. @param {number} pid */
const nameOf = (pid) => `${pid}.${randomUUID()}`

/**
 * Tries to take the lock. A rename fails while its target is a folder with a file in it, so of any number of processes
 * one succeeds.
 *
 * @param {string} lock
 * @param {string} name
 */
function take(lock, name) {
  const prepared = `${lock}.${name}`
  mkdirSync(prepared)
  writeFileSync(join(prepared, name), '')
  const taken = attempt(() => renameSync(prepared, lock))
  if (!taken) rmSync(prepared, { recursive: true })
  return taken
}

/**
 * Deletes the files of dead processes. Their names are unique, so a new holder's file is never among them.
 *
 * @param {string} lock
 * @returns {number | undefined} a process that holds the lock
 */
function removeDead(lock) {
  for (const name of existsSync(lock) ? readdirSync(lock) : []) {
    const pid = Number.parseInt(name, 10)
    // A file with this process's own id is left from before a restart of its container.
    if (pid !== process.pid && isAlive(pid)) return pid
    rmSync(join(lock, name), { force: true })
  }
  return undefined
}

/** One that ended stays in the system's list until its parent asks for that. @param {number} pid */
function isAlive(pid) {
  if (!attempt(() => process.kill(pid, 0))) return false
  try {
    return !/\) [ZX] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

/** @param {() => void} action */
function attempt(action) {
  try {
    action()
    return true
  } catch {
    return false
  }
}

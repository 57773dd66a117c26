import { chmodSync, existsSync, lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Permission bits of everybody but the owner. */
export const OTHERS = 0o077

/** Other users of this machine could read the database, so its secrets have to be replaced. */
export interface Exposure {
  /** To be called when they have been replaced; later starts then find no exposure. */
  settle(): void
}

/**
 * A file that exists from before the modes change until the secrets are replaced, so that the start after an
 * interrupted one continues.
 */
const MARKER = 'was-readable'
/** What this service keeps in its folder. */
const OURS = ['lock.json', 'postgres', MARKER]

/**
 * Removes other users' rights from everything this service keeps in the folder. Answers an `Exposure` if they could
 * read the database, else null.
 */
export function closeToOthers(folder: string, databasePath: string, warn: (line: string) => void): Exposure | null {
  const marker = join(folder, MARKER)
  // Where only the owner may enter the database folder, the modes of what is in it do not matter.
  const isReadable = isOpen(databasePath)
  if (isReadable) writeFileSync(marker, '')
  const closed =
    (isOnlyOurs(folder) ? close(folder) : 0) + OURS.reduce((sum, name) => sum + closeAll(join(folder, name)), 0)
  if (isReadable) {
    warn(
      `Other users of this machine could read the database in ${folder}: ${closed} files and folders are now closed.`,
    )
  } else if (closed > 0) {
    warn(`Other users of this machine had access to ${folder}, not to the database in it. It is now closed.`)
  }
  return existsSync(marker) ? { settle: () => rmSync(marker, { force: true }) } : null
}

/** A folder that also holds other things, or belongs to another user, keeps its mode. */
function isOnlyOurs(folder: string): boolean {
  return lstatSync(folder).uid === process.getuid?.() && readdirSync(folder).every((name) => OURS.includes(name))
}

/** Removes other users' rights from a file, or a folder and all in it; answers how many had to be changed. */
export function closeAll(path: string): number {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  if (entry === undefined) return 0
  if (!entry.isDirectory()) return close(path)
  return readdirSync(path).reduce((sum, name) => sum + closeAll(join(path, name)), close(path))
}

/** 1 if the mode had to be changed, else 0. */
function close(path: string): number {
  if (!isOpen(path)) return 0
  chmodSync(path, lstatSync(path).mode & 0o7777 & ~OTHERS)
  return 1
}

/** Links have no mode of their own; Windows has no such modes. */
function isOpen(path: string): boolean {
  if (process.platform === 'win32') return false
  const entry = lstatSync(path, { throwIfNoEntry: false })
  return entry !== undefined && !entry.isSymbolicLink() && (entry.mode & OTHERS) !== 0
}

import { chmodSync, existsSync, lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The mode bits of everybody but the owner. */
export const OTHERS = 0o077

/** Other users of this machine could read the database: what is secret in it has to be replaced. */
export interface Exposure {
  /** It has been replaced, and later starts need not. */
  settle(): void
}

/** Stands from before the modes are changed until the secrets are replaced, so that a start that ends in between leaves it to the next. */
const MARKER = 'was-readable'
/** What this service keeps in its folder. */
const OURS = ['lock.json', 'postgres', MARKER]

/** Takes the rights of other users off everything this service keeps in the folder, and tells whether they could read the database. */
export function closeToOthers(folder: string, databasePath: string, warn: (line: string) => void): Exposure | null {
  const marker = join(folder, MARKER)
  // A database folder that only its owner may enter hides what is below it, whatever the modes there.
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

/** A folder that holds other things too, or is another user's, stays as it is. */
function isOnlyOurs(folder: string): boolean {
  return lstatSync(folder).uid === process.getuid?.() && readdirSync(folder).every((name) => OURS.includes(name))
}

function closeAll(path: string): number {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  if (entry === undefined) return 0
  if (!entry.isDirectory()) return close(path)
  return readdirSync(path).reduce((sum, name) => sum + closeAll(join(path, name)), close(path))
}

/** 1 where something had to be changed. */
function close(path: string): number {
  if (!isOpen(path)) return 0
  chmodSync(path, lstatSync(path).mode & 0o7777 & ~OTHERS)
  return 1
}

/** A link has no mode of its own, and Windows has no such modes at all. */
function isOpen(path: string): boolean {
  if (process.platform === 'win32') return false
  const entry = lstatSync(path, { throwIfNoEntry: false })
  return entry !== undefined && !entry.isSymbolicLink() && (entry.mode & OTHERS) !== 0
}

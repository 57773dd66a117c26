import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { type HookPlace, OUR_ENTRY } from '../hosts/host.ts'
import { fileNameOf } from '../state/check-sum.ts'
import { makePrivate } from '../state/state-folder.ts'
import { writeWhole } from '../state/write-whole.ts'
import { CannotEdit, hasEntries, withEntries, withoutEntries } from './edit-json.ts'

const LARGEST_BYTES = 16_000_000

/** What a file was before, so that it is again what it was, byte for byte, where nothing else changed it. */
interface Former {
  path: string
  /** Base64 of its bytes; null: there was none. */
  bytes: string | null
  /** SHA-256 of what was made of it. */
  made: string
}

export type Outcome = 'changed' | 'unchanged'

/** Adds entries to a file, or makes it. Throws `CannotEdit`, and what the disk says. */
export function install(place: HookPlace, root: string): Outcome {
  const path = realPath(place.path)
  const present = bytesOf(path)
  if (present !== null && hasEntries(textOf(present), place.lists)) return 'unchanged'
  const before = formerBytes(present, path, place, root)
  const text = before === null ? initialText(place.initial) : textOf(before)
  const made = Buffer.from(place.lists.length === 0 ? text : withEntries(text, place.lists))
  if (present !== null && made.equals(present)) return 'unchanged'
  const mode = present === null ? 0o644 : statSync(path).mode & 0o777
  makePrivate(join(root, 'installed'))
  const kept: Former = { path, bytes: before?.toString('base64') ?? null, made: sumOf(made) }
  writeWhole(formerPath(root, path), JSON.stringify(kept))
  mkdirSync(dirname(path), { recursive: true })
  writeWhole(path, made, { mode })
  return 'changed'
}

/** Removes the entries of a file, or the file where `install` made it. Throws as `install`. */
export function uninstall(place: HookPlace, root: string): Outcome {
  const path = realPath(place.path)
  const present = bytesOf(path)
  if (present === null) return 'unchanged'
  const before = formerBytes(present, path, place, root)
  if (before?.equals(present)) return 'unchanged'
  if (before === null) removeFile(path)
  else writeWhole(path, before, { mode: statSync(path).mode & 0o777 })
  rmSync(formerPath(root, path), { force: true })
  return 'changed'
}

/** Whether a file has entries of ours. */
export function isInstalled(place: HookPlace): boolean {
  try {
    return OUR_ENTRY.test(bytesOf(place.path)?.toString('utf8') ?? '')
  } catch {
    // A folder, or not to be read: the other hosts are asked nevertheless.
    return false
  }
}

/** Throws `CannotEdit` where links lead from a path below a folder to elsewhere: a stranger may have made them. */
export function requireInside(folder: string, { path }: HookPlace): void {
  let there = path
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there)
  const [own, real] = [realpathSync(folder), realpathSync(there)]
  if (real !== own && !real.startsWith(own.endsWith(sep) ? own : own + sep))
    throw new CannotEdit(`a link leads out of ${folder}`)
}

/** What the file is without what is ours; null: nothing. */
function formerBytes(present: Buffer | null, path: string, place: HookPlace, root: string): Buffer | null {
  const former = formerOf(root, path)
  if (former === null || present === null || former.made !== sumOf(present)) return bytesWithout(present, place)
  return former.bytes === null ? null : Buffer.from(former.bytes, 'base64')
}

function bytesWithout(present: Buffer | null, { initial, lists }: HookPlace): Buffer | null {
  if (present === null) return null
  if (lists.length === 0) return present.toString('utf8') === initialText(initial) ? null : present
  const members = lists.map((one) => one.members)
  const text = textOf(present)
  const less = withoutEntries(text, members, (json) => OUR_ENTRY.test(json))
  return less === text ? present : Buffer.from(less)
}

const initialText = (initial: HookPlace['initial']) => `${JSON.stringify(initial, null, 2)}\n`

/** Throws `CannotEdit` for what is not UTF-8: written again it would be something else. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  if (!Buffer.from(text).equals(bytes)) throw new CannotEdit('it is not UTF-8')
  // An empty file is what some hosts make before anything is set.
  return text.trim() === '' ? '{}\n' : text
}

function removeFile(path: string): void {
  rmSync(path)
  try {
    rmdirSync(dirname(path))
  } catch {
    // It has other files.
  }
}

/** Where a link leads to, so that it stays one. */
function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path
}

function bytesOf(path: string): Buffer | null {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return null
  if (!stat.isFile() || stat.size > LARGEST_BYTES) throw new CannotEdit('it is no file of settings')
  return readFileSync(path)
}

function formerPath(root: string, path: string): string {
  return join(root, 'installed', `${fileNameOf(path)}.json`)
}

function formerOf(root: string, path: string): Former | null {
  try {
    const former: Former = JSON.parse(readFileSync(formerPath(root, path), 'utf8'))
    return former.path === path ? former : null
  } catch {
    return null
  }
}

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { type LockFile, LockFileFault, lockFileText, parseLockFile } from '../../lock/lock-file.ts'
import { visibleLine } from '../../text/visible-text.ts'
import { CannotLock } from './arguments.ts'

/** 10,000 servers with 16 tools each have some 90 MB. */
const LARGEST_FILE_BYTES = 400_000_000

/** The text of a file; null: there is none. */
export async function findText(path: string): Promise<string | null> {
  try {
    const { size } = await stat(path)
    if (size > LARGEST_FILE_BYTES) throw new CannotLock(`${shown(path)} is larger than any lock file.`)
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (cause) {
    if (cause instanceof CannotLock) throw cause
    if (isMissing(cause)) return null
    const why = cause instanceof TypeError ? 'it is not UTF-8' : messageOf(cause)
    throw new CannotLock(`${shown(path)} cannot be read: ${shown(why)}.`, { cause })
  }
}

/** The lock file at a path and its text. */
export async function getLockFile(path: string): Promise<{ file: LockFile; text: string }> {
  const text = await findText(path)
  if (text === null) throw new CannotLock(`there is no file ${shown(path)}.`)
  return { file: parsed(path, () => parseLockFile(text)), text }
}

export function parsed<Result>(path: string, parse: () => Result): Result {
  try {
    return parse()
  } catch (cause) {
    if (!(cause instanceof LockFileFault)) throw cause
    throw new CannotLock(`${shown(path)} cannot be used: ${shown(cause.message)}`, { cause })
  }
}

export function writeLockFile(path: string, file: LockFile): Promise<void> {
  return writeWhole(path, lockFileText(file))
}

/** Replaces a file by another one, so that whoever reads meanwhile reads a whole one. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const besides = `${path}.${randomUUID()}`
  try {
    await writeFile(besides, text)
    await rename(besides, path)
  } catch (cause) {
    await rm(besides, { force: true })
    throw new CannotLock(`${shown(path)} cannot be written: ${shown(messageOf(cause))}.`, { cause })
  }
}

const isMissing = (cause: unknown) => cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
const shown = (text: string) => visibleLine(text, 300)
const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

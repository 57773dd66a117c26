import { appendFileSync, readFileSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { makePrivate } from './state-folder.ts'

/** From this size on the log is put aside, and a new one begun. */
const LARGE_BYTES = 262_144
/** Beyond this nothing is added: the log waits to be put aside. */
const MOST_BYTES = 1_048_576
const LONGEST_LINE = 2048

/**
 * Adds a line of JSON. Several processes may do so at once: a short line is written as a whole, after those before.
 * Throws where the disk does not take it, or the log is full. What is too long is left out.
 */
export function appendEvent(path: string, event: object): void {
  const line = `${JSON.stringify(event)}\n`
  if (line.length > LONGEST_LINE) return
  const stat = statSync(path, { throwIfNoEntry: false })
  // A pipe would be waited for.
  if (stat?.isFIFO()) throw new Error(`${path} is no file`)
  if (stat !== undefined && stat.size > MOST_BYTES) throw new Error(`${path} is full`)
  try {
    appendFileSync(path, line, { mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    // The first event of a service.
    makePrivate(dirname(path))
    appendFileSync(path, line, { mode: 0o600 })
  }
}

/**
 * The events of the log that was put aside and of the present one, the oldest first. `word`: only of lines with it.
 * What is no JSON is left out.
 */
export function readEvents<Event>(path: string, word: string): Event[] {
  const text = textOf(`${path}.1`) + textOf(path)
  return text.split('\n').flatMap((line) => {
    if (line === '' || !line.includes(word)) return []
    try {
      return [JSON.parse(line) as Event]
    } catch {
      return []
    }
  })
}

/** Puts a large log aside, and forgets the one before. Only one process at a time may do so. */
export function putAside(path: string): void {
  if (sizeOf(path) > LARGE_BYTES) renameSync(path, `${path}.1`)
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function textOf(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat?.isFile() ? readFileSync(path, 'utf8') : ''
  } catch {
    return ''
  }
}

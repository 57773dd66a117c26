import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerKey } from 'assay-decide/bundle'
import { fileNameOf } from 'assay-hook/state/check-sum'
import { makePrivate } from 'assay-hook/state/state-folder'
import { writeWhole } from 'assay-hook/state/write-whole'

// What the guards of this machine want to know of: one of them asks the service for all. A file a set of servers, which
// stays for a week, so that the next start of a client finds an answer that has its servers.

const WEEK_MS = 7 * 86_400_000
const MOST_KEYS = 5000
const LARGEST_BYTES = 1_000_000

export interface Wanted {
  keys: readonly ServerKey[]
  /** Whether there is a lock file. */
  pins: boolean
}

/** Says that these keys are wanted. Throws where the disk does not take it. */
export function want(folder: string, wanted: Wanted): void {
  makePrivate(folder)
  const path = join(folder, `${fileNameOf(...wanted.keys, String(wanted.pins))}.json`)
  writeWhole(path, JSON.stringify(wanted), { isLasting: false })
}

/** What all guards wanted within the week, the newest first; files that are older go. */
export function allWanted(folder: string, now: number): Wanted {
  const keys = new Set<ServerKey>()
  let pins = false
  for (const { path } of newestFirst(folder, now)) {
    const wanted = readWanted(path)
    if (wanted === null) continue
    pins ||= wanted.pins
    for (const key of wanted.keys) if (keys.size < MOST_KEYS) keys.add(key)
  }
  return { keys: [...keys], pins }
}

function newestFirst(folder: string, now: number): { path: string; at: number }[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name))
    .map((path) => ({ path, at: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
  const isOld = ({ at }: { at: number }) => now - at > WEEK_MS
  for (const { path } of files.filter(isOld)) rmSync(path, { force: true })
  return files.filter((file) => !isOld(file)).sort((a, b) => b.at - a.at)
}

function readWanted(path: string): Wanted | null {
  try {
    const stat = statSync(path)
    if (!stat.isFile() || stat.size > LARGEST_BYTES) return null
    const { keys, pins } = JSON.parse(readFileSync(path, 'utf8'))
    const isOfForm = Array.isArray(keys) && keys.every((key) => typeof key === 'string' && /^[\w-]{22}$/.test(key))
    return isOfForm ? { keys, pins: pins === true } : null
  } catch {
    return null
  }
}

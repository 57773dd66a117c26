import { readFileSync } from 'node:fs'
import { writeWhole } from '../state/write-whole.ts'

/** How the last refresh went. */
export interface Refreshed {
  /** When it was last tried, in ms since 1970. */
  at: number
  /** Why the last one did not, a sentence; null: it did. */
  problem: string | null
}

export function readRefreshed(path: string): Refreshed | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

export function writeRefreshed(path: string, refreshed: Refreshed): void {
  writeWhole(path, JSON.stringify(refreshed))
}

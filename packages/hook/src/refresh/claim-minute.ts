import { closeSync, openSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const MARK = 'refresh-'

/** Whether this is the first process of the minute. The file of a minute is made by one process only. */
export function claimMinute(folder: string, minute: number): boolean {
  const name = `${MARK}${minute}`
  try {
    closeSync(openSync(join(folder, name), 'wx', 0o600))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
  for (const other of readdirSync(folder))
    if (other.startsWith(MARK) && other !== name) rmSync(join(folder, other), { force: true })
  return true
}

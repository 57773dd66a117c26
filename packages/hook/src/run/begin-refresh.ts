import { statSync } from 'node:fs'
import { messageOf } from '../message-of.ts'
import { claimMinute } from '../refresh/claim-minute.ts'
import type { ServiceFiles } from '../state/files.ts'
import { keysWanted } from '../state/keys-wanted.ts'
import type { LineFile } from '../state/line-file.ts'
import { makePrivate } from '../state/state-folder.ts'

const MINUTE_MS = 60_000

interface Refreshing {
  files: ServiceFiles
  lines: LineFile | null
  /** Those of the server that is called. */
  keys: readonly string[]
  now: number
  warn(line: string): void
}

/**
 * Begins a refresh in a process of its own where the view is older than a minute, or was made without one of the keys;
 * at most one in a minute. The process has none of this one's streams.
 */
export async function beginRefresh(url: string, { files, lines, keys, now, warn }: Refreshing): Promise<void> {
  const age = now - (statSync(files.view, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  const wanted = keysWanted(lines)
  if (age >= 0 && age < MINUTE_MS && keys.every((key) => wanted.includes(key))) return
  try {
    makePrivate(files.folder)
    if (!claimMinute(files.folder, Math.floor(now / MINUTE_MS))) return
  } catch (error) {
    return warn(`nothing can be kept: ${messageOf(error)}`)
  }
  const { spawn } = await import('node:child_process')
  const [, entry = ''] = process.argv
  const child = spawn(process.execPath, [...process.execArgv, entry, 'refresh', '--url', url], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    // The folder of the session may go away meanwhile.
    cwd: files.folder,
  })
  child.on('error', () => undefined)
  child.unref()
}

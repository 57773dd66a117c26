import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { messageOf } from 'assay-hook/message-of'
import { claimMinute } from 'assay-hook/refresh/claim-minute'
import { fileStore } from 'assay-hook/refresh/file-store'
import { heldView } from 'assay-hook/refresh/held-view'
import { writeRefreshed } from 'assay-hook/refresh/refreshed'
import { sendOutcomes } from 'assay-hook/refresh/send-outcomes'
import { reportsFile } from 'assay-hook/run/record-event'
import { putAside } from 'assay-hook/state/event-log'
import type { ServiceFiles } from 'assay-hook/state/files'
import { WANTED } from 'assay-hook/state/keys-wanted'
import { lineFileText } from 'assay-hook/state/line-file'
import { viewLines } from 'assay-hook/state/view-lines'
import { writeWhole } from 'assay-hook/state/write-whole'
import { Service } from 'assay-verify/commands/fetch-service'
import { allWanted } from './wanted.ts'

const MINUTE_MS = 60_000

export interface Refreshing {
  root: string
  url: string
  key: string | null
  files: ServiceFiles
  gatherMs: number
  requestMs: number
  refreshMs: number
}

export function wantedFolder(files: ServiceFiles): string {
  return join(files.folder, 'wanted')
}

/** Whether the bundle on disk is older than a minute, or lacks servers of this guard. */
export function isDue(view: string, now: number, isComplete: boolean): boolean {
  const age = now - (statSync(view, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  return !isComplete || age < 0 || age >= MINUTE_MS
}

/**
 * Fetches what all guards of this machine want, unless one of them has begun to in this minute, and sends outcomes
 * where that was turned on. Answers what went wrong, a sentence; null: nothing did. Never rejects.
 */
export async function refreshBundle(refreshing: Refreshing): Promise<string | null> {
  const { files, url, root } = refreshing
  const now = Date.now()
  try {
    if (!claimMinute(files.folder, Math.floor(now / MINUTE_MS))) return null
  } catch (error) {
    return messageOf(error)
  }
  let problem: string | null = null
  try {
    problem = await fetchBundle(refreshing)
  } catch (error) {
    problem = messageOf(error)
  }
  try {
    writeRefreshed(files.refreshed, { at: now, problem })
    putAside(files.recent)
    if (existsSync(reportsFile(root))) await sendOutcomes(url, files, now)
    return problem
  } catch (error) {
    return problem ?? messageOf(error)
  }
}

async function fetchBundle({ url, key, files, gatherMs, requestMs, refreshMs }: Refreshing): Promise<string | null> {
  await pause(gatherMs, undefined, { ref: false })
  const { keys, pins } = allWanted(wantedFolder(files), Date.now())
  const { view, problem } = await heldView({
    service: new Service(url, { withinMs: refreshMs, timeoutMs: requestMs, longestWaitMs: 5000 }),
    keys,
    hasPins: pins,
    given: key,
    files,
    // Whoever is lost with the power is fetched again, but not the key that the service is known by.
    store: fileStore(files.bundle, (name) => name === 'trust.json'),
    limits: { requestMs, refreshMs },
  })
  const lines = view === null ? null : lineFileText([...viewLines(view), [WANTED, keys]])
  if (lines !== null) writeWhole(files.view, lines, { isLasting: false })
  return problem
}

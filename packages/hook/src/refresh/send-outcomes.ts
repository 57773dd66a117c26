import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { boundedFetch } from 'assay-tlog/bounded-fetch'
import { isWellFormedId } from 'assay-verify/subject-id'
import type { OutcomeLine } from '../run/record-event.ts'
import { readEvents } from '../state/event-log.ts'
import type { ServiceFiles } from '../state/files.ts'

const SENDING = 'sending-'
const MOST_EVENTS = 1000
const MAX_BYTES = 100_000
const WITHIN_MS = 10_000
/** The service remembers a batch for a day: later it might be counted twice. */
const OLDEST_MS = 23 * 3_600_000

/**
 * Sends outcomes that wait. A batch keeps its name, by which the service counts it once, until it was taken or refused,
 * or is a day old.
 */
export async function sendOutcomes(url: string, files: ServiceFiles, now: number): Promise<void> {
  const { folder, outcomes } = files
  if (!readdirSync(folder).some((name) => name.startsWith(SENDING)) && existsSync(outcomes))
    renameSync(outcomes, join(folder, `${SENDING}${randomUUID()}`))
  for (const name of readdirSync(folder).filter((one) => one.startsWith(SENDING))) {
    const path = join(folder, name)
    if (await isSettled(url, name.slice(SENDING.length), readEvents<OutcomeLine>(path, ''), now))
      rmSync(path, { force: true })
  }
}

/** Forgets all that waits, as reports were turned off. */
export function forgetOutcomes(files: ServiceFiles): void {
  for (const name of existsSync(files.folder) ? readdirSync(files.folder) : [])
    if (name.startsWith(SENDING) || name.startsWith('outcomes.')) rmSync(join(files.folder, name), { force: true })
}

async function isSettled(url: string, key: string, lines: readonly OutcomeLine[], now: number): Promise<boolean> {
  const events = lines.filter(({ at, toolId }) => now - at < OLDEST_MS && isWellFormedId(toolId)).slice(-MOST_EVENTS)
  if (events.length === 0) return true
  const { status } = await boundedFetch(`${url}/v1/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ events: events.map(({ at: _, ...event }) => event) }),
    maxBytes: MAX_BYTES,
    signal: AbortSignal.timeout(WITHIN_MS),
  })
  return status !== 408 && status !== 429 && status < 500
}

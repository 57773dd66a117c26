import { withoutOwnService } from '../sources/exclude-own-service'
import type { NetworkAid, ScheduledSource, SettingsBySource, Sources } from '../sources/source'
import type { Database } from '../store/database'
import type { IntakeReport } from './sync/import-source'
import { syncSource } from './sync/sync-source'

export interface SyncJob {
  db: Database
  sources: Sources
  settings: SettingsBySource
  /** A server under this address is the service itself, which is not rated. */
  baseUrl: string
  controls: Omit<NetworkAid, 'now'>
  clock: () => Date
  log: (line: string) => void
}

/**
 * By the name of the source; null: it was not due, another process reads it, or it could not be reached. One that is
 * switched off is absent.
 */
export type SyncReport = Record<string, IntakeReport | null>

/**
 * Reads every scheduled source that is due, one after the other. The failure of one does not stop the others; it is
 * thrown at the end.
 */
export async function syncSources(job: SyncJob): Promise<SyncReport> {
  const report: SyncReport = {}
  const failures: unknown[] = []
  for (const [name, source] of Object.entries(job.sources)) {
    if (source.runs !== 'on schedule') continue
    try {
      const read = await syncOne(job, name, source)
      if (read !== 'off') report[name] = read ?? null
    } catch (cause) {
      failures.push(cause)
    }
  }
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} sources failed.`)
  if (failures.length === 1) throw failures[0]
  return report
}

async function syncOne(job: SyncJob, name: string, { precedence, intervalMs, open }: ScheduledSource) {
  const { db, settings, baseUrl, controls, clock, log } = job
  const begin = await open(settings[name] ?? {}, { ...controls, now: clock() })
  if (begin === null) return 'off'
  const owner = { source: name, precedence }
  return syncSource({ db, owner, open: (memory) => withoutOwnService(begin(memory), baseUrl), intervalMs, clock, log })
}

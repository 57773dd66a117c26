import { DAY_MS } from 'assay-verify/duration'
import { plural } from 'assay-verify/text/plural'
import { type SourceMemory, type SourceRun, SourceUnavailable } from '../../sources/source'
import type { SourceOwner } from '../../store/catalog/own-servers'
import {
  claimSource,
  recordSourceFailure,
  recordSourceSuccess,
  renewSourceClaim,
} from '../../store/catalog/source-states'
import type { Database } from '../../store/database'
import { keepRenewing, LEASE_SECONDS } from '../../store/leases'
import { type IntakeReport, importSource } from './import-source'

export interface SourceSyncJob {
  db: Database
  owner: SourceOwner
  open: (memory: SourceMemory) => SourceRun
  intervalMs: number
  clock: () => Date
  log: (line: string) => void
}

const FIRST_BACK_OFF_MS = 60_000

/**
 * Reads a source if it is due. One that cannot be reached is logged in one line and tried again after growing pauses.
 */
export async function syncSource({
  db,
  owner,
  open,
  intervalMs,
  clock,
  log,
}: SourceSyncJob): Promise<IntakeReport | undefined> {
  const state = await claimSource(db, owner.source, { leaseSeconds: LEASE_SECONDS, intervalMs }, clock())
  if (state === undefined) return undefined
  const run = open({ since: state.since })
  // A first run over a whole registry takes minutes, in which no other process may start one.
  const stopRenewing = keepRenewing((now) => renewSourceClaim(db, owner.source, LEASE_SECONDS, now), clock)
  try {
    const believesDeletions = state.succeededAt !== null && clock().getTime() - state.succeededAt > DAY_MS
    const report = await importSource(db, owner, run, clock, { believesDeletions })
    await recordSourceSuccess(db, owner.source, run.memory().since, later(clock(), intervalMs), clock())
    log(
      `${owner.source}: ${report.servers} ${plural(report.servers, 'server')} read, ${report.serversAdded} new, ${report.serversChanged} changed, ${report.serversDeleted} deleted`,
    )
    return report
  } catch (cause) {
    const pauseMs = Math.min(intervalMs, FIRST_BACK_OFF_MS * 2 ** Math.min(state.failures, 10))
    const message = cause instanceof Error ? cause.message : String(cause)
    await recordSourceFailure(db, owner.source, message, later(clock(), pauseMs))
    if (!(cause instanceof SourceUnavailable)) throw cause
    log(`${owner.source}: ${message} Next try in ${pauseMs / 1000} s; other sources are not affected.`)
    return undefined
  } finally {
    stopRenewing()
  }
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms)
}

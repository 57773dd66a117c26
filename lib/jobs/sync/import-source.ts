import { rateServers } from '../../monitor/assess-servers'
import { learnedCategorizer } from '../../monitor/learned-categorizer'
import type { Rejection, SourceRun } from '../../sources/source'
import { type CatalogChange, NO_CHANGE, recordDeletedServers, recordServers } from '../../store/catalog/catalog'
import type { SourceOwner } from '../../store/catalog/own-servers'
import type { Database } from '../../store/database'
import { lockServerStates } from '../../store/evidence/evidence'
import { listServerKeysOf } from '../../store/ratings/ratings'

export interface IntakeReport extends CatalogChange {
  servers: number
  tools: number
  serversDeleted: number
  rejected: Rejection[]
  adjusted: Record<string, number>
}

/** Writes everything a source yields into the catalog, one transaction a batch, so that earlier batches stay when the source fails. */
export async function importSource(
  db: Database,
  owner: SourceOwner,
  run: SourceRun,
  clock: () => Date,
  onProgress: (report: IntakeReport, progress: number | null) => void = () => undefined,
): Promise<IntakeReport> {
  const report: IntakeReport = { ...NO_CHANGE, servers: 0, tools: 0, serversDeleted: 0, rejected: [], adjusted: {} }
  const categorize = learnedCategorizer()
  for await (const batch of run.batches) {
    const change = await recordServers(db, owner, batch.servers, clock(), categorize)
    for (const name of Object.keys(NO_CHANGE) as (keyof CatalogChange)[]) report[name] += change[name]
    const deleted = await recordDeletedServers(db, owner, batch.deleted, clock())
    if (deleted > 0) await rateDeleted(db, batch.deleted, clock())
    report.serversDeleted += deleted
    report.servers += batch.servers.length
    report.tools += batch.servers.reduce((total, server) => total + server.tools.length, 0)
    report.rejected.push(...batch.rejected)
    for (const [kind, n] of Object.entries(batch.adjusted)) report.adjusted[kind] = (report.adjusted[kind] ?? 0) + n
    onProgress(report, batch.progress)
    // The embedded database shares this thread with requests.
    await new Promise(setImmediate)
  }
  return report
}

/** Deleted servers are not probed again, so the ratings of their tools are updated here. */
async function rateDeleted(db: Database, serverIds: readonly string[], now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const serverKeys = await listServerKeysOf(tx, serverIds)
    await lockServerStates(tx, serverKeys)
    await rateServers(
      tx,
      serverKeys.map((serverKey) => ({ serverKey })),
      now,
    )
  })
}

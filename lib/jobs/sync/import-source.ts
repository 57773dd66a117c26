import { chunksOf } from 'assay-verify/chunks'
import { plural } from 'assay-verify/text/plural'
import { rateServers } from '../../monitor/assess-servers'
import { learnedCategorizer } from '../../monitor/learned-categorizer'
import { type Rejection, type SourceRun, SourceUnavailable } from '../../sources/source'
import {
  type CatalogChange,
  countDeletions,
  NO_CHANGE,
  recordDeletedServers,
  recordServers,
} from '../../store/catalog/catalog'
import type { SourceOwner } from '../../store/catalog/own-servers'
import type { Database } from '../../store/database'
import { getServerStatesForUpdate } from '../../store/evidence/evidence'
import { listServerKeysOf } from '../../store/ratings/ratings'

export interface IntakeReport extends CatalogChange {
  servers: number
  tools: number
  serversDeleted: number
  rejected: Rejection[]
  adjusted: Record<string, number>
}

/**
 * A run that deletes more servers than this, and more than this share of what its source lists, is not believed at
 * once.
 */
const MOST_DELETED = 50
const MOST_DELETED_SHARE = 0.1
/** Deletions of one transaction. */
const DELETED_AT_ONCE = 100

/**
 * Writes everything a source yields into the catalog, one transaction a batch, so that earlier batches stay when the
 * source fails. Deletions come last; where there are too many of them to be believed, nothing is deleted and
 * `SourceUnavailable` is thrown. `believesDeletions`: however many there are.
 */
export async function importSource(
  db: Database,
  owner: SourceOwner,
  run: SourceRun,
  clock: () => Date,
  {
    onProgress = () => undefined,
    believesDeletions = false,
  }: { onProgress?: (report: IntakeReport, progress: number | null) => void; believesDeletions?: boolean } = {},
): Promise<IntakeReport> {
  const report: IntakeReport = { ...NO_CHANGE, servers: 0, tools: 0, serversDeleted: 0, rejected: [], adjusted: {} }
  const categorize = learnedCategorizer()
  const deleted = new Set<string>()
  for await (const batch of run.batches) {
    const change = await recordServers(db, owner, batch.servers, clock(), categorize)
    for (const name of Object.keys(NO_CHANGE) as (keyof CatalogChange)[]) report[name] += change[name]
    for (const { id } of batch.servers) deleted.delete(id)
    for (const id of batch.deleted) deleted.add(id)
    report.servers += batch.servers.length
    report.tools += batch.servers.reduce((total, server) => total + server.tools.length, 0)
    report.rejected.push(...batch.rejected)
    for (const [kind, n] of Object.entries(batch.adjusted)) report.adjusted[kind] = (report.adjusted[kind] ?? 0) + n
    onProgress(report, batch.progress)
    // The embedded database shares this thread with requests.
    await new Promise(setImmediate)
  }
  if (!believesDeletions) await requireCredible(db, owner, [...deleted])
  for (const ids of chunksOf([...deleted], DELETED_AT_ONCE)) {
    const gone = await recordDeletedServers(db, owner, ids, clock())
    if (gone > 0) await rateDeleted(db, ids, clock())
    report.serversDeleted += gone
  }
  return report
}

async function requireCredible(db: Database, owner: SourceOwner, ids: readonly string[]): Promise<void> {
  if (ids.length <= MOST_DELETED) return
  const { listed, deleted } = await countDeletions(db, owner, ids)
  if (deleted <= MOST_DELETED || deleted <= listed * MOST_DELETED_SHARE) return
  throw new SourceUnavailable(
    `It reports ${deleted} of ${listed} ${plural(listed, 'server')} as deleted, which is not believed before it says so for a day. Nothing was deleted.`,
  )
}

/** Deleted servers are not probed again, so the ratings of their tools are updated here. */
async function rateDeleted(db: Database, serverIds: readonly string[], now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const serverKeys = await listServerKeysOf(tx, serverIds)
    await getServerStatesForUpdate(tx, serverKeys)
    await rateServers(tx, serverKeys, now)
  })
}

import type { ServerState } from 'assay-verify/state/server-state'
import { type ListingChange, type ListingRecord, recordListing } from '../store/catalog/observed-listing'
import type { Database } from '../store/database'
import type { FinishedProbe, Reassessment } from './finished-probe'
import { learnedCategorizer } from './learned-categorizer'

/** Records the newest listing of every server of a batch; answers what each listing changed, by server. */
export async function recordListings(
  tx: Database,
  reassessed: readonly Reassessment[],
  probes: readonly FinishedProbe[],
  now: Date,
): Promise<Map<number, ListingChange>> {
  const changes = new Map<number, ListingChange>()
  for (const record of newestListings(reassessed, probes)) {
    changes.set(record.serverKey, await recordListing(tx, record, now, learnedCategorizer()))
  }
  return changes
}

function newestListings(reassessed: readonly Reassessment[], probes: readonly FinishedProbe[]): ListingRecord[] {
  const byServer = new Map<number, ListingRecord>()
  const states = new Map(reassessed.map((entry) => [entry.serverKey, entry.after]))
  for (const { serverKey, targetNo, probe } of probes) {
    const { tools, toolsCut, protocolVersion } = probe
    const after = states.get(serverKey)
    if (tools === null || after === undefined || !isListedBy(after.serverState, targetNo)) continue
    const isUp = after.assessment.axes.reachable === true
    byServer.set(serverKey, { serverKey, tools, complete: !toolsCut, isUp, protocolVersion })
  }
  return [...byServer.values()]
}

/**
 * Only the leading endpoint's listing counts, so that two endpoints that differ are no change; without an endpoint that
 * of any target.
 */
export function isListedBy({ targets }: ServerState, targetNo: number): boolean {
  const [leading] = targets
  return leading?.evidence !== 'endpoint' || leading.targetNo === targetNo
}

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
  const up = new Set(reassessed.filter(isUp).map(({ serverKey }) => serverKey))
  for (const { serverKey, probe } of probes) {
    const { tools, toolsCut, protocolVersion, generation } = probe
    if (tools === null) continue
    byServer.set(serverKey, {
      serverKey,
      tools,
      complete: !toolsCut,
      isUp: up.has(serverKey),
      protocolVersion,
      generation,
    })
  }
  return [...byServer.values()]
}

function isUp({ after }: Reassessment): boolean {
  return after.assessment.axes.reachable === true
}

import type { Database } from '../store/database'
import { type ListingChange, type ListingRecord, recordListing } from '../store/own-listing'
import type { FinishedLook, Reassessment } from './commit-looks'
import { learnedCategorizer } from './learned-categorizer'

/** Takes in the newest listing of every server of a batch; answers what each changed, by server. */
export async function recordListings(
  tx: Database,
  reassessed: readonly Reassessment[],
  looks: readonly FinishedLook[],
  now: Date,
): Promise<Map<number, ListingChange>> {
  const changes = new Map<number, ListingChange>()
  for (const record of newestListings(reassessed, looks)) {
    changes.set(record.serverKey, await recordListing(tx, record, now, learnedCategorizer()))
  }
  return changes
}

function newestListings(reassessed: readonly Reassessment[], looks: readonly FinishedLook[]): ListingRecord[] {
  const byServer = new Map<number, ListingRecord>()
  const up = new Set(reassessed.filter(isUp).map(({ serverKey }) => serverKey))
  for (const { serverKey, look } of looks) {
    const { tools, toolsCut, protocolVersion, era } = look
    if (tools === null) continue
    byServer.set(serverKey, {
      serverKey,
      tools,
      complete: !toolsCut,
      isUp: up.has(serverKey),
      protocolVersion,
      era,
    })
  }
  return [...byServer.values()]
}

function isUp({ after }: Reassessment): boolean {
  return after.judgement.axes.reachable === true
}

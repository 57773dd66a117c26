import { HOUR_MS } from 'assay-verify/duration'
import type { Database } from '../../store/database'
import { markPart } from '../../store/outcomes/batch-hashes'
import { type Batch, countBatches, getKeysForUpdate } from '../../store/outcomes/ingest'
import { type MergedPart, merged } from '../rules/merge'
import type { BatchPart } from '../rules/message'
import type { Position } from '../rules/position'
import { movePosition, type Place } from './positions'

/** Another consumer counted messages of the partition meanwhile: what was to be counted may be counted already. */
export class PositionMoved extends Error {
  constructor({ partition }: Place) {
    super(`another consumer counts partition ${partition} of the stream of outcomes`)
    this.name = 'PositionMoved'
  }
}

/**
 * Counts the parts of messages and moves the position behind them, both or neither. Parts of batches that were counted
 * without the stream are left out, and those of revoked keys. Answers how many parts it counted. Throws `PositionMoved`
 * where `from` is not the position.
 */
export async function countParts(
  db: Database,
  { place, from, to }: { place: Place; from: Position; to: Position },
  parts: readonly BatchPart[],
  now: Date,
): Promise<number> {
  return db.transaction(async (tx) => {
    if (!(await movePosition(tx, place, from, to))) throw new PositionMoved(place)
    // Locks in the order of all writers of outcomes: keys, hashes, counts.
    const keys = await getKeysForUpdate(tx, parts, now)
    const hashes = [...new Set(parts.flatMap(({ hash }) => hash ?? []))].sort()
    const counted = await markPart(tx, hashes, place.partition)
    const fresh = parts.filter(
      ({ hash, keyId }) => (hash === null || !counted.has(hash)) && (keyId === null || keys.has(keyId)),
    )
    for (const ofHour of byHour(merged(fresh))) {
      const at = new Date((ofHour[0]?.hour ?? 0) * HOUR_MS)
      await countBatches(tx, ofHour.map(batchOf), await getKeysForUpdate(tx, ofHour, at), at, now)
    }
    return fresh.length
  })
}

function byHour(parts: readonly MergedPart[]): MergedPart[][] {
  const hours = [...new Set(parts.map(({ hour }) => hour))].sort((a, b) => a - b)
  return hours.map((hour) => parts.filter((part) => part.hour === hour))
}

function batchOf({ keyId, reporterKey, sums }: MergedPart): Batch {
  return { keyId, reporterKey, sums, network: null, hash: null, outcomes: [], ignored: 0 }
}

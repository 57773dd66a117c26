import type { Database } from '../database'
import { coalesced } from '../ratings/coalesced'
import type { Reads } from '../reads/reads'
import type { CachedRows } from './cached-rows'
import type { ChangedServer } from './read-replica'
import { type ReadRow, readRatedRows, readWordedRows } from './read-rows'
import { SeenChanges } from './seen-changes'
import { UnknownIds } from './unknown-ids'

/** Reads rows by their ids into the rows that are held. Calls for one id share its read; many share a statement. */
export interface RowReader {
  /** The row of this id, without words; undefined: no subject has it. */
  rated(id: string): Promise<ReadRow | undefined>
  /** The same with its words. */
  worded(id: string): Promise<ReadRow | undefined>
  /** Drops the held rows of what changed, as it was read from this database. */
  apply(changed: readonly ChangedServer[], db: Database): void
}

/** A statement under way that reads rows. */
interface Fill {
  db: Database
  /** Servers of which a change became known meanwhile: what was read of them may be of before. */
  changed: Set<number>
}

type ReadRows = (db: Database, ids: readonly string[]) => Promise<ReadRow[]>

/** `statements` reads the rows, without their words and with them. */
export function openRowReader(
  reads: Pick<Reads, 'db' | 'pinned' | 'isOnReplica'>,
  rows: CachedRows,
  statements: { rated: ReadRows; worded: ReadRows } = { rated: readRatedRows, worded: readWordedRows },
): RowReader {
  const unknown = new UnknownIds()
  const changes = new SeenChanges()
  const fills = new Set<Fill>()

  const fill = async (read: ReadRows, ids: string[]): Promise<ReadRow[]> => {
    const isOnReplica = reads.isOnReplica()
    const own: Fill = { db: reads.pinned(), changed: new Set() }
    // Replicas are of different moments: a row is held where its changes are read from the same one.
    const isFollowed = changes.of === own.db
    fills.add(own)
    try {
      const found = await read(own.db, ids)
      if (isFollowed && changes.of === own.db)
        for (const row of found) if (!own.changed.has(row.rating.serverKey)) rows.hold(row)
      return found
    } catch (cause) {
      if (!isOnReplica) throw cause
      return await read(reads.db, ids)
    } finally {
      fills.delete(own)
    }
  }
  const rated = openJoined((ids) => fill(statements.rated, ids), unknown)
  const worded = openJoined((ids) => fill(statements.worded, ids), unknown)
  return {
    rated: rated.find,
    worded: worded.find,
    apply: (changed, db) => {
      const fresh = changes.take(changed, db)
      if (fresh.length === 0) return
      for (const { key } of fresh) {
        rows.dropServer(key)
        for (const one of fills) one.changed.add(key)
      }
      rated.startAfresh()
      worded.startAfresh()
      unknown.clear()
    },
  }
}

interface Joined {
  find(id: string): Promise<ReadRow | undefined>
  /** Later calls share no read that began before. */
  startAfresh(): void
}

function openJoined(fill: (ids: string[]) => Promise<ReadRow[]>, unknown: UnknownIds): Joined {
  let underWay = new Map<string, Promise<ReadRow | undefined>>()
  const readOne = coalesced(async (ids: string[]) => new Map((await fill(ids)).map((row) => [row.rating.id, row])))
  const begin = (id: string) => {
    const shared = underWay
    const reading = readOne(id)
      .then((row) => {
        if (row === undefined) unknown.add(id)
        return row
      })
      .finally(() => shared.delete(id))
    shared.set(id, reading)
    return reading
  }
  return {
    find: async (id) => (unknown.has(id) ? undefined : (underWay.get(id) ?? begin(id))),
    startAfresh: () => {
      underWay = new Map()
    },
  }
}

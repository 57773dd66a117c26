import type { Database } from '../database'
import type { ReplicaReport } from './replica'

/**
 * Where answers are read from: a replica of the database that is fresh enough, else the primary. Writes, and reads that
 * must see them, go to the primary itself.
 */
export interface Reads {
  /**
   * Each statement, and each transaction that is read-only, goes to the replica of the moment. What a replica cannot
   * answer, because it is gone or has to replay what contradicts it, the primary does. Two statements may see two
   * moments, the later one the earlier moment.
   */
  db: Database
  /** The database of the moment, for statements that build on each other: none is moved to another. */
  pinned(): Database
  /** The moment of which answers are: `now`, or the one at which the replica of the moment had everything. */
  asOf(now: Date): Date
  /** Whether a replica is fresh enough to read from. */
  isOnReplica(): boolean
  /** Of every replica of the settings, in their order. */
  replicas(): ReplicaReport[]
}

/** All reads from one database. */
export function readsOf(db: Database): Reads {
  return { db, pinned: () => db, asOf: (now) => now, isOnReplica: () => false, replicas: () => [] }
}

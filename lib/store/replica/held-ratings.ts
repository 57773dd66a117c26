import type { SubjectFactsReader } from '../catalog/subject-facts'
import type { Database } from '../database'
import type { RatingReader } from '../ratings/ratings'
import type { ChangedServer } from './read-replica'

/** Ratings and facts of subjects in memory: of all of them, or of those that are asked for. */
export interface HeldRatings extends RatingReader {
  /** Answers from memory what is there, and reads the rest through. */
  subjectFacts: SubjectFactsReader
  /** Shows whether an answer that was made from memory would be the same now. */
  marks: ReplicaMarks
  /** Takes in what changed, from the database that it was read from; false: it does not fit into memory any more. */
  apply(changed: readonly ChangedServer[], db: Database): Promise<boolean>
  use(): MemoryUse
}

/** Numbers of changes of what is held, in their order. */
export interface ReplicaMarks {
  /** Whether memory answers now, all of the catalog. */
  isWhole(): boolean
  /** Of the newest change. */
  newest(): number
  /** Of the newest change of a server and its subjects. */
  ofServer(serverKey: number): number
  /** Of the newest change of what any subject is named by. */
  ofNames(): number
}

export interface MemoryUse {
  /** Of all subjects, or of those that are asked for. */
  holds: 'all' | 'part'
  subjects: number
  /** Roughly. */
  bytes: number
  /** Subjects that were looked for and held, or not held, since the start; of all, none is counted. */
  hits: number
  misses: number
}

import type { Database } from '../store/database'
import type { ProbedBatch } from './record-breakages'

/** What is recorded of a batch of probe results besides ratings, in the same transaction. The runtime passes it in. */
export interface RecordingSteps {
  /**
   * Records what servers declare besides tools. Answers the keys of those of which something else is stored than
   * before.
   */
  recordDeclarations(tx: Database, batch: ProbedBatch, now: Date): Promise<ReadonlySet<number>>
  /** Queues for the log what these servers declare now, as digests. `vantages`: where each was probed from. */
  recordDigests(tx: Database, vantages: ReadonlyMap<number, string | null>, now: Date): Promise<void>
}

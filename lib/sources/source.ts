import type { CatalogServer } from '../core/catalog/catalog'

/** A piece of a source that could not be taken, in words a reader can act on. Never holds the piece itself. */
export interface Rejection {
  /** Where it stood: `file.jsonl:12`, `page 3, entry 40`. */
  at: string
  why: string
}

/** One chunk of a source, small enough for one transaction. */
export interface SourceBatch {
  servers: CatalogServer[]
  /** Ids the source says are gone. */
  deleted: string[]
  rejected: Rejection[]
  /** What was cut or changed on the way in, counted by kind: the keys of `ADJUSTMENTS`. */
  adjusted: Record<string, number>
  /** 0-1 where the source knows its size, else null. */
  progress: number | null
}

/** What a source remembers between two runs; kept by the store, opaque to everyone else. */
export interface SourceMemory {
  /** The `updated_since` of the next run; null: everything. */
  since: string | null
}

export interface SourceRun {
  batches: AsyncIterable<SourceBatch>
  /** Asked after the last batch. */
  memory(): SourceMemory
}

/** What whoever runs a source lends it. */
export interface RunAid {
  now: Date
  /** Ends a run at once: the batches throw its reason. */
  signal: AbortSignal
}

/** Thrown when a source cannot be reached: the run ends, what came before is kept, the job backs off. The message is a sentence. */
export class SourceUnavailable extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options)
    this.name = 'SourceUnavailable'
  }
}

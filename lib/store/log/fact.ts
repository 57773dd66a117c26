import type { Leaf } from '../../core/log/leaf'

/** A leaf before it has its version: what the queue holds. */
export type Fact = Leaf extends infer Each ? (Each extends Leaf ? Omit<Each, 'v'> : never) : never

/** A fact and, where it is logged once however often it is found, what makes it the same. */
export interface QueuedFact {
  fact: Fact
  identity?: string
}

/** What a digest of a fact stands for. */
export interface LogDocument {
  digest: string
  kind: Fact['kind']
  /** Canonical JSON. */
  body: string
  /** null: for ever. */
  keptUntil: Date | null
}

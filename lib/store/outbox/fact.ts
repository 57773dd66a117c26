import type { Leaf } from 'assay-verify/leaves/leaf'

/** A leaf before it is queued. */
export type Fact = Leaf extends infer Each ? (Each extends Leaf ? Omit<Each, 'v' | 'queuedAt'> : never) : never

/** A fact as it waits in the queue: the leaf that it becomes. */
export type QueuedLeaf = Extract<Leaf, { queuedAt: string }>

/** A fact and, where it is logged once however often it is found, what makes it the same. */
export interface QueuedFact {
  fact: Fact
  identity?: string
}

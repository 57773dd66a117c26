import type { ToolChange } from './drift'
import type { Side } from './drift-words'
import type { SchemaDocument } from './schema-parts'

/** One comparison on its way through two schemas. */
export interface Walk {
  side: Side
  before: SchemaDocument
  after: SchemaDocument
  /** Shared by all that is tried out. `spent`: something was left unread. */
  budget: { pairs: number; spent: boolean }
  /** Both sides mean the same by their references, so equal texts are equal schemas. */
  sameReferences: boolean
  /** Pairs under way: references may lead in circles. */
  ancestors: readonly (readonly [before: object, after: object])[]
  changes: ToolChange[]
  /** Compares two nodes further down. `path`: the names that lead there. */
  descend(walk: Walk, before: unknown, after: unknown, path: readonly string[]): void
}

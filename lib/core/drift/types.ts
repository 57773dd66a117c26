import type { CatalogTool } from '../catalog/catalog'
import type { SchemaDocument } from './schema-parts'

/**
 * What a change of a tool means to its callers, worst first. `safety`: it takes back a promise of harmlessness. `breaking`: calls or
 * readers that were right may now be wrong. `additive`: more is possible, or promised; what was right still is. `wording`: only words.
 */
export const DRIFT_CLASSES = ['safety', 'breaking', 'additive', 'wording'] as const
export type DriftClass = (typeof DRIFT_CLASSES)[number]

/** One change. `code` is stable snake_case; `text` is one plain sentence of ours, in which a stranger's names stand quoted, cleaned and cut. */
export interface ToolChange {
  class: DriftClass
  code: string
  text: string
}

/** What of a tool is compared. Its name is what makes it the same tool. */
export type ToolVersion = Pick<CatalogTool, 'title' | 'description' | 'inputSchema' | 'outputSchema' | 'annotations'>

/** Which side of a call a schema speaks of: what callers send, or what they get. */
export type Side = 'input' | 'output'

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

import type { CatalogTool } from 'assay-verify/catalog-tool'
import type { SchemaDocument } from './schema-parts'

/**
 * What a change of a tool means to its callers, worst first. `safety`: it takes back a promise of harmlessness.
 * `breaking`: calls or readers that were right may now be wrong. `additive`: more is possible, or promised, and what
 * was right still is. `wording`: only texts.
 */
export const DRIFT_CLASSES = ['safety', 'breaking', 'additive', 'wording'] as const
export type DriftClass = (typeof DRIFT_CLASSES)[number]

/**
 * One change. `code` is stable snake_case; `text` is one plain sentence, in which third-party names are quoted, cleaned
 * and cut.
 */
export interface ToolChange extends Difference {
  class: DriftClass
  code: string
  text: string
}

/**
 * What was and what is, each as one line of third-party text, cleaned and cut. Absent: there was, or is, nothing to
 * show.
 */
export interface Difference {
  before?: string
  after?: string
}

/** The compared parts of a tool. Its name is its identity. */
export type ToolVersion = Pick<CatalogTool, 'title' | 'description' | 'inputSchema' | 'outputSchema' | 'annotations'>

/** Which side of a call a schema describes: what callers send, or what they receive. */
export type Side = 'input' | 'output'

/** The state of one comparison of two schemas. */
export interface Walk {
  side: Side
  before: SchemaDocument
  after: SchemaDocument
  /** Shared by all branches. `spent`: something was left unread. */
  budget: { pairs: number; spent: boolean }
  /** Both sides resolve references to the same, so equal texts are equal schemas. */
  sameReferences: boolean
  /** Pairs being compared: references may be circular. */
  ancestors: readonly (readonly [before: object, after: object])[]
  changes: ToolChange[]
  /** Compares two nodes further down. `path`: the names that lead there. */
  descend(walk: Walk, before: unknown, after: unknown, path: readonly string[]): void
}

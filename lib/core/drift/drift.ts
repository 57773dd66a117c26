import { contentHash } from 'assay-verify/canonical-json'
import { annotationChanges } from './annotation-drift'
import { linesOf } from './drift-text'
import { schemaChanges } from './schema-drift'
import { DRIFT_CLASSES, type DriftClass, type ToolChange, type ToolVersion } from './types'

/** Changes reported of one step, at most; the worst come first, and one more counts those left out. */
export const MAX_CHANGES_REPORTED = 20

/**
 * How a tool changed from one version to the next, the worst first; empty: not at all. The order of keys, of
 * `required`, of `enum` and of types does not matter. Output schema and annotations are compared like the input schema.
 * Safe for any schema: circular references, depth and size are bounded, and what lies beyond the bound is reported as
 * one `breaking` change, because compatibility cannot be verified.
 */
export function compareTools(before: ToolVersion, after: ToolVersion): ToolChange[] {
  const changes = [
    ...annotationChanges(before.annotations, after.annotations),
    ...schemaChanges('input', before.inputSchema, after.inputSchema),
    ...schemaChanges('output', before.outputSchema, after.outputSchema),
    ...wordingChanges(before, after),
  ]
  return rankedChanges(changes)
}

/**
 * Changes with each text once, the worst first; where there are more than `MAX_CHANGES_REPORTED`, the last counts those
 * left out.
 */
export function rankedChanges<Change extends ToolChange>(changes: readonly Change[]): Change[] {
  const rank = (change: Change) => DRIFT_CLASSES.indexOf(change.class)
  const ranked = changes.toSorted((a, b) => rank(a) - rank(b))
  const firstOf = new Map([...ranked].reverse().map((change) => [change.text, change]))
  const sorted = ranked.filter((change) => firstOf.get(change.text) === change)
  const [first] = sorted.slice(MAX_CHANGES_REPORTED - 1)
  if (first === undefined || sorted.length <= MAX_CHANGES_REPORTED) return sorted
  const left = sorted.length - MAX_CHANGES_REPORTED + 1
  const { before: _before, after: _after, ...others } = first
  const rest = { ...others, code: 'more_changes', text: `${left} further changes are not listed.` }
  return [...sorted.slice(0, MAX_CHANGES_REPORTED - 1), rest as Change]
}

/** The worst class among changes; null where there are none. */
export function worstDrift(changes: readonly ToolChange[]): DriftClass | null {
  return DRIFT_CLASSES.find((name) => changes.some((change) => change.class === name)) ?? null
}

/**
 * A hash of what a tool promises its callers, its texts excluded. Two versions that share it take and return the same.
 */
export function contractHash({ inputSchema, outputSchema, annotations }: ToolVersion): string {
  const { title: _title, ...hints } = annotations ?? {}
  return contentHash({ inputSchema, outputSchema, hints })
}

function wordingChanges(before: ToolVersion, after: ToolVersion): ToolChange[] {
  const title = before.title !== after.title || before.annotations?.title !== after.annotations?.title
  const wording = (code: string, text: string): ToolChange => ({ class: 'wording', code, text })
  return [
    ...(before.description === after.description
      ? []
      : [
          {
            ...wording('description_changed', 'Its description changed.'),
            ...linesOf(before.description, after.description),
          },
        ]),
    ...(title ? [wording('title_changed', 'Its title changed.')] : []),
  ]
}

import type { ToolAnnotations } from 'assay-verify/catalog-tool'
import type { ToolChange } from './types'

/** The changes that take back a promise of harmlessness, by code: what the tool may do now, after its name. */
export const SAFETY_CHANGES: ReadonlyMap<string, string> = new Map([
  ['read_only_to_destructive', 'may now change and delete things'],
  ['no_longer_read_only', 'may now change things'],
  ['now_destructive', 'may now delete things'],
  ['now_open_world', 'may now reach the open world'],
])

/**
 * What hints promise to a caller, with the protocol's own defaults (MCP, `ToolAnnotations`): a missing hint promises
 * nothing.
 */
interface Promises {
  readOnly: boolean
  destructive: boolean
  openWorld: boolean
  idempotent: boolean
}

function promisesOf(annotations: ToolAnnotations | null): Promises {
  const readOnly = annotations?.readOnlyHint ?? false
  return {
    readOnly,
    // These two have no meaning for a tool that only reads.
    destructive: !readOnly && (annotations?.destructiveHint ?? true),
    idempotent: readOnly || (annotations?.idempotentHint ?? false),
    openWorld: annotations?.openWorldHint ?? true,
  }
}

/**
 * How the hints a tool gives about itself changed. Taking back a promise of harmlessness is `safety`, whether the hint
 * is reversed or left out; stating a protocol default is `wording`. The title is not compared.
 */
export function annotationChanges(before: ToolAnnotations | null, after: ToolAnnotations | null): ToolChange[] {
  const [was, is] = [promisesOf(before), promisesOf(after)]
  const changes = [...lostPromises(was, is), ...newPromises(was, is)]
  const saysMore = (['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const).some(
    (hint) => before?.[hint] !== after?.[hint],
  )
  if (changes.length > 0 || !saysMore) return changes
  return [
    { class: 'wording', code: 'hints_reworded', text: 'Its hints about itself changed, but not what they promise.' },
  ]
}

function lostPromises(was: Promises, is: Promises): ToolChange[] {
  const changes: ToolChange[] = []
  if (was.readOnly && !is.readOnly) {
    const now = is.destructive ? 'change and delete things' : 'change things'
    const text = `It promised only to read; now it may ${now}.`
    const code = is.destructive ? 'read_only_to_destructive' : 'no_longer_read_only'
    changes.push({ class: 'safety', code, text, before: 'only reads', after: `may ${now}` })
  } else if (!was.destructive && is.destructive) {
    const text = 'It promised not to delete anything; now it may.'
    changes.push({
      class: 'safety',
      code: 'now_destructive',
      text,
      before: 'deletes nothing',
      after: 'may delete things',
    })
  }
  if (!was.openWorld && is.openWorld) {
    const text = 'It promised to stay within a closed domain; now it may reach the open world.'
    changes.push({ class: 'safety', code: 'now_open_world', text })
  }
  if (was.idempotent && !is.idempotent && !was.readOnly) {
    const text = 'It promised that a repeated call does no more than the first; now it does not.'
    changes.push({ class: 'breaking', code: 'no_longer_idempotent', text })
  }
  return changes
}

function newPromises(was: Promises, is: Promises): ToolChange[] {
  const changes: ToolChange[] = []
  const promise = (code: string, text: string) => changes.push({ class: 'additive', code, text })
  if (!was.readOnly && is.readOnly) promise('now_read_only', 'It now promises only to read.')
  else if (was.destructive && !is.destructive) promise('no_longer_destructive', 'It now promises not to delete.')
  if (was.openWorld && !is.openWorld) promise('now_closed_world', 'It now promises to stay within a closed domain.')
  if (!was.idempotent && is.idempotent && !is.readOnly)
    promise('now_idempotent', 'It now promises that a repeated call does no more than the first.')
  return changes
}

import type { Alternative } from '../../contract/shapes/candidates'
import type { AlternativeChanges } from '../sql/alternatives-schema'

/** Characters of JSON; the names are of strangers. Of real tools nearly all need fewer than 300. */
const MOST_CHANGED = 1000

/** How a call changes when it is made of the alternative; null: the changes are too many to store. */
export function parameterChanges({
  parameterMap,
}: Pick<Alternative, 'parameterMap'>): Omit<AlternativeChanges, 'apart'> | null {
  const renamed = parameterMap.flatMap(({ from, to, kind }): [string, string][] =>
    kind === 'renamed' && from !== null && to !== null ? [[from, to]] : [],
  )
  const missing = parameterMap.flatMap(({ to, kind }) => (kind === 'extra' && to !== null ? [to] : []))
  const changes = { ...(renamed.length > 0 && { renamed }), ...(missing.length > 0 && { missing }) }
  return JSON.stringify(changes).length > MOST_CHANGED ? null : changes
}

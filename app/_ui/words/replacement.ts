import type { Alternative } from '@/lib/contract/shapes/candidates'

/** Why there is no alternative, by the code of the answer. */
export const NO_REPLACEMENT = {
  nothing_does_the_same: 'We know no tool of another maker that does the same.',
  all_down: 'Tools that do the same are known, but all of them are down.',
  all_to_avoid: 'Tools that do the same are known, but each is down or should be avoided.',
  being_built: 'Alternatives are being looked up. Load the page again in a moment.',
} as const

/** Alternatives, and why there are none; null: there are some. */
export interface Replacement {
  alternatives: readonly Alternative[]
  reason: { code: keyof typeof NO_REPLACEMENT } | null
}

/** Whether there are any, or may be. */
export function mayBeReplaced({ alternatives, reason }: Replacement): boolean {
  return alternatives.length > 0 || reason?.code === 'being_built'
}

const RENAMES_SHOWN = 3

/**
 * "instead of read_file": which tool of a server with this id it replaces; null: it replaces what the page is about.
 */
export function insteadOfText({ replaces }: Pick<Alternative, 'replaces'>, subjectId: string): string | null {
  return replaces === subjectId ? null : `instead of ${replaces.slice(subjectId.length + 1)}`
}

/** What a caller has to change in the arguments to call an alternative: "rename q → query". */
export function argumentsText({
  argsCompatible,
  mappable,
  parameterMap,
}: Pick<Alternative, 'argsCompatible' | 'mappable' | 'parameterMap'>): string {
  if (argsCompatible === null || mappable === null) return 'arguments not known'
  if (argsCompatible) return 'same arguments'
  if (!mappable) return 'other arguments'
  const renames = parameterMap.flatMap(({ kind, from, to }) =>
    kind === 'renamed' && from !== null && to !== null ? [[from, to] as const] : [],
  )
  return renames.length === 0
    ? 'other arguments'
    : `rename ${renames
        .slice(0, RENAMES_SHOWN)
        .map(([from, to]) => `${from} → ${to}`)
        .join(', ')}`
}

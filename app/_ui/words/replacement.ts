import type { Alternative } from '@/lib/contract/shapes/candidates'
import { REPLACEMENTS } from './event-sentences'

const RENAMES_SHOWN = 3

/**
 * "instead of read_file": which tool of a server with this id it replaces; null: it replaces what the page is about.
 */
export function insteadOfText({ replaces }: Pick<Alternative, 'replaces'>, subjectId: string): string | null {
  return replaces === subjectId ? null : REPLACEMENTS.insteadOf(replaces.slice(subjectId.length + 1))
}

/** What a caller has to change in the arguments to call an alternative: "rename q → query". */
export function argumentsText({
  argsCompatible,
  mappable,
  parameterMap,
}: Pick<Alternative, 'argsCompatible' | 'mappable' | 'parameterMap'>): string {
  if (argsCompatible === null || mappable === null) return REPLACEMENTS.unknown
  if (argsCompatible) return REPLACEMENTS.same
  if (!mappable) return REPLACEMENTS.different
  const renames = parameterMap.flatMap(({ kind, from, to }) =>
    kind === 'renamed' && from !== null && to !== null ? [[from, to] as const] : [],
  )
  return renames.length === 0 ? REPLACEMENTS.different : REPLACEMENTS.rename(renames.slice(0, RENAMES_SHOWN))
}

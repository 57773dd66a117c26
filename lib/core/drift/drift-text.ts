import { NAME_CHARS, quoted, visibleLine } from 'assay-verify/text/visible-text'
import type { Difference, DriftClass, Side, ToolChange } from './types'

/** Characters of a whole path of third-party names within a sentence. */
const PATH_CHARS = 80
/** Values that a sentence lists, at most. */
const VALUES_NAMED = 3
/** Characters of a line of a difference. */
const LINE_CHARS = 200

/** The subject of a sentence: the named parameter or field, or all of them. */
export function subjectOf(side: Side, path: readonly string[]): string {
  if (path.length === 0) return side === 'input' ? 'The arguments as a whole' : 'The output as a whole'
  const name = path.map((part) => visibleLine(part, NAME_CHARS)).join('.')
  return `${side === 'input' ? 'Parameter' : 'Output field'} ${quoted(name.replaceAll('.[]', '[]'), PATH_CHARS)}`
}

export function listed(values: readonly unknown[]): string {
  const named = values
    .slice(0, VALUES_NAMED)
    .map((value) => quoted(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')))
  const more = values.length - named.length
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(' and ')
}

export function change(name: DriftClass, code: string, text: string, difference: Difference = {}): ToolChange {
  return { class: name, code, text, ...difference }
}

/** A line of a difference: what it is about, and what of it. */
export function line(path: readonly string[], what: string): string {
  const name = path
    .map((part) => visibleLine(part, NAME_CHARS))
    .join('.')
    .replaceAll('.[]', '[]')
  return visibleLine(name === '' ? what : `${name}: ${what}`, LINE_CHARS)
}

/** Two texts, each as a line. */
export function linesOf(before: string, after: string): Difference {
  return { before: visibleLine(before, LINE_CHARS), after: visibleLine(after, LINE_CHARS) }
}

/** Narrower input breaks callers, wider output breaks readers; the opposite is additive. */
export function classOf(side: Side, move: 'narrower' | 'wider'): DriftClass {
  return (side === 'input') === (move === 'narrower') ? 'breaking' : 'additive'
}

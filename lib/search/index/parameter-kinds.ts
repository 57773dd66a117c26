import type { ArgumentKind } from '../request/argument-spans'
import table from './parameter-kinds.json' with { type: 'json' }

/** What a tool's parameters may take, recognised by their names and descriptions. */
const PARAMETER_KINDS = Object.keys(table.words) as ParameterKind[]
type ParameterKind = keyof typeof table.words
const KINDS_OF = new Map<string, number>()
for (const [place, kind] of PARAMETER_KINDS.entries())
  for (const word of table.words[kind].split(' ')) KINDS_OF.set(word, (KINDS_OF.get(word) ?? 0) | (1 << place))

/** The kinds of the words of a schema, a bit each; 0 for no words. */
export function parameterKindsOf(words: Iterable<string>): number {
  let kinds = 0
  for (const word of words) kinds |= KINDS_OF.get(word) ?? KINDS_OF.get(word.replace(/s$/, '')) ?? 0
  return kinds
}

const KIND_OF_ARGUMENT = table.ofArguments as Readonly<Record<ArgumentKind, ParameterKind>>

/** The bits of the parameters that arguments of these kinds are passed to. */
export function parameterKindsFor(kinds: Iterable<ArgumentKind>): number {
  let bits = 0
  for (const kind of kinds) bits |= 1 << PARAMETER_KINDS.indexOf(KIND_OF_ARGUMENT[kind])
  return bits
}

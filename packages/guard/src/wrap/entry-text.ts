import { type JsoncNode, readJsonc } from 'assay-verify/setup/jsonc'
import type { Change, Range, Recipe } from './recipe.ts'

/** A member of an object in a text. */
export interface MemberNode {
  name: string
  start: number
  value: JsoncNode
}

/** The object that a text is. Throws where it is none. */
export function objectIn(text: string): JsoncNode {
  const reading = readJsonc(text)
  if (!reading.ok || reading.root.members === undefined) throw new Error('it is no object')
  return reading.root
}

/** The member of a name, of several the last. */
export function memberOf(object: JsoncNode, name: string): MemberNode | undefined {
  return object.members?.findLast((one) => one.name === name)
}

/** Where a value is written. */
export const rangeOf = ({ start, end }: { start: number; end: number }): Range => [start, end]

/** The white space before a place: what stands between two members. */
export function gapBefore(text: string, start: number): string {
  return /\s*$/.exec(text.slice(0, start))?.[0] ?? ''
}

/** Takes a member out, with the comma that is then too much. */
export function withoutMember(object: JsoncNode, member: MemberNode): Change {
  const members = object.members ?? []
  const at = members.indexOf(member)
  const [before, after] = [members[at - 1], members[at + 1]]
  if (after !== undefined) return { start: member.start, end: after.start, by: [] }
  return { start: before?.value.end ?? member.start, end: member.value.end, by: [] }
}

/** Adds items at the beginning of a list. */
export function withItemsBefore(text: string, list: JsoncNode, items: Recipe): Change {
  const first = list.items?.[0]
  if (first === undefined) return { start: list.start + 1, end: list.start + 1, by: items }
  const gap = text.slice(list.start + 1, first.start)
  const separator = gap !== '' && gap.trim() === '' ? gap : ' '
  return { start: first.start, end: first.start, by: [...items, `,${separator}`] }
}

/** Texts as they stand in a list. */
export function listed(words: readonly string[]): string {
  return words.map((word) => JSON.stringify(word)).join(', ')
}

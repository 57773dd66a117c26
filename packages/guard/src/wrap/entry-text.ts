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

/** Takes members out, with the commas that are then too much. */
export function withoutMembers({ members = [] }: JsoncNode, taken: readonly MemberNode[]): Change[] {
  const changes: Change[] = []
  for (let at = 0; at < members.length; at += 1) {
    const first = members[at]
    if (first === undefined || !taken.includes(first)) continue
    const before = members[at - 1]
    while (taken.some((one) => one === members[at + 1])) at += 1
    const [last, after] = [members[at] ?? first, members[at + 1]]
    if (after !== undefined) changes.push({ start: first.start, end: after.start, by: [] })
    else changes.push({ start: before?.value.end ?? first.start, end: last.value.end, by: [] })
  }
  return changes
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

import { type JsoncNode, jsoncValue, readJsonc } from 'assay-verify/setup/jsonc'

/** A file that is not changed, as it is not what it should be. The message is for people. */
export class CannotEdit extends Error {
  override readonly name = 'CannotEdit'
}

/** How a text is laid out, so that what is added looks like the rest. */
interface Layout {
  newline: string
  indent: string
}

/** What is added: an entry of the list that these members lead to. Lists and objects on the way are made. */
export interface AddedEntry {
  members: readonly string[]
  entry: unknown
}

/** The text with entries added, and everything else as it is. Throws `CannotEdit`. */
export function withEntries(text: string, added: readonly AddedEntry[]): string {
  const layout = layoutOf(text)
  let changed = text
  for (const one of added) changed = withEntry(changed, one, layout)
  return changed
}

/** Whether the text has each entry, once. Throws `CannotEdit`. */
export function hasEntries(text: string, added: readonly AddedEntry[]): boolean {
  return added.every(({ members, entry }) => {
    const list = members.reduce<JsoncNode | undefined>((node, name) => node && memberOf(node, name), rootOf(text))
    const same = list?.items?.filter((item) => JSON.stringify(jsoncValue(item)) === JSON.stringify(entry))
    return same?.length === 1
  })
}

/** The text without the entries that `isOurs` names, by their own text, and without what then is empty on the way. */
export function withoutEntries(text: string, lists: readonly (readonly string[])[], isOurs: (json: string) => boolean) {
  let changed = text
  for (const members of lists) {
    for (;;) {
      const less = withoutEntry(changed, members, isOurs)
      if (less === changed) break
      changed = less
    }
  }
  return changed
}

function rootOf(text: string): JsoncNode {
  const reading = readJsonc(text)
  if (!reading.ok || reading.root.members === undefined) throw new CannotEdit('it is no JSON object')
  return reading.root
}

function layoutOf(text: string): Layout {
  return { newline: text.includes('\r\n') ? '\r\n' : '\n', indent: /\n([ \t]+)["[{]/.exec(text)?.[1] ?? '  ' }
}

function withEntry(text: string, { members, entry }: AddedEntry, layout: Layout): string {
  let node = rootOf(text)
  for (const [depth, name] of members.entries()) {
    if (node.members === undefined) throw new CannotEdit(`its "${members[depth - 1]}" is no object`)
    const next = memberOf(node, name)
    if (next === undefined) {
      const value = members.slice(depth + 1).reduceRight<unknown>((inner, one) => ({ [one]: inner }), [entry])
      return added(text, node, `${JSON.stringify(name)}: ${written(value, depth + 1, layout)}`, depth, layout)
    }
    node = next
  }
  if (node.items === undefined) throw new CannotEdit(`its "${members.join('.')}" is no list`)
  return added(text, node, written(entry, members.length + 1, layout), members.length, layout)
}

const memberOf = (node: JsoncNode, name: string) => node.members?.findLast((one) => one.name === name)?.value

function written(value: unknown, depth: number, { newline, indent }: Layout): string {
  return JSON.stringify(value, null, indent).replaceAll('\n', newline + indent.repeat(depth))
}

/** An entry after the last one of a list or an object. */
function added(text: string, node: JsoncNode, entry: string, depth: number, { newline, indent }: Layout): string {
  const inner = newline + indent.repeat(depth + 1)
  const last = node.items?.at(-1) ?? node.members?.at(-1)?.value
  if (last !== undefined) return `${text.slice(0, last.end)},${inner}${entry}${text.slice(last.end)}`
  const blank = text.slice(node.start + 1, node.end - 1)
  const kept = blank.trim() === '' ? '' : blank.trimEnd()
  const open = text.slice(0, node.start + 1)
  return `${open}${kept}${inner}${entry}${newline}${indent.repeat(depth)}${text.slice(node.end - 1)}`
}

function withoutEntry(text: string, members: readonly string[], isOurs: (json: string) => boolean): string {
  const way = [rootOf(text)]
  for (const name of members) {
    const next = memberOf(way.at(-1) ?? rootOf(text), name)
    if (next === undefined) return text
    way.push(next)
  }
  const items = way.at(-1)?.items ?? []
  const at = items.findIndex(({ start, end }) => isOurs(text.slice(start, end)))
  if (at < 0) return text
  // Of a list or an object that has nothing else the whole is taken out, from the innermost.
  let [from, index] = [way.length - 1, at]
  while (from > 0 && entriesOf(way[from]).length === 1) {
    from -= 1
    index = way[from]?.members?.findLastIndex(({ value }) => value === way[from + 1]) ?? -1
  }
  return withoutIndex(text, way[from], index)
}

/** Where each entry of a list or an object begins and ends. */
function entriesOf(node: JsoncNode | undefined): { start: number; end: number }[] {
  return node?.items ?? node?.members?.map(({ start, value }) => ({ start, end: value.end })) ?? []
}

function withoutIndex(text: string, node: JsoncNode | undefined, index: number): string {
  const entries = entriesOf(node)
  const [entry, before, after] = [entries[index], entries[index - 1], entries[index + 1]]
  if (node === undefined || entry === undefined) return text
  if (before !== undefined) return text.slice(0, before.end) + text.slice(entry.end)
  if (after !== undefined) return text.slice(0, entry.start) + text.slice(after.start)
  const rest = text.slice(node.start + 1, entry.start).trimEnd()
  return text.slice(0, node.start + 1) + rest + text.slice(node.end - 1)
}

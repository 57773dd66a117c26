import type { JsoncNode } from 'assay-verify/setup/jsonc'
import { isSecretLike } from 'assay-verify/setup/setup-server'
import { HEADERS_VARIABLE, runWords, URL_VARIABLE } from '../servers/guard-words.ts'
import type { ReadEntry } from '../servers/read-entry.ts'
import {
  gapBefore,
  listed,
  type MemberNode,
  memberOf,
  objectIn,
  rangeOf,
  withItemsBefore,
  withoutMembers,
} from './entry-text.ts'
import { type Change, type Recipe, recipeOf } from './recipe.ts'

/** How an entry is made to go through the guard. */
export interface Wrapping {
  name: string
  /** The command that starts the guard, as words. */
  program: readonly [string, ...string[]]
  service: string | null
}

/** The recipe of the wrapped entry, from the text of the entry; or why it cannot be, as the end of a sentence. */
export function wrappedEntry(text: string, entry: ReadEntry, wrapping: Wrapping): Recipe | string {
  const object = objectIn(text)
  const names = object.members?.map((member) => member.name) ?? []
  if (new Set(names).size < names.length) return 'it has a member twice'
  const changes =
    entry.form === 'address' ? ofAddress(text, object, entry, wrapping) : ofCommand(text, object, entry, wrapping)
  return typeof changes === 'string' ? changes : recipeOf(text.length, changes)
}

function ofCommand(text: string, object: JsoncNode, { form }: ReadEntry, wrapping: Wrapping): Change[] {
  const { name, program, service } = wrapping
  const run = [...runWords({ name, service, isSse: false, was: null }), '--']
  const command = memberNamed(object, 'command')
  if (form === 'list') return [withItemsBefore(text, command.value, [listed([...program, ...run])])]
  const [holder, starter] = form === 'nested' ? [command.value, memberNamed(command.value, 'path')] : [object, command]
  const [first, ...others] = program
  const items: Recipe = [`${listed([...others, ...run])}, `, rangeOf(starter.value)]
  const replaced = { ...starter.value, by: [JSON.stringify(first)] }
  const args = memberOf(holder, 'args')
  if (args === undefined) {
    const added = [`,${gapBefore(text, starter.start)}"args": [`, ...items, ']']
    return [{ ...replaced, by: [...replaced.by, ...added] }]
  }
  if (args.value.items !== undefined) return [replaced, withItemsBefore(text, args.value, items)]
  return [replaced, { ...args.value, by: ['[', ...items, ']'] }]
}

function ofAddress(text: string, object: JsoncNode, entry: ReadEntry, wrapping: Wrapping): Change[] | string {
  const { launch, addressMember, typed } = entry
  if (launch.kind !== 'http') return 'it has no address'
  const isOfOpencode = typed?.type === 'remote'
  const envName = isOfOpencode ? 'environment' : 'env'
  const address = memberNamed(object, addressMember)
  const headers = memberOf(object, 'headers')
  const lines = headers === undefined ? [] : headerLines(text, headers.value)
  if (typeof lines === 'string') return lines
  const isHidden = !isPlainAddress(launch.url)
  const env = environment(envName, lines, isHidden ? rangeOf(address.value) : null)
  if (env.length > 0 && memberOf(object, envName) !== undefined)
    return `it has both an address and "${envName}", where the guard would need its own`

  const gap = gapBefore(text, address.start)
  const command = addressCommand(entry, object, wrapping, isHidden ? [] : [', "--url", ', rangeOf(address.value)], gap)
  const oauth = memberOf(object, 'oauth')
  // The headers become the environment, in their place.
  const isReplaced = headers !== undefined && lines.length > 0
  const taken = [isReplaced ? undefined : headers, oauth].filter((one) => one !== undefined)
  const by = isReplaced || env.length === 0 ? command : [...command, `,${gap}`, ...env]
  const type = typed === null ? [] : [memberNamed(object, typed.member).value]
  return [
    { start: address.start, end: address.value.end, by },
    ...(isReplaced ? [{ start: headers.start, end: headers.value.end, by: env }] : []),
    ...type.map((value) => ({ ...value, by: [isOfOpencode ? '"local"' : '"stdio"'] })),
    ...withoutMembers(object, taken),
  ]
}

/** The members that start the guard for an address. */
function addressCommand(entry: ReadEntry, object: JsoncNode, wrapping: Wrapping, url: Recipe, gap: string): Recipe {
  const { name, program, service } = wrapping
  const isSse = entry.launch.kind === 'http' && entry.launch.transport === 'sse'
  const run = runWords({ name, service, isSse, was: wasOf(object, entry) })
  const [first, ...others] = program
  return entry.typed?.type === 'remote'
    ? [`"command": [${listed([first, ...others, ...run])}`, ...url, ']']
    : [`"command": ${JSON.stringify(first)},${gap}"args": [${listed([...others, ...run])}`, ...url, ']']
}

/** How the entry is made again where nothing is kept of it; null: `url` alone. */
function wasOf(object: JsoncNode, { addressMember, typed }: ReadEntry): string | null {
  const others = [
    ...(typed === null ? [] : [`${typed.member}=${typed.type}`]),
    ...(memberOf(object, 'oauth') === undefined ? [] : ['oauth=false']),
  ]
  return addressMember === 'url' && others.length === 0 ? null : [addressMember, ...others].join()
}

function environment(name: string, lines: Recipe, address: readonly [number, number] | null): Recipe {
  const variables: Recipe[] = [
    ...(lines.length === 0 ? [] : [[`"${HEADERS_VARIABLE}": "`, ...lines, '"']]),
    ...(address === null ? [] : [[`"${URL_VARIABLE}": `, address]]),
  ]
  if (variables.length === 0) return []
  return [`"${name}": { `, ...variables.flatMap((one, at) => (at === 0 ? one : [', ', ...one])), ' }']
}

/** The headers as the inside of one text, in the characters in which they are written. */
function headerLines(text: string, { members = [] }: JsoncNode): Recipe | string {
  const names = members.map(({ name }) => name.toLowerCase())
  if (new Set(names).size < names.length) return 'it has a header twice'
  if (members.some(({ value }) => value.scalar === null)) return 'it has a header without a value'
  return members.flatMap(({ name, start, value }, at): Recipe => {
    const literal = JSON.stringify(name)
    const isSame = text.startsWith(literal, start)
    const written = typeof value.scalar === 'string'
    return [
      ...(at === 0 ? [] : ['\\n']),
      isSame ? [start + 1, start + literal.length - 1] : literal.slice(1, -1),
      ': ',
      written ? [value.start + 1, value.end - 1] : rangeOf(value),
    ]
  })
}

/** Nothing in it is of one person: it may stand in a list of processes. */
function isPlainAddress(address: string): boolean {
  if (!URL.canParse(address) || /[{}$]|%7b|%24/i.test(address)) return false
  const { username, password, search, hash, pathname } = new URL(address)
  return `${username}${password}${search}${hash}` === '' && !pathname.split('/').some(isSecretLike)
}

function memberNamed(object: JsoncNode, name: string): MemberNode {
  const member = memberOf(object, name)
  if (member === undefined) throw new Error(`the entry has no member ${name}`)
  return member
}

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
  withoutMember,
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
  const isSigned = (headers?.value.members?.length ?? 0) > 0
  const isHidden = !isPlainAddress(launch.url)
  if ((isSigned || isHidden) && memberOf(object, envName) !== undefined)
    return `it has both an address and "${envName}", where the guard would need its own`
  const lines = isSigned && headers !== undefined ? headerLines(text, headers.value) : []
  if (typeof lines === 'string') return lines
  const env = environment(envName, lines, isHidden ? rangeOf(address.value) : null)

  const run = runWords({
    name: wrapping.name,
    service: wrapping.service,
    isSse: launch.transport === 'sse',
    was: wasOf(object, entry),
  })
  const url: Recipe = isHidden ? [] : [', "--url", ', rangeOf(address.value)]
  const gap = gapBefore(text, address.start)
  const [first, ...others] = wrapping.program
  const command: Recipe = isOfOpencode
    ? [`"command": [${listed([first, ...others, ...run])}`, ...url, ']']
    : [`"command": ${JSON.stringify(first)},${gap}"args": [${listed([...others, ...run])}`, ...url, ']']
  const changes: Change[] = [
    {
      start: address.start,
      end: address.value.end,
      by: env.length === 0 || isSigned ? command : [...command, `,${gap}`, ...env],
    },
  ]
  if (headers !== undefined)
    changes.push(isSigned ? { start: headers.start, end: headers.value.end, by: env } : withoutMember(object, headers))
  if (typed !== null) {
    const { value } = memberNamed(object, typed.member)
    changes.push({ ...value, by: [isOfOpencode ? '"local"' : '"stdio"'] })
  }
  const oauth = memberOf(object, 'oauth')
  if (oauth !== undefined) changes.push(withoutMember(object, oauth))
  return changes
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
  if (new Set(names).size < names.length) return 'it names a header twice'
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

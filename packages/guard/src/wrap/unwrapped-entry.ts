import { isMembers } from 'assay-hook/hosts/members'
import { type JsoncNode, jsoncValue } from 'assay-verify/setup/jsonc'
import { type GuardWords, HEADERS_VARIABLE, headersOf, readGuardWords, URL_VARIABLE } from '../servers/guard-words.ts'
import type { ReadEntry } from '../servers/read-entry.ts'
import { memberOf, objectIn, rangeOf, withoutMembers } from './entry-text.ts'
import { type Change, type Recipe, recipeOf } from './recipe.ts'

/**
 * The recipe of what a wrapped entry was, from the entry itself: the same server by the same names, not always in the
 * same characters. null: it is damaged.
 */
export function unwrappedEntry(text: string, entry: ReadEntry): Recipe | null {
  const { launch } = entry
  const words = launch.kind === 'stdio' ? readGuardWords([launch.command, ...(launch.args as string[])]) : null
  if (words === null) return null
  const object = objectIn(text)
  const changes = words.commandAt === null ? toAddress(object, entry, words) : toCommand(object, entry, words.commandAt)
  return changes === null ? null : recipeOf(text.length, changes)
}

function toCommand(object: JsoncNode, { form }: ReadEntry, commandAt: number): Change[] | null {
  const command = memberOf(object, 'command')?.value
  if (command === undefined) return null
  if (form === 'list') {
    const [first, own] = [command.items?.[0], command.items?.[commandAt]]
    return first === undefined || own === undefined ? null : [{ start: first.start, end: own.start, by: [] }]
  }
  const [holder, starter] = form === 'nested' ? [command, memberOf(command, 'path')?.value] : [object, command]
  // The program itself is no item of the list.
  const items = memberOf(holder, 'args')?.value.items ?? []
  const [first, own, next] = [items[0], items[commandAt - 1], items[commandAt]]
  if (starter === undefined || first === undefined || own === undefined) return null
  return [
    { ...starter, by: [rangeOf(own)] },
    { start: first.start, end: next?.start ?? own.end, by: [] },
  ]
}

function toAddress(object: JsoncNode, { form }: ReadEntry, words: GuardWords): Change[] | null {
  const env = memberOf(object, form === 'list' ? 'environment' : 'env')
  const given = env === undefined ? {} : jsoncValue(env.value)
  const { [HEADERS_VARIABLE]: lines, [URL_VARIABLE]: hidden, ...others } = isMembers(given) ? given : {}
  const url = words.url ?? hidden
  const command = memberOf(object, 'command')
  if (command === undefined || typeof url !== 'string' || !(lines === undefined || typeof lines === 'string'))
    return null
  const [addressMember = 'url', ...was] = (words.was ?? 'url').split(',')
  const by = [
    ...(lines === undefined ? [] : [`"headers": ${JSON.stringify(headersOf(lines))}`]),
    ...(Object.keys(others).length === 0 ? [] : [`"${env?.name}": ${JSON.stringify(others)}`]),
  ].join(', ')
  const isReplaced = env !== undefined && by !== ''
  const taken = [memberOf(object, 'args'), isReplaced ? undefined : env].filter((one) => one !== undefined)
  return [
    { start: command.start, end: command.value.end, by: [`${JSON.stringify(addressMember)}: ${JSON.stringify(url)}`] },
    ...(isReplaced ? [{ start: env.start, end: env.value.end, by: [by] }] : []),
    ...withoutMembers(object, taken),
    ...formerMembers(object, was),
  ]
}

/** `type=http` where a member of the name is there; otherwise, after the beginning, what `wrap` took out. */
function formerMembers(object: JsoncNode, was: readonly string[]): Change[] {
  return was.map((one) => {
    const [name = '', text = ''] = one.split('=')
    const value = text === 'false' ? text : JSON.stringify(text)
    const member = memberOf(object, name)
    if (member !== undefined) return { ...member.value, by: [value] }
    return { start: object.start + 1, end: object.start + 1, by: [` ${JSON.stringify(name)}: ${value},`] }
  })
}

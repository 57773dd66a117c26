import { isMembers, type Members } from 'assay-hook/hosts/members'
import { quoted } from 'assay-verify/text/visible-text'
import type { Launch } from './configured-server.ts'

/**
 * How an entry says how its server is started: `command`: a text, and `args`; `list`: a command that is a list, with
 * `environment` (opencode); `nested`: both in an object (Zed before 2025); `address`: it is not started.
 */
export type EntryForm = 'command' | 'list' | 'nested' | 'address'

/** What an entry says, with its variables as they are written. */
export interface ReadEntry {
  form: EntryForm
  launch: Launch
  /** Which member has the address. */
  addressMember: string
  /** Which member names the transport, and how; null: none does. */
  typed: { member: string; type: string } | null
  isDisabled: boolean
}

const ADDRESS_MEMBERS = ['httpUrl', 'serverUrl', 'url']
const TYPE_MEMBERS = ['type', 'transport', 'transportType']
const OF_STDIO: ReadonlySet<string> = new Set(['stdio', 'local'])
const OF_SSE: ReadonlySet<string> = new Set(['sse'])
const OF_HTTP: ReadonlySet<string> = new Set(['http', 'streamable-http', 'streamableHttp', 'streamable_http', 'remote'])
const TYPES: ReadonlySet<string> = new Set([...OF_STDIO, ...OF_SSE, ...OF_HTTP])

/** A program may pass them, so they are no white space between words: `C:\Program Files\nodejs\npx.cmd`. */
const OF_PATHS = /[/\\]/
const HEADER_NAME = /^[!#$%&'*+.^`|~\w-]+$/
const CONTROL = /\p{Cc}/u
const LONGEST_NAME = 256

/** What an entry says, or why it is not used, as the end of a sentence that began with its name. */
export function readEntry(name: string, value: unknown): ReadEntry | string {
  if (name === '') return 'its name is empty'
  if (CONTROL.test(name)) return 'its name has control characters'
  if (name.length > LONGEST_NAME) return `its name is longer than ${LONGEST_NAME} characters`
  if (!isMembers(value)) return 'it is no object'
  const addressMember = ADDRESS_MEMBERS.find((member) => typeof value[member] === 'string')
  const typed = TYPE_MEMBERS.flatMap((member) => {
    const type = value[member]
    return typeof type === 'string' ? [{ member, type }] : []
  })[0]
  if (typed !== undefined && !TYPES.has(typed.type)) return `its ${typed.member} ${quoted(typed.type)} is not known`
  const isDisabled = value.disabled === true || value.enabled === false
  const common = { typed: typed ?? null, isDisabled, addressMember: addressMember ?? 'url' }
  if (addressMember === undefined) return withCommand(value, common)
  if (value.command !== undefined && value.command !== null) return 'it has both a command and an address'
  return withAddress(value, common)
}

type Common = Pick<ReadEntry, 'typed' | 'isDisabled' | 'addressMember'>

function withCommand(value: Members, common: Common): ReadEntry | string {
  const { command } = value
  if (common.typed !== null && !OF_STDIO.has(common.typed.type)) return 'it has no address'
  if (typeof command === 'string') return started('command', command, value.args, value.env, value.cwd, common)
  if (Array.isArray(command)) {
    const [program, ...args] = command
    return started('list', program, args, value.environment ?? value.env, value.cwd, common)
  }
  if (isMembers(command)) {
    const { path, args, env } = command
    return started('nested', path, args, env ?? value.env, value.cwd, common)
  }
  return command === undefined || command === null
    ? 'it has neither a command nor an address'
    : 'its command is no text'
}

function started(
  form: EntryForm,
  command: unknown,
  args: unknown,
  env: unknown,
  cwd: unknown,
  common: Common,
): ReadEntry | string {
  if (typeof command !== 'string') return 'its command is no text'
  if (command.trim() === '') return 'its command is empty'
  if (/\s/.test(command.trim()) && !OF_PATHS.test(command))
    return 'its command has several words: the others belong into "args"'
  const words = args ?? []
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string')) return 'its args are no list of texts'
  if ([command, ...words].some((word) => word.includes('\0'))) return 'its command has a NUL character'
  const variables = textsOf('env', env)
  if (typeof variables === 'string') return variables
  if (cwd !== undefined && cwd !== null && typeof cwd !== 'string') return 'its cwd is no text'
  return { ...common, form, launch: { kind: 'stdio', command, args: words, env: variables, cwd: cwd ?? null } }
}

function withAddress(value: Members, common: Common): ReadEntry | string {
  const { typed, addressMember } = common
  if (typed !== null && OF_STDIO.has(typed.type)) return `it has an address, and its ${typed.member} says otherwise`
  const headers = textsOf('headers', value.headers)
  if (typeof headers === 'string') return headers
  for (const [name, text] of Object.entries(headers)) {
    if (!HEADER_NAME.test(name)) return `it has a header ${quoted(name)}, which is no name of one`
    if (CONTROL.test(text)) return `its header ${quoted(name)} has control characters`
  }
  const url = String(value[addressMember])
  // What a variable stands for may be all of it.
  if (!/^(?:https?:\/\/|[^:/]*[${])/i.test(url)) return 'its address does not begin with http:// or https://'
  const isSse = typed === null ? /\/sse\/?$/.test(url) : OF_SSE.has(typed.type)
  const transport = isSse ? 'sse' : 'streamable-http'
  return { ...common, form: 'address', launch: { kind: 'http', url, headers, transport } }
}

/** Texts by name, numbers and truth values as texts; or what is wrong. */
function textsOf(member: string, value: unknown): Record<string, string> | string {
  if (value === undefined || value === null) return {}
  if (!isMembers(value)) return `its ${member} is no object`
  const texts: [string, string][] = []
  for (const [name, one] of Object.entries(value)) {
    if (one === null) continue
    if (!['string', 'number', 'boolean'].includes(typeof one)) return `its ${member} ${quoted(name)} is no text`
    texts.push([name, String(one)])
  }
  return Object.fromEntries(texts)
}

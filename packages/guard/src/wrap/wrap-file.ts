import { isMembers } from 'assay-hook/hosts/members'
import { messageOf } from 'assay-hook/message-of'
import { type Machine, stateRoot } from 'assay-hook/state/state-folder'
import { quoted } from 'assay-verify/text/visible-text'
import { type Entry, entriesIn } from '../servers/configuration-text.ts'
import type { Launch } from '../servers/configured-server.ts'
import { readGuardWords, runsGuard } from '../servers/guard-words.ts'
import { type ReadEntry, readEntry } from '../servers/read-entry.ts'
import { withValues } from '../servers/variables.ts'
import type { AskAddress } from './ask-address.ts'
import { readFileToEdit, replaceText, requireJson } from './edited-file.ts'
import { keepOriginals, keptOriginals, type Original, sumOf } from './kept-originals.ts'
import { inverse, made, type Recipe } from './recipe.ts'
import { wrappedEntry } from './wrapped-entry.ts'

export interface WrapOptions {
  path: string
  /** The command that starts the guard, as words. */
  program: readonly [string, ...string[]]
  /** The address of the service that the entries name; null: that of their environment. */
  service: string | null
  except: readonly string[]
  isDryRun: boolean
}

/** What wrapping works with. */
export interface WrapSurroundings {
  machine: Machine
  cwd: string
  ask: AskAddress
  print(line: string): void
}

/** An entry with what becomes of it: a recipe of its new text, or why it stays, as the end of a sentence. */
interface Treated {
  entry: Entry
  becomes: Recipe | string
}

/** Rewrites a configuration file, so that its servers go through the guard. Throws an Error with a sentence. */
export async function wrapFile(options: WrapOptions, surroundings: WrapSurroundings): Promise<void> {
  const { path, isDryRun, except } = options
  const { machine, print } = surroundings
  requireJson(path, options.program, options.service)
  try {
    const file = readFileToEdit(path)
    const { entries, faults } = entriesIn(file.text)
    if (file.isLink) print(`${path} is a link: what is changed is ${file.path}.`)
    for (const fault of faults) print(fault)
    if (entries.length === 0) throw new Error('it names no servers')
    const unknown = except.find((name) => !entries.some((entry) => entry.name === name))
    if (unknown !== undefined) throw new Error(`it has no server ${quoted(unknown)}`)
    const isShort = /[/\\]\.gemini[/\\]/.test(file.path)
    const treated = await Promise.all(
      entries.map(async (entry) => ({ entry, becomes: await treat(file.text, entry, isShort, options, surroundings) })),
    )
    for (const { entry, becomes } of treated)
      print(`${quoted(entry.name)} ${typeof becomes === 'string' ? `stays as it is: ${becomes}.` : change(isDryRun)}`)
    const { text, originals } = rewritten(file.text, treated)
    if (isDryRun || originals.length === 0) return
    const root = stateRoot(machine, 'assay-guard')
    const sums = new Set(entriesIn(text).entries.map(({ node }) => sumOf(text.slice(node.start, node.end))))
    // Also those of entries that were wrapped before.
    const kept = keptOriginals(root, file.path).filter(({ sum }) => sums.has(sum))
    keepOriginals(root, file.path, [...kept, ...originals])
    replaceText(file, text)
  } catch (error) {
    throw new Error(`${path} is not changed: ${messageOf(error)}.`, { cause: error })
  }
}

const change = (isDryRun: boolean) => (isDryRun ? 'would go through assay-guard.' : 'goes through assay-guard now.')

async function treat(
  text: string,
  { name, node, value }: Entry,
  isShort: boolean,
  { program, service, except }: WrapOptions,
  { machine, cwd, ask }: WrapSurroundings,
): Promise<Recipe | string> {
  if (except.includes(name)) return 'so it was asked'
  const read = readEntry(name, value)
  if (typeof read === 'string') return read
  const kept = whyKept(value, read)
  if (kept !== null) return kept
  let entry = read
  if (read.launch.kind === 'http') {
    const values = { env: machine.env, home: machine.home, cwd, isShort }
    const launch = await askedLaunch(read.launch, (url, missing) => withValues(url, values, missing), ask)
    if (typeof launch === 'string') return launch
    entry = { ...read, launch }
  }
  return wrappedEntry(text.slice(node.start, node.end), entry, { name, program, service })
}

/** Why an entry is nothing for the guard; null: it is. */
function whyKept(value: unknown, { launch }: ReadEntry): string | null {
  if (launch.kind === 'stdio') {
    const words = [launch.command, ...launch.args]
    if (runsGuard(words))
      return readGuardWords(words) === null ? 'it is assay-guard itself' : 'it goes through assay-guard already'
  }
  if (!isMembers(value)) return null
  const ofClient = OF_CLIENT.find((name) => ![undefined, null, false].includes(value[name] as undefined))
  return ofClient === undefined ? null : `what it has as "${ofClient}" only its client can do`
}

/** Members by which a client signs in, or runs a server elsewhere than here. */
const OF_CLIENT = [
  ...['oauth', 'auth', 'authProviderType', 'oauthClientId', 'headersHelper'],
  ...['sandboxEnabled', 'remote'],
]
const CREDENTIAL = /auth|token|key|secret|cookie|session|password/i

type HttpLaunch = Extract<Launch, { kind: 'http' }>

/** The launch with the transport that its address has; or why the entry stays. */
async function askedLaunch(
  launch: HttpLaunch,
  filled: (url: string, missing: Set<string>) => string,
  ask: AskAddress,
): Promise<HttpLaunch | string> {
  // Who has credentials there does not sign in through the client.
  if (Object.keys(launch.headers).some((name) => CREDENTIAL.test(name))) return launch
  const missing = new Set<string>()
  const url = filled(launch.url, missing)
  const [first] = missing
  if (first !== undefined) return `its address has the variable ${quoted(first)}, which only its client knows`
  if (!URL.canParse(url)) return 'its address is none'
  if (new URL(url).username !== '') return launch
  const answer = await ask(url, launch.transport)
  if (answer.kind === 'open') return { ...launch, transport: answer.transport }
  return answer.kind === 'closed'
    ? `its address wants a sign-in (HTTP ${answer.status}), which only its client can do`
    : answer.why
}

/** The text with the wrapped entries, and how each of them becomes what it was. */
function rewritten(text: string, treated: readonly Treated[]): { text: string; originals: Original[] } {
  const originals: Original[] = []
  let changed = text
  // From the last, so that the places of the others stay.
  for (const { entry, becomes } of treated.toReversed()) {
    if (typeof becomes === 'string') continue
    const { start, end } = entry.node
    const before = text.slice(start, end)
    const after = made(before, becomes)
    const back = inverse(before, becomes)
    if (made(after, back) !== before) throw new Error(`${quoted(entry.name)} could not be taken back`)
    originals.push({ sum: sumOf(after), recipe: back })
    changed = changed.slice(0, start) + after + changed.slice(end)
  }
  return { text: changed, originals }
}

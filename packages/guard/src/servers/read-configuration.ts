import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { withParents } from 'assay-hook/hosts/members'
import { messageOf } from 'assay-hook/message-of'
import { namedServers } from 'assay-hook/setup/server-names'
import type { Machine } from 'assay-hook/state/state-folder'
import { quoted } from 'assay-verify/text/visible-text'
import { type Entry, entriesIn } from './configuration-text.ts'
import { type ConfiguredServer, type Launch, SILENCE_MS } from './configured-server.ts'
import { HEADERS_VARIABLE, headersOf, readGuardWords, runsGuard, URL_VARIABLE } from './guard-words.ts'
import { readEntry } from './read-entry.ts'
import { type Values, withHome, withValues } from './variables.ts'

/** What a configuration names. */
export interface Configuration {
  /** Those that are turned off are not among them. */
  servers: ConfiguredServer[]
  /** What is not as it should be, a sentence each, without a value of a variable or a header. */
  faults: string[]
}

export interface ReadingOptions {
  machine: Machine
  /** The folder that the agent works in. */
  cwd: string
  silenceMs?: number
}

export const LARGEST_BYTES = 64_000_000
const OF_OTHER_LANGUAGES = /\.(toml|ya?ml)$/i

/** The servers of a client's configuration file. Never throws. */
export function readConfiguration(path: string, options: ReadingOptions): Configuration {
  try {
    const language = OF_OTHER_LANGUAGES.exec(path)?.[1]
    if (language !== undefined) throw new Error(`it is ${languageName(language)}, and only JSON is read`)
    const stat = statSync(path)
    if (!stat.isFile()) throw new Error('it is no file')
    if (stat.size > LARGEST_BYTES) throw new Error('it is too large')
    const text = readFileSync(path, 'utf8')
    const { servers, faults } = configurationOf(text, /[/\\]\.gemini[/\\]/.test(path), options)
    if (servers.length === 0) faults.push(`${path} names no server that is turned on.`)
    return { servers, faults }
  } catch (error) {
    return { servers: [], faults: [`${path} cannot be read: ${messageOf(error)}.`] }
  }
}

/** TOML or YAML, by the ending of a name. */
export function languageName(ending: string): string {
  return ending.toLowerCase() === 'toml' ? 'TOML' : 'YAML'
}

/** The servers of a text. `isShort`: `$NAME` is a variable. Throws a SyntaxError where it is not JSON. */
export function configurationOf(text: string, isShort: boolean, options: ReadingOptions): Configuration {
  const { machine, cwd, silenceMs } = options
  const values = { env: machine.env, home: machine.home, cwd, isShort }
  const { entries, faults } = entriesIn(text)
  const launches = new Map<string, Launch>()
  for (const entry of ofFolder(entries, cwd)) {
    const read = readEntry(entry.name, entry.value)
    const launch =
      typeof read === 'string' ? read : read.isDisabled ? null : launchOf(read.launch, values, faults, entry)
    if (typeof launch === 'string') faults.push(`The server ${quoted(entry.name)} is left out: ${launch}.`)
    else if (launch !== null) launches.set(entry.name, launch)
  }
  return { servers: configured(launches, silenceMs), faults }
}

/** The words of `run` for one server. */
export interface RunOptions {
  name: string
  url?: string | undefined
  isSse?: boolean | undefined
  /** After `--`. */
  command?: readonly string[]
}

/** The server that the words of `run` name, where there is one. Throws an Error, a sentence without its full stop. */
export function serverOfWords({ name, url, isSse = false, command = [] }: RunOptions, options: ReadingOptions) {
  const { env, home } = options.machine
  const [program, ...args] = command
  const address = url ?? (program === undefined ? env[URL_VARIABLE] : undefined)
  if ((address === undefined) === (program === undefined))
    throw new Error('A server has a command after --, or an address: --url URL')
  // A client has put in the values of its variables already: what still looks like one is none.
  const launch: Launch =
    address === undefined
      ? { kind: 'stdio', command: withHome(program ?? '', home), args, env: {}, cwd: null }
      : addressLaunch(address, headersOf(env[HEADERS_VARIABLE]), isSse)
  const value = launch.kind === 'http' ? { url: launch.url } : { command: launch.command, args }
  const read = readEntry(name, value)
  if (typeof read === 'string') throw new Error(`The server ${quoted(name)} cannot be used: ${read}`)
  const [server] = configured(new Map([[name, launch]]), options.silenceMs)
  if (server === undefined) throw new Error('A server is needed')
  return server
}

/** Those for the folder and those for all; one for the folder comes before one of its name for all. */
function ofFolder(entries: readonly Entry[], cwd: string): Entry[] {
  const nearest = withParents(cwd).find((folder) => entries.some((entry) => entry.folder === folder))
  const own = entries.filter(({ folder }) => folder !== null && folder === nearest)
  const names = new Set(own.map(({ name }) => name))
  return [...entries.filter(({ folder, name }) => folder === null && !names.has(name)), ...own]
}

/** With the values of variables; of an entry that already goes through the guard, what it stands for. Or why not. */
function launchOf(launch: Launch, values: Values, faults: string[], { name }: Entry): Launch | string {
  const missing = new Set<string>()
  const filled = filledLaunch(launch, values, missing)
  for (const one of missing)
    faults.push(
      one.includes(':')
        ? `The server ${quoted(name)} needs ${quoted(one)}, which only its client knows.`
        : `The server ${quoted(name)} needs the variable ${quoted(one)}, which is not set.`,
    )
  const words = filled.kind === 'stdio' ? [filled.command, ...filled.args] : []
  if (filled.kind === 'http') return URL.canParse(filled.url) ? filled : 'its address is none'
  if (!runsGuard(words)) return filled
  const guarded = readGuardWords(words)
  if (guarded === null) return 'it is assay-guard itself'
  const { [HEADERS_VARIABLE]: headers, [URL_VARIABLE]: url, ...env } = filled.env
  const { commandAt, isSse } = guarded
  if (commandAt !== null) {
    const [command = '', ...args] = words.slice(commandAt)
    return { ...filled, command: withHome(command, values.home), args, env }
  }
  try {
    return addressLaunch(guarded.url ?? url ?? '', headersOf(headers), isSse)
  } catch (error) {
    return messageOf(error)
  }
}

function filledLaunch(launch: Launch, values: Values, missing: Set<string>): Launch {
  const fill = (text: string) => withValues(text, values, missing)
  const fillAll = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]))
  if (launch.kind === 'http') return { ...launch, url: fill(launch.url), headers: fillAll(launch.headers) }
  const { command, args, env, cwd } = launch
  return {
    kind: 'stdio',
    command: withHome(fill(command), values.home),
    args: args.map(fill),
    env: fillAll(env),
    cwd: cwd === null ? null : resolve(values.cwd, withHome(fill(cwd), values.home)),
  }
}

function addressLaunch(url: string, headers: Record<string, string>, isSse: boolean): Launch {
  if (!URL.canParse(url)) throw new Error('its address is none')
  return { kind: 'http', url, headers, transport: isSse ? 'sse' : 'streamable-http' }
}

function configured(launches: ReadonlyMap<string, Launch>, silenceMs = SILENCE_MS): ConfiguredServer[] {
  const settings = Object.fromEntries(
    [...launches].map(([name, launch]) => [
      name,
      launch.kind === 'http' ? { url: launch.url } : { command: launch.command, args: launch.args },
    ]),
  )
  // No variables: their values are in already.
  const named = new Map(namedServers(settings, {}).map((one) => [one.name, one.names]))
  return [...launches].map(([name, launch]) => {
    const names = named.get(name) ?? []
    const isLocal = launch.kind === 'stdio' && names.every(({ kind }) => kind !== 'url' && kind !== 'id')
    return { name, launch, names, isLocal, silenceMs }
  })
}

import { endpointNameOf, imageNameOf, pypiProjectName, type ServerName } from 'assay-decide/names'
import { behindGuard } from 'assay-verify/setup/guarded-command'
import { serversInSettings } from 'assay-verify/setup/settings-file'
import type { Identifier, SetupServer } from 'assay-verify/setup/setup-server'
import { isMembers, type Members } from '../hosts/members.ts'
import { fileNameOf } from '../state/check-sum.ts'

const ADDRESS_MEMBERS = ['url', 'serverUrl', 'httpUrl', 'uri', 'endpoint']
const OF_PYTHON = /(?:^|[/\\\s])(?:uvx|uv|pipx)(?:\.exe)?$/i
const IMAGE = 'pkg:docker/'
/** Packages and images that start programs of any other name: an entry of a catalog that has one would name all. */
const STARTERS: ReadonlySet<string> = new Set([
  ...['mcp-remote', 'supergateway', 'mcp-proxy', '@smithery/cli', 'mcp-client', '@modelcontextprotocol/inspector'],
  ...['tsx', 'ts-node', 'nodemon', 'dotenv-cli', 'cross-env', 'npm', 'pnpm', 'yarn', 'fastmcp', 'mcp', 'uv'],
])
const BASE_IMAGES: ReadonlySet<string> = new Set([
  ...['node', 'python', 'debian', 'ubuntu', 'alpine', 'busybox', 'oven/bun', 'denoland/deno'],
  ...['ghcr.io/astral-sh/uv', 'alpine/socat', 'curlimages/curl'],
])

/** A server as a setup names it, with its names in the bundle, the likeliest first. */
export interface NamedServer {
  name: string
  names: ServerName[]
  /** As in `ConfiguredServer`. */
  sum: string
  isLocal: boolean
}

/**
 * The servers of settings by name. Addresses are taken whole, also those of the own network, with variables replaced:
 * what is made of them is a digest. `env`: the values of variables.
 */
export function namedServers(servers: unknown, env: Readonly<Record<string, string | undefined>>): NamedServer[] {
  if (!isMembers(servers)) return []
  const filled = Object.fromEntries(Object.entries(servers).map(([name, one]) => [name, withVariables(one, env)]))
  const entries = new Map<string, SetupServer>()
  for (const entry of serversInSettings({ mcpServers: filled }))
    if (!entries.has(entry.name)) entries.set(entry.name, entry)
  return Object.entries(filled).flatMap(([name, settings]) => {
    const entry = entries.get(name)
    if (entry === undefined || !isMembers(settings)) return []
    const names = namesOf(settings, entry)
    const isLocal = names.length > 0 && names.every(({ kind }) => kind !== 'url' && kind !== 'id')
    return [{ name, names, sum: serverSum(settings), isLocal }]
  })
}

/** The sum of settings; the same for a command as a list and as one text. */
export function serverSum(settings: Members): string {
  const address = ADDRESS_MEMBERS.map((name) => settings[name]).find((value) => typeof value === 'string')
  return fileNameOf(address ?? wordsOf(settings).join(' '))
}

function namesOf(settings: Members, entry: SetupServer): ServerName[] {
  const exact = endpointOf(addressIn(settings, entry))
  const read = entry.identifiers.flatMap((identifier) => namesOfIdentifier(identifier, settings))
  const all = [...exact, ...read]
  const isFirst = ({ kind, name }: ServerName, at: number) =>
    all.findIndex((other) => other.kind === kind && other.name === name) === at
  return all.filter(isFirst)
}

function namesOfIdentifier({ kind, text }: Identifier, settings: Members): ServerName[] {
  switch (kind) {
    case 'url':
      return endpointOf(text)
    case 'id':
      return [{ kind: 'id', name: text }]
    case 'repo':
      return []
    case 'package':
      return packageNames(text, settings)
  }
}

function packageNames(text: string, settings: Members): ServerName[] {
  if (text.startsWith(IMAGE)) {
    const name = imageNameOf(text.slice(IMAGE.length))
    return name === undefined || BASE_IMAGES.has(name) ? [] : [{ kind: 'oci', name }]
  }
  if (STARTERS.has(text)) return []
  const isPython = startedWords(settings).some((word) => OF_PYTHON.test(word))
  return [isPython ? { kind: 'pypi', name: pypiProjectName(text) } : { kind: 'npm', name: text }]
}

function endpointOf(address: string | undefined): ServerName[] {
  const name = address === undefined ? undefined : endpointNameOf(address)
  return name === undefined ? [] : [{ kind: 'url', name }]
}

/** The address of the settings, or of a command that connects to one. */
function addressIn(settings: Members, entry: SetupServer): string | undefined {
  const own = ADDRESS_MEMBERS.map((name) => settings[name]).find((value) => typeof value === 'string')
  if (own !== undefined) return own
  const isBridge = entry.identifiers[0]?.kind === 'url' || entry.why === 'local_address'
  return isBridge ? startedWords(settings).find((word) => /^https?:\/\//i.test(word)) : undefined
}

/** The command with its arguments, in any of the forms in which hosts have it. */
function wordsOf({ command, args }: Members): string[] {
  const given = [isMembers(command) ? [command.path, command.args] : command, args]
  return given.flat(2).filter((word) => typeof word === 'string')
}

/** Those of the server itself, where the settings start it through the guard. */
function startedWords(settings: Members): readonly string[] {
  const words = wordsOf(settings)
  return behindGuard(words) ?? words
}

const VARIABLE = /\$\{(?:env:)?([A-Za-z_]\w*)(?::-([^}]*))?\}/g

/** With the values of variables, where they have one; others stay as they are written. */
function withVariables(value: unknown, env: Readonly<Record<string, string | undefined>>): unknown {
  if (typeof value === 'string') {
    if (!value.includes('${')) return value
    return value.replace(
      VARIABLE,
      (whole, name: string, otherwise: string | undefined) => env[name] || (otherwise ?? whole),
    )
  }
  if (Array.isArray(value)) return value.map((one) => withVariables(one, env))
  // The environment and headers of a server hold secrets, and name nothing.
  if (!isMembers(value)) return value
  const named = Object.entries(value).filter(([name]) => name !== 'env' && name !== 'headers')
  return Object.fromEntries(named.map(([name, one]) => [name, withVariables(one, env)]))
}

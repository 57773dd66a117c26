import type { CatalogServer, Package, Remote } from '../../core/catalog/catalog'
import { ADDRESS_VARIABLE, isListedPackage, isListedRemote } from '../../core/catalog/listable'
import { type PackageArgument, variablesOf } from '../../core/catalog/package-inputs'
import { registryNameOf } from '../../core/catalog/registry-name'
import { imageReference } from '../../core/catalog/start-command'
import { cleanLine } from '../../core/text/hostile-text'

/** The published schema that every entry has the form of. */
const SERVER_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'

/** The version of a server whose catalog entry names none that is a version of one release. */
export const UNKNOWN_VERSION = '0.0.0-unknown'

const LONGEST_TEXT = 100
const LONGEST_VERSION = 255

/** A variable that a caller fills in an address. */
interface Input {
  isRequired: boolean
}

interface RegistryRemote {
  type: 'streamable-http' | 'sse'
  url: string
  variables?: Record<string, Input>
}

interface RegistryPackage {
  registryType: 'npm' | 'pypi' | 'nuget' | 'oci'
  identifier: string
  version?: string
  runtimeHint: string
  transport: { type: 'stdio' }
  runtimeArguments?: RegistryArgument[]
  packageArguments?: RegistryArgument[]
  environmentVariables?: (Input & { name: string; isSecret?: boolean; description?: string })[]
}

/** An argument of a command; named, or in its place. */
interface RegistryArgument extends Input {
  type: 'named' | 'positional'
  name?: string
  valueHint?: string
  value?: string
  description?: string
  isRepeated: boolean
}

/**
 * A server in the form of the official registry's `server.json`, as `SERVER_SCHEMA` has it. Texts are strangers',
 * cleaned and cut to 100 characters.
 */
export interface ServerJson {
  $schema: string
  name: string
  title: string
  description: string
  version: string
  repository?: { url: string; source: string }
  remotes?: RegistryRemote[]
  packages?: RegistryPackage[]
}

/** What an entry is made of. */
export type ListableServer = Pick<
  CatalogServer,
  'id' | 'title' | 'description' | 'repository' | 'version' | 'packages' | 'remotes'
>

/** The entry of a server, at its listed version or another that is known. */
export function serverJsonOf(server: ListableServer, version: string = listedVersion(server)): ServerJson {
  const { id, title, description, repository } = server
  const name = registryNameOf(id)
  const remotes = server.remotes.flatMap((remote) => remoteOf(remote) ?? [])
  const packages = server.packages.flatMap((one) => packageOf(one) ?? [])
  const shownTitle = cleanLine(title, LONGEST_TEXT) || name.slice(0, LONGEST_TEXT)
  const source = repositoryOf(repository)
  return {
    $schema: SERVER_SCHEMA,
    name,
    title: shownTitle,
    description: cleanLine(description, LONGEST_TEXT) || shownTitle,
    version,
    ...(source === null ? {} : { repository: source }),
    ...(remotes.length === 0 ? {} : { remotes }),
    ...(packages.length === 0 ? {} : { packages }),
  }
}

/**
 * The version an entry is listed at: that of the catalog, else the first that one of its packages names, else
 * `UNKNOWN_VERSION`.
 */
export function listedVersion({ version, packages }: Pick<CatalogServer, 'version' | 'packages'>): string {
  const known = [version, ...packages.map((one) => one.version)].find(isRelease)
  return known ?? UNKNOWN_VERSION
}

const RANGE = /^[\^~<>=*]|(^|\.)[xX*](\.|$)|[|\s]/

/** Whether a text names one release: no range, no tag such as `latest`, nothing that is not printable. */
export function isRelease(version: string | null | undefined): version is string {
  return (
    typeof version === 'string' &&
    version.length <= LONGEST_VERSION &&
    /\d/.test(version) &&
    /^[\x21-\x7e]+$/.test(version) &&
    !RANGE.test(version)
  )
}

/** null: no address of MCP, or one with variables that the form cannot name. */
function remoteOf(remote: Remote): RegistryRemote | null {
  if (!isListedRemote(remote)) return null
  const { transport, url, template } = remote
  const names = template ? [...url.matchAll(ADDRESS_VARIABLE)].map(([, name = '']) => name) : []
  const variables = Object.fromEntries(names.map((name) => [name, { isRequired: true }]))
  return { type: transport, url, ...(names.length === 0 ? {} : { variables }) }
}

const RUNTIMES = { npm: 'npx', pypi: 'uvx', nuget: 'dnx', oci: 'docker' } as const
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/

/**
 * null: its registry has no command that starts it (an MCPB file has no digest here), or its name is not of the
 * registry's form.
 */
function packageOf(one: Package): RegistryPackage | null {
  const { registry, name, version } = one
  if (registry === 'mcpb' || !isListedPackage(one)) return null
  const environmentVariables = variablesOf(one)
    .filter((variable) => VARIABLE_NAME.test(variable.name))
    .map(({ name: variable, isRequired, isSecret, description }) => ({
      name: variable,
      isRequired,
      ...(isSecret && { isSecret }),
      ...(description !== null && { description }),
    }))
  const runtimeArguments = argumentsOf(one, 'runtime')
  const packageArguments = argumentsOf(one, 'package')
  return {
    registryType: registry,
    identifier: registry === 'oci' ? (imageReference(name, version) ?? name) : name,
    ...(registry !== 'oci' && isRelease(version) ? { version } : {}),
    runtimeHint: RUNTIMES[registry],
    transport: { type: 'stdio' },
    ...(runtimeArguments.length > 0 && { runtimeArguments }),
    ...(packageArguments.length > 0 && { packageArguments }),
    ...(environmentVariables.length === 0 ? {} : { environmentVariables }),
  }
}

function argumentsOf({ arguments: all = [] }: Package, wanted: PackageArgument['place']): RegistryArgument[] {
  return all
    .filter(({ place }) => place === wanted)
    .map(({ name, value, valueHint, description, isRequired, isRepeated }) => ({
      ...(name === null
        ? { type: 'positional' as const, valueHint: valueHint ?? 'value' }
        : { type: 'named' as const, name }),
      ...(value !== null && { value }),
      ...(description !== null && { description }),
      isRequired,
      isRepeated,
    }))
}

const SOURCES: Readonly<Record<string, string>> = {
  'github.com': 'github',
  'gitlab.com': 'gitlab',
  'bitbucket.org': 'bitbucket',
}
/** RFC 3986 without brackets, every escape whole. */
const PLAIN_URI = /^https?:\/\/(?:[A-Za-z0-9._~:/?#@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+$/

function repositoryOf(repository: string | null): { url: string; source: string } | null {
  if (repository === null || !URL.canParse(repository)) return null
  const { href, hostname, username, password } = new URL(repository)
  if (!PLAIN_URI.test(href) || username !== '' || password !== '') return null
  return { url: href, source: SOURCES[hostname.replace(/^www\./, '')] ?? hostname }
}

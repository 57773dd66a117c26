import type { CatalogServer } from '../../core/catalog/catalog'
import { repositoryNameOf } from '../../core/lookup/repository-name'
import type { PublisherKeys } from './corrections'
import { compact, plainName, withoutNamespace, wordsOf } from './names'
import { type ProvedNamespace, provedNamespace } from './namespaces'
import { type Sites, sitesOf } from './sites'

/** What identity is read from; of the tools their names alone. */
export type ListedServer = Pick<
  CatalogServer,
  'id' | 'title' | 'description' | 'repository' | 'packages' | 'remotes'
> & {
  tools: readonly { name: string }[]
  /** Of the newest handshake; null or left out: never seen. */
  serverInfoName?: string | null
  /** Digest of the tools of its newest own listing; null or left out: it never listed them. */
  toolsDigest?: string | null
}

/** What an entry of a catalog states about which thing it is, as comparable keys. Statements are often wrong. */
export interface Identity {
  id: string
  registry: string
  /**
   * Of its id, without the registry: `owner/name`, lower case, without separators and what a registry adds to an
   * account; the name without general words. Null where it has no owner.
   */
  path: string | null
  /** The title without what says only that it is a server. */
  called: string
  /** Words of the title, and of the last segment of the id. */
  title: readonly string[]
  name: readonly string[]
  /** `title` and `name` without separators. */
  titleKey: string
  nameKey: string
  /** `github.com/owner/name`; null: none, or one that says nothing about identity. */
  repository: string | null
  owner: string | null
  /** The account that its registry names or proves as the lister's; null: it names none. */
  account: string | null
  /** Within the repository; empty: not stated. */
  folder: string
  /** Others name its package with a repository of another owner, so that one of its two fields is copied. */
  isDoubtful: boolean
  /** `npm:name`, lower case, without launchers. */
  packages: ReadonlySet<string>
  sites: Sites
  /** Addresses of the one server that it lists; empty: none, or it lists several servers. */
  addresses: ReadonlySet<string>
  /** Who answers at its addresses: a publisher that corrections name, else the registered domain. */
  makers: ReadonlySet<string>
  tools: ReadonlySet<string>
  /** Equal for equal lists of at least three tools; null: it lists fewer. */
  toolList: string | null
  /** The digest of the tools that it was observed to list; null: never observed. */
  toolsDigest: string | null
  /** Lower case, without separators; null: never observed, or one that templates of servers have. */
  serverInfo: string | null
  /** Of the description, where it is long enough that two do not write it by chance; null: it is not. */
  text: string | null
  /** Account or domain that the rule of its registry proves to be the lister's; null: it proves none. */
  proved: ProvedNamespace | null
  /** The package is published by the registry itself, from code of others. */
  republished: boolean
  /** Its only package is a program that starts or connects other servers. */
  isLauncher: boolean
  isInterface: boolean
}

/** Programs that start or connect other servers: whoever lists one has named no product. */
const LAUNCHERS: ReadonlySet<string> = new Set([
  'npm:mcp-remote',
  'npm:supergateway',
  'npm:mcp-proxy',
  'npm:@smithery/cli',
  'pypi:mcp',
  'pypi:mcp-proxy',
  'pypi:fastmcp',
])
/** Names that a registry gives to addresses where it asks for a package; no index has them. */
const PLACEHOLDER = /^npm:@toolsdk-remote\//

/** Whether a package, as `npm:name`, says nothing of the product whose entry names it. */
export const saysNothing = (name: string) => LAUNCHERS.has(name) || PLACEHOLDER.test(name)

/** Registries in which the first part of an id is an account. */
const ACCOUNT_REGISTRIES: ReadonlySet<string> = new Set(['smithery', 'mcpm'])
/** An entry with more of them lists several servers. */
const MOST_ADDRESSES = 1
/** Pages of registries, which entries give where a repository is asked for. */
const NO_REPOSITORY = /^(npmjs\.com|pypi\.org|hub\.docker\.com|smithery\.ai)\//
/** Folders that every repository may have. */
const GENERAL_FOLDERS: ReadonlySet<string> = new Set(['', 'src', 'server', 'mcp', 'main', 'dist', 'lib', 'app'])
/** Package scopes of registries, which publish others' code there. */
const REPUBLISHING_PATH = /^toolsdk\/toolsdk\.ai\//
/** Names of handshakes that templates leave in place. */
const TEMPLATE_NAME = /^(my|demo|example|test|server|mcp|fastmcp|template|hello|app|name|world|stdio|node|typescript)*$/
const FEWEST_TOOLS = 3
/** Characters of a description. */
const LONG_TEXT = 60
/** Characters of a name and tools of an entry that are compared. */
const LONGEST_NAME = 300
const MOST_TOOLS = 1000

/** The identity an entry states. */
export function identityOf(server: ListedServer, publishers: PublisherKeys): Identity {
  const { id, title, description, remotes, tools, toolsDigest, serverInfoName } = server
  const [registry = '', ...path] = id.split('/')
  const [sites, proved] = [sitesOf(remotes, publishers), provedNamespace(id)]
  const names = server.packages.map((one) => `${one.registry}:${one.name.toLowerCase()}`)
  const packages = new Set(names.filter((name) => !saysNothing(name)))
  // Catalogs of APIs give the page of their documentation where a repository is asked for.
  const place = placeOf(remotes.some(({ url }) => url === server.repository) ? null : server.repository)
  const namespaces = namespacesOf(sites, place.owner)
  const called = plainName(title, namespaces)
  const titleWords = wordsOf(/^\S+\/\S+$/.test(title) ? called : title.slice(0, LONGEST_NAME))
  const nameWords = withoutNamespace(wordsOf(path.at(-1) ?? ''), namespaces)
  const toolNames = new Set(tools.slice(0, MOST_TOOLS).map(({ name }) => name.toLowerCase()))
  const text = description.slice(0, LONGEST_NAME).toLowerCase().replaceAll(/\s+/g, ' ').trim()
  return {
    id,
    registry,
    path: pathOf(path, compact(nameWords)),
    called,
    title: titleWords,
    name: nameWords,
    titleKey: compact(titleWords),
    nameKey: compact(nameWords),
    ...place,
    account: accountOf(id, path, proved),
    isDoubtful: false,
    packages,
    sites,
    addresses: sites.addresses.size > MOST_ADDRESSES ? new Set() : sites.addresses,
    makers: new Set([...sites.domains].map((domain) => publishers.ofDomain(domain) ?? domain)),
    tools: toolNames,
    toolList: toolNames.size < FEWEST_TOOLS ? null : [...toolNames].sort().join('\n'),
    toolsDigest: toolsDigest ?? null,
    serverInfo: serverInfoKey(serverInfoName ?? ''),
    text: text.length < LONG_TEXT ? null : text,
    proved,
    republished: REPUBLISHING_PATH.test(id),
    isLauncher: packages.size === 0 && names.some((name) => LAUNCHERS.has(name)),
    isInterface: remotes.length > 0 && remotes.every(({ transport }) => transport === 'http-api-docs'),
  }
}

/** How registries that join namespace and name begin it, in words: `com example`, `io github octo`. */
function namespacesOf({ domains }: Sites, owner: string | null): string[][] {
  const ofDomains = [...domains].map((domain) => domain.split('.').reverse())
  return owner === null ? ofDomains : [...ofDomains, ['io', 'github', ...owner.split(/[-_]+/)]]
}

function accountOf(id: string, path: readonly string[], proved: ProvedNamespace | null): string | null {
  if (proved !== null) return proved.account
  const isAccount = path.length > 1 && (ACCOUNT_REGISTRIES.has(id.split('/')[0] ?? '') || REPUBLISHING_PATH.test(id))
  return isAccount ? (path[0]?.toLowerCase() ?? null) : null
}

function pathOf(path: readonly string[], name: string): string | null {
  if (path.length < 2) return null
  const [owner = '', ...others] = path.map((part) =>
    part
      .toLowerCase()
      .replace(/^io\.github\./, '')
      .replaceAll(/[-_.@]/g, ''),
  )
  return [owner, ...others.slice(0, -1), name || others.at(-1)].join('/')
}

function placeOf(repository: string | null): Pick<Identity, 'repository' | 'owner' | 'folder'> {
  const stated = repository === null ? undefined : repositoryNameOf(repository)
  const [, owner, project] = stated?.name.split('/') ?? []
  if (stated === undefined || owner === undefined || project === undefined || NO_REPOSITORY.test(stated.name))
    return { repository: null, owner: null, folder: '' }
  return { repository: stated.name, owner, folder: GENERAL_FOLDERS.has(stated.path) ? '' : stated.path }
}

function serverInfoKey(name: string): string | null {
  const key = name
    .slice(0, LONGEST_NAME)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
  return TEMPLATE_NAME.test(key) ? null : key
}

/** The key of a registered domain beside those of owners: a known publisher, else `stripe` of `stripe.com`. */
export const makerOfDomain = (domain: string, { ofDomain }: PublisherKeys) =>
  ofDomain(domain) ?? compact(domain.split('.')[0]?.split('-') ?? [])

/** The key of an owner beside those of domains. */
export const makerOfOwner = (owner: string, { ofOwner }: PublisherKeys) =>
  ofOwner(owner) ?? compact(owner.split(/[-_]/))

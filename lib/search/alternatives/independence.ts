import { mcpEndpoint, type Package, type Remote } from '../../core/catalog/catalog'

/** What the catalog knows of what a tool runs on. */
export interface BackendFacts {
  serverId: string
  repository: string | null
  packages: readonly Package[]
  remotes: readonly Remote[]
  /** null or left out: not resolved. */
  productId?: string | null
}

/** The same as comparable keys. What the catalog does not contain is null, or no key. */
export interface BackendKeys {
  serverId: string
  /** `github.com/owner/name`, lower case. */
  repository: string | null
  /** Everything it runs on: the server itself, its product, its packages, its addresses. */
  backends: ReadonlySet<string>
  /** Host and port of its endpoint; null where the caller runs it himself. */
  host: string | null
}

/** Whether two tools differ in each: what two tools share, they fail with. */
export interface Independence {
  repository: boolean
  backend: boolean
  host: boolean
}

export function backendKeys({ serverId, repository, packages, remotes, productId = null }: BackendFacts): BackendKeys {
  const { addresses, host } = addressesOf(remotes)
  return {
    serverId,
    repository: repository === null ? null : repositoryKey(repository),
    backends: new Set([
      `server ${serverId}`,
      ...(productId === null ? [] : [`product ${productId}`]),
      ...packages.map(({ registry, name }) => `${registry} ${name.toLowerCase()}`),
      ...addresses,
    ]),
    host,
  }
}

interface Addresses {
  addresses: readonly string[]
  host: string | null
}

const read = new WeakMap<readonly Remote[], Addresses>()

/** Of each list once: addresses take longer to read than all the rest, and tools of a server share their list. */
function addressesOf(remotes: readonly Remote[]): Addresses {
  const known = read.get(remotes)
  if (known !== undefined) return known
  const endpoint = mcpEndpoint(remotes)
  const found = {
    // A page of documentation is no backend: a gateway's is shared by thousands.
    addresses: remotes.filter(({ transport }) => transport !== 'http-api-docs').map(({ url }) => addressKey(url)),
    host: endpoint === undefined || endpoint.transport === 'stdio' ? null : new URL(endpoint.url).host,
  }
  read.set(remotes, found)
  return found
}

/**
 * Repository: other source code. Backend: another product, package, address and server. Host: another endpoint host, or
 * a local process. What the catalog does not contain counts as different; two subjects of one server differ in nothing.
 */
export function independence(one: BackendKeys, other: BackendKeys): Independence {
  if (one.serverId === other.serverId) return { repository: false, backend: false, host: false }
  return {
    repository: one.repository === null || one.repository !== other.repository,
    backend: !sharesBackend(one, other),
    host: one.host === null || one.host !== other.host,
  }
}

/**
 * Whether one can replace the other when it fails: other code, run elsewhere. The same host is allowed: gateways host
 * thousands.
 */
export function canStandIn({ repository, backend }: Independence): boolean {
  return repository && backend
}

export function sharesBackend(one: BackendKeys, other: BackendKeys): boolean {
  return [...one.backends].some((key) => other.backends.has(key))
}

const SHORT_FORMS: Readonly<Record<string, string>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
}

/**
 * Host, owner and name in whatever form a repository is written: an address, `git@host:owner/name`,
 * `github:owner/name`, `owner/name`.
 */
function repositoryKey(repository: string): string {
  const plain = repository.toLowerCase().replace(/[?#].*$/s, '')
  const [, shortHost, shortPath = ''] = /^(github|gitlab|bitbucket):([^/].*)$/.exec(plain) ?? []
  const path =
    shortHost === undefined
      ? plain.replace(/^[a-z][a-z0-9+.-]*:\/\//, '').replace(/^[^/@]*@([^/:]*):/, '$1/')
      : `${SHORT_FORMS[shortHost]}/${shortPath}`
  const segments = path
    .replace(/^[^/@]*@/, '')
    .replace(/^www\./, '')
    .split('/')
    .filter((segment) => segment !== '')
  const whole = segments.length === 2 && !segments[0]?.includes('.') ? ['github.com', ...segments] : segments
  return whole
    .slice(0, 3)
    .join('/')
    .replace(/\.git$/, '')
}

/** The address without irrelevant differences: case of scheme and host, a last slash, a fragment. */
function addressKey(url: string): string {
  const bare = (URL.canParse(url) ? new URL(url).href : url).replace(/#.*$/s, '')
  return bare.endsWith('/') ? bare.slice(0, -1) : bare
}

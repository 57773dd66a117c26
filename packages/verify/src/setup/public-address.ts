import { isSecretLike, type Named, named, notLookedUp } from './setup-server.ts'

/** Hosts of repositories: an address there names a repository, not an endpoint. */
const REPOSITORY_HOSTS: ReadonlySet<string> = new Set([
  'github.com',
  'www.github.com',
  'gitlab.com',
  'bitbucket.org',
  'codeberg.org',
  'git.sr.ht',
])

/**
 * The public name of a server at an address: its origin, and its path as far as that consists of parts that many
 * servers have. User name, password, query and fragment are dropped. The path of a repository is its name: it ends
 * before the first segment that may be a secret or that a client fills in (`{key}`, `${KEY}`).
 */
export function namedByAddress(text: string): Named {
  const url = parseAddress(text)
  if (url === undefined) return notLookedUp('no_name')
  if (LOOPBACK.test(url.hostname))
    return {
      identifiers: [],
      version: null,
      why: 'local_address',
      loopback: { kind: 'url', text: `http://${url.host.replace(/^localhost/, '127.0.0.1')}${pathBeforeSecrets(url)}` },
    }
  if (isLocal(url.hostname)) return notLookedUp('local_address')
  const isRepository = REPOSITORY_HOSTS.has(url.hostname) || url.pathname.endsWith('.git')
  const path = isRepository ? pathBeforeSecrets(url) : publicPath(url)
  return named([{ kind: isRepository ? 'repo' : 'url', text: `https://${url.host}${path}` }])
}

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Parts of the paths of endpoints that name nobody: a short secret is none of them. */
const KNOWN_PART =
  /^(?:v\d{1,3}|api|http|mcp|mcp-server|messages?|public|rpc|servers?|sse|stream|streamable|streamable-http)$/i
/** How hosts of many servers name one: `/@owner/name`, in lower case. */
const SCOPE = /^@[a-z0-9][a-z0-9-]{0,38}$/
const NAME_IN_SCOPE = /^[a-z][a-z-]{0,99}$/

function publicPath(url: URL): string {
  const segments = segmentsOf(url)
  const [scope = '', name = ''] = segments
  const scoped = SCOPE.test(scope) && NAME_IN_SCOPE.test(name) ? 2 : 0
  return upTo(segments, (segment, at) => at >= scoped && !KNOWN_PART.test(segment))
}

/**
 * Up to the first segment that may be a secret or that a client fills in. Of a simulated server, which is asked about
 * in the demonstration alone, likewise.
 */
function pathBeforeSecrets(url: URL): string {
  return upTo(segmentsOf(url), mayBePrivate)
}

function segmentsOf({ pathname }: URL): string[] {
  return pathname.split('/').filter((segment) => segment !== '')
}

function upTo(segments: readonly string[], isEnd: (segment: string, at: number) => boolean): string {
  const end = segments.findIndex(isEnd)
  return (end < 0 ? segments : segments.slice(0, end)).map((segment) => `/${segment}`).join('')
}

function parseAddress(text: string): URL | undefined {
  const plain = text.trim().replace(/^git\+/, '')
  const scp = /^[\w.-]+@([\w.-]+):(?!\/\/)([\w./~-]+)$/.exec(plain)
  const address = scp === null ? plain.replace(/^(?:ssh|git):\/\//, 'https://') : `https://${scp[1]}/${scp[2]}`
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined
  return new URL(address)
}

function mayBePrivate(segment: string): boolean {
  return /[{}$<>]|%7b|%24|=|:/i.test(segment) || isSecretLike(decoded(segment))
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/**
 * Names without a dot, names that only a network of one's own resolves, and IP addresses: a public server has a name.
 */
function isLocal(host: string): boolean {
  return (
    !host.includes('.') ||
    /^[\d.]+$|\.(?:local|localhost|internal|intranet|lan|home|corp|test|home\.arpa|ts\.net)$/i.test(host)
  )
}

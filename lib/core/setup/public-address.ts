import { isSecretLike, type Named, named, notLookedUp } from './setup-entry'

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
 * The public name of a server at an address: its host and path. User name, password, query and fragment are dropped, and the path ends before the
 * first segment that may be a secret or that a client fills in (`{key}`, `${KEY}`).
 */
export function namedByAddress(text: string): Named {
  const url = parseAddress(text)
  if (url === undefined) return notLookedUp('no_name')
  if (LOOPBACK.test(url.hostname))
    return {
      identifiers: [],
      version: null,
      why: 'local_address',
      loopback: { kind: 'url', text: `http://${url.host.replace(/^localhost/, '127.0.0.1')}${publicPath(url)}` },
    }
  if (isLocal(url.hostname)) return notLookedUp('local_address')
  const path = publicPath(url)
  const isRepository = REPOSITORY_HOSTS.has(url.hostname) || /\.git$/.test(path)
  return named([{ kind: isRepository ? 'repo' : 'url', text: `https://${url.host}${path}` }])
}

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Up to the first segment that may be a secret or that a client fills in. */
function publicPath(url: URL): string {
  const segments = url.pathname.split('/').filter((segment) => segment !== '')
  const at = segments.findIndex(mayBePrivate)
  return (at < 0 ? segments : segments.slice(0, at)).map((segment) => `/${segment}`).join('')
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

/** Names without a dot, names that only a network of one's own resolves, and IP addresses: a public server has a name. */
function isLocal(host: string): boolean {
  return (
    !host.includes('.') ||
    /^[\d.]+$|\.(?:local|localhost|internal|intranet|lan|home|corp|test|home\.arpa|ts\.net)$/i.test(host)
  )
}

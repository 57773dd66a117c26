import HostedGitInfo from 'hosted-git-info'
import { pageOfGithub } from './github-page'
import { placeInRepository } from './repository-page'
import { isReadable, usableName } from './usable-name'

/** A repository, however it was written. */
interface RepositoryName {
  /**
   * `github.com/owner/name`, lower case: host and path without scheme, credentials, port and `.git`. A gist is its id
   * alone, without the owner.
   */
  name: string
  /** The named folder or file in it, lower case without slashes at either end; empty: the repository as a whole. */
  path: string
}

/** A parsed address, without the parts that do not identify the repository (credentials, port, query). */
interface Address {
  /** The schemes `https`, `git+https`, `git`, `ssh` and `git+ssh` are treated as equal. */
  scheme: string
  /** Lower case, without `www.`. */
  host: string
  /** Not empty, not decoded. */
  segments: readonly string[]
}

/**
 * Which repository a text names: an address (https, http, git, ssh, with `git+` or without a scheme), `user@host:path`,
 * a shortcut (`github:o/r`, `gitlab:`, `bitbucket:`, `gist:`, `sourcehut:`) or `owner/name` of GitHub; also an address
 * of one of its pages, of a raw file, or of GitHub's API. Undefined where it names none, as the address of an archive.
 * Known hosts are parsed by hosted-git-info, other hosts here.
 */
export function repositoryNameOf(text: string): RepositoryName | undefined {
  if (!isReadable(text)) return undefined
  const [plain = '', fragment = ''] = splitOnce(text.trim(), '#')
  const address = addressOf(plain)
  const found = address === undefined ? fromLibrary(shortcutOf(plain)) : fromAddress(address)
  if (found === undefined) return undefined
  const name = usableName(found.name)?.toLowerCase()
  const subdirectory = /(?:^|&)subdirectory=([^&]*)/.exec(fragment)?.[1]
  const path = usableName(subdirectory === undefined ? found.path : decoded(subdirectory)) ?? ''
  return name === undefined ? undefined : { name, path: trimSlashes(path).toLowerCase() }
}

const SCHEMES: ReadonlyMap<string, string> = new Map([
  ['http', 'https'],
  ['https', 'https'],
  ['git', 'git'],
  ['ssh', 'ssh'],
  ['git+http', 'git+https'],
  ['git+https', 'git+https'],
  ['git+ssh', 'git+ssh'],
])
/** Other names of the same host, for ssh over the port of https. */
const SAME_HOST: ReadonlyMap<string, string> = new Map([
  ['ssh.github.com', 'github.com'],
  ['altssh.gitlab.com', 'gitlab.com'],
  ['altssh.bitbucket.org', 'bitbucket.org'],
])
const WITH_SCHEME = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/?]*@)?([^/?:@]+)(?::\d+(?=\/|$))?(?:[/:]([^?]*))?(?:\?.*)?$/i
const SCP = /^[^@/\s]*@([^/:@?\s]+):(?!\/\/)([^?]*)(?:\?.*)?$/
const WITHOUT_SCHEME = /^([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::\d+)?\/([^?]*)(?:\?.*)?$/i

function addressOf(text: string): Address | undefined {
  const [, givenScheme = '', ...whole] = WITH_SCHEME.exec(text) ?? []
  const scheme = SCHEMES.get(givenScheme.toLowerCase())
  if (scheme !== undefined) return address(scheme, whole)
  const [, ...scp] = SCP.exec(text) ?? []
  if (scp.length > 0) return address('git+ssh', scp)
  const [, ...bare] = WITHOUT_SCHEME.exec(text) ?? []
  return bare.length > 0 ? address('https', bare) : undefined
}

function address(scheme: string, [host = '', path = '']: readonly (string | undefined)[]): Address {
  const bare = host.toLowerCase().replace(/^www\./, '')
  const segments = path.split('/').filter((segment) => segment !== '')
  const page = pageOfGithub(bare, segments)
  if (page !== undefined) return { scheme, ...page }
  return { scheme, host: SAME_HOST.get(bare) ?? bare, segments: withoutRevision(segments) }
}

/** `name.git@v1` is how pip and uv write a revision; no host allows an `@` in a name. */
function withoutRevision(segments: readonly string[]): string[] {
  const at = segments.findIndex((segment, index) => index > 0 && segment.lastIndexOf('.git@') > 0)
  const last = segments[at]
  if (last === undefined)
    return segments.map((segment, index) => (index === 1 ? segment.replace(/(?<=.)@.*$/, '') : segment))
  return [...segments.slice(0, at), last.slice(0, last.lastIndexOf('@'))]
}

/** The text passed to hosted-git-info where there is no address: lower case before the colon, and no credentials. */
function shortcutOf(text: string): string {
  const [, shortcut, rest = ''] = /^(github|gitlab|bitbucket|gist|sourcehut):(?!\/\/)(.*)$/is.exec(text) ?? []
  return shortcut === undefined ? text : `${shortcut.toLowerCase()}:${rest.replace(/^[^@]*@/, '')}`
}

function fromAddress({ scheme, host, segments }: Address): RepositoryName | undefined {
  const place = placeInRepository(host, segments)
  const known = fromLibrary(`${scheme}://${host}/${place.repository.join('/')}`)
  if (known !== undefined) return { ...known, path: decoded(place.path.join('/')) ?? '' }
  return HOSTS_OF_LIBRARY.has(host) ? undefined : fromOtherHost(host, place.repository, place.path)
}

const HOSTS_OF_LIBRARY: ReadonlySet<string> = new Set([
  'github.com',
  'gist.github.com',
  'gitlab.com',
  'bitbucket.org',
  'git.sr.ht',
])

function fromLibrary(text: string): RepositoryName | undefined {
  const found = HostedGitInfo.fromUrl(text)
  if (found === undefined || found.project === '') return undefined
  // For a gist without an owner it returns null, although its types exclude that.
  const owner: string | null = found.user
  if (found.type === 'gist') return { name: `${found.domain}/${found.project}`, path: '' }
  const isPlain = owner !== null && owner !== '' && !found.project.includes('/')
  const isDeep = owner?.includes('/') === true && found.type !== 'gitlab'
  return isPlain && !isDeep ? { name: `${found.domain}/${owner}/${found.project}`, path: '' } : undefined
}

/** A self-hosted server: the whole path is the repository, as groups may be nested. */
function fromOtherHost(
  host: string,
  repository: readonly string[],
  path: readonly string[],
): RepositoryName | undefined {
  const whole = decoded(repository.join('/'))?.replace(/\.git$/i, '')
  const isPlain = whole !== undefined && whole !== '' && !whole.split('/').some((part) => /^\.{0,2}$/.test(part))
  if (!isPlain || !host.includes('.')) return undefined
  return { name: `${host}/${whole}`, path: decoded(path.join('/')) ?? '' }
}

/** Undefined where the percent encoding is malformed. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function trimSlashes(text: string): string {
  return text
    .split('/')
    .filter((part) => part !== '')
    .join('/')
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

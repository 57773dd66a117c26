import { endpointNameOf, imageNameOf } from 'assay-decide/names'
import { PackageURL } from 'packageurl-js'
import type { Package, Remote } from '../catalog/catalog'
import { npmNameOf, pypiNameOf } from './package-name'
import { repositoryNameOf } from './repository-name'
import { isReadable, usableName } from './usable-name'

/** What a server can be found by besides its id. */
export const NAME_KINDS = ['repository', 'npm', 'pypi', 'oci', 'endpoint'] as const
export type NameKind = (typeof NAME_KINDS)[number]

/** A name in the canonical form in which it is stored and compared. */
export interface ServerName {
  kind: NameKind
  name: string
  /** Of a repository: the folder in it; empty for the whole, and for packages. */
  path: string
}

/** What of a server its names are derived from. */
export interface NamedThings {
  repository: string | null
  packages: readonly Package[]
  remotes: readonly Remote[]
}

/**
 * The names under which a server is found: its repository, its packages of npm and PyPI, its images, and its endpoints.
 * Each once; those that cannot be asked for are left out.
 */
export function namesOfServer(server: NamedThings): ServerName[] {
  const repository = server.repository === null ? undefined : repositoryNameOf(server.repository)
  const names = server.packages.flatMap(({ registry, name }) => {
    if (registry === 'npm' || registry === 'pypi') return publishedName(registry, name) ?? []
    return registry === 'oci' ? namesInImageEntry(name) : []
  })
  names.push(...server.remotes.flatMap(({ url }) => namesInUrlEntry(url)))
  if (repository !== undefined) names.push({ kind: 'repository', ...repository })
  return [...new Map(names.map((name) => [keyOfName(name), name])).values()]
}

/** Equal for equal names, whatever the folder in a repository. */
export function keyOfName({ kind, name }: Pick<ServerName, 'kind' | 'name'>): string {
  return `${kind} ${name}`
}

/** The meanings of an entry of `repos`: a repository, or a package URL. Empty where it has none. */
export function namesInRepositoryEntry(text: string): ServerName[] {
  if (isPackageUrl(text)) return namesInPackageUrl(text)
  const found = repositoryNameOf(text)
  return found === undefined ? [] : [{ kind: 'repository', ...found }]
}

/**
 * The meaning of an entry of `urls`: the endpoint at this address, whatever its query. Empty where it is no address.
 */
export function namesInUrlEntry(text: string): ServerName[] {
  const name = usableName(endpointNameOf(text))
  return name === undefined ? [] : [{ kind: 'endpoint', name, path: '' }]
}

function namesInImageEntry(text: string): ServerName[] {
  const name = usableName(imageNameOf(text))
  return name === undefined ? [] : [{ kind: 'oci', name, path: '' }]
}

/**
 * The meanings of an entry of `packages`, in groups, the likeliest first; the first that finds a server counts. First
 * the whole text as a name of either registry, however odd: catalogs contain names that no registry would allow. Then
 * the rest of it without version, extras and marker.
 */
export function namesInPackageEntry(text: string): ServerName[][] {
  if (isPackageUrl(text)) return [namesInPackageUrl(text)]
  const isBare = /^[a-z0-9._-]+$/i.test(text)
  const asWritten = [packageNamed('npm', text), packageNamed('pypi', (isBare ? pypiNameOf(text) : undefined) ?? text)]
  // A bare name has nothing to remove.
  const parsed = isBare ? [] : [packageNamed('npm', npmNameOf(text)), packageNamed('pypi', pypiNameOf(text))]
  return [asWritten, parsed].map((group) => group.filter((name) => name !== undefined))
}

/** As a catalog publishes it: in the registry's canonical form where it is a valid name there, else unchanged. */
function publishedName(kind: 'npm' | 'pypi', text: string): ServerName | undefined {
  return packageNamed(kind, (kind === 'npm' ? npmNameOf(text) : pypiNameOf(text)) ?? text)
}

function packageNamed(kind: 'npm' | 'pypi', name: string | undefined): ServerName | undefined {
  const usable = usableName(name)
  return usable === undefined ? undefined : { kind, name: usable, path: '' }
}

function isPackageUrl(text: string): boolean {
  return /^pkg:/i.test(text)
}

const HOST_OF_TYPE: ReadonlyMap<string, string> = new Map([
  ['github', 'github.com/'],
  ['gitlab', 'gitlab.com/'],
  ['bitbucket', 'bitbucket.org/'],
  // Its namespace begins with the host.
  ['git', ''],
])

/** The package or repository of a package URL; none where it is malformed or of a type without servers. */
function namesInPackageUrl(text: string): ServerName[] {
  const purl = parsePackageUrl(text)
  if (purl === undefined) return []
  const { type, namespace, name, subpath } = purl
  const whole = namespace ? `${namespace}/${name}` : name
  const host = HOST_OF_TYPE.get(type)
  if (host !== undefined) {
    const found = repositoryNameOf(`https://${host}${whole}`)
    return found === undefined ? [] : [{ kind: 'repository', name: found.name, path: (subpath ?? '').toLowerCase() }]
  }
  if (type === 'npm') return [packageNamed('npm', npmNameOf(whole)) ?? []].flat()
  if (type === 'docker') return namesInImageEntry(whole)
  return type === 'pypi' ? [packageNamed('pypi', pypiNameOf(name)) ?? []].flat() : []
}

function parsePackageUrl(text: string) {
  if (!isReadable(text)) return undefined
  try {
    return PackageURL.fromString(text)
  } catch {
    return undefined
  }
}

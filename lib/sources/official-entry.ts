import type { Access } from 'assay-verify/verdict'
import type { CatalogServer, Remote } from '../core/catalog/catalog'
import type { Adjustments } from './adjustments'
import {
  distinctRemotes,
  faultOfId,
  membersOf,
  readDescription,
  readList,
  readReleaseTime,
  readRemote,
  readRepository,
  readShortText,
  readTitle,
} from './intake'
import { hiddenIn } from './intake-hidden'
import { readHeaders, readPackage } from './intake-package'
import type { VersionFacts } from './version-order'

const REGISTRY = 'official'
const OFFICIAL_META = 'io.modelcontextprotocol.registry/official'
const LIFECYCLES = ['active', 'deprecated', 'deleted'] as const satisfies CatalogServer['lifecycle'][]

/** One entry of the registry's list: what decides whether it is used, and the server unread. */
export interface OfficialEntry {
  id: string
  lifecycle: CatalogServer['lifecycle']
  version: VersionFacts
  server: Readonly<Record<string, unknown>>
}

/** An entry of a page, or why it is invalid. */
export function readOfficialEntry(value: unknown): OfficialEntry | { why: string } {
  const { server: serverValue, _meta } = membersOf(value)
  const server = membersOf(serverValue)
  const meta = membersOf(membersOf(_meta)[OFFICIAL_META])
  const { name } = server
  if (typeof name !== 'string' || name === '') return { why: 'no server name' }
  const id = `${REGISTRY}/${name}`
  const fault = faultOfId(id)
  if (fault !== undefined) return { why: `its server id cannot be used: ${fault}` }
  const status = meta.status ?? server.status ?? 'active'
  const lifecycle = LIFECYCLES.find((known) => known === status)
  if (lifecycle === undefined) return { why: 'a status that is none of active, deprecated and deleted' }
  const version = {
    isLatest: typeof meta.isLatest === 'boolean' ? meta.isLatest : undefined,
    version: typeof server.version === 'string' ? server.version : null,
    publishedAt: typeof meta.publishedAt === 'string' ? meta.publishedAt : null,
  }
  return { id, lifecycle, version, server }
}

/** The server of an entry. The registry lists no tools: they come from the server's own listing. */
export function readOfficialServer(
  { id, lifecycle, version, server }: OfficialEntry,
  adjusted: Adjustments,
): CatalogServer {
  const remotes = readList(server.remotes, adjusted).map(membersOf)
  const packages = readList(server.packages, adjusted).map((item) => {
    const { registryType, identifier, version, ...inputs } = membersOf(item)
    return readPackage({ ...inputs, registry: registryType, name: identifier, version, variables: [] }, adjusted)
  })
  return {
    id,
    registry: REGISTRY,
    title: readTitle(server.title, adjusted) ?? id.slice(id.lastIndexOf('/') + 1),
    description: readDescription(server.description, adjusted),
    ...hiddenIn({ description: server.description }),
    repository: readRepository(membersOf(server.repository).url, adjusted),
    version: readShortText(server.version, adjusted),
    packages: packages.filter((item) => item !== null),
    remotes: readRemotes(remotes, adjusted),
    categoryHint: null,
    tags: [],
    license: null,
    ...readReleaseTime(version.publishedAt),
    declaredAccess: declaredAccess(remotes),
    lifecycle,
    tools: [],
  }
}

function readRemotes(remotes: readonly Readonly<Record<string, unknown>>[], adjusted: Adjustments): Remote[] {
  const read = remotes.map(({ type, url, headers }) => {
    const remote = readRemote(type, url, adjusted)
    return remote === null ? null : { ...remote, ...readHeaders(headers) }
  })
  return distinctRemotes(read)
}

/**
 * `auth` where a remote requires a secret. Otherwise unknown: a server may need one that the registry does not name.
 */
function declaredAccess(remotes: readonly Readonly<Record<string, unknown>>[]): Access {
  const inputs = remotes.flatMap(({ headers, variables }) => [
    ...(Array.isArray(headers) ? headers : []),
    ...Object.values(membersOf(variables)),
  ])
  const asksForSecret = inputs
    .map(membersOf)
    .some(({ isRequired, isSecret }) => isRequired === true && isSecret === true)
  return asksForSecret ? 'auth' : 'unknown'
}

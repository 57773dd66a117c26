import { isPlainObject, listIn } from 'assay-verify/json-schema/json-value'
import { addressIn } from './address'
import { scopesOf } from './scopes'

/** Where protected-resource metadata (RFC 9728) is found, in the order in which it is asked for. */
export const METADATA_PLACES = ['header', 'path', 'root'] as const
export type MetadataPlace = (typeof METADATA_PLACES)[number]

export interface ResourceMetadata {
  place: MetadataPlace
  /** Issuers of the authorization servers, each once, at most five. */
  issuers: string[]
  scopes: string[]
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource'
/** Authorization servers of one resource that are kept; real ones name one or two. */
const MOST_ISSUERS = 5

/**
 * Where the metadata of an endpoint may be: the address of the challenge, else the well-known one of its path, else
 * that of its root.
 */
export function resourceMetadataPlaces(
  endpoint: string,
  metadataUrl: string | null,
): { place: MetadataPlace; url: string }[] {
  const { origin, pathname } = new URL(endpoint)
  const named = addressIn(metadataUrl)
  const path = pathname.replace(/\/$/, '')
  return [
    ...(named === undefined ? [] : [{ place: 'header' as const, url: named }]),
    ...(path === '' ? [] : [{ place: 'path' as const, url: `${origin}${WELL_KNOWN}${path}` }]),
    { place: 'root' as const, url: `${origin}${WELL_KNOWN}` },
  ]
}

/**
 * What a document says of the endpoint; `'mismatch'`: it is about another resource (RFC 9728, section 3.3),
 * `undefined`: it is no such metadata. As in MCP clients, a resource that is the endpoint's origin or lies above it in
 * its path is the endpoint's.
 */
export function readResourceMetadata(
  document: unknown,
  endpoint: string,
  place: MetadataPlace,
): ResourceMetadata | 'mismatch' | undefined {
  if (!isPlainObject(document) || typeof document.resource !== 'string') return undefined
  if (!isResourceOf(document.resource, endpoint)) return 'mismatch'
  const issuers = listIn(document.authorization_servers).flatMap((issuer) => addressIn(issuer) ?? [])
  return {
    place,
    issuers: [...new Set(issuers)].slice(0, MOST_ISSUERS),
    scopes: scopesOf(listIn(document.scopes_supported)),
  }
}

function isResourceOf(resource: string, endpoint: string): boolean {
  if (!URL.canParse(resource)) return false
  const [named, own] = [new URL(resource), new URL(endpoint)]
  if (named.origin !== own.origin || named.search !== '') return named.href === own.href
  const path = named.pathname.replace(/\/$/, '')
  return own.pathname === named.pathname || own.pathname === path || own.pathname.startsWith(`${path}/`)
}

import { isPlainObject, listIn } from 'assay-verify/json-schema/json-value'
import { scopesOf } from './scopes'

/**
 * How a client gets a client id, best first: it registers itself (RFC 7591), it names a document of its own (client id
 * metadata document), or somebody registered it before. `unknown`: no metadata of an authorization server was read and
 * trusted.
 */
export const REGISTRATIONS = ['dynamic', 'client_id_metadata', 'pre_registered', 'unknown'] as const
export type Registration = (typeof REGISTRATIONS)[number]

/** The kinds of an authorization server's metadata: RFC 8414, OpenID Connect Discovery. */
export const SERVER_METADATA_KINDS = ['oauth', 'openid'] as const
export type ServerMetadataKind = (typeof SERVER_METADATA_KINDS)[number]

/** An authorization server, as its metadata describes it. */
export interface AuthorizationServer {
  issuer: string
  /** null: no metadata was read and trusted, and the lists are empty. */
  metadata: ServerMetadataKind | null
  /** How it takes a client that nobody registered there; empty: it does not, or nothing is known. */
  registration: Exclude<Registration, 'pre_registered' | 'unknown'>[]
  grantTypes: string[]
  /** Methods of PKCE (RFC 7636); empty: it names none. */
  pkceMethods: string[]
  scopes: string[]
}

/**
 * Where the metadata of an issuer may be, in the order of the MCP specification: RFC 8414, then OpenID Discovery,
 * inserted and appended.
 */
export function serverMetadataPlaces(issuer: string): { kind: ServerMetadataKind; url: string }[] {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  const inserted = [
    { kind: 'oauth' as const, url: `${origin}/.well-known/oauth-authorization-server${path}` },
    { kind: 'openid' as const, url: `${origin}/.well-known/openid-configuration${path}` },
  ]
  if (path === '') return inserted
  return [...inserted, { kind: 'openid', url: `${origin}${path}/.well-known/openid-configuration` }]
}

export function unreadServer(issuer: string): AuthorizationServer {
  return { issuer, metadata: null, registration: [], grantTypes: [], pkceMethods: [], scopes: [] }
}

/**
 * What a document says of the issuer; `'mismatch'`: it names another issuer, so it must not be used (RFC 8414, section
 * 3.3), `undefined`: it is no such metadata.
 */
export function readServerMetadata(
  document: unknown,
  issuer: string,
  kind: ServerMetadataKind,
): AuthorizationServer | 'mismatch' | undefined {
  if (!isPlainObject(document) || typeof document.issuer !== 'string') return undefined
  if (document.issuer !== issuer) return 'mismatch'
  const registers = typeof document.registration_endpoint === 'string' && document.registration_endpoint !== ''
  return {
    issuer,
    metadata: kind,
    registration: [
      ...(registers ? (['dynamic'] as const) : []),
      ...(document.client_id_metadata_document_supported === true ? (['client_id_metadata'] as const) : []),
    ],
    // RFC 8414, section 2: what it means where it is left out.
    grantTypes: namesIn(document.grant_types_supported ?? ['authorization_code', 'implicit']),
    pkceMethods: namesIn(document.code_challenge_methods_supported),
    scopes: scopesOf(listIn(document.scopes_supported)),
  }
}

const MOST_NAMES = 16
const NAME = /^[A-Za-z0-9:._/-]{1,80}$/

function namesIn(values: unknown): string[] {
  const names = listIn(values).filter((one): one is string => typeof one === 'string' && NAME.test(one))
  return [...new Set(names)].slice(0, MOST_NAMES)
}

import {
  type AuthorizationServer,
  readServerMetadata,
  serverMetadataPlaces,
  unreadServer,
} from '../../core/access/authorization-server'
import { parseChallenges } from '../../core/access/challenges'
import {
  type ResourceMetadata,
  readResourceMetadata,
  resourceMetadataPlaces,
} from '../../core/access/resource-metadata'
import { askedBy, isReadingDue, type SignIn, type SignInFault, signInOf } from '../../core/access/sign-in'
import { withinMs } from '../mcp/mcp-transport'
import type { ProbeSettings, ProbeTarget, Refusal } from '../prober'
import { MetadataFetch } from './metadata-fetch'

/** Of all requests for the metadata of one endpoint together. */
const READING_MS = 6_000
/** Requests of one reading: three for the resource, three for each authorization server that is read. */
const MOST_REQUESTS = 9
/** Authorization servers whose metadata is read; of further ones only the issuer is kept. */
const MOST_SERVERS_READ = 2

/**
 * How a client signs in at an endpoint that refused a probe: its challenge, its protected-resource metadata (RFC 9728)
 * and the metadata of its authorization servers (RFC 8414, OpenID Discovery). It reads documents and does nothing else:
 * no client is registered, no flow is begun, nothing is sent but GET requests without credentials. undefined: a reading
 * is not due, as the newest is of the last day (`target.signIn`). Never rejects, and takes at most `limitMs`.
 */
export async function readSignIn(
  target: Pick<ProbeTarget, 'url' | 'signIn'>,
  refusal: Refusal,
  settings: ProbeSettings,
  { limitMs, signal, now }: { limitMs: number; signal: AbortSignal | null; now: Date },
): Promise<SignIn | undefined> {
  const asked = askedBy(parseChallenges(refusal.challenges))
  if (!isReadingDue(target.signIn ?? null, asked.challenge, now)) return undefined
  const faults = new Set<SignInFault>()
  const read = { resource: null as ResourceMetadata | null, servers: [] as AuthorizationServer[] }
  await withinMs(Math.min(READING_MS, limitMs), signal, async (limited) => {
    const fetch = new MetadataFetch(settings, MOST_REQUESTS, limited)
    read.resource = await findResource(refusal.url, asked.metadataUrl, fetch, faults)
    for (const issuer of read.resource?.issuers ?? []) {
      const isRead = read.servers.filter(({ metadata }) => metadata !== null).length < MOST_SERVERS_READ
      const server = isRead ? await findServer(issuer, fetch, faults) : unreadServer(issuer)
      if (server !== undefined) read.servers.push(server)
    }
    // Before RFC 9728, servers of 2025-03-26 were the authorization servers of their own origin.
    if (read.resource === null) {
      const own = await findServer(new URL(refusal.url).origin, fetch, faults)
      if (own !== undefined && own.metadata !== null) read.servers.push(own)
    }
  }).catch(() => faults.add('metadata_unavailable'))
  return signInOf(target.url, asked, read.resource, read.servers, faults, now)
}

async function findResource(
  endpoint: string,
  metadataUrl: string | null,
  fetch: MetadataFetch,
  faults: Set<SignInFault>,
): Promise<ResourceMetadata | null> {
  for (const { place, url } of resourceMetadataPlaces(endpoint, metadataUrl)) {
    const document = await fetch.json(url)
    if (typeof document === 'string') noteFault(document, faults)
    const found = readResourceMetadata(document, endpoint, place)
    if (found === 'mismatch') faults.add('resource_mismatch')
    else if (found !== undefined) return found
  }
  return null
}

/** undefined: its address is not public, so it is nothing to name to a client. */
async function findServer(
  issuer: string,
  fetch: MetadataFetch,
  faults: Set<SignInFault>,
): Promise<AuthorizationServer | undefined> {
  for (const { kind, url } of serverMetadataPlaces(issuer)) {
    const document = await fetch.json(url)
    if (typeof document === 'string') noteFault(document, faults)
    if (document === 'refused') return undefined
    const found = readServerMetadata(document, issuer, kind)
    if (found === 'mismatch') faults.add('issuer_mismatch')
    else if (found !== undefined) return found
  }
  return unreadServer(issuer)
}

function noteFault(outcome: 'absent' | 'refused' | 'unavailable', faults: Set<SignInFault>): void {
  if (outcome === 'refused') faults.add('not_public')
  if (outcome === 'unavailable') faults.add('metadata_unavailable')
}

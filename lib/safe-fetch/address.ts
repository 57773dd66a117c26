import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'
import type { DialRules } from '../safe-fetch'
import { noteDialled } from './dialled'
import { AddressRefused, NameNotResolved, ResolverUnreachable } from './errors'

/** All addresses of a name, IPv4 first. Throws where there are none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

// Never names of the public internet (RFC 6761, 6762, 7686, 8375, ICANN's .internal), but a search domain or a hosts
// file may resolve them.
const PRIVATE_SUFFIXES = [
  'localhost',
  'local',
  'internal',
  'home.arpa',
  'onion',
  'invalid',
  'test',
  'lan',
  'intranet',
  'corp',
  'home',
]
// The metadata service of Azure's virtual machines, an address that is public by the registries.
const METADATA_V4 = new Set(['168.63.129.16'])
const GLOBAL_UNICAST_V6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]
const NAT64_V6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96]
/** How long IPv4 addresses wait for the IPv6 ones: some name servers never answer AAAA. */
const SECOND_FAMILY_MS = 300

/**
 * Whether an IP address is public unicast. An IPv6 address that contains an IPv4 one (mapped, NAT64) is public if that
 * one is; tunnels (6to4, Teredo) and everything outside 2000::/3 are not public.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address instanceof ipaddr.IPv4) return isPublicV4(address)
  if (address.isIPv4MappedAddress()) return isPublicV4(address.toIPv4Address())
  if (address.match(NAT64_V6)) return isPublicV4(new ipaddr.IPv4(address.toByteArray().slice(12)))
  return address.range() === 'unicast' && address.match(GLOBAL_UNICAST_V6)
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !METADATA_V4.has(address.toString())
}

export interface Destination {
  url: URL
  /** true: the rules name its origin, so it need not be public. */
  configured: boolean
}

/** Checks an address by its text, before its name is resolved. Throws `AddressRefused`. */
export function setupCheckAddress(address: string | URL, rules: DialRules): Destination {
  const url = typeof address === 'string' ? parseUrl(address) : address
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new AddressRefused('not_http')
  if (url.username !== '' || url.password !== '') throw new AddressRefused('credentials_in_url')
  const configured = originsOf(rules).has(url.origin)
  if (!configured) checkHost(url.hostname)
  return { url, configured }
}

function parseUrl(address: string): URL {
  try {
    return new URL(address)
  } catch (cause) {
    throw new AddressRefused('not_a_url', { cause })
  }
}

const setOfOrigins = new WeakMap<readonly string[], ReadonlySet<string>>()

function originsOf({ allowedOrigins }: DialRules): ReadonlySet<string> {
  const known = setOfOrigins.get(allowedOrigins)
  if (known !== undefined) return known
  const origins = new Set(allowedOrigins)
  setOfOrigins.set(allowedOrigins, origins)
  return origins
}

// WHATWG parsing has already turned 0x7f.1, 2130706433 and 017700000001 into dotted IPv4, and refused invalid forms.
function checkHost(hostname: string): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host)) {
    if (!isPublicAddress(host)) throw new AddressRefused('not_a_public_address')
    return
  }
  const name = host.replace(/\.$/, '')
  const isPrivate = PRIVATE_SUFFIXES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`))
  if (isPrivate || !name.includes('.')) throw new AddressRefused('not_a_public_name')
}

/**
 * The lookup function of a socket: it dials the addresses that were checked here, so a name that resolves differently a
 * moment later gains nothing. One forbidden address refuses all.
 */
export function checkedLookup(resolve: Resolve, isPermitted: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    const settle = (addresses: readonly string[]) => {
      if (!addresses.every(isPermitted)) throw new AddressRefused('not_a_public_address')
      noteDialled(hostname, addresses)
      const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      const [first] = found
      if (first === undefined) throw new NameNotResolved()
      if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    }
    resolve(hostname)
      .then(settle)
      .catch((error: unknown) => {
        noteDialled(hostname, [])
        callback(dialError(error), [])
      })
  }
}

// Codes of the resolver for: no name server could be reached.
const RESOLVER_CODES = new Set<unknown>(['ECONNREFUSED', 'ENOTINITIALIZED', 'ECANCELLED', 'EDESTRUCTION'])

function dialError(error: unknown): Error {
  if (error instanceof AddressRefused || error instanceof NameNotResolved) return error
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return RESOLVER_CODES.has(code) ? new ResolverUnreachable({ cause: error }) : new NameNotResolved({ cause: error })
}

/**
 * DNS, both families, IPv4 first. Queries name servers directly: the system's resolver blocks one of four threads while
 * a name server does not answer, and also uses the hosts file and search domains. `servers` replace those of the
 * system.
 */
export function resolveByDns(servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: 2_500, tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  return async (hostname) => {
    const v6 = resolver.resolve6(hostname).catch(() => [])
    let failure: unknown
    const v4 = await resolver.resolve4(hostname).catch((error: unknown) => {
      failure = error
      return []
    })
    const rest = v4.length === 0 ? await v6 : await Promise.race([v6, pause(SECOND_FAMILY_MS, [], { ref: false })])
    if (v4.length + rest.length === 0) throw failure
    return [...v4, ...rest]
  }
}

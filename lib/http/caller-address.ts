import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import type { Peer } from './peer'

/** Who is trusted to name the address of a caller. All empty: nobody. */
export interface ProxyTrust {
  /** Header the proxy sets, in lower case, as `x-forwarded-for`; null: none is read. */
  header: string | null
  /** Addresses and ranges (CIDR) that the operator's proxies call from; the header of others is ignored. */
  proxies: readonly string[]
  /** Header that a host which shows no sockets writes itself, over what a caller sent; null: none is known. */
  hostHeader: string | null
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * The address a call comes from, as the limits tell callers apart: IPv4 whole, IPv6 by its /64, which one household or
 * machine has. `peer` is the other end of the socket: where it is one of the trusted proxies the named header is read;
 * where the host shows no socket (null), only the header of that host; where the socket had closed before it was read
 * (undefined), none. null: not known.
 *
 * A forwarding header is read from its end, the nearest hop, and the first hop that is not a trusted proxy is the
 * caller: what a caller writes into the header itself comes further in front.
 */
export function callerAddress(peer: Peer, headers: Pick<Headers, 'get'>, trust: ProxyTrust): string | null {
  const ranges = rangesOf(trust)
  const header = peer === null ? trust.hostHeader : trust.header
  if (header === null) return peerBucketOf(peer)
  const near = peer == null ? undefined : parse(peer)
  const given = headers.get(header)
  const isTrusted = given !== null && (peer === null || (near !== undefined && isIn(near, ranges)))
  if (!isTrusted) return near === undefined ? null : bucketOf(near)
  const hops = given.split(',').map((hop) => parse(hop.trim()))
  const caller = hops.findLast((hop) => hop === undefined || !isIn(hop, ranges))
  const nearest = caller ?? near
  return nearest === undefined ? null : bucketOf(nearest)
}

/** Peers whose buckets are remembered, some 100 bytes each: a connection makes many requests. */
const MOST_REMEMBERED = 10_000
const bucketsOfPeers = new LRUCache<string, string>({ max: MOST_REMEMBERED })

function peerBucketOf(peer: Peer): string | null {
  if (peer == null) return null
  const known = bucketsOfPeers.get(peer)
  if (known !== undefined) return known
  const address = parse(peer)
  if (address === undefined) return null
  const bucket = bucketOf(address)
  bucketsOfPeers.set(peer, bucket)
  return bucket
}

const kept = new WeakMap<ProxyTrust, [Address, number][]>()

/** Throws for what is neither an address nor a range; config has checked it. */
function rangesOf(trust: ProxyTrust): [Address, number][] {
  const known = kept.get(trust)
  if (known !== undefined) return known
  const ranges = trust.proxies.map((range): [Address, number] => {
    const [address = '', bits] = range.split('/')
    const written = ipaddr.parse(address)
    const parsed = ipaddr.process(address)
    const length = bits === undefined ? written.toByteArray().length * 8 : Number(bits)
    // A range of IPv4 that is written as IPv6 has 96 bits more.
    return [parsed, length - (written.toByteArray().length - parsed.toByteArray().length) * 8]
  })
  kept.set(trust, ranges)
  return ranges
}

function isIn(address: Address, ranges: readonly [Address, number][]): boolean {
  return ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits))
}

/** undefined: no address. Ports and brackets, which some proxies add, are removed; IPv4 in IPv6 becomes IPv4. */
function parse(text: string): Address | undefined {
  const bare = text.replace(/^\[([^\]]+)\](?::\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined
}

function bucketOf(address: Address): string {
  if (address.kind() === 'ipv4') return address.toString()
  const [a = 0, b = 0, c = 0, d = 0] = (address as ipaddr.IPv6).parts
  return `${[a, b, c, d].map((part) => part.toString(16)).join(':')}::/64`
}

/**
 * The block of addresses a caller's address is part of, as limits count where they cannot count each: IPv4 by /24, IPv6
 * by /48. undefined: no address.
 */
export function blockOf(address: string): string | undefined {
  const v4 = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address)?.[1]
  if (v4 !== undefined) return `${v4}.0/24`
  const v6 = /^([\da-f]+:[\da-f]+:[\da-f]+):[\da-f]+::\/64$/.exec(address)?.[1]
  return v6 === undefined ? undefined : `${v6}::/48`
}

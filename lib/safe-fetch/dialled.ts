import ipaddr from 'ipaddr.js'

/** Hosts that are remembered: more than one process probes within some minutes. */
const MOST_HOSTS = 20_000

const addressOfHost = new Map<string, string>()

/**
 * Remembers the address of a host when it was dialled: of several the lowest, since name servers rotate their order and
 * hosts of one provider share the set. An empty list, for a name that did not resolve, removes it.
 */
export function noteDialled(hostname: string, addresses: readonly string[]): void {
  addressOfHost.delete(hostname)
  const lowest = addresses.toSorted()[0]
  if (lowest === undefined) return
  const [oldest] = addressOfHost.keys()
  if (addressOfHost.size >= MOST_HOSTS && oldest !== undefined) addressOfHost.delete(oldest)
  addressOfHost.set(hostname, lowest)
}

/**
 * The address a URL's host was last dialled at by this process, checked and public; null where it was not, or the text
 * is no URL.
 */
export function dialledAddress(url: string): string | null {
  const hostname = hostnameOf(url)
  if (hostname === null) return null
  const known = addressOfHost.get(hostname)
  if (known !== undefined) return known
  return ipaddr.isValid(hostname) && ipaddr.process(hostname).range() === 'unicast' ? hostname : null
}

function hostnameOf(url: string): string | null {
  try {
    return new URL(url).hostname.replace(/^\[|\]$/g, '')
  } catch {
    return null
  }
}

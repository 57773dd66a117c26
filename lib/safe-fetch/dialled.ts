import ipaddr from 'ipaddr.js'

/** Hosts remembered: more than one machine looks at within any few minutes. */
const MOST_HOSTS = 20_000

const addressOfHost = new Map<string, string>()

/**
 * Remembers which addresses a host had when it was dialled: of several the lowest, since name servers turn their order round and hosts of one
 * provider share the set. None: the name did not resolve.
 */
export function noteDialled(hostname: string, addresses: readonly string[]): void {
  addressOfHost.delete(hostname)
  const lowest = addresses.toSorted()[0]
  if (lowest === undefined) return
  const [oldest] = addressOfHost.keys()
  if (addressOfHost.size >= MOST_HOSTS && oldest !== undefined) addressOfHost.delete(oldest)
  addressOfHost.set(hostname, lowest)
}

/** The address a URL's host was last dialled at by this process, checked and public; null where it was not, or the text is no URL. */
export function dialledAddress(url: string): string | null {
  if (!URL.canParse(url)) return null
  const hostname = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const known = addressOfHost.get(hostname)
  if (known !== undefined) return known
  return ipaddr.isValid(hostname) && ipaddr.process(hostname).range() === 'unicast' ? hostname : null
}

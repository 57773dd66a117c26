/** The network of callers whose address is not known: one for all of them. */
const UNKNOWN_NETWORK = 'unknown'

/**
 * The block of addresses that counts as one network, of an address as limits tell callers apart (IPv4 whole, IPv6 by
 * its /64): the /24 of IPv4, the /32 of IPv6, and of a 6to4 address the /24 of the IPv4 address in it, since whoever
 * has that address has the whole /48. A /48 of IPv6 would be too little: a /32 is the least that a registry of
 * addresses assigns to a provider, and has 65,536 of them, which tunnel brokers give away. All addresses that are not
 * known are one network: a service that does not see addresses cannot know that two reporters are independent.
 */
export function networkOf(address: string | null): string {
  if (address === null) return UNKNOWN_NETWORK
  const [a = '', b = '', c = ''] = address.split(address.includes(':') ? ':' : '.')
  if (!address.includes(':')) return `${a}.${b}.${c}.0/24`
  return a === '2002' ? `${blockOf6to4(b, c)}/24` : `${a}:${b}::/32`
}

/** The /24 of the IPv4 address that the second and third group of a 6to4 address are. */
function blockOf6to4(second: string, third: string): string {
  const [high, low] = [Number.parseInt(second, 16), Number.parseInt(third, 16)]
  return `${high >> 8}.${high & 255}.${low >> 8}.0`
}

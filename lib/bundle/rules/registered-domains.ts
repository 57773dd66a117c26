import { getDomain } from 'tldts'

/**
 * The registered domains of addresses, whoever lets others register below its own counted as a registry; null: there is
 * no address, or one of them has no such domain.
 */
export function registeredDomains(addresses: readonly string[]): string[] | null {
  const domains = addresses.map((address) => getDomain(address, { allowPrivateDomains: true }))
  const known = domains.filter((domain) => domain !== null)
  return known.length === 0 || known.length < domains.length ? null : known
}

import { type BackendFacts, backendKeys, canStandIn, independence } from '../../search/alternatives/independence'
import { registeredDomains } from '../rules/registered-domains'

/**
 * Whether two servers are known not to fail together: of another product, of other code, and at addresses of other
 * registered domains. False where any of it is not known, as of what only its callers run: what that calls in turn is
 * in no catalog.
 */
export function standsApart(one: BackendFacts, other: BackendFacts): boolean {
  const products = [one.productId ?? null, other.productId ?? null]
  if (products.includes(null) || products[0] === products[1]) return false
  if (!canStandIn(independence(backendKeys(one), backendKeys(other)))) return false
  const [domains, others] = [domainsOf(one), domainsOf(other)]
  return domains !== null && others !== null && !domains.some((domain) => others.includes(domain))
}

function domainsOf({ remotes }: BackendFacts): string[] | null {
  return registeredDomains(remotes.filter(({ transport }) => transport !== 'http-api-docs').map(({ url }) => url))
}

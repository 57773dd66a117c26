import type { Publisher } from '../../core/catalog/publisher'
import type { PublisherKeys } from './corrections'
import { type Identity, makerOfDomain, makerOfOwner } from './identity'
import { compact, wordsOf } from './names'

/** How it is known who publishes a product. */
export const PUBLISHER_REASONS = [
  {
    name: 'known_account',
    sentence: 'Account, domain or proved namespace are those of a publisher that corrections name (verified).',
  },
  {
    name: 'known_for_others',
    sentence: 'The same of a publisher who also makes servers for products of others (verified).',
  },
  {
    name: 'own_domain',
    sentence: 'Account, proved namespace or product have the name of the domain at which it answers (verified).',
  },
  { name: 'namespace', sentence: 'The registry proved the account; nothing says more of whose it is (claimed).' },
  { name: 'account', sentence: 'The name of an account, which anybody can open (claimed).' },
  { name: 'address', sentence: 'The domain at which it answers, whose name is another (claimed).' },
  { name: 'none', sentence: 'No entry names an account or an address of its own (unknown).' },
] as const

export interface KnownPublisher extends Publisher {
  why: (typeof PUBLISHER_REASONS)[number]['name']
}

/**
 * The publisher that corrections name for an entry; null: none, or its facts name two. Whoever answers at its address
 * counts for more than the account that has its code, which an entry only states.
 */
export function knownPublisher(entry: Identity, keys: PublisherKeys): string | null {
  const { owner, account, proved, sites, packages } = entry
  if (sites.domains.size > 0) {
    const known = new Set([...sites.domains].map((domain) => keys.ofDomain(domain)))
    const [maker = null] = known.size === 1 ? known : []
    const others = [owner, account].filter((one) => one !== null && keys.ofOwner(one) !== maker)
    return others.length > 0 ? null : maker
  }
  const ofNamespace = proved === null ? null : knownNamespace(proved, keys)
  if (ofNamespace !== null) return ofNamespace
  // Who lists the code of another account under an account of their own has not published that.
  if (account !== null && keys.ofOwner(account) !== keys.ofOwner(owner ?? account)) return null
  if (owner !== null) return keys.ofOwner(owner)
  const scopes = new Set([...packages].map((name) => scopeOf(name) ?? ''))
  return scopes.size === 1 ? keys.ofOwner([...scopes][0] ?? '') : null
}

function knownNamespace({ account, domain }: NonNullable<Identity['proved']>, keys: PublisherKeys): string | null {
  return account === null ? keys.ofDomain(domain) : keys.ofOwner(account)
}

/** Who publishes what these entries list. `name`: what it is called. */
export function publisherOf(entries: readonly Identity[], name: string, keys: PublisherKeys): KnownPublisher {
  const known = mostFrequent(entries.flatMap((entry) => knownPublisher(entry, keys) ?? []))
  if (known !== null)
    return { name: known, state: 'verified', why: keys.isForOthers(known) ? 'known_for_others' : 'known_account' }
  const domains = entries.flatMap(({ sites }) => [...sites.domains])
  const own = ownDomain(entries, domains, name, keys)
  if (own !== null) return { name: own, state: 'verified', why: 'own_domain' }
  const proved = mostFrequent(entries.flatMap((entry) => entry.proved?.account ?? entry.proved?.domain ?? []))
  if (proved !== null) return { name: proved, state: 'claimed', why: 'namespace' }
  const site = mostFrequent(domains)
  if (site !== null) return { name: site, state: 'claimed', why: 'address' }
  const accounts = entries.flatMap(accountsOf)
  const namesake = accounts.find((account) => compact(wordsOf(account)) === compact(wordsOf(name)))
  const account = namesake ?? mostFrequent(accounts)
  return account === null
    ? { name: null, state: 'unknown', why: 'none' }
    : { name: account, state: 'claimed', why: 'account' }
}

/**
 * The domain at which it answers and whose name is that of an account, of a proved namespace or of the product; null:
 * none. The domain is the name, as accounts and titles are only stated. The name of a known publisher is its own alone.
 */
function ownDomain(entries: readonly Identity[], domains: readonly string[], name: string, keys: PublisherKeys) {
  const accounts = entries.flatMap(({ owner, proved }) => [owner ?? [], proved?.account ?? []].flat())
  const names = new Set([
    compact(wordsOf(name)),
    ...accounts.flatMap((one) => [compact([one]), makerOfOwner(one, keys)]),
  ])
  const proved = new Set(entries.map((entry) => entry.proved?.domain))
  const own = domains.filter((domain) => {
    const maker = makerOfDomain(domain, keys)
    return proved.has(domain) || (names.has(maker) && !keys.isKnownName(maker))
  })
  return mostFrequent(own)
}

/** The account that has its code, else that which its registry names, else that of its package. */
function accountsOf({ owner, account, packages, republished }: Identity): string[] {
  if (republished) return account === null ? [] : [account]
  return [owner ?? account ?? [...packages].flatMap((name) => scopeOf(name) ?? [])].flat()
}

const scopeOf = (name: string) => /^npm:@([^/]+)\//.exec(name)?.[1]

/** Of equally many the first in the alphabet. */
function mostFrequent(names: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  const [most] = [...counts].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
  return most?.[0] ?? null
}

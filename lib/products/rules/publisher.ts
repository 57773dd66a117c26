import type { Publisher } from '../../core/catalog/publisher'
import type { PublisherKeys } from './corrections'
import { type Identity, makerOfOwner } from './identity'
import { compact } from './names'

/** How it is known who publishes a product. */
export const PUBLISHER_REASONS = [
  { name: 'known_account', sentence: 'Account or domain are those of a publisher that corrections name (verified).' },
  { name: 'own_domain', sentence: 'The account has the name of the domain at which the product answers (verified).' },
  { name: 'account', sentence: 'The name of an account, which anybody can open (claimed).' },
  { name: 'none', sentence: 'No entry names an account or an address of its own (unknown).' },
] as const

export interface KnownPublisher extends Publisher {
  why: (typeof PUBLISHER_REASONS)[number]['name']
}

/** Who publishes what these entries list. */
export function publisherOf(entries: readonly Identity[], keys: PublisherKeys): KnownPublisher {
  const owners = entries.flatMap(({ owner }) => owner ?? [])
  const named = mostFrequent(owners.flatMap((owner) => keys.ofOwner(owner) ?? []))
  if (named !== null) return { name: named, state: 'verified', why: 'known_account' }
  const makers = new Set(entries.flatMap((entry) => [...entry.makers]))
  const own = owners.find((owner) => makers.has(makerOfOwner(owner, keys)) || makers.has(compact([owner])))
  if (own !== undefined) return { name: own, state: 'verified', why: 'own_domain' }
  const owner = mostFrequent(owners)
  return owner === null
    ? { name: null, state: 'unknown', why: 'none' }
    : { name: owner, state: 'claimed', why: 'account' }
}

function mostFrequent(names: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most?.[0] ?? null
}

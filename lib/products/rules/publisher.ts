import type { PublisherKeys } from './corrections'
import type { Identity } from './identity'
import { compact } from './names'

/** How it is known who publishes a product. */
export const PUBLISHER_STATES = [
  { name: 'verified', sentence: "The account or the address of the product is known to be the publisher's." },
  { name: 'claimed', sentence: 'The name of an account, which anybody can open.' },
  { name: 'unknown', sentence: 'No catalog names an account or an address of its own.' },
] as const
export type PublisherState = (typeof PUBLISHER_STATES)[number]['name']

export interface Publisher {
  /** The publisher that corrections name, else the account; null: unknown. */
  name: string | null
  state: PublisherState
}

/**
 * Who publishes what these entries list. Verified: corrections give the account or the domain of one of them to a
 * publisher, or an account has the name of the domain at which the product answers.
 */
export function publisherOf(entries: readonly Identity[], { ofOwner }: PublisherKeys): Publisher {
  const known = entries.flatMap(({ publisher }) => publisher ?? [])
  const owners = entries.flatMap(({ owner }) => owner ?? [])
  const named = mostFrequent([...known, ...owners.flatMap((owner) => ofOwner(owner) ?? [])])
  if (named !== null) return { name: named, state: 'verified' }
  const labels = new Set(entries.flatMap(({ makers }) => [...makers]))
  const own = owners.find((owner) => labels.has(compact(owner.split(/[-_]/))))
  if (own !== undefined) return { name: own, state: 'verified' }
  const owner = mostFrequent(owners)
  return owner === null ? { name: null, state: 'unknown' } : { name: owner, state: 'claimed' }
}

function mostFrequent(names: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return (
    [...counts].reduce<[string, number] | null>(
      (most, one) => (most !== null && most[1] >= one[1] ? most : one),
      null,
    )?.[0] ?? null
  )
}

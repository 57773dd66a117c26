import { z } from 'zod'
import { DisjointSets } from './disjoint-sets'
import { compact, wordsOf } from './names'

const id = z.string().min(1).max(300)
const ids = z.array(id).min(2).max(1000)

const publisher = z.strictObject({
  name: z.string().trim().min(1).max(100),
  owners: z.array(z.string().min(1).max(100).toLowerCase()).max(100),
  domains: z.array(z.string().min(1).max(253).toLowerCase()).max(100),
  /** It also makes servers for products of others: a name is its own only where it begins with the publisher's. */
  forOthers: z.boolean().optional(),
})

/** What an operator knows better than the catalogs: the form of `PRODUCTS_FILE`. What is left out is empty. */
export const corrections = z
  .strictObject({
    /** Accounts at code hosts and registered domains that are one publisher's. */
    publishers: z.array(publisher).max(10_000).default([]),
    /** Ids of servers that are one product. Lists that share an id are one. */
    join: z.array(ids).max(10_000).default([]),
    /** Ids of servers of which no two are one product, whatever joins them. */
    split: z.array(ids).max(10_000).default([]),
  })
  .check(({ value, issues }) => {
    for (const message of [...contradictoryIds(value), ...sharedAccounts(value)])
      issues.push({ code: 'custom', input: value, message })
  })
export type Corrections = z.infer<typeof corrections>

/** The corrections that a file holds. Throws with what is wrong, as one sentence. */
export function readCorrections(text: string): Corrections {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (cause) {
    throw new Error('it is not JSON.', { cause })
  }
  const read = corrections.safeParse(given)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new Error(`at ${issue?.path.join('.') || 'its beginning'}: ${issue?.message.replace(/\.?$/, '.')}`)
}

export const NO_CORRECTIONS: Corrections = { publishers: [], join: [], split: [] }

/** Two ids that are both joined, perhaps by several lists, and split. */
function contradictoryIds({ join, split }: Pick<Corrections, 'join' | 'split'>): string[] {
  const joined = new DisjointSets()
  for (const [first = '', ...others] of join) for (const other of others) joined.join(first, other)
  for (const list of split) {
    const holders = new Map<string, string>()
    for (const one of new Set(list)) {
      const holder = holders.get(joined.of(one))
      if (holder !== undefined) return [`${holder} and ${one} are both joined and split`]
      holders.set(joined.of(one), one)
    }
  }
  return []
}

/** An account or a domain that two publishers have. */
function sharedAccounts({ publishers }: Pick<Corrections, 'publishers'>): string[] {
  const holders = new Map<string, string>()
  for (const { name, owners, domains } of publishers)
    for (const key of [...owners.map((owner) => `account ${owner}`), ...domains.map((domain) => `domain ${domain}`)]) {
      const holder = holders.get(key)
      if (holder !== undefined && holder !== name) return [`the ${key} is given to both ${holder} and ${name}`]
      holders.set(key, name)
    }
  return []
}

/** Whose an account or a domain is, as one key for both; null where nobody is known to share it. */
export interface PublisherKeys {
  ofOwner(owner: string): string | null
  ofDomain(domain: string): string | null
  /** Whether a name without separators is that of a publisher or of its account. */
  isKnownName(key: string): boolean
  /** Whether it also publishes servers for products of others. */
  isForOthers(publisher: string): boolean
}

export function publisherKeys({ publishers }: Corrections): PublisherKeys {
  const byOwner = new Map(publishers.flatMap(({ name, owners }) => owners.map((owner) => [owner, name] as const)))
  const byDomain = new Map(publishers.flatMap(({ name, domains }) => domains.map((domain) => [domain, name] as const)))
  const names = new Set(publishers.flatMap(({ name, owners }) => [name, ...owners].map((one) => compact(wordsOf(one)))))
  const forOthers = new Set(publishers.flatMap((one) => (one.forOthers === true ? one.name : [])))
  return {
    isKnownName: (key) => names.has(key),
    isForOthers: (name) => forOthers.has(name),
    ofOwner: (owner) => byOwner.get(owner) ?? null,
    ofDomain: (domain) => byDomain.get(domain) ?? null,
  }
}

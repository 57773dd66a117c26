import { z } from 'zod'

const id = z.string().min(1).max(300)
const ids = z.array(id).min(2).max(1000)

/** What an operator knows better than the catalogs: the form of `PRODUCTS_FILE`. */
export const corrections = z.strictObject({
  /** Accounts at code hosts and registered domains that are one publisher's. */
  publishers: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(100),
        owners: z.array(z.string().min(1).max(100).toLowerCase()).max(100),
        domains: z.array(z.string().min(1).max(253).toLowerCase()).max(100),
      }),
    )
    .max(10_000),
  /** Ids of servers that are one product. */
  join: z.array(ids).max(10_000),
  /** Ids of servers of which no two are one product, whatever joins them. */
  split: z.array(ids).max(10_000),
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
  throw new Error(`at ${issue?.path.join('.') || 'its beginning'}: ${issue?.message}.`)
}

export const NO_CORRECTIONS: Corrections = { publishers: [], join: [], split: [] }

/** Whose an account or a domain is, as one key for both; null where nobody is known to share it. */
export interface PublisherKeys {
  ofOwner(owner: string): string | null
  ofDomain(domain: string): string | null
}

export function publisherKeys({ publishers }: Corrections): PublisherKeys {
  const byOwner = new Map(publishers.flatMap(({ name, owners }) => owners.map((owner) => [owner, name] as const)))
  const byDomain = new Map(publishers.flatMap(({ name, domains }) => domains.map((domain) => [domain, name] as const)))
  return {
    ofOwner: (owner) => byOwner.get(owner) ?? null,
    ofDomain: (domain) => byDomain.get(domain) ?? null,
  }
}

import { hasUnsafeText, toolFactsOf } from 'assay-verify/score/tool-facts'
import type { Context } from '../api/context'
import { latencyOf } from '../api/page-data/server-page'
import { assess } from '../core/verdict/assessment'
import { type LookedUpServer, listServersById } from '../store/catalog/server-names'
import { MOST_ENTRIES } from './contract/product'
import { type ProductRating, type RatedEntry, rateProduct } from './rules/product-rating'
import { listEntries } from './sql/products'

type StoredEntry = Awaited<ReturnType<typeof listEntries>>[number]

/** An entry of a product with its rating as it is now. */
export interface ProductListing extends RatedEntry {
  title: string
  registry: string
  tools: number
}

export interface ProductReading {
  productRating: ProductRating
  /** At most `MOST_ENTRIES`, the one that speaks for the product first. */
  entries: readonly ProductListing[]
}

/**
 * The ratings of these products now, by their ids: of each at most `most` entries are read, in two statements for all.
 * Products without entries are left out.
 */
export async function readProductRatings(
  productIds: readonly string[],
  { reads: { db }, now }: Pick<Context, 'reads' | 'now'>,
  most: number = MOST_ENTRIES,
): Promise<Map<string, ProductReading>> {
  const stored = await listEntries(db, productIds, most)
  const rated = await listServersById(
    db,
    stored.map(({ id }) => id),
  )
  const ratingOf = new Map(rated.map((server) => [server.id, server]))
  const grouped = new Map<string, ProductListing[]>()
  for (const entry of stored) {
    const server = ratingOf.get(entry.id)
    if (server === undefined || entry.productId === null) continue
    const entries = grouped.get(entry.productId) ?? []
    entries.push(listingOf(entry, server, now))
    grouped.set(entry.productId, entries)
  }
  return new Map([...grouped].map(([id, entries]) => [id, { entries, productRating: rateProduct(entries, now) }]))
}

function listingOf(entry: StoredEntry, server: LookedUpServer, now: Date): ProductListing {
  const { serverState, facts, score, grade, tools } = server
  const { title, registry, remotes, packages, repository, isLeader } = entry
  const own = toolFactsOf({ kind: 'server', removedAt: null, facts })
  const assessment = assess(serverState, server.declaredAccess, own, now)
  return {
    ...{ title, registry, tools, remotes, packages, repository, isLeader, score, grade },
    serverId: entry.id,
    targets: serverState?.targets ?? [],
    verdict: assessment.verdict,
    status: assessment.status,
    recommendation: assessment.recommendation,
    access: assessment.axes.access,
    reasons: assessment.reasons.map(({ code }) => code),
    asOf: assessment.asOf?.getTime() ?? null,
    downSince: assessment.downSince?.getTime() ?? null,
    isUnsafe: hasUnsafeText(facts),
    isDeleted: entry.lifecycle === 'deleted',
    medianMs: latencyOf(serverState).medianMs,
    probes: serverState?.probes ?? 0,
  }
}

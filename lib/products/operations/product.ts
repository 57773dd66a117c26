import { VERDICTS } from 'assay-verify/verdict'
import type { Context } from '../../api/context'
import { ApiError } from '../../contract/errors'
import type { InputOf, OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import { MOST_ENTRIES, MOST_LINKS, MOST_WAYS } from '../contract/product'
import { type ProductListing, type ProductReading, readProductRatings } from '../product-ratings'
import { LINK_BASES } from '../rules/product-link'
import type { Way } from '../rules/ways/ways'
import { findProduct, listRegistries, type StoredProduct } from '../sql/products'

const SURE = new Map(LINK_BASES.map(({ name, sure }) => [name, sure]))

/** The product of this id with its entries and ways as they are now. */
export async function product(input: InputOf<'product'>, context: Context): Promise<OutputOf<'product'>> {
  return (await readProduct(input, context)).answer
}

/** The same, with what it was made from. */
export async function readProduct({ productId }: InputOf<'product'>, context: Context) {
  const found = await findProduct(context.reads.db, productId)
  const reading = found === undefined ? undefined : (await readProductRatings([found.id], context)).get(found.id)
  if (found === undefined || reading === undefined)
    throw new ApiError('unknown_product', 'No product has this id. Rows of /v1/search name theirs.')
  const registries = await listRegistries(context.reads.db, found.id)
  return { answer: answerOf(found, registries, reading), reading }
}

function answerOf(
  { id, publisher, publisherState, publisherWhy, links, contradictions, changedAt, ...rest }: StoredProduct,
  registries: string[],
  { productRating, entries }: ProductReading,
): OutputOf<'product'> {
  const { ways, isUnsafe, sign: _ofPages, ratedBy, gradeOf, ...rated } = productRating
  return {
    productId: id,
    name: rest.name,
    publisher: { name: publisher, state: publisherState },
    publisherWhy,
    ...rated,
    ...{ ratedBy, gradeOf, unsafe: isUnsafe },
    ways: ways.slice(0, MOST_WAYS).map(wayOf),
    leader: rest.leader,
    entries: rest.entries,
    registries,
    servers: entries.toSorted(byVerdict).slice(0, MOST_ENTRIES).map(entryOf),
    links: links.slice(0, MOST_LINKS).map((link) => ({ ...link, sure: SURE.get(link.basis) ?? 0 })),
    contradictions: contradictions.slice(0, MOST_LINKS),
    copyOf: rest.copyOf,
    lookAlikeOf: rest.lookAlikeOf,
    resolvedAt: changedAt.toISOString(),
  }
}

function byVerdict(one: ProductListing, other: ProductListing): number {
  return (
    Number(other.isLeader) - Number(one.isLeader) ||
    VERDICTS.indexOf(one.verdict) - VERDICTS.indexOf(other.verdict) ||
    other.score - one.score ||
    (one.serverId < other.serverId ? -1 : 1)
  )
}

function entryOf({
  serverId,
  title,
  registry,
  verdict,
  status,
  score,
  grade,
  recommendation,
  tools,
  asOf,
}: ProductListing) {
  const rating = { verdict, status, score, grade, recommendation }
  return { serverId, title, registry, ...rating, tools, asOf: instant(asOf) }
}

function wayOf({ slug, kind, target, name, state, since, asOf, reason, published, servers, disputedBy }: Way) {
  return {
    ...{ way: slug, kind, target, name, state, since: instant(since), asOf: instant(asOf), reason },
    newest: published?.version ?? null,
    publishedAt: instant(published?.publishedAt ?? null),
    deprecated: published?.deprecated ?? null,
    ...{ servers: [...servers], disputedBy: [...disputedBy] },
  }
}

function instant(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString()
}

export const productEndpoint = defineEndpoint('product', product)

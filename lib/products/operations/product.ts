import { toolFactsOf } from 'assay-verify/score/tool-facts'
import { VERDICTS } from 'assay-verify/verdict'
import type { Context } from '../../api/context'
import { ApiError } from '../../contract/errors'
import type { InputOf, OutputOf } from '../../contract/operations'
import { assessBriefly } from '../../core/verdict/assessment'
import { defineEndpoint } from '../../http/operation'
import { type LookedUpServer, listServersById } from '../../store/catalog/server-names'
import { MOST_ENTRIES, MOST_LINKS } from '../contract/product'
import { LINK_BASES } from '../rules/product-link'
import { findProduct, listEntries } from '../sql/products'

const SURE = new Map(LINK_BASES.map(({ name, sure }) => [name, sure]))

/** The product of this id with its entries as they are now. */
export async function product({ productId }: InputOf<'product'>, { db, now }: Context): Promise<OutputOf<'product'>> {
  const found = await findProduct(db, productId)
  if (found === undefined)
    throw new ApiError('unknown_product', 'No product has this id. Rows of /v1/search name theirs.')
  const { id, publisher, publisherState, publisherWhy, links, contradictions, changedAt, ...rest } = found
  const entries = await listEntries(db, id)
  const rated = await listServersById(
    db,
    entries.map((entry) => entry.id),
  )
  const ratingOf = new Map(rated.map((server) => [server.id, server]))
  const rows = entries.flatMap((entry) => {
    const server = ratingOf.get(entry.id)
    return server === undefined ? [] : [{ ...entryOf(entry, server, now) }]
  })
  const isLeader = ({ serverId }: { serverId: string }) => Number(serverId === rest.leader)
  rows.sort(
    (a, b) =>
      isLeader(b) - isLeader(a) ||
      VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict) ||
      b.score - a.score ||
      (a.serverId < b.serverId ? -1 : 1),
  )
  return {
    productId: id,
    name: rest.name,
    publisher: { name: publisher, state: publisherState },
    publisherWhy,
    leader: rest.leader,
    entries: rest.entries,
    registries: [...new Set(entries.map(({ registry }) => registry))].sort(),
    servers: rows.slice(0, MOST_ENTRIES),
    links: links.slice(0, MOST_LINKS).map((link) => ({ ...link, sure: SURE.get(link.basis) ?? 0 })),
    contradictions: contradictions.slice(0, MOST_LINKS),
    copyOf: rest.copyOf,
    lookAlikeOf: rest.lookAlikeOf,
    resolvedAt: changedAt.toISOString(),
  }
}

function entryOf(
  { id, title, registry }: { id: string; title: string; registry: string },
  { score, grade, tools, ...server }: LookedUpServer,
  now: Date,
) {
  const facts = toolFactsOf({ kind: 'server', removedAt: null, facts: server.facts })
  const { verdict, status, recommendation, asOf } = assessBriefly(server.serverState, server.declaredAccess, facts, now)
  const rating = { verdict, status, score, grade, recommendation }
  return { serverId: id, title, registry, ...rating, tools, asOf: asOf?.toISOString() ?? null }
}

export const productEndpoint = defineEndpoint('product', product)

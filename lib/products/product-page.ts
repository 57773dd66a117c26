import type { Context } from '../api/context'
import { getRating } from '../api/get-rating'
import { type Profile, profile } from '../api/page-data/profile'
import { serverPage } from '../api/page-data/server-page'
import { serverTools, TOOLS_SHOWN } from '../api/page-data/server-tools'
import { unsafeFacts } from '../api/page-data/unsafe-facts'
import { schemeOf } from '../core/access/access-conflicts'
import { leadingSignIn } from '../core/access/sign-in'
import { clientSetups, connectionOf } from '../core/catalog/client-setups'
import { readProduct } from './operations/product'
import { readProductRatings } from './product-ratings'
import { gradedWay, type RatedEntry } from './rules/product-rating'
import { wayOfPackage, wayOfRemote } from './rules/ways/way-identity'
import type { Way } from './rules/ways/ways'
import { listNamesakes } from './sql/namesakes'

const NAMESAKES_SHOWN = 8
/** Of each product that is only named: its first entries decide what is said of it. */
const NAMESAKE_ENTRIES = 20

export type ProductPage = Awaited<ReturnType<typeof productPage>>

/** All that the page of a product shows. `chosen`: the way that is looked at; the first where none has this name. */
export async function productPage(productId: string, chosen: string | null, context: Context) {
  const { answer, reading } = await readProduct({ productId }, context)
  const { productRating, entries } = reading
  const way = productRating.ways.find(({ slug }) => slug === chosen) ?? productRating.ways[0] ?? null
  const shown = entries.find(({ serverId }) => serverId === (way?.serverId ?? productRating.ratedBy)) as RatedEntry
  const entry = await profile({ toolId: shown.serverId }, context)
  const [server, unsafe, namesakes] = await Promise.all([
    serverPage(entry, context),
    unsafeTexts(entries, context),
    readNamesakes({ id: answer.productId, ...answer }, context),
  ])
  return {
    product: answer,
    productRating,
    way,
    /** No registry lists it any more. */
    isRemoved: entries.every(({ isDeleted }) => isDeleted),
    /** Whether the rating of the server that is shown rests on this way. */
    isGraded: way === null || gradedWay(productRating.ways, shown) === way,
    server: {
      ...server,
      ...(await toolsOf(server, entries, context)),
      ...(await setupsOf(way, entry, server, context)),
    },
    unsafe,
    namesakes,
  }
}

/** Of the first entry whose texts instruct agents against their users; null: there is none. */
async function unsafeTexts(entries: readonly RatedEntry[], context: Context) {
  const unsafe = entries.find(({ isUnsafe }) => isUnsafe)
  if (unsafe === undefined) return null
  return unsafeFacts(await profile({ toolId: unsafe.serverId }, context), context)
}

type ServerPage = Awaited<ReturnType<typeof serverPage>>

/** The tools of the server that is shown; where none is listed, those of the entry that lists most. */
async function toolsOf(
  { tools, toolsAreCut, listedSince }: ServerPage,
  entries: readonly (RatedEntry & { tools: number })[],
  context: Context,
) {
  const [fullest] = entries.toSorted((one, other) => other.tools - one.tools)
  if (tools.length > 0 || fullest === undefined || fullest.tools === 0) return { tools, toolsAreCut, listedSince }
  const rating = await getRating(fullest.serverId, context)
  const others = await serverTools(rating.serverKey, rating, context)
  return { tools: others, toolsAreCut: others.length === TOOLS_SHOWN, listedSince }
}

/** How clients add it by this way. */
async function setupsOf(way: Way | null, entry: Profile, server: ServerPage, context: Context) {
  if (way === null) return { setups: null, api: null }
  if (way.kind === 'api' || way.kind === 'documentation') return { setups: null, api: server.api }
  const { serverState, signIns, declaredAuth } = await getRating(entry.serverId, context)
  const scheme = schemeOf(leadingSignIn(signIns, serverState?.targets), declaredAuth ?? null)
  const endpoint = entry.remotes.find((remote) => !remote.template && wayOfRemote(remote).key === way.key) ?? null
  const run = entry.packages.find((one) => wayOfPackage(one)?.key === way.key) ?? null
  const connection = connectionOf({ endpoint, package: run }, server.health.axes.access, scheme !== 'oauth')
  return { setups: connection === null ? null : clientSetups(entry.serverId, connection), api: null }
}

/** Other products that may be taken for it, with what is said of each now. */
async function readNamesakes(
  product: { id: string; name: string; copyOf: string | null; lookAlikeOf: string | null },
  context: Context,
) {
  const rows = await listNamesakes(context.reads.db, product, NAMESAKES_SHOWN)
  const ids = rows.map(({ id }) => id)
  const productRatings = await readProductRatings(ids, context, NAMESAKE_ENTRIES)
  const listed = rows.flatMap(({ total: _count, ...row }) => {
    const productRating = productRatings.get(row.id)?.productRating
    return productRating === undefined ? [] : [{ ...row, productRating }]
  })
  return { listed, total: rows[0]?.total ?? 0 }
}

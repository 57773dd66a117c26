import type { OutputOf } from '@/lib/contract/operations'
import type { ProductRating } from '@/lib/products/rules/product-rating'
import { nounOf } from '@/lib/products/rules/ways/way-identity'
import { wayStateRow } from '@/lib/products/rules/ways/way-states'
import type { Way } from '@/lib/products/rules/ways/ways'
import { type ServerFacts, serverStatusSummary } from '../server/server-facts'
import type { UnsafeFacts } from '../server/unsafe-cards'
import type { Sentence } from '../words/spoken'
import type { StatusSummary } from '../words/status-summary'

/** Another product that may be taken for this one. */
export interface Namesake {
  id: string
  name: string
  publisher: string | null
  publisherState: 'verified' | 'claimed' | 'unknown'
  entries: number
  copyOf: string | null
  lookAlikeOf: string | null
  productRating: Pick<ProductRating, 'sign' | 'status' | 'ways'>
}

/** All that the page of a product shows. */
export interface ProductFacts {
  product: OutputOf<'product'>
  productRating: ProductRating
  /** The way that is looked at; null: it has none. */
  way: Way | null
  /** Whether the rating of the server that is shown rests on this way. */
  isGraded: boolean
  /** The entry with the evidence of this way. */
  server: ServerFacts
  /** Of the first entry whose texts instruct agents against their users; null: there is none. */
  unsafe: UnsafeFacts | null
  namesakes: { listed: readonly Namesake[]; total: number }
}

/** Ways that nobody should begin with, whatever else works. */
const NOT_TO_USE: ReadonlySet<Way['state']> = new Set(['withdrawn', 'deprecated', 'missing', 'unsafe'])

/** What the page of a product says first. */
export function productSummary({
  productRating,
  server,
}: Pick<ProductFacts, 'productRating' | 'server'>): StatusSummary {
  const { summary, sign, ways, isUnsafe, ratedBy } = productRating
  const bad = ways.filter(({ state }, place) => NOT_TO_USE.has(state) && (place > 0 || isUnsafe))
  const nouns = [...new Set(bad.map(nounOf))]
  const warning = nouns.length === 0 ? [] : [always(`Do not use the ${nouns.join(' and the ')}.`)]
  if (isUnsafe) return { headline: always(summary), sign, lines: [...warning, always(IF_CONNECTED)] }
  const lines = server.entry.serverId === ratedBy ? serverStatusSummary(server).lines : []
  return { headline: always(summary), sign, lines: [...lines, ...warning] }
}

const IF_CONNECTED = 'Where it is connected, remove it and replace every key that its agents could read since then.'

const always = (text: string): Sentence => ({ text, at: null })

/** Whether the page may say how this way is set up. */
export function isWayUsable({ state }: Pick<Way, 'state'>): boolean {
  return !NOT_TO_USE.has(state) && state !== 'removed'
}

const TITLES: Readonly<Record<string, string>> = {
  npm: 'npm',
  pypi: 'PyPI',
  nuget: 'NuGet',
  mcpb: 'Bundle',
  api: 'API',
}

/** What a way is called in its tab. */
export function wayTitle({ kind, target }: Pick<Way, 'kind' | 'target'>): string {
  return TITLES[target] ?? TITLES[kind] ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
}

/** The word of a state, as in the tabs of ways. */
export function wayWord({ state }: Pick<Way, 'state'>): string {
  return wayStateRow(state).word
}

/** The path of the page, looking at one way of it. */
export function wayPath(productId: string, way: Way, ways: readonly Way[]): string {
  const path = `/product/${encodeURIComponent(productId)}`
  return way === ways[0] ? path : `${path}?way=${encodeURIComponent(way.slug)}`
}

import { plural } from 'assay-verify/text/plural'
import type { Metadata } from 'next'
import type { Remote } from '@/lib/core/catalog/catalog'
import { pageMetadata } from '../layout/page-metadata'
import { serverInSentence, serverPageTitle } from '../layout/page-titles'
import { isWatched, offeredTools } from '../server/server-facts'
import type { ProductFacts } from './product-facts'

type Facts = Omit<ProductFacts, 'server'> & {
  server: Omit<ProductFacts['server'], 'category'> & { entry: { remotes: readonly Remote[] } }
}

/** What the head of a product's page says: no more than the page has. */
export function productMetadata({ product, productRating, server }: Facts): Metadata {
  const path = `/product/${encodeURIComponent(product.productId)}`
  const named = { serverTitle: product.name, remotes: server.entry.remotes }
  const { publisher, registries } = product
  const by = publisher.name === null ? '' : ` by ${publisher.name} (${publisher.state})`
  const lists = [
    ...(offeredTools(server) > 0 ? [`${offeredTools(server)} ${plural(offeredTools(server), 'tool')}`] : []),
    ...(productRating.ways.length > 1 ? [`${productRating.ways.length} ways to get it`] : []),
  ]
  const watched = isWatched(server.health)
  const listed = `listed in ${registries.length} ${registries.length === 1 ? 'registry' : 'registries'}`
  return pageMetadata({
    title: serverPageTitle(named, { isUnsafe: productRating.isUnsafe, isWatched: watched, lists }),
    image: { url: `/picture${path}`, alt: `${product.name}: ${productRating.summary}` },
    description: `${productRating.summary}. ${sentenceCase(serverInSentence(named))}${by}, ${listed}. ${server.entry.description}`,
    isIndexed: product.servers.some(({ asOf }) => asOf !== null),
    path,
    json: `/v1/products/${encodeURIComponent(product.productId)}`,
  })
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

import type { Metadata } from 'next'
import { permanentRedirect } from 'next/navigation'
import { missingMetadata } from '@/app/_ui/layout/page-metadata'
import { productMetadata } from '@/app/_ui/product/product-metadata'
import { ProductNotFound } from '@/app/_ui/product/product-not-found'
import { ProductReport } from '@/app/_ui/product/product-report'
import { ProductData } from '@/app/_ui/structured/product-data'
import { missing } from '@/app/(site)/_read/missing'
import { readProduct } from '@/app/(site)/_read/product'
import { config } from '@/lib/config'
import { CATEGORIES } from '@/lib/core/catalog/taxonomy'
import { askStatus } from '@/lib/runtime/pages/page-status'

type Props = PageProps<'/product/[productId]'>

export async function generateMetadata(props: Props): Promise<Metadata> {
  const facts = await read(props)
  return facts === undefined ? missingMetadata('No product has this id') : productMetadata(facts)
}

export default async function ProductPage(props: Props) {
  const facts = await read(props)
  if (facts === undefined) return missing(404, <ProductNotFound />)
  const { product, server } = facts
  // All of its registries deleted it.
  if (facts.isRemoved) askStatus(410)
  const category = CATEGORIES.find(({ slug }) => server.entry.categories.includes(slug)) ?? null
  return (
    <>
      <ProductReport facts={{ ...facts, server: { ...server, category } }} now={new Date()} />
      <ProductData product={product} server={{ ...server, category }} baseUrl={config().baseUrl} />
    </>
  )
}

async function read({ params, searchParams }: Props) {
  const [{ productId }, { way }] = [await params, await searchParams]
  const facts = await readProduct(productId, typeof way === 'string' ? way : null)
  // A former id, of what was joined with another product.
  if (facts !== undefined && facts.product.productId !== productId)
    permanentRedirect(`/product/${encodeURIComponent(facts.product.productId)}`)
  return facts
}

import type { ProductFacts } from '../product/product-facts'
import { Breadcrumbs } from './breadcrumbs'
import { trailOf } from './server-data'
import { SoftwareApplication } from './software-application'

/** The structured data of a product's page: its place below its category, and what it is. */
export function ProductData({
  product,
  server,
  baseUrl,
}: Pick<ProductFacts, 'product' | 'server'> & { baseUrl: string }) {
  const { entry, catalog, category, health } = server
  const path = `/product/${encodeURIComponent(product.productId)}`
  return (
    <>
      <Breadcrumbs trail={[...trailOf(category), { name: product.name, path }]} baseUrl={baseUrl} />
      <SoftwareApplication
        name={product.name}
        description={entry.description}
        path={path}
        category={category?.name ?? null}
        repository={entry.repository}
        licence={catalog.licence?.address ?? null}
        version={catalog.release.version}
        releasedAt={catalog.release.at}
        isFree={health.asOf !== null && health.axes.access === 'open'}
        checkedAt={health.asOf}
        baseUrl={baseUrl}
      />
    </>
  )
}

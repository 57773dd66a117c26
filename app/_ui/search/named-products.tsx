import { plural } from 'assay-verify/text/plural'
import type { NamedProduct, ProductOfName } from '@/lib/contract/shapes/named-product'
import type { ProductRating } from '@/lib/products/rules/product-rating'
import { Card } from '../card'
import { formatCount } from '../format'
import { type Column, Table } from '../lists/table'
import { ShownName, stateWord } from '../product/namesakes-card'
import { PublisherState } from '../publisher'
import { StatusIcon } from '../status'
import { UntrustedText } from '../untrusted-text'
import { capitalized } from '../words/name-answer'
import type { ListedResult, ListedServers, ShownNamed } from './shown-search'

type Row = ProductOfName & {
  server: ListedResult | undefined
  productRating?: ProductRating | undefined
  near?: string
}

const SHOWN_AT_ONCE = 4

/** The page of a product. */
export const productPage = (productId: string) => `/product/${encodeURIComponent(productId)}`

const NAME: Column<Row> = {
  header: 'Name',
  rowHeader: true,
  cell: ({ productId, name, server, lookAlike }) => (
    <div className="min-w-0">
      <a href={productPage(productId)} className="quiet-link line-clamp-2 font-semibold">
        <ShownName name={name} />
      </a>
      {lookAlike && <p className="text-degraded text-xs">A look-alike: letters of another script</p>}
      {server !== undefined && server.description !== '' && (
        <p dir="auto" className="untrusted text-pretty text-soft text-xs leading-5">
          {server.description}
        </p>
      )}
    </div>
  ),
}
const PUBLISHER: Column<Row> = {
  header: 'Publisher',
  labelled: true,
  className: 'text-sm',
  cell: ({ publisher: { name, state } }) => (
    <>
      {name !== null && <UntrustedText text={name} className="block" />}
      <span className="text-soft text-xs">
        <PublisherState state={state} />
      </span>
    </>
  ),
}
const STATE: Column<Row> = {
  header: 'State',
  labelled: true,
  className: 'text-sm whitespace-nowrap',
  cell: ({ productRating }) =>
    productRating !== undefined && (
      <span className="inline-flex items-center gap-1.5" data-status={productRating.status}>
        <StatusIcon status={productRating.sign} className="size-3.5" />
        {stateWord(productRating)}
      </span>
    ),
}
const NEAR: Column<Row> = {
  header: 'How near',
  labelled: true,
  className: 'text-soft text-sm',
  cell: ({ near }) => near,
}

/** Other products of the name, each with its publisher and state; the first ones in sight. */
export function AlsoNamed({ product, servers, productRatings }: Omit<ShownNamed, 'answer'>) {
  const { meant, name, alsoNamed, alsoNamedCount, match } = product
  if (alsoNamedCount === 0) return null
  const rows = withServers(alsoNamed, servers).map((row) => ({
    ...row,
    productRating: productRatings.get(row.productId),
  }))
  const [first, more] = [rows.slice(0, SHOWN_AT_ONCE), rows.slice(SHOWN_AT_ONCE)]
  const caption = match === 'several' ? 'Products of this name' : 'Also of this name'
  const lookAlikes = more.filter(({ lookAlike }) => lookAlike).length
  return (
    <Card
      title={
        <>
          {match === 'several' ? 'Named ' : 'Also named '}
          <UntrustedText text={meant?.name ?? capitalized(name)} />
        </>
      }
      note={`${formatCount(alsoNamedCount)} ${match === 'several' ? '' : 'other '}${plural(alsoNamedCount, 'product')}`}
      className="mt-5"
    >
      <NamedTable caption={caption} rows={first} last={STATE} />
      {more.length > 0 && (
        <details className="mt-3 border-rule border-t pt-3">
          <summary className="text-sm">
            {formatCount(more.length)} more{lookAlikes > 0 && `, ${lookAlikes} of them look-alikes`}
          </summary>
          <div className="mt-3">
            <NamedTable caption={`${caption}, continued`} rows={more} last={STATE} />
          </div>
        </details>
      )}
    </Card>
  )
}

/** Products of similar names, none of them the one asked for: without a state, which would be taken for its own. */
export function NearestNames({ product, servers }: { product: NamedProduct; servers: ListedServers }) {
  if (product.nearest.length === 0) return null
  return (
    <Card title="Nearest names">
      <p className="-mt-2 mb-3 text-soft text-sm">
        Other products, by other makers. None of them is <UntrustedText text={product.name} />.
      </p>
      <NamedTable caption="Nearest names" rows={withServers(product.nearest, servers)} last={NEAR} />
    </Card>
  )
}

function NamedTable({ caption, rows, last }: { caption: string; rows: readonly Row[]; last: Column<Row> }) {
  return (
    <Table
      caption={caption}
      columns={[NAME, PUBLISHER, last]}
      rows={rows}
      rowKey={({ productId }) => productId}
      phone="stacked"
    />
  )
}

function withServers<Named extends ProductOfName>(products: readonly Named[], servers: ListedServers): Row[] {
  return products.map((one) => ({ ...one, server: servers.get(one.leader) }))
}

import { idToPath } from 'assay-verify/subject-id'
import { plural } from 'assay-verify/text/plural'
import { TRANSPORT_ROWS } from '@/lib/core/catalog/transports'
import { ByPublisher } from '../publisher'
import { canBeUsed, feedOf, offeredTools } from '../server/server-facts'
import { installButton } from '../server/server-head'
import { SubjectHead } from '../server/subject-head'
import { UntrustedLink, UntrustedText } from '../untrusted-text'
import { isWayUsable, type ProductFacts, wayTitle } from './product-facts'

/** Name, publisher, description, facts and actions of a product. */
export function ProductHead({ facts }: { facts: ProductFacts }) {
  const { product, productRating, server, way } = facts
  const { entry, catalog, category } = server
  const count = offeredTools(server)
  const titles = [...new Set(productRating.ways.filter(({ kind }) => kind !== 'source').map(titleOf))]
  return (
    <SubjectHead
      trail={[
        { name: 'Rankings', href: '/categories' },
        ...(category === null ? [] : [{ name: category.name, href: `/category/${category.slug}` }]),
        { name: product.name, href: null },
      ]}
      name={product.name}
      byline={<Byline product={product} />}
      description={entry.description}
      facts={[
        count === 0 ? null : `${count}${server.toolsAreCut ? '+' : ''} ${plural(count, 'tool')}`,
        titles.length === 0 ? null : titles.join(', '),
        catalog.licence === null ? null : <UntrustedText key="licence" text={catalog.licence.name} />,
        entry.repository === null ? null : (
          <UntrustedLink key="repository" url={entry.repository} className="font-mono text-xs" />
        ),
      ]}
      actions={
        <>
          <a href={feedOf(entry.serverId)} className="button">
            Watch
          </a>
          {server.alternatives.alternatives.length > 0 && (
            <a href={`/alternatives/${idToPath(entry.serverId)}`} className="button">
              Compare
            </a>
          )}
          {canBeUsed(server) && (way === null || isWayUsable(way)) && (
            <a href="#install" className={productRating.isUnsafe ? 'button' : installButton(server.health)}>
              {server.setups === null && server.api !== null ? 'Call' : 'Install'}
            </a>
          )}
        </>
      }
    />
  )
}

function titleOf(way: ProductFacts['productRating']['ways'][number]): string {
  return way.kind === 'remote' && way.target in TRANSPORT_ROWS
    ? TRANSPORT_ROWS[way.target as keyof typeof TRANSPORT_ROWS].short
    : wayTitle(way)
}

/** by GitHub · verified · listed in 4 registries */
function Byline({ product }: Pick<ProductFacts, 'product'>) {
  const { publisher, registries, copyOf, lookAlikeOf } = product
  return (
    <div className="untrusted mt-1">
      <p>
        {publisher.name === null ? 'publisher unknown' : <ByPublisher name={publisher.name} state={publisher.state} />}{' '}
        ·{' '}
        <a href="#listings">
          listed in {registries.length} {registries.length === 1 ? 'registry' : 'registries'}
        </a>
      </p>
      {copyOf !== null && (
        <p className="text-degraded text-sm">
          A copy or fork of <ProductLink id={copyOf} />
        </p>
      )}
      {lookAlikeOf !== null && (
        <p className="text-degraded text-sm">
          Its name looks like that of <ProductLink id={lookAlikeOf} />, in letters of another script
        </p>
      )}
    </div>
  )
}

function ProductLink({ id }: { id: string }) {
  return (
    <a href={`/product/${encodeURIComponent(id)}`}>
      <UntrustedText text={id} />
    </a>
  )
}

import { plural } from 'assay-verify/text/plural'
import { Fragment } from 'react'
import type { Health } from '@/lib/contract/shapes/health'
import { TRANSPORT_ROWS } from '@/lib/core/catalog/transports'
import { UntrustedLink, UntrustedText } from '../untrusted-text'
import { canBeUsed, feedOf, offeredTools, type ServerFacts } from './server-facts'
import { SubjectHead } from './subject-head'

/**
 * Classes of the button that leads to the installation: it is the first thing to do only where checks have seen it and
 * nothing speaks against it.
 */
export function installButton({ status, recommendation }: Pick<Health, 'status' | 'recommendation'>): string {
  const isWarned = recommendation === 'proceed_with_caution' || recommendation === 'avoid'
  return isWarned || status === 'unknown' ? 'button' : 'button button-strong'
}

/** Name, publisher, description, facts and actions of a server. */
export function ServerHead({ facts, path }: { facts: ServerFacts; path: string }) {
  const { entry, catalog, category, transport, health } = facts
  const count = offeredTools(facts)
  return (
    <SubjectHead
      trail={[
        { name: 'Rankings', href: '/categories' },
        ...(category === null ? [] : [{ name: category.name, href: `/category/${category.slug}` }]),
        { name: entry.serverTitle, href: null },
      ]}
      name={entry.serverTitle}
      byline={<Byline catalog={catalog} product={facts.product ?? null} />}
      description={entry.description}
      facts={[
        count === 0 ? null : `${count}${facts.toolsAreCut ? '+' : ''} ${plural(count, 'tool')}`,
        transport === null ? null : TRANSPORT_ROWS[transport].short,
        entry.registry === 'official' ? 'official registry' : null,
        catalog.licence === null ? null : <UntrustedText key="licence" text={catalog.licence.name} />,
        entry.repository === null ? (
          <UntrustedText key="id" text={entry.serverId} className="font-mono text-xs" />
        ) : (
          <UntrustedLink key="repository" url={entry.repository} className="font-mono text-xs" />
        ),
      ]}
      actions={<Actions facts={facts} path={path} installClass={installButton(health)} />}
    />
  )
}

function Byline({
  catalog: { publisher, listings },
  product,
}: Pick<ServerFacts, 'catalog'> & Required<Pick<ServerFacts, 'product'>>) {
  const others = product === null ? listings.length : 0
  const parts = [
    publisher.name === null ? null : (
      <Fragment key="publisher">
        by <UntrustedText text={publisher.name} />{' '}
        <span className="text-soft text-sm">{publisher.state}</span>
      </Fragment>
    ),
    others === 0 ? null : (
      <a key="others" href="#listings">
        also listed {others} {others === 1 ? 'time' : 'times'}
      </a>
    ),
    product === null ? null : (
      <Fragment key="product">
        a listing of{' '}
        <a href={`/product/${encodeURIComponent(product.productId)}`}>
          <UntrustedText text={product.name} />
        </a>
        {product.entries > 1 && `, one of ${product.entries}`}
      </Fragment>
    ),
  ].filter((part) => part !== null)
  if (parts.length === 0) return null
  return (
    <p className="untrusted mt-1">
      {parts.map((part, at) => (
        <Fragment key={part.key}>
          {at > 0 && ' · '}
          {part}
        </Fragment>
      ))}
    </p>
  )
}

function Actions({ facts, path, installClass }: { facts: ServerFacts; path: string; installClass: string }) {
  return (
    <>
      <a href={feedOf(facts.entry.serverId)} className="button">
        Watch
      </a>
      {facts.alternatives.alternatives.length > 0 && (
        <a href={`/alternatives/${path}`} className="button">
          Compare
        </a>
      )}
      {canBeUsed(facts) && (
        <a href="#install" className={installClass}>
          {facts.setups === null && facts.api !== null ? 'Call' : 'Install'}
        </a>
      )}
    </>
  )
}

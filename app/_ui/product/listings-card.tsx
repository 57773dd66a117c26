import { idToPath } from 'assay-verify/subject-id'
import { plural } from 'assay-verify/text/plural'
import { CONTRADICTIONS, LINK_BASES } from '@/lib/products/rules/product-link'
import { Card } from '../card'
import { UntrustedText } from '../untrusted-text'
import type { ProductFacts } from './product-facts'

type Product = ProductFacts['product']

const [SHOWN_AT_ONCE, LINKS_SHOWN] = [8, 20]

/** Where a product is listed, and why these listings are one product. */
export function ProductListings({ product }: { product: Product }) {
  const { servers, registries, entries } = product
  const more = servers.slice(SHOWN_AT_ONCE)
  return (
    <Card
      id="listings"
      title={`Listed in ${registries.length} ${registries.length === 1 ? 'registry' : 'registries'}`}
      note={entries > registries.length ? `${entries} ${plural(entries, 'listing')}` : undefined}
    >
      <Listings product={product} servers={servers.slice(0, SHOWN_AT_ONCE)} />
      {more.length > 0 && (
        <details className="mt-3 text-sm">
          <summary className="text-soft">{`${entries - SHOWN_AT_ONCE} more`}</summary>
          <div className="mt-3">
            <Listings product={product} servers={more} />
            {entries > servers.length && (
              <p className="mt-3 text-soft text-xs">{`Of ${entries} listings the first ${servers.length}.`}</p>
            )}
          </div>
        </details>
      )}
      <Why product={product} />
    </Card>
  )
}

function Listings({ product, servers }: { product: Product; servers: Product['servers'] }) {
  return (
    <ul className="-my-3 divide-y divide-rule">
      {servers.map(({ serverId, registry }) => (
        <li key={serverId} className="py-3">
          <p className="font-semibold">{registryName(registry)}</p>
          <p className="text-soft text-xs leading-5">
            <a href={`/server/${idToPath(serverId)}`}>
              <UntrustedText text={serverId} className="font-mono" />
            </a>
            {reasonOf(serverId, product) !== null && ` · ${reasonOf(serverId, product)}`}
          </p>
        </li>
      ))}
    </ul>
  )
}

export function registryName(registry: string): string {
  return registry === 'official' ? 'Official registry' : registry
}

const SENTENCES: ReadonlyMap<string, string> = new Map(LINK_BASES.map(({ name, sentence }) => [name, sentence]))

/** Why an entry is of the product: its surest link; null: it is the one that the others were joined with. */
function reasonOf(serverId: string, { links, leader }: Product): string | null {
  if (serverId === leader) return links.length === 0 ? null : 'speaks for it'
  const link = links.find(({ one, other }) => one === serverId || other === serverId)
  return link === undefined ? null : (SENTENCES.get(link.basis) ?? link.basis)
}

function Why({ product: { links, contradictions, productId } }: { product: Product }) {
  const json = <a href={`/v1/products/${encodeURIComponent(productId)}`}>as JSON</a>
  if (links.length + contradictions.length === 0) return null
  return (
    <details className="mt-4 text-sm">
      <summary>Why these are one product</summary>
      <ul className="mt-2 grid gap-2 text-soft text-xs">
        {links.slice(0, LINKS_SHOWN).map(({ one, other, basis, sure }) => (
          <li key={`${one} ${other}`} className="untrusted">
            <Pair one={one} other={other} /> {SENTENCES.get(basis) ?? basis}{' '}
            {`Of such links ${Math.floor(sure * 100)} % are right.`}
          </li>
        ))}
      </ul>
      {links.length > LINKS_SHOWN && (
        <p className="mt-2 text-soft text-xs">{`And ${links.length - LINKS_SHOWN} more.`}</p>
      )}
      {contradictions.length > 0 && (
        <>
          <p className="mt-3 font-medium">What catalogs contradict each other in</p>
          <ul className="mt-2 grid gap-2 text-soft text-xs">
            {contradictions.slice(0, LINKS_SHOWN).map(({ one, other, code }) => (
              <li key={`${one} ${other} ${code}`} className="untrusted">
                <Pair one={one} other={other} /> {CONTRADICTIONS.find(({ name }) => name === code)?.sentence ?? code}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-3 text-xs">{json}</p>
    </details>
  )
}

function Pair({ one, other }: { one: string; other: string }) {
  return (
    <>
      <UntrustedText text={one} className="font-mono" /> and <UntrustedText text={other} className="font-mono" />:
    </>
  )
}

import { plural } from 'assay-verify/text/plural'
import { isLookAlike } from '@/lib/core/text/look-alike'
import { wayStateRow } from '@/lib/products/rules/ways/way-states'
import { Card } from '../card'
import { ByPublisher } from '../publisher'
import { STATUS_DISPLAY, StatusIcon } from '../status'
import { UntrustedText } from '../untrusted-text'
import type { Namesake, ProductFacts } from './product-facts'

/** Other products that may be taken for this one, each with its own state. */
export function NamesakesCard({ product, namesakes }: Pick<ProductFacts, 'product' | 'namesakes'>) {
  const { listed, total } = namesakes
  if (listed.length === 0) return null
  return (
    <Card
      id="also-named"
      title={
        <>
          Also named <UntrustedText text={product.name} />
        </>
      }
      note={`${total} ${plural(total, 'other')}`}
    >
      <ul className="-my-3 divide-y divide-rule">
        {listed.map((other) => (
          <li key={other.id} className="py-3">
            <div className="flex items-baseline justify-between gap-x-3">
              <a href={`/product/${encodeURIComponent(other.id)}`} className="quiet-link min-w-0 font-semibold">
                <ShownName name={other.name} />
              </a>
              <span
                className="flex items-center gap-1.5 whitespace-nowrap text-sm"
                data-status={other.productRating.status}
              >
                <StatusIcon status={other.productRating.sign} className="size-3.5" />
                {stateWord(other.productRating)}
              </span>
            </div>
            <p className="untrusted text-soft text-xs leading-5">
              {other.publisher === null ? (
                'publisher unknown'
              ) : (
                <ByPublisher name={other.publisher} state={other.publisherState} />
              )}
              {relationOf(other, product).map((text) => ` · ${text}`)}
            </p>
          </li>
        ))}
      </ul>
      {total > listed.length && (
        <p className="mt-3 text-sm">
          <a href={`/search?q=${encodeURIComponent(product.name)}`}>All of this name</a>
        </p>
      )}
    </Card>
  )
}

/** The state of a product in a word. */
export function stateWord({ sign, ways }: Namesake['productRating']): string {
  const [first] = ways
  const row = first === undefined ? undefined : wayStateRow(first.state)
  return row !== undefined && row.sign === sign ? row.word : STATUS_DISPLAY[sign].word
}

function relationOf(other: Namesake, product: ProductFacts['product']): string[] {
  return [
    ...(other.copyOf === product.productId ? ['a copy or fork of this one'] : []),
    ...(product.copyOf === other.id ? ['this one is a copy or fork of it'] : []),
    ...(other.lookAlikeOf === product.productId || product.lookAlikeOf === other.id || isLookAlike(other.name)
      ? ['look-alike: underlined letters are of another script']
      : []),
    ...(other.entries > 1 ? [`${other.entries} listings`] : []),
  ]
}

const OTHER_SCRIPT = /([^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]+)/u

/** Of a name that looks like another, the letters of another script are underlined. */
export function ShownName({ name }: { name: string }) {
  if (!isLookAlike(name)) return <UntrustedText text={name} />
  return (
    <bdi dir="auto" className="untrusted">
      {name.split(OTHER_SCRIPT).map((part, at) =>
        OTHER_SCRIPT.test(part) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name do not move
          <u key={at}>{part}</u>
        ) : (
          part
        ),
      )}
    </bdi>
  )
}

import type { NamedProduct } from '@/lib/contract/shapes/named-product'
import { Card } from '../card'
import { serverName } from '../layout/page-titles'
import { BestResult } from '../lists/best-result'
import { WayTabs } from '../product/way-tabs'
import { InsteadCard } from '../server/instead-card'
import { SetupTabs } from '../setup-tabs'
import { statusAnswer } from '../words/name-answer'
import { Spoken } from '../words/spoken'
import { statusSummaryOf } from '../words/status-summary'
import { productPage } from './named-products'
import type { ShownAnswer } from './shown-search'

interface ProductAnswerProps {
  product: NamedProduct
  answer: ShownAnswer
  now: Date
}

/** The product that a search names: the answer to what is asked of it, and the ways to get it. */
export function ProductAnswer({ product, answer, now }: ProductAnswerProps) {
  const { server, productRating, days, hasAlternatives, setups, instead } = answer
  const [productId, name] = [product.meant?.productId ?? '', product.meant?.name ?? server.name]
  const headline = product.intent === 'status' && { headline: headlineOf(product, answer) }
  return (
    <>
      <BestResult
        result={{ ...server, name, kind: 'server' }}
        {...{ days, hasAlternatives, sign: productRating.sign, href: productPage(productId) }}
        {...headline}
      >
        <p className="untrusted mt-2 text-pretty">
          {productRating.summary}.{' '}
          {product.intent === 'status' &&
            linesOf(answer, now).map((line) => (
              <span key={line.text}>
                <Spoken {...line} />{' '}
              </span>
            ))}
        </p>
      </BestResult>
      {setups !== null && (
        <Card title="Install" className="mt-5">
          <SetupTabs setups={setups} />
        </Card>
      )}
      {instead !== null && (
        <div className="mt-5">
          <InsteadCard subjectId={server.serverId} answer={instead} />
        </div>
      )}
      {productRating.ways.length > 1 && <WayTabs productId={productId} ways={productRating.ways} chosen={null} />}
    </>
  )
}

function headlineOf({ match, meant }: NamedProduct, { server, entry, health, productRating }: ShownAnswer) {
  const answeredAt = ANSWERED.has(health.lastProbe?.outcome ?? '') ? (health.lastProbe?.at ?? null) : null
  const text = statusAnswer({
    subject: serverName(
      { ...entry, serverTitle: meant?.name ?? entry.serverTitle },
      { isOwn: match === 'own', publisher: server.publisher?.name ?? null },
    ),
    sign: productRating.sign,
    answeredAt,
    isStarted: ['package', 'image'].includes(productRating.ways[0]?.kind ?? ''),
    asksForPayment: server.access === 'paid',
  })
  return <Spoken text={text} at={answeredAt} />
}

const ANSWERED: ReadonlySet<string> = new Set(['ok', 'auth_required'])

/** What was seen, the outlook, and what to do. */
function linesOf({ health, change, entry, hasAlternatives }: ShownAnswer, now: Date) {
  return statusSummaryOf({
    ...{ health, change, hasAlternatives, now },
    ...{ kind: 'server', isRemoved: false, isDeleted: entry.isDeleted, latencyMs: null },
  }).lines
}

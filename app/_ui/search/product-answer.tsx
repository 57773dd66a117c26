import type { NamedProduct } from '@/lib/contract/shapes/named-product'
import { Card } from '../card'
import { serverName } from '../layout/page-titles'
import { BestResult } from '../lists/best-result'
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

/** The product that a search names: the answer to what is asked of it. */
export function ProductAnswer({ product, answer, now }: ProductAnswerProps) {
  const { server, days, hasAlternatives, setups, instead } = answer
  const isQuestion = product.intent === 'status'
  const lines = summaryOf(answer, now).lines
  const said = isQuestion ? statusOf(product, answer, now) : null
  const shown = { result: server, days, hasAlternatives, href: productPage(product.meant?.productId ?? '') }
  return (
    <>
      <BestResult {...shown} {...(said !== null && { headline: <Spoken text={said.text} at={said.at} now={now} /> })}>
        {said !== null && (
          <p className="untrusted mt-2 text-pretty">
            {said.detail}{' '}
            {lines.map((line, at) => (
              <span key={line.text}>
                {at > 0 && ' '}
                <Spoken {...line} now={now} />
              </span>
            ))}
          </p>
        )}
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
    </>
  )
}

function statusOf({ match }: NamedProduct, answer: ShownAnswer, now: Date) {
  const { server, entry, health } = answer
  const publisher = server.publisher?.name ?? null
  return statusAnswer({
    subject: serverName(entry, { isOwn: match === 'own', publisher }),
    summary: summaryOf(answer, now),
    checkedAt: health.lastProbe?.at ?? null,
    asksForPayment: server.access === 'paid',
  })
}

function summaryOf({ health, change, entry, hasAlternatives }: ShownAnswer, now: Date) {
  return statusSummaryOf({
    ...{ health, change, hasAlternatives, now },
    ...{ kind: 'server', isRemoved: false, isDeleted: entry.isDeleted, latencyMs: null },
  })
}

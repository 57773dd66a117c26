import { idToPath } from 'assay-verify/subject-id'
import { Card } from '../card'
import { Copyable } from '../copyable'
import { InputsCard } from '../server/catalog-cards'
import { CheckNow } from '../server/check-now'
import { FigureRow } from '../server/figure-row'
import { InstallCard } from '../server/install-card'
import { InsteadCard } from '../server/instead-card'
import { LatencyCard } from '../server/latency-card'
import { canBeUsed, isWatched } from '../server/server-facts'
import { alternativesButton, Happened, Proof, ServerTools } from '../server/server-parts'
import { StatusBand } from '../server/status-band'
import { IfConnectedCard, UnsafeTextsCard } from '../server/unsafe-cards'
import { UptimeCard } from '../server/uptime-card'
import { UseLink } from '../use/use-link'
import { ProductListings } from './listings-card'
import { NamesakesCard } from './namesakes-card'
import { isWayUsable, type ProductFacts, productSummary } from './product-facts'
import { ProductHead } from './product-head'
import { gradeNote, productFiguresOf } from './way-figures'
import { WayTabs } from './way-tabs'

/**
 * The page of a product: one verdict, the ways to get it, and of the one that is looked at what its entry shows. `now`:
 * which day is today.
 */
export function ProductReport({ facts, now }: { facts: ProductFacts; now: Date }) {
  const { product, productRating, way, isGraded, server, unsafe } = facts
  const note = gradeNote(facts)
  return (
    <article>
      <ProductHead facts={facts} />
      <StatusBand
        status={productRating.status}
        answer={productSummary(facts)}
        alternatives={
          isWatched(server.health)
            ? alternativesButton(productRating, idToPath(server.entry.serverId), server.alternatives)
            : null
        }
        below={isGraded && server.checkNow && <CheckNow {...server.checkNow} />}
      />
      <WayTabs productId={product.productId} ways={productRating.ways} chosen={way} />
      <FigureRow figures={productFiguresOf(facts)} />
      {note !== null && <p className="untrusted mt-2 text-soft text-sm">{note}</p>}
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 grid-cols-1 gap-5">
          {unsafe !== null && <UnsafeTextsCard unsafe={unsafe} />}
          <MainCards facts={facts} now={now} />
        </div>
        <aside className="grid min-w-0 grid-cols-1 gap-5" aria-label="How to use it">
          {unsafe !== null && <IfConnectedCard unsafe={unsafe} />}
          <WayInstall facts={facts} />
          <UseLink />
          <NamesakesCard product={product} namesakes={facts.namesakes} />
          <ProductListings product={product} />
          <InsteadCard subjectId={server.entry.serverId} answer={server.alternatives} />
          <Proof facts={server} path={idToPath(server.entry.serverId)} />
        </aside>
      </div>
    </article>
  )
}

/** Charts only of what the rating rests on: of another way nothing is measured. */
function MainCards({ facts: { server, isGraded }, now }: { facts: ProductFacts; now: Date }) {
  const isMeasured = isGraded && isWatched(server.health)
  const tools = <ServerTools facts={server} />
  if (!isMeasured)
    return (
      <>
        {tools}
        <InputsCard inputs={server.catalog.inputs} />
        {isGraded && server.events.length > 0 && <Happened facts={server} now={now} />}
      </>
    )
  const changeFirst = server.change !== null
  return (
    <>
      {changeFirst && <Happened facts={server} now={now} />}
      <UptimeCard days={server.history.days} uptime={server.health.uptime['90d']} />
      <LatencyCard {...server.history} />
      {tools}
      {!changeFirst && <Happened facts={server} now={now} />}
    </>
  )
}

/** How it is set up by the way that is looked at; nothing where nobody should. */
function WayInstall({ facts: { way, server } }: { facts: ProductFacts }) {
  if (!canBeUsed(server) || (way !== null && !isWayUsable(way))) return null
  if (way?.isTemplate === true && server.setups === null)
    return (
      <Card id="install" title="Connect">
        <p className="mb-1.5 text-sm">Address, with values to fill in</p>
        <Copyable text={way.name} label="Address with values to fill in" />
      </Card>
    )
  const isUnchecked = way !== null && (way.state === 'not_checked' || way.state === 'published')
  return <InstallCard setups={server.setups} api={server.api} deny={server.deny} isUnchecked={isUnchecked} />
}

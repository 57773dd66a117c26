import { UseLink } from '../use/use-link'
import { InputsCard, ListingsCard, WaysCard } from './catalog-cards'
import { catalogFiguresOf } from './catalog-figures'
import { FigureRow } from './figure-row'
import { InstallCard } from './install-card'
import { InsteadCard } from './instead-card'
import { canBeUsed, type ServerFacts } from './server-facts'
import { ServerHead } from './server-head'
import { Happened, ServerStatus, ServerTools } from './server-parts'

/**
 * The page of a server of which no check shows whether it works: what its catalogs and the index of its package say of
 * it, and nothing that looks like a measurement.
 */
export function UnprobedReport({ facts, path, now }: { facts: ServerFacts; path: string; now: Date }) {
  const { entry, catalog, alternatives } = facts
  return (
    <article>
      <ServerHead facts={facts} path={path} />
      <ServerStatus facts={facts} path={path} />
      <FigureRow figures={catalogFiguresOf(facts)} />
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <ServerTools facts={facts} />
          <WaysCard ways={catalog.ways} />
          <InputsCard inputs={catalog.inputs} />
          {facts.events.length > 0 && <Happened facts={facts} now={now} />}
        </div>
        <aside className="grid min-w-0 grid-cols-1 gap-5" aria-label="How to use it">
          {canBeUsed(facts) && <InstallCard setups={facts.setups} api={facts.api} isUnchecked />}
          <UseLink />
          <ListingsCard serverId={entry.serverId} registry={entry.registry} listings={catalog.listings} />
          <InsteadCard subjectId={entry.serverId} answer={alternatives} title="For the same work" />
        </aside>
      </div>
    </article>
  )
}

import { idToPath } from 'assay-verify/subject-id'
import { UseLink } from '../use/use-link'
import { FigureRow } from './figure-row'
import { figuresOf } from './figures'
import { InstallCard } from './install-card'
import { InsteadCard } from './instead-card'
import { LatencyCard } from './latency-card'
import { canBeUsed, isWatched, type ServerFacts } from './server-facts'
import { ServerHead } from './server-head'
import { Happened, Proof, ServerStatus, ServerTools } from './server-parts'
import { UnprobedReport } from './unprobed-report'
import { UnsafeReport } from './unsafe-report'
import { UptimeCard } from './uptime-card'

/**
 * The page of a server: whether it works now, its figures and charts, what happened, how it is installed. `now`: which
 * day is today.
 */
export function ServerReport({ facts, now }: { facts: ServerFacts; now: Date }) {
  const { entry, health, unsafe } = facts
  const path = idToPath(entry.serverId)
  if (unsafe !== null) return <UnsafeReport facts={facts} unsafe={unsafe} path={path} now={now} />
  if (!isWatched(health)) return <UnprobedReport facts={facts} path={path} now={now} />
  return <WatchedReport facts={facts} path={path} now={now} />
}

function WatchedReport({ facts, path, now }: { facts: ServerFacts; path: string; now: Date }) {
  const { entry, health, history, alternatives } = facts
  // A change that is open comes before the charts.
  const changeFirst = facts.change !== null
  const tools = <ServerTools facts={facts} />
  const happened = <Happened facts={facts} now={now} />
  return (
    <article>
      <ServerHead facts={facts} path={path} />
      <ServerStatus facts={facts} path={path} />
      <FigureRow figures={figuresOf(facts)} />
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 grid-cols-1 gap-5">
          {changeFirst && happened}
          {changeFirst && tools}
          <UptimeCard days={history.days} uptime={health.uptime['90d']} />
          <LatencyCard {...history} />
          {!changeFirst && tools}
          {!changeFirst && happened}
        </div>
        <aside className="grid min-w-0 grid-cols-1 gap-5" aria-label="How to use it">
          {canBeUsed(facts) && <InstallCard setups={facts.setups} api={facts.api} deny={facts.deny} />}
          <UseLink />
          <InsteadCard subjectId={entry.serverId} answer={alternatives} />
          <Proof facts={facts} path={path} />
        </aside>
      </div>
    </article>
  )
}

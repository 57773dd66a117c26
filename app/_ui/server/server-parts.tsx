import type { Health } from '@/lib/contract/shapes/health'
import { Card } from '../card'
import type { Replacement } from '../words/replacement'
import { CheckNow } from './check-now'
import { EventList } from './event-list'
import { ProofCard } from './proof-card'
import { feedOf, isWatched, type ServerFacts, serverStatusSummary } from './server-facts'
import { StatusBand } from './status-band'
import { ToolsCard } from './tools-card'

// Parts that the pages of servers have in common, whatever is known of them.

/** Whether it works now. */
export function ServerStatus({ facts, path }: { facts: ServerFacts; path: string }) {
  const { health, alternatives } = facts
  return (
    <StatusBand
      status={health.status}
      answer={serverStatusSummary(facts)}
      // Of what was never checked, the list of tools for the same work says more.
      alternatives={isWatched(health) ? alternativesButton(health, path, alternatives) : null}
      below={facts.checkNow && <CheckNow {...facts.checkNow} />}
    />
  )
}

/** Only where something is wrong: where there are any, the page has a link to all of them. */
export function alternativesButton(
  { status, recommendation }: Pick<Health, 'status' | 'recommendation'>,
  path: string,
  { alternatives }: Pick<Replacement, 'alternatives'>,
) {
  const isFine = status === 'healthy' && recommendation !== 'avoid'
  if (isFine || alternatives.length === 0) return null
  const working = alternatives.filter(({ verdict }) => verdict === 'healthy').length
  return { href: `/alternatives/${path}`, working }
}

/** Outages, changes and what else broke. */
export function Happened({ facts: { entry, events, history }, now }: { facts: ServerFacts; now: Date }) {
  const watchedDays = history.days.filter(({ state }) => state !== 'unobserved').length
  return (
    <Card id="happened" title="What happened" note={<a href={feedOf(entry.serverId)}>RSS</a>}>
      <EventList events={events} watchedDays={watchedDays} now={now} />
    </Card>
  )
}

/** Its tools; the texts of an unsafe server are not repeated. */
export function ServerTools({ facts }: { facts: ServerFacts }) {
  const { tools, health, toolsAreCut, unsafe } = facts
  return (
    <ToolsCard
      tools={tools}
      status={health.status}
      isCut={toolsAreCut}
      isRead={facts.listedSince !== null}
      isUnsafe={unsafe !== null}
    />
  )
}

export function Proof({ facts, path }: { facts: ServerFacts; path: string }) {
  const isRated = facts.rating.grade !== 'unrated'
  return <ProofCard path={path} signedAt={facts.signedAt} isRated={isRated} checks={facts.checks} />
}

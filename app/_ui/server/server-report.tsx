import { idToPath } from 'assay-verify/subject-id'
import type { Transport } from 'assay-verify/target-kind'
import type { HistoryAnswer } from '@/lib/contract/history'
import type { AlternativesAnswer } from '@/lib/contract/shapes/candidates'
import type { Health } from '@/lib/contract/shapes/health'
import type { ScoreAnswer } from '@/lib/contract/shapes/score'
import type { ClientSetup } from '@/lib/core/catalog/client-setups'
import { TRANSPORT_ROWS } from '@/lib/core/catalog/transports'
import type { ServerEvent } from '@/lib/core/history/server-event'
import { Card } from '../card'
import { UntrustedLink, UntrustedText } from '../untrusted-text'
import { type ShownChange, statusSummaryOf } from '../words/status-summary'
import { CheckNow, type CheckNowFacts } from './check-now'
import { EventList } from './event-list'
import { FigureRow } from './figure-row'
import { figuresOf, unsafeFiguresOf } from './figures'
import { type ApiCall, type DenyRule, InstallCard } from './install-card'
import { InsteadCard } from './instead-card'
import { LatencyCard } from './latency-card'
import { ProofCard } from './proof-card'
import { StatusBand } from './status-band'
import { SubjectHead } from './subject-head'
import { type ToolItem, ToolsCard } from './tools-card'
import { IfConnectedCard, ProbesCard, type UnsafeFacts, UnsafeTextsCard, YoursCard } from './unsafe-cards'
import { UptimeCard } from './uptime-card'

/** All that the page of a server shows. */
export interface ServerFacts {
  entry: {
    serverId: string
    serverTitle: string
    description: string
    registry: string
    repository: string | null
    license: string | null
    isDeleted: boolean
  }
  transport: Transport | null
  category: { slug: string; name: string } | null
  health: Health
  rating: ScoreAnswer
  signedAt: string
  history: Pick<HistoryAnswer, 'days' | 'latency' | 'outages'>
  latency: { medianMs: number | null; p95Ms: number | null; lastMs: number | null }
  listedSince: string | null
  checks: number
  /** When its first check comes; null or left out: it was checked, or cannot be. */
  checkNow?: CheckNowFacts | null
  events: readonly ServerEvent[]
  tools: readonly ToolItem[]
  toolsAreCut: boolean
  alternatives: Pick<AlternativesAnswer, 'alternatives' | 'reason'>
  setups: readonly ClientSetup[] | null
  /** How it is called where it is an API that is not MCP; null: it is none. */
  api: ApiCall | null
  /** What leaves out its changed tool in a client; null: none is to be left out. */
  deny: DenyRule | null
  /** The worst that is open of it; null: nothing. */
  change: ShownChange | null
  /** null: none of its texts is unsafe. */
  unsafe: UnsafeFacts | null
}

/** The page of a server: whether it works now, its figures and charts, what happened, how it is installed. */
export function ServerReport({ facts, now }: { facts: ServerFacts; now: Date }) {
  if (facts.unsafe !== null) return <UnsafeReport facts={facts} unsafe={facts.unsafe} now={now} />
  const { entry, health, history, alternatives } = facts
  const path = idToPath(entry.serverId)
  // A change that is open comes before the charts.
  const changeFirst = facts.change !== null
  const happened = <Happened facts={facts} now={now} />
  return (
    <article>
      <Head facts={facts} path={path} />
      <StatusOfServer facts={facts} path={path} now={now} />
      <FigureRow figures={figuresOf(facts)} now={now} />
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 grid-cols-1 gap-5">
          {changeFirst && happened}
          <UptimeCard days={history.days} uptime={health.uptime['90d']} />
          <LatencyCard {...history} now={now} />
          {!changeFirst && happened}
        </div>
        <aside className="grid min-w-0 grid-cols-1 gap-5" aria-label="How to use it">
          {changeFirst && <ServerTools facts={facts} />}
          {canBeUsed(facts) && <InstallCard setups={facts.setups} api={facts.api} deny={facts.deny} />}
          <InsteadCard subjectId={entry.serverId} answer={alternatives} />
          {!changeFirst && <ServerTools facts={facts} />}
          <Proof facts={facts} path={path} now={now} />
        </aside>
      </div>
    </article>
  )
}

/**
 * The same of a server whose texts are unsafe: what they say and what to use instead come first, and nothing invites to
 * connect it.
 */
function UnsafeReport({ facts, unsafe, now }: { facts: ServerFacts; unsafe: UnsafeFacts; now: Date }) {
  const { entry, health, alternatives, tools } = facts
  const path = idToPath(entry.serverId)
  const listed = tools.filter(({ removedAt }) => removedAt === null).length
  return (
    <article>
      <Head facts={facts} path={path} />
      <StatusOfServer facts={facts} path={path} now={now} />
      <FigureRow figures={unsafeFiguresOf(unsafe, listed, health.lastProbe)} now={now} />
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <UnsafeTextsCard unsafe={unsafe} />
          <Happened facts={facts} now={now} />
          <YoursCard />
        </div>
        <aside className="grid min-w-0 grid-cols-1 gap-5" aria-label="What to do">
          <InsteadCard subjectId={entry.serverId} answer={alternatives} />
          <IfConnectedCard unsafe={unsafe} />
          <ServerTools facts={facts} />
          <ProbesCard figures={figuresOf(facts)} setups={facts.setups} now={now} />
          <Proof facts={facts} path={path} now={now} />
        </aside>
      </div>
    </article>
  )
}

/** What answers and is to be avoided all the same is unsafe or has no tools: nothing invites to connect it. */
function canBeUsed({ unsafe, health }: Pick<ServerFacts, 'unsafe' | 'health'>): boolean {
  return unsafe === null && (health.status === 'down' || health.recommendation !== 'avoid')
}

function Happened({ facts: { entry, events, history }, now }: { facts: ServerFacts; now: Date }) {
  const watchedDays = history.days.filter(({ state }) => state !== 'unobserved').length
  return (
    <Card id="happened" title="What happened" note={<a href={feedOf(entry.serverId)}>RSS</a>}>
      <EventList events={events} watchedDays={watchedDays} now={now} />
    </Card>
  )
}

function ServerTools({ facts }: { facts: ServerFacts }) {
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

function Proof({ facts, path, now }: { facts: ServerFacts; path: string; now: Date }) {
  const isRated = facts.rating.grade !== 'unrated'
  return <ProofCard path={path} signedAt={facts.signedAt} isRated={isRated} checks={facts.checks} now={now} />
}

function feedOf(serverId: string): string {
  return `/v1/breakages.rss?server=${encodeURIComponent(serverId)}`
}

type ReportFacts = Pick<ServerFacts, 'health' | 'change' | 'alternatives' | 'latency'> & {
  entry: Pick<ServerFacts['entry'], 'isDeleted'>
}

/** What the page of a server says first. */
export function serverStatusSummary({ health, change, entry, latency, alternatives }: ReportFacts, now: Date) {
  return statusSummaryOf({
    health,
    change,
    isRemoved: false,
    isDeleted: entry.isDeleted,
    latencyMs: latency.lastMs,
    hasAlternatives: alternatives.alternatives.length > 0,
    now,
  })
}

function StatusOfServer({ facts, path, now }: { facts: ServerFacts; path: string; now: Date }) {
  const { health, alternatives } = facts
  return (
    <StatusBand
      status={health.status}
      answer={serverStatusSummary(facts, now)}
      alternatives={alternativesButton(health, path, alternatives)}
      below={facts.checkNow && <CheckNow {...facts.checkNow} />}
      now={now}
    />
  )
}

/**
 * Classes of the button that leads to the installation: it is the first thing to do only where checks have seen it and
 * nothing speaks against it.
 */
export function installButton({ status, recommendation }: Pick<Health, 'status' | 'recommendation'>): string {
  const isWarned = recommendation === 'proceed_with_caution' || recommendation === 'avoid'
  return isWarned || status === 'unknown' ? 'button' : 'button button-strong'
}

/** Only where something is wrong: where there are any, the page has a link to all of them. */
export function alternativesButton(
  { status, recommendation }: Pick<Health, 'status' | 'recommendation'>,
  path: string,
  { alternatives }: Pick<AlternativesAnswer, 'alternatives'>,
) {
  const isFine = status === 'healthy' && recommendation !== 'avoid'
  if (isFine || alternatives.length === 0) return null
  const working = alternatives.filter(({ verdict }) => verdict === 'healthy').length
  return { href: `/alternatives/${path}`, working }
}

function Head({ facts, path }: { facts: ServerFacts; path: string }) {
  const { entry, category, tools, transport, health } = facts
  const count = tools.filter(({ removedAt }) => removedAt === null).length
  return (
    <SubjectHead
      trail={[
        { name: 'Rankings', href: '/categories' },
        ...(category === null ? [] : [{ name: category.name, href: `/category/${category.slug}` }]),
        { name: entry.serverTitle, href: null },
      ]}
      name={entry.serverTitle}
      description={entry.description}
      facts={[
        count === 0 ? null : `${count}${facts.toolsAreCut ? '+' : ''} ${count === 1 ? 'tool' : 'tools'}`,
        transport === null ? null : TRANSPORT_ROWS[transport].short,
        entry.registry === 'official' ? 'official registry' : null,
        entry.license === null ? null : <UntrustedText key="license" text={entry.license} />,
        entry.repository === null ? (
          <UntrustedText key="id" text={entry.serverId} className="font-mono text-xs" />
        ) : (
          <UntrustedLink key="repository" url={entry.repository} className="font-mono text-xs" />
        ),
      ]}
      actions={
        <>
          <a href={feedOf(entry.serverId)} className="button">
            Watch
          </a>
          {facts.alternatives.alternatives.length > 0 && (
            <a href={`/alternatives/${path}`} className="button">
              Compare
            </a>
          )}
          {canBeUsed(facts) && (
            <a href="#install" className={installButton(health)}>
              {facts.setups === null && facts.api !== null ? 'Call' : 'Install'}
            </a>
          )}
        </>
      }
    />
  )
}

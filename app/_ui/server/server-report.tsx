import type { HistoryAnswer } from '@/lib/contract/history'
import type { AlternativesAnswer } from '@/lib/contract/shapes/candidates'
import type { Health } from '@/lib/contract/shapes/health'
import type { ScoreAnswer } from '@/lib/contract/shapes/score'
import type { ClientSetup } from '@/lib/core/catalog/client-setups'
import { idToPath } from '@/lib/core/catalog/subject-id'
import type { ServerEvent } from '@/lib/core/history/server-event'
import { Card } from '../card'
import { UntrustedLink, UntrustedText } from '../untrusted-text'
import { answerOf } from '../words/answer'
import { AnswerBand } from './answer-band'
import { EventList } from './event-list'
import { FigureRow } from './figure-row'
import { figuresOf } from './figures'
import { InstallCard } from './install-card'
import { InsteadCard } from './instead-card'
import { LatencyCard } from './latency-card'
import { ProofCard } from './proof-card'
import { SubjectHead } from './subject-head'
import { type ToolItem, ToolsCard } from './tools-card'
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
  transport: string | null
  category: { slug: string; name: string } | null
  health: Health
  rating: ScoreAnswer
  signedAt: string
  history: Pick<HistoryAnswer, 'days' | 'latency' | 'outages'>
  latency: { medianMs: number | null; p95Ms: number | null; lastMs: number | null }
  listedSince: string | null
  checks: number
  events: readonly ServerEvent[]
  tools: readonly ToolItem[]
  toolsAreCut: boolean
  alternatives: Pick<AlternativesAnswer, 'alternatives' | 'reason'>
  setups: readonly ClientSetup[] | null
  documentation: string | null
}

/** The page of a server: whether it works now, its figures and charts, what happened, how it is installed. */
export function ServerReport({ facts, now }: { facts: ServerFacts; now: Date }) {
  const { entry, health, history, alternatives } = facts
  const path = idToPath(entry.serverId)
  const watchedDays = history.days.filter(({ state }) => state !== 'unobserved').length
  return (
    <article>
      <Head facts={facts} path={path} />
      <Answer facts={facts} path={path} now={now} />
      <FigureRow figures={figuresOf(facts)} now={now} />
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <UptimeCard days={history.days} uptime={health.uptime['90d']} />
          <LatencyCard {...history} now={now} />
          <Card id="happened" title="What happened" note={<a href={feedOf(entry.serverId)}>RSS</a>}>
            <EventList events={facts.events} watchedDays={watchedDays} now={now} />
          </Card>
        </div>
        <aside className="grid min-w-0 grid-cols-1 gap-5" aria-label="How to use it">
          <InstallCard setups={facts.setups} documentation={facts.documentation} />
          <InsteadCard subjectId={entry.serverId} answer={alternatives} />
          <ToolsCard tools={facts.tools} status={health.status} isCut={facts.toolsAreCut} />
          <ProofCard
            path={path}
            signedAt={facts.signedAt}
            isRated={facts.rating.grade !== 'unrated'}
            checks={facts.checks}
            now={now}
          />
        </aside>
      </div>
    </article>
  )
}

function feedOf(serverId: string): string {
  return `/v1/breakages.rss?server=${encodeURIComponent(serverId)}`
}

function Answer({ facts, path, now }: { facts: ServerFacts; path: string; now: Date }) {
  const { health, alternatives, entry, latency } = facts
  const answer = answerOf({
    health,
    isRemoved: false,
    isDeleted: entry.isDeleted,
    latencyMs: latency.lastMs,
    hasAlternatives: alternatives.alternatives.length > 0,
    now,
  })
  return (
    <AnswerBand
      status={health.status}
      answer={answer}
      alternatives={alternativesButton(health, path, alternatives)}
      now={now}
    />
  )
}

/** Only where something is wrong: where there are any, the page has a link to all of them. */
export function alternativesButton(
  { status }: Pick<Health, 'status'>,
  path: string,
  { alternatives }: Pick<AlternativesAnswer, 'alternatives'>,
) {
  if (status === 'healthy' || alternatives.length === 0) return null
  const working = alternatives.filter(({ verdict }) => verdict === 'healthy').length
  return { href: `/alternatives/${path}`, working }
}

const TRANSPORTS: Readonly<Record<string, string>> = {
  'streamable-http': 'Streamable HTTP',
  sse: 'SSE',
  stdio: 'runs locally',
  'http-api': 'HTTP API',
}

function Head({ facts, path }: { facts: ServerFacts; path: string }) {
  const { entry, category, tools, transport } = facts
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
        transport === null ? null : (TRANSPORTS[transport] ?? transport),
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
          <a href="#install" className="button button-strong">
            Install
          </a>
        </>
      }
    />
  )
}

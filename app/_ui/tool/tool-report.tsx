import type { ToolAnnotations } from 'assay-verify/catalog-tool'
import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { idToPath } from 'assay-verify/subject-id'
import type { Health } from '@/lib/contract/shapes/health'
import type { ScoreAnswer } from '@/lib/contract/shapes/score'
import type { StripDay } from '@/lib/core/history/day-strip'
import type { ServerEvent } from '@/lib/core/history/server-event'
import { Card } from '../card'
import { DayStrip, stripSummary } from '../charts/day-strip'
import { EventList } from '../server/event-list'
import { FigureRow } from '../server/figure-row'
import { gradeFigure } from '../server/figures'
import { InsteadCard } from '../server/instead-card'
import { installButton } from '../server/server-head'
import { alternativesButton } from '../server/server-parts'
import { StatusBand } from '../server/status-band'
import { SubjectHead } from '../server/subject-head'
import { type UnsafeFacts, UnsafeTextsCard } from '../server/unsafe-cards'
import { RelativeTime } from '../timestamp'
import { UntrustedText } from '../untrusted-text'
import { UseLink } from '../use/use-link'
import { mayBeReplaced, type Replacement } from '../words/replacement'
import { type ShownChange, statusSummaryOf } from '../words/status-summary'
import { Arguments } from './arguments'

type Change = Extract<ServerEvent, { kind: 'change' }>

/** All that the page of a tool shows. */
export interface ToolFacts {
  entry: {
    toolId: string
    name: string
    title: string | null
    description: string
    serverId: string
    serverTitle: string
    inputSchema: JsonSchema | null
    annotations: ToolAnnotations | null
    removedAt: string | null
    isDeleted: boolean
  }
  category: { slug: string; name: string } | null
  health: Health
  rating: ScoreAnswer
  signedAt: string
  /** Of its server; undefined: it was never watched. */
  days: readonly StripDay[] | undefined
  lastMs: number | null
  changes: readonly Omit<Change, 'kind' | 'tool'>[]
  alternatives: Replacement
  /** The worst that is open of it; null: nothing. */
  change: ShownChange | null
  /** null: no text of its server is unsafe. */
  unsafe: UnsafeFacts | null
}

/** The page of a tool: the state of its server, how it is called, what changed, what to use instead. */
export function ToolReport({ facts, now }: { facts: ToolFacts; now: Date }) {
  const { entry, health, alternatives, change, unsafe } = facts
  const path = idToPath(entry.toolId)
  return (
    <article>
      <Head facts={facts} />
      <StatusBand
        status={health.status}
        answer={statusSummaryOf({
          health,
          change,
          kind: 'tool',
          isRemoved: entry.removedAt !== null,
          isDeleted: entry.isDeleted,
          latencyMs: facts.lastMs,
          hasAlternatives: mayBeReplaced(alternatives),
        })}
        alternatives={alternativesButton(health, path, alternatives)}
      />
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 grid-cols-1 gap-5">
          {unsafe === null ? (
            <Card id="call" title="How to call it">
              <Arguments name={entry.name} schema={entry.inputSchema} />
            </Card>
          ) : (
            <>
              <UnsafeTextsCard unsafe={unsafe} />
              <details id="call" className="card">
                <summary>How to call it all the same</summary>
                <div className="mt-4">
                  <Arguments name={entry.name} schema={entry.inputSchema} />
                </div>
              </details>
            </>
          )}
          <UseLink />
          <Changes facts={facts} now={now} />
        </div>
        <aside className="grid min-w-0 grid-cols-1 gap-5" aria-label="Its server">
          {unsafe !== null && <InsteadCard subjectId={entry.toolId} answer={alternatives} />}
          <ServerCard facts={facts} />
          {unsafe === null && <InsteadCard subjectId={entry.toolId} answer={alternatives} />}
        </aside>
      </div>
    </article>
  )
}

function Changes({ facts: { changes, entry }, now }: { facts: ToolFacts; now: Date }) {
  if (changes.length === 0) return null
  const events = changes.map((change) => ({ ...change, kind: 'change' as const, tool: entry.name }))
  return (
    <Card id="happened" title="What changed">
      <EventList events={events} watchedDays={90} now={now} />
    </Card>
  )
}

/** Its server: grade, ninety days, and the way to the rest. */
function ServerCard({ facts }: { facts: ToolFacts }) {
  const { entry, health, rating, days, signedAt } = facts
  const path = idToPath(entry.toolId)
  const serverPath = idToPath(entry.serverId)
  return (
    <Card
      id="server"
      title={
        <a href={`/server/${serverPath}`} className="untrusted">
          <UntrustedText text={entry.serverTitle} />
        </a>
      }
      note="its server"
    >
      <DayStrip days={days} className="h-8 w-full" />
      <p className="mt-1.5 text-soft text-xs">{stripSummary(days ?? [])}</p>
      {facts.unsafe === null && <FigureRow figures={[gradeFigure({ health, rating })]} />}
      <p className="mt-4 text-pretty text-sm leading-6">
        {rating.grade === 'unrated' ? 'State' : 'Grade'} signed <RelativeTime at={signedAt} />.{' '}
        <a href={`/proof/${path}`}>Proof of this tool</a> ·{' '}
        {facts.unsafe === null && entry.removedAt === null && (
          <>
            <a href={`/server/${serverPath}#install`}>Install</a> ·{' '}
          </>
        )}
        <a href={`/server/${serverPath}#tools`}>All tools</a>
      </p>
    </Card>
  )
}

const HINTS = [
  { key: 'readOnlyHint', yes: 'read only', no: 'may write' },
  { key: 'destructiveHint', yes: 'may delete', no: null },
  { key: 'idempotentHint', yes: 'safe to repeat', no: null },
] as const

function Head({ facts: { entry, category, health, alternatives, unsafe } }: { facts: ToolFacts }) {
  const { annotations } = entry
  const hints = HINTS.map(({ key, yes, no }) =>
    annotations?.[key] === true ? yes : annotations?.[key] === false ? no : null,
  )
  return (
    <SubjectHead
      trail={[
        { name: 'Rankings', href: '/categories' },
        ...(category === null ? [] : [{ name: category.name, href: `/category/${category.slug}` }]),
        { name: entry.serverTitle, href: `/server/${idToPath(entry.serverId)}` },
        { name: entry.name, href: null },
      ]}
      name={entry.title ?? entry.name}
      description={entry.description}
      facts={['Tool', ...hints, <UntrustedText key="id" text={entry.toolId} className="font-mono text-xs" />]}
      actions={
        <>
          {alternatives.alternatives.length > 0 && (
            <a href={`/alternatives/${idToPath(entry.toolId)}`} className="button">
              Compare
            </a>
          )}
          {unsafe === null && entry.removedAt === null && (
            <a href={`/server/${idToPath(entry.serverId)}#install`} className={installButton(health)}>
              Install
            </a>
          )}
        </>
      }
    />
  )
}

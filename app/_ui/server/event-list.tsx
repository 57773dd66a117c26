import type { Status } from 'assay-verify/verdict'
import type { ServerEvent } from '@/lib/core/history/server-event'
import { formatSpan } from '@/lib/core/text/relative-time'
import { BREAKAGES } from '@/lib/core/verdict/breakage'
import { shortDate } from '../charts/month-axis'
import { formatTimestamp } from '../format'
import { StatusIcon } from '../status'
import { LastingSince } from '../timestamp'
import { UntrustedText } from '../untrusted-text'
import { ChangeLines } from './change-lines'

const SHOWN_AT_ONCE = 7

/** What happened, newest first; older events are folded. */
export function EventList({
  events,
  watchedDays,
  now,
}: {
  events: readonly ServerEvent[]
  /** Of the last 90, how many days it was watched on. */
  watchedDays: number
  now: Date
}) {
  if (events.length === 0)
    return (
      <p className="text-soft">
        {watchedDays === 0
          ? 'Nothing is known: it has not been watched.'
          : watchedDays === 1
            ? 'No outage and no change since we began to watch it.'
            : `No outage and no change in the ${watchedDays} days watched.`}
      </p>
    )
  const older = events.slice(SHOWN_AT_ONCE)
  return (
    <>
      <Events events={events.slice(0, SHOWN_AT_ONCE)} now={now} />
      {older.length > 0 && (
        <details className="mt-4">
          <summary className="text-soft text-sm">
            {older.length} older {older.length === 1 ? 'event' : 'events'}
          </summary>
          <Events events={older} now={now} />
        </details>
      )}
    </>
  )
}

function Events({ events, now }: { events: readonly ServerEvent[]; now: Date }) {
  return (
    <ol className="-my-3.5 divide-y divide-rule">
      {events.map((event) => (
        <Event key={`${event.at} ${event.kind} ${'tool' in event ? event.tool : ''}`} event={event} now={now} />
      ))}
    </ol>
  )
}

function Event({ event, now }: { event: ServerEvent; now: Date }) {
  return (
    <li className="grid grid-cols-[0.875rem_minmax(0,1fr)_auto] gap-x-3 gap-y-1 py-3.5 sm:grid-cols-[6rem_0.875rem_minmax(0,1fr)_auto] sm:gap-x-4">
      <time
        dateTime={event.at}
        title={formatTimestamp(event.at)}
        className="text-soft text-sm leading-6 max-sm:col-start-2 max-sm:row-start-1"
      >
        {dayAndTime(event.at, now)}
      </time>
      <StatusIcon status={signOf(event)} className="mt-[5px] size-3.5 max-sm:col-start-1 max-sm:row-start-1" />
      <div className="min-w-0 max-sm:col-span-2 max-sm:col-start-2">
        <Body event={event} />
      </div>
      <span className="text-soft text-sm leading-6 max-sm:col-start-3 max-sm:row-start-1">{endOf(event)}</span>
    </li>
  )
}

function Body({ event }: { event: ServerEvent }) {
  const reason = 'reason' in event && !isOfTool(event) ? event.reason : null
  return (
    <>
      <p>
        {event.incident === undefined ? (
          <Title event={event} />
        ) : (
          <a href={`/incidents/${event.incident}`} className="quiet-link">
            <Title event={event} />
          </a>
        )}
      </p>
      {reason !== null && <p className="untrusted text-soft text-sm">{reason}</p>}
      {event.kind === 'change' && <ChangeLines changes={event.changes} />}
    </>
  )
}

function Title({ event }: { event: ServerEvent }) {
  switch (event.kind) {
    case 'outage':
      return <OutageTitle event={event} />
    case 'change':
      return (
        <>
          <ToolName name={event.tool} /> {CHANGED[event.class]}
        </>
      )
    default:
      return isOfTool(event) ? (
        <>
          <ToolName name={event.tool} /> {BREAKAGES[event.kind].inHistory}
        </>
      ) : (
        BREAKAGES[event.kind].inHistory
      )
  }
}

const CHANGED = {
  safety: 'became less safe',
  breaking: 'changed: callers may break',
  additive: 'accepts or offers more',
  wording: 'changed its texts',
} as const

/** Whether it is a breakage of one tool: which one, and that it is gone, says all. */
function isOfTool(event: ServerEvent): boolean {
  return event.kind !== 'outage' && event.kind !== 'change' && BREAKAGES[event.kind].subject === 'tool'
}

function ToolName({ name }: { name: string | null }) {
  if (name === null) return 'What the server declares'
  return <UntrustedText text={name} className="font-mono text-sm" />
}

type Outage = Extract<ServerEvent, { kind: 'outage' }>

/** Of several the observed time is summed. */
function OutageTitle({ event: { to, at, outages, downSeconds } }: { event: Outage }) {
  if (outages > 1) return `Down ${outages} times, ${formatSpan(downSeconds)} in all`
  if (to !== null) return `Down for ${formatSpan(Math.max(1, (Date.parse(to) - Date.parse(at)) / 1000))}`
  return (
    <>
      Down <LastingSince at={at} />
    </>
  )
}

function endOf(event: ServerEvent): string {
  if (event.kind === 'change') {
    const word = CLASS_WORDS[event.class]
    return event.times > 1 ? `${word}, ${event.times} times` : word
  }
  if (isOfTool(event)) return ''
  return event.to === null ? 'ongoing' : 'resolved'
}

const CLASS_WORDS = { safety: 'less safe', breaking: 'breaking', additive: 'compatible', wording: 'wording' } as const
const CLASS_SIGNS = { safety: 'down', breaking: 'degraded', additive: 'healthy', wording: 'unknown' } as const

function signOf(event: ServerEvent): Status {
  switch (event.kind) {
    case 'outage':
      return 'down'
    case 'change':
      return CLASS_SIGNS[event.class]
    default:
      return BREAKAGES[event.kind].sign
  }
}

/** 07:43 today, or 9 Nov, in UTC. */
function dayAndTime(at: string, now: Date): string {
  return at.slice(0, 10) === now.toISOString().slice(0, 10) ? `${at.slice(11, 16)} today` : shortDate(at)
}

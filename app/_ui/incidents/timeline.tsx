import { idToPath } from 'assay-verify/subject-id'
import { BREAKAGES } from '@/lib/core/verdict/breakage'
import type { TimelineEvent } from '@/lib/incidents/rules/incident-timeline'
import { countOf } from '../lists/incident-list'
import { Timestamp } from '../timestamp'
import { UntrustedText } from '../untrusted-text'

/** Subjects named at one event; the rest is counted. */
const NAMED = 5

/** The course of an incident, the newest event first. */
export function Timeline({ events }: { events: readonly TimelineEvent[] }) {
  return (
    <ol className="grid gap-5 border-rule border-l pl-5">
      {events.toReversed().map((event) => (
        <li key={`${event.at} ${event.what} ${event.kind}`}>
          <p className="text-soft text-sm">
            <Timestamp at={event.at} />
          </p>
          <p className="font-medium">{titleOf(event)}</p>
          <Subjects event={event} />
        </li>
      ))}
    </ol>
  )
}

const HAPPENED = { opened: 'It began', joined: 'More began', ended: 'Ended' } as const

function titleOf({ what, kind, breakages }: TimelineEvent): string {
  if (what === 'closed' || kind === null) return 'The incident ended'
  const { label, subject } = BREAKAGES[kind]
  const count =
    subject === 'tool'
      ? countOf(breakages.length, 'tool')
      : countOf(new Set(breakages.map(({ serverId }) => serverId)).size, 'server')
  return `${HAPPENED[what]}: ${label}, ${count}`
}

function Subjects({ event: { breakages, what } }: { event: TimelineEvent }) {
  if (breakages.length === 0) return null
  return (
    <ul className="mt-1 grid gap-1 text-sm">
      {breakages.slice(0, NAMED).map(({ serverId, serverTitle, toolIds, tools, kind, evidence, times }) => {
        const [toolId] = BREAKAGES[kind].subject === 'tool' ? toolIds : []
        return (
          <li key={`${serverId} ${toolId}`}>
            <a href={toolId === undefined ? `/server/${idToPath(serverId)}` : `/tool/${idToPath(toolId)}`}>
              <UntrustedText text={toolId === undefined ? serverTitle : toolId.slice(serverId.length + 1)} />
            </a>
            {toolId !== undefined && (
              <>
                {' '}
                of <UntrustedText text={serverTitle} />
              </>
            )}
            {toolId === undefined && tools > 0 && <span className="text-soft">, {countOf(tools, 'tool')}</span>}
            {times > 1 && <span className="text-soft">, it began {times} times, each within an hour of its end</span>}
            {what !== 'ended' && <span className="untrusted block text-soft">{evidence.at(-1)?.text}</span>}
          </li>
        )
      })}
      {breakages.length > NAMED && <li className="text-soft">and {breakages.length - NAMED} more</li>}
    </ul>
  )
}

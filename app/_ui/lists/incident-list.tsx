import type { ReactNode } from 'react'
import type { Breakage, Incident } from '@/lib/contract/shapes/breakages'
import { BREAKAGES } from '@/lib/core/verdict/breakage'
import { formatCount } from '../format'
import { StatusIcon } from '../status'
import { RelativeTime } from '../timestamp'
import { UntrustedText } from '../untrusted-text'
import { BreakageItem } from './breakage-item'

export type ListedIncident = Omit<Incident, 'breakages'> & { breakages: readonly Breakage[] }

/** Open incidents in the given order, each of several breakages collapsed to a summary. */
export function IncidentList({ incidents, now }: { incidents: readonly ListedIncident[]; now: Date }) {
  if (incidents.length === 0) return <p>No open incidents.</p>
  return (
    <ul className="border-rule border-b">
      {incidents.map((incident) => {
        const [only, second] = incident.breakages
        const isSingle = only !== undefined && second === undefined && incident.servers === 1
        return (
          <li key={incident.id} id={incident.id} className="border-rule border-t py-3">
            {isSingle ? <BreakageItem breakage={only} now={now} /> : <SeveralBreakages incident={incident} now={now} />}
          </li>
        )
      })}
    </ul>
  )
}

function SeveralBreakages({ incident, now }: { incident: ListedIncident; now: Date }) {
  const { kinds, severity, openedAt, servers, tools, breakages } = incident
  const { sign } = BREAKAGES[kinds[0] ?? 'down']
  return (
    <details>
      <summary className="rounded-xs">
        <span className="inline-grid w-[calc(100%-1.25rem)] grid-cols-1 gap-x-6 gap-y-1 align-top sm:grid-cols-[minmax(0,1fr)_auto]">
          <span className="min-w-0">
            <span className="font-medium">
              <IncidentName incident={incident} />
            </span>
            <span className="block text-sm">
              {servers > 1 && `${countOf(servers, 'server')}, `}
              {countOf(tools, 'tool')}
            </span>
          </span>
          <span className="text-sm sm:text-right">
            <span className="inline-flex items-center gap-2">
              <StatusIcon status={sign} />
              {kinds.map((kind) => BREAKAGES[kind].label).join(', ')}, {severity}
            </span>
            <span className="block text-soft">
              since <RelativeTime at={openedAt} now={now} />
            </span>
          </span>
        </span>
      </summary>
      <ul className="mt-3 border-rule border-b sm:ml-6">
        {breakages.map((breakage) => (
          <li key={breakage.id} className="border-rule border-t py-3">
            <BreakageItem breakage={breakage} now={now} />
          </li>
        ))}
      </ul>
      <p className="mt-3 text-soft text-sm sm:ml-6">
        {breakages.length < 10
          ? 'All open breakages of this incident.'
          : `The newest ${breakages.length} breakages; the counts above cover all.`}
      </p>
    </details>
  )
}

function IncidentName({ incident: { cause, what, breakages } }: { incident: ListedIncident }): ReactNode {
  switch (cause) {
    case 'host':
      return (
        <>
          Host <UntrustedText text={what} />
        </>
      )
    case 'address':
      return (
        <>
          Hosts at address <UntrustedText text={what} />
        </>
      )
    case 'certificate':
      return 'Certificates that failed at the same time'
    default:
      return <UntrustedText text={breakages[0]?.serverTitle ?? what} />
  }
}

function countOf(count: number, word: string): string {
  return `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`
}

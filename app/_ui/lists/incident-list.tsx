import type { ReactNode } from 'react'
import type { Breakage, Incident } from '@/lib/contract/shapes'
import { BREAKAGES } from '@/lib/core/verdict/breakage'
import { formatCount } from '../figures'
import { Foreign } from '../foreign-text'
import { Distance } from '../instant'
import { StatusShape } from '../status'
import { BreakageItem } from './breakage-list'

export type IncidentShown = Omit<Incident, 'breakages'> & { breakages: readonly Breakage[] }

/** What is broken now by what broke together, the worst first: a line each, which opens to its breakages. */
export function IncidentList({ incidents, now }: { incidents: readonly IncidentShown[]; now: Date }) {
  return (
    <ul className="border-rule border-b">
      {incidents.map((incident) => {
        const [only, second] = incident.breakages
        const isOne = only !== undefined && second === undefined && incident.servers === 1
        return (
          <li key={incident.id} id={incident.id} className="border-rule border-t py-3">
            {isOne ? <BreakageItem breakage={only} now={now} /> : <SeveralBreakages incident={incident} now={now} />}
          </li>
        )
      })}
    </ul>
  )
}

function SeveralBreakages({ incident, now }: { incident: IncidentShown; now: Date }) {
  const { kinds, severity, openedAt, servers, tools, breakages } = incident
  const sign = BREAKAGES[kinds[0] ?? 'down'].sign
  return (
    <details>
      <summary className="rounded-xs">
        <span className="inline-grid w-[calc(100%-1.25rem)] grid-cols-1 gap-x-6 gap-y-1 align-top sm:grid-cols-[minmax(0,1fr)_auto]">
          <span className="min-w-0">
            <span className="font-medium">
              <Name incident={incident} />
            </span>
            <span className="block text-sm">
              {servers > 1 && `${counted(servers, 'server')}, `}
              {counted(tools, 'tool')}
            </span>
          </span>
          <span className="text-sm sm:text-right">
            <span className="inline-flex items-center gap-2">
              <StatusShape status={sign} />
              {kinds.map((kind) => BREAKAGES[kind].label).join(', ')}, {severity}
            </span>
            <span className="block text-soft">
              since <Distance at={openedAt} now={now} />
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
          ? 'All that is open of it.'
          : `The newest ${breakages.length}; the counts above are of all.`}
      </p>
    </details>
  )
}

function Name({ incident: { cause, what, breakages } }: { incident: IncidentShown }): ReactNode {
  switch (cause) {
    case 'host':
      return (
        <>
          Host <Foreign text={what} />
        </>
      )
    case 'address':
      return (
        <>
          Several hosts at address <Foreign text={what} />
        </>
      )
    case 'certificate':
      return 'Certificates that failed within minutes'
    default:
      return <Foreign text={breakages[0]?.server ?? what} />
  }
}

function counted(count: number, word: string): string {
  return `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`
}

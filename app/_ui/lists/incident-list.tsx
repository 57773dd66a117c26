import { idToPath } from 'assay-verify/subject-id'
import { plural } from 'assay-verify/text/plural'
import type { IncidentRecord } from '@/lib/incidents/contract/breakages'
import { causeText, incidentSubject, lastedText } from '@/lib/incidents/rules/incident-text'
import { incidentMark } from '../breakage-mark'
import { formatCount } from '../format'
import { StatusIcon } from '../status'
import { RelativeTime } from '../timestamp'
import { UntrustedText } from '../untrusted-text'

/** Incidents in the given order; the servers of one that has several are listed below it. */
export function IncidentList({ incidents }: { incidents: readonly IncidentRecord[] }) {
  if (incidents.length === 0) return <p>No incidents.</p>
  return (
    <ul className="divide-y divide-rule">
      {incidents.map((incident) => (
        <li key={incident.id} id={incident.id} className="py-4 first:pt-0 last:pb-0">
          <IncidentRow incident={incident} />
        </li>
      ))}
    </ul>
  )
}

function IncidentRow({ incident }: { incident: IncidentRecord }) {
  const { id, severity, openedAt, closedAt, servers } = incident
  const { sign, text } = incidentMark(incident)
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <StatusIcon status={sign} className={`mt-1 size-4 ${closedAt === null ? '' : 'past-mark'}`} />
      <div className="min-w-0">
        <p>
          <a href={`/incidents/${id}`} className="quiet-link font-semibold">
            <UntrustedText text={incidentSubject(incident)} />
          </a>
          <span className="text-soft">: {text}</span>
        </p>
        <p className="untrusted mt-0.5 max-w-[70ch] text-pretty text-soft text-sm">{causeText(incident)}</p>
        {servers > 1 && <Servers incident={incident} />}
      </div>
      <p className="text-soft text-sm max-sm:col-start-2 sm:text-right">
        <span className="block text-ink">
          {closedAt === null ? (
            <>
              began <RelativeTime at={openedAt} />
            </>
          ) : (
            `lasted ${lastedText(openedAt, closedAt)}`
          )}
        </span>
        <span className="block">
          {severity}, {extentText(incident)}
        </span>
        {closedAt !== null && (
          <span className="block">
            ended <RelativeTime at={closedAt} />
          </span>
        )}
      </p>
    </div>
  )
}

/** `12 servers, 300 tools`; of one server the tools alone. */
export function extentText({ servers, tools }: Pick<IncidentRecord, 'servers' | 'tools'>): string {
  return servers > 1 ? `${countOf(servers, 'server')}, ${countOf(tools, 'tool')}` : countOf(tools, 'tool')
}

function Servers({ incident: { servers, breakages } }: { incident: IncidentRecord }) {
  const byId = new Map(breakages.map(({ serverId, serverTitle }) => [serverId, serverTitle]))
  return (
    <details className="mt-1.5 text-sm">
      <summary className="w-fit rounded-xs">
        {byId.size < servers ? `${byId.size} of ${countOf(servers, 'server')}` : countOf(servers, 'server')}
      </summary>
      <ul className="mt-1.5 grid gap-1">
        {[...byId].map(([id, title]) => (
          <li key={id}>
            <a href={`/server/${idToPath(id)}`}>
              <UntrustedText text={title} />
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

export function countOf(count: number, word: string): string {
  return `${formatCount(count)} ${plural(count, word)}`
}

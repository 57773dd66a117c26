import type { Metadata } from 'next'
import { cache, type ReactNode } from 'react'
import { incidentMark } from '@/app/_ui/breakage-mark'
import { Card } from '@/app/_ui/card'
import { Affected } from '@/app/_ui/incidents/affected'
import { Timeline } from '@/app/_ui/incidents/timeline'
import { missingMetadata, pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHeader } from '@/app/_ui/layout/section'
import { extentText } from '@/app/_ui/lists/incident-list'
import { StatusIcon } from '@/app/_ui/status'
import { LastingSince, RelativeTime, Timestamp } from '@/app/_ui/timestamp'
import { UntrustedText } from '@/app/_ui/untrusted-text'
import { missingIncidents } from '@/app/(site)/_read/missing'
import { listReplaceable } from '@/lib/api/operations/alternatives'
import { isApiError } from '@/lib/contract/errors'
import { OPERATIONS } from '@/lib/contract/operations'
import type { IncidentRecord } from '@/lib/incidents/contract/breakages'
import { BREAKAGES_SHOWN, incident } from '@/lib/incidents/operations/incident'
import { causeText, incidentSubject, incidentTitle, lastedText } from '@/lib/incidents/rules/incident-text'
import { timelineOf } from '@/lib/incidents/rules/incident-timeline'
import { getContext } from '@/lib/runtime/app'

/** undefined: no incident has this id. */
const readIncident = cache(async (given: string): Promise<IncidentRecord | undefined> => {
  const input = OPERATIONS.incident.input.safeParse({ incidentId: given })
  if (!input.success) return undefined
  try {
    return await incident(input.data, await getContext())
  } catch (error) {
    if (isApiError(error) && error.status === 404) return undefined
    throw error
  }
})

export async function generateMetadata({ params }: PageProps<'/incidents/[incidentId]'>): Promise<Metadata> {
  const { incidentId } = await params
  const found = await readIncident(incidentId)
  if (found === undefined) return missingMetadata('No incident has this id')
  const when =
    found.closedAt === null ? `Open since ${found.openedAt.slice(0, 16)}Z` : `Ended ${found.closedAt.slice(0, 16)}Z`
  return pageMetadata({
    title: incidentTitle(found),
    description: `${when}. ${extentText(found)}. ${causeText(found)}`,
    path: `/incidents/${found.id}`,
    image: { url: `/picture/incident/${found.id}`, alt: `${incidentTitle(found)}. ${when}.` },
    json: `/v1/incidents/${found.id}`,
  })
}

export default async function IncidentPage({ params }: PageProps<'/incidents/[incidentId]'>) {
  const found = await readIncident((await params).incidentId)
  if (found === undefined)
    return missingIncidents(
      'No incident has this id',
      'It may be older than the history that we keep, or its servers were removed.',
    )
  const context = await getContext()
  const open = found.breakages.filter(({ closedAt }) => closedAt === null)
  const replaceable = await listReplaceable(
    open.map(({ serverId }) => serverId),
    context,
  )
  return (
    <>
      <PageHeader
        above={<a href="/incidents">All incidents</a>}
        title={<UntrustedText text={incidentSubject(found)} />}
      />
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 content-start gap-5">
          <State incident={found} />
          <Card title="What happened">
            <Timeline events={timelineOf(found, found.breakages)} />
            {found.breakages.length >= BREAKAGES_SHOWN && (
              <p className="mt-4 text-soft text-sm">The newest {BREAKAGES_SHOWN} parts of this incident are shown.</p>
            )}
          </Card>
        </div>
        <Affected incident={found} replaceable={replaceable} />
      </div>
    </>
  )
}

function State({ incident: found }: { incident: IncidentRecord }) {
  const { severity, openedAt, closedAt, lastSeenAt, servers, serversInAll } = found
  const recovered = serversInAll - servers
  const mark = incidentMark(found)
  return (
    <Card
      title={
        <span className="inline-flex items-center gap-2">
          <StatusIcon status={mark.sign} className={`size-4 ${closedAt === null ? '' : 'past-mark'}`} />
          {closedAt === null ? 'Open' : 'Ended'}: {mark.text}
        </span>
      }
      note={`Severity: ${severity}`}
    >
      <p className="untrusted max-w-[70ch] text-pretty">{causeText(found)}</p>
      <dl className="mt-4 grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        <Fact name="Began">
          <Timestamp at={openedAt} />
        </Fact>
        <Fact name={closedAt === null ? 'Lasts' : 'Lasted'}>
          {closedAt === null ? <LastingSince at={openedAt} /> : lastedText(openedAt, closedAt)}
        </Fact>
        {closedAt === null ? (
          <Fact name="Last seen">
            <RelativeTime at={lastSeenAt} />
          </Fact>
        ) : (
          <Fact name="Ended" id="ended">
            <Timestamp at={closedAt} />
          </Fact>
        )}
        <Fact name={closedAt === null ? 'Affected now' : 'Affected'}>{extentText(found)}</Fact>
        {recovered > 0 && <Fact name="Working again">{recovered === 1 ? '1 server' : `${recovered} servers`}</Fact>}
      </dl>
    </Card>
  )
}

/** `id`: what addresses of feeds name. */
function Fact({ name, id, children }: { name: string; id?: string; children: ReactNode }) {
  return (
    <div id={id}>
      <dt className="text-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

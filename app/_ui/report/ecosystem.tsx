import { plural } from 'assay-verify/text/plural'
import { STATUSES } from 'assay-verify/verdict'
import type { Report } from '@/lib/contract/report/report'
import { REGISTRY_ROWS, TRANSPORT_ROWS } from '@/lib/core/catalog/transports'
import { Card } from '../card'
import { formatCount } from '../format'
import { STATUS_DISPLAY, StatusIcon } from '../status'
import { BarsCard } from './bars-card'
import { Changes, Incidents } from './changes'
import { LatencyColumns } from './latency-columns'

/** Reasons and categories drawn: the most common. */
const MOST_DRAWN = 8

/** State of the tracked servers and tools, drawn. */
export function Ecosystem({ report }: { report: Report }) {
  const { totals, latency } = report
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <BarsCard
          id="state"
          title="Do they work?"
          note={serversText(totals.servers)}
          caption="Servers by state"
          heading="State"
          rows={stateRows(totals)}
          of={totals.servers}
        />
        <Card id="latency" title="How fast they answer" note={`${serversText(latency.servers)} timed`}>
          <LatencyColumns latency={latency} />
        </Card>
        <BarsCard
          id="access"
          title="What they ask for"
          note="seen by our checks, else as declared"
          caption="Servers by access"
          heading="Access"
          rows={ACCESSES.map((access) => ({ key: access, name: ASKED[access], count: totals.byAccess[access] }))}
          of={totals.servers}
        />
        <BarsCard
          id="registry"
          title="Where their packages are"
          note="the registry shows the language"
          caption="Servers by package registry"
          heading="Registry"
          rows={totals.byRegistry.map(({ registry, servers }) => ({
            key: registry,
            name: `${REGISTRY_ROWS[registry].name}: ${REGISTRY_ROWS[registry].holds}`,
            count: servers,
          }))}
          of={totals.servers}
          nothing={totals.byRegistry.length === 0 ? 'No server has a package.' : undefined}
        />
        <Changes drift={report.drift} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Failures report={report} />
        <BarsCard
          id="transport"
          title="How they are reached"
          note="a server may have several"
          caption="Servers by transport"
          heading="Transport"
          rows={transportRows(totals)}
          of={totals.servers}
        />
        <Incidents breakages={report.breakages} />
        <BarsCard
          id="protocol"
          title="Which protocol revision they speak"
          caption="Servers by protocol revision"
          heading="Revision"
          rows={totals.byProtocol.map(({ revision, servers }) => ({
            key: revision ?? 'unknown',
            name: revision === null ? 'Not known' : revision === 'other' ? 'Not a revision of the protocol' : revision,
            count: servers,
          }))}
          of={totals.servers}
        />
        <Categories totals={totals} />
      </div>
    </div>
  )
}

type Totals = Report['totals']

/** What servers ask for. */
const ASKED = {
  open: 'Nothing: open to everybody',
  auth: 'A sign-in or a key',
  paid: 'Payment',
  unknown: 'Not known',
} as const
const ACCESSES = Object.keys(ASKED) as (keyof typeof ASKED)[]

function stateRows(totals: Totals) {
  return STATUSES.map((status) => ({
    key: status,
    name: (
      <span className="inline-flex items-center gap-2">
        <StatusIcon status={status} />
        {status === 'auth' ? 'Sign-in or payment required' : STATUS_DISPLAY[status].word}
      </span>
    ),
    count: totals.byStatus[status],
    fill: status === 'unknown' ? 'fill-edge' : STATUS_DISPLAY[status].fill,
  }))
}

function transportRows({ byTransport, withoutAddress }: Totals) {
  return [
    ...byTransport.map(({ transport, servers }) => ({
      key: transport as string,
      name: TRANSPORT_ROWS[transport].name,
      count: servers,
    })),
    { key: 'none', name: 'No public address: to be run by the user', count: withoutAddress },
  ]
}

/** Why the servers that are down fail, most common first. */
function Failures({ report: { failures, totals } }: { report: Report }) {
  const nobodyFails =
    totals.byStatus.unknown < totals.servers
      ? 'No server is down now.'
      : 'No server has been checked yet, so none is known to be down.'
  return (
    <BarsCard
      id="failures"
      title="Why they are down"
      note={serversText(totals.byStatus.down)}
      caption="Servers that are down, by reason"
      heading="Reason"
      rows={failures.slice(0, MOST_DRAWN).map(({ reason, description, servers }) => ({
        key: reason,
        name: description,
        count: servers,
        fill: 'fill-down-mark',
      }))}
      of={failures.reduce((sum, { servers }) => sum + servers, 0)}
      nothing={failures.length === 0 ? nobodyFails : undefined}
    />
  )
}

/** The largest categories of tools. */
function Categories({ totals }: { totals: Totals }) {
  const listed = totals.byCategory.filter(({ tracked }) => tracked > 0).sort((a, b) => b.tracked - a.tracked)
  if (listed.length === 0) return null
  return (
    <BarsCard
      id="categories"
      title="What they are for"
      note={<a href="/categories">All rankings</a>}
      caption="Listed tools by category"
      heading="Category"
      rows={listed.slice(0, MOST_DRAWN).map(({ slug, name, tracked }) => ({
        key: slug,
        name: <a href={`/category/${slug}`}>{name}</a>,
        count: tracked,
      }))}
      of={listed.reduce((sum, { tracked }) => sum + tracked, 0)}
    />
  )
}

function serversText(count: number): string {
  return `${formatCount(count)} ${plural(count, 'server')}`
}

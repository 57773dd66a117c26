import { plural } from 'assay-verify/text/plural'
import { STATUSES, type Status } from 'assay-verify/verdict'
import type { Report } from '@/lib/contract/report/report'
import { REGISTRY_ROWS, TRANSPORT_ROWS } from '@/lib/core/catalog/transports'
import { Card } from '../card'
import { Bars } from '../charts/bars'
import { formatCount } from '../format'
import { STATUS_DISPLAY, StatusIcon } from '../status'
import { ASKED, NOTHING_TO_DRAW, STATES } from '../words/report-sentences'
import { Categories, Changes, Incidents } from './changes'
import { Failures } from './failures'
import { LatencyColumns } from './latency-columns'

const FILLS: Readonly<Record<Status, string>> = {
  healthy: 'fill-healthy-mark',
  degraded: 'fill-degraded-mark',
  unknown: 'fill-edge',
  down: 'fill-down-mark',
  auth: 'fill-auth',
}

/** State of the tracked servers and tools, drawn. */
export function Ecosystem({ report }: { report: Report }) {
  const { totals } = report
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <Card
          id="state"
          title="Do they work?"
          note={`${formatCount(totals.servers)} ${plural(totals.servers, 'server')}`}
        >
          <ByState totals={totals} />
        </Card>
        <Card
          id="latency"
          title="How fast they answer"
          note={`${formatCount(report.latency.servers)} ${plural(report.latency.servers, 'server')} timed`}
        >
          <LatencyColumns latency={report.latency} />
        </Card>
        <Card id="access" title="What they ask for" note="seen by our checks, else as declared">
          <ByAccess totals={totals} />
        </Card>
        <Card id="registry" title="Where their packages are" note="the registry shows the language">
          <ByRegistry totals={totals} />
        </Card>
        <Changes drift={report.drift} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Card
          id="failures"
          title="Why they are down"
          note={`${formatCount(totals.byStatus.down)} ${plural(totals.byStatus.down, 'server')}`}
        >
          <Failures report={report} />
        </Card>
        <Card id="transport" title="How they are reached" note="a server may have several">
          <ByTransport totals={totals} />
        </Card>
        <Incidents breakages={report.breakages} />
        <Card id="protocol" title="Which protocol revision they speak">
          <ByProtocol totals={totals} />
        </Card>
        <Categories totals={totals} />
      </div>
    </div>
  )
}

type Totals = Report['totals']

function ByState({ totals }: { totals: Totals }) {
  const rows = STATUSES.map((status) => ({
    key: status,
    name: (
      <span className="inline-flex items-center gap-2">
        <StatusIcon status={status} />
        {status === 'auth' ? STATES.asking.say(null) : STATUS_DISPLAY[status].word}
      </span>
    ),
    count: totals.byStatus[status],
    fill: FILLS[status],
  }))
  return <Bars caption="Servers by state" heading="State" rows={rows} of={totals.servers} />
}

function ByAccess({ totals }: { totals: Totals }) {
  const rows = (Object.keys(ASKED) as (keyof typeof ASKED)[]).map((access) => ({
    key: access,
    name: ASKED[access].say(null),
    count: totals.byAccess[access],
  }))
  return <Bars caption="Servers by access" heading="Access" rows={rows} of={totals.servers} />
}

function ByTransport({ totals }: { totals: Totals }) {
  const rows = [
    ...totals.byTransport.map(({ transport, servers }) => ({
      key: transport as string,
      name: TRANSPORT_ROWS[transport].name,
      count: servers,
    })),
    { key: 'none', name: 'No public address: to be run by the user', count: totals.withoutAddress },
  ]
  return <Bars caption="Servers by transport" heading="Transport" rows={rows} of={totals.servers} />
}

function ByRegistry({ totals }: { totals: Totals }) {
  if (totals.byRegistry.length === 0) return <p className="text-soft">{NOTHING_TO_DRAW.noPackages.say(null)}</p>
  const rows = totals.byRegistry.map(({ registry, servers }) => ({
    key: registry,
    name: `${REGISTRY_ROWS[registry].name}: ${REGISTRY_ROWS[registry].holds}`,
    count: servers,
  }))
  return <Bars caption="Servers by package registry" heading="Registry" rows={rows} of={totals.servers} />
}

function ByProtocol({ totals }: { totals: Totals }) {
  const rows = totals.byProtocol.map(({ revision, servers }) => ({
    key: revision ?? 'unknown',
    name: revision === null ? 'Not known' : revision === 'other' ? 'Not a revision of the protocol' : revision,
    count: servers,
  }))
  return <Bars caption="Servers by protocol revision" heading="Revision" rows={rows} of={totals.servers} />
}

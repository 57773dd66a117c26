import type { Report } from '@/lib/contract/report'
import { formatCount } from '../format'
import { Section } from '../layout/section'
import { Table } from '../lists/table'
import { Totals } from '../lists/totals'
import { Counts } from './counts'

const LATENCY_ROWS = [
  { share: 'half of the servers', key: 'p50' },
  { share: '90 % of the servers', key: 'p90' },
  { share: '99 % of the servers', key: 'p99' },
] as const

/** State of the tracked servers and tools. */
export function Ecosystem({ report }: { report: Report }) {
  const { totals } = report
  return (
    <>
      <Section
        id="totals"
        title="Tracked tools"
        note={`${formatCount(totals.tools)} tools on ${formatCount(totals.servers)} servers.`}
      >
        <Totals byVerdict={totals.byVerdict} />
      </Section>
      <Section id="servers" title="Servers" note="Observed access takes precedence over declared access.">
        <Servers totals={totals} />
      </Section>
      <Section
        id="latency"
        title="Latency"
        note={`${formatCount(report.latency.servers)} servers with enough measurements. Time of the handshake from our vantage point; no tool is called.`}
      >
        <Latency latency={report.latency} />
      </Section>
      <Section id="breakages" title="Breakages" note={<a href="/v1/breakages">Open incidents as JSON</a>}>
        <Breakages breakages={report.breakages} />
      </Section>
      <Section id="drift" title="Tool changes" note="Tools whose definition changed, by the most severe change.">
        <Drift drift={report.drift} />
      </Section>
    </>
  )
}

function Servers({ totals }: { totals: Report['totals'] }) {
  const access = Object.entries(totals.byAccess).map(([name, count]) => ({ key: name, name, count }))
  const transports = [
    ...totals.byTransport.map(({ transport, servers }) => ({ key: transport, name: transport, count: servers })),
    { key: 'none', name: 'no endpoint', count: totals.withoutAddress },
  ]
  const revisions = totals.byProtocol.map(({ revision, servers }) => {
    const name = revision ?? 'unknown'
    return { key: name, name, count: servers }
  })
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-10 lg:grid-cols-3">
      <Counts caption="By access" heading="Access" rows={access} of={totals.servers} />
      <Counts caption="By transport" heading="Transport" rows={transports} of={totals.servers} />
      <Counts caption="By protocol revision" heading="Revision" rows={revisions} of={totals.servers} />
    </div>
  )
}

function Latency({ latency: { medianMs, p95Ms } }: { latency: Report['latency'] }) {
  if (medianMs === null || p95Ms === null) return <p>Not enough measurements yet.</p>
  return (
    <Table
      caption="Latency of servers"
      columns={[
        { header: 'At most, for', rowHeader: true, cell: ({ share }) => share },
        { header: 'Median', number: true, cell: ({ key }) => `${formatCount(medianMs[key])} ms` },
        { header: '95 %', number: true, cell: ({ key }) => `${formatCount(p95Ms[key])} ms` },
      ]}
      rows={LATENCY_ROWS}
      rowKey={({ key }) => key}
    />
  )
}

function Breakages({ breakages }: { breakages: Report['breakages'] }) {
  return (
    <>
      <Table
        caption="Open breakages by kind"
        columns={[
          { header: 'Kind', rowHeader: true, className: 'font-mono text-sm leading-6', cell: ([kind]) => kind },
          { header: 'Open now', number: true, cell: ([, count]) => formatCount(count) },
        ]}
        rows={Object.entries(breakages.open)}
        rowKey={([kind]) => kind}
      />
      <p className="mt-4 text-soft text-sm">
        In the last 24 hours, {formatCount(breakages.openedLast24h)} opened and {formatCount(breakages.closedLast24h)}{' '}
        closed.
      </p>
    </>
  )
}

function Drift({ drift }: { drift: Report['drift'] }) {
  return (
    <Table
      caption="Tool changes by class"
      columns={[
        { header: 'Most severe change', rowHeader: true, cell: (name) => name },
        { header: '7 days', number: true, cell: (name) => formatCount(drift.last7d[name]) },
        { header: '30 days', number: true, cell: (name) => formatCount(drift.last30d[name]) },
      ]}
      rows={Object.keys(drift.last30d) as (keyof Report['drift']['last30d'])[]}
      rowKey={(name) => name}
    />
  )
}

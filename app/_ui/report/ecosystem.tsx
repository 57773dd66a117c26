import type { Report } from '@/lib/contract/report'
import { formatCount } from '../figures'
import { Section } from '../layout/section'
import { Table } from '../lists/table'
import { Totals } from '../lists/totals'
import { Counts } from './counts'

const LATENCY_ROWS = [
  { share: 'half of the servers', key: 'p50' },
  { share: '90 % of the servers', key: 'p90' },
  { share: '99 % of the servers', key: 'p99' },
] as const

/** How much is tracked and how it stands. */
export function Ecosystem({ report }: { report: Report }) {
  const { totals } = report
  return (
    <>
      <Section
        id="totals"
        title="What is tracked"
        note={`${formatCount(totals.tools)} tools on ${formatCount(totals.servers)} servers.`}
      >
        <Totals byVerdict={totals.byVerdict} />
      </Section>
      <Section id="servers" title="The servers" note="What was seen of the access beats what was declared.">
        <Servers totals={totals} />
      </Section>
      <Section
        id="latency"
        title="How fast they answer"
        note={`${formatCount(report.latency.servers)} servers with enough timed answers. Our handshake, from where we look; no tool is called.`}
      >
        <Latency latency={report.latency} />
      </Section>
      <Section id="breakages" title="What broke" note={<a href="/v1/breakages">What is broken now, as JSON</a>}>
        <Breakages breakages={report.breakages} />
      </Section>
      <Section
        id="drift"
        title="What changed"
        note="Tools that changed between two listings of their own server, by the worst of the changes."
      >
        <Drift drift={report.drift} />
      </Section>
    </>
  )
}

function Servers({ totals }: { totals: Report['totals'] }) {
  const access = Object.entries(totals.byAccess).map(([name, count]) => ({ key: name, name, count }))
  const transports = [
    ...totals.byTransport.map(({ transport, servers }) => ({ key: transport, name: transport, count: servers })),
    { key: 'none', name: 'no address', count: totals.withoutAddress },
  ]
  const revisions = totals.byProtocol.map(({ revision, servers }) => {
    const name = revision ?? 'not known'
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
  if (medianMs === null || p95Ms === null) return <p>Too few answers have been timed yet.</p>
  return (
    <Table
      caption="Latency over the servers"
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
        In the last 24 hours {formatCount(breakages.openedLast24h)} opened and {formatCount(breakages.closedLast24h)}{' '}
        closed.
      </p>
    </>
  )
}

function Drift({ drift }: { drift: Report['drift'] }) {
  return (
    <Table
      caption="Changes of tools by class"
      columns={[
        { header: 'Worst change', rowHeader: true, cell: (name) => name },
        { header: '7 days', number: true, cell: (name) => formatCount(drift.last7d[name]) },
        { header: '30 days', number: true, cell: (name) => formatCount(drift.last30d[name]) },
      ]}
      rows={Object.keys(drift.last30d) as (keyof Report['drift']['last30d'])[]}
      rowKey={(name) => name}
    />
  )
}

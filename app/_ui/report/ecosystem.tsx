import type { Report } from '@/lib/contract/report'
import { formatCount } from '../figures'
import { Section } from '../section'
import { Totals } from '../totals'
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
    <table className="ledger">
      <caption className="sr-only">Latency over the servers</caption>
      <thead>
        <tr>
          <th scope="col">At most, for</th>
          <th scope="col" className="figure">
            Median
          </th>
          <th scope="col" className="figure">
            95 %
          </th>
        </tr>
      </thead>
      <tbody>
        {LATENCY_ROWS.map(({ share, key }) => (
          <tr key={key}>
            <th scope="row">{share}</th>
            <td className="figure font-mono">{formatCount(medianMs[key])} ms</td>
            <td className="figure font-mono">{formatCount(p95Ms[key])} ms</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Breakages({ breakages }: { breakages: Report['breakages'] }) {
  return (
    <>
      <table className="ledger">
        <caption className="sr-only">Open breakages by kind</caption>
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col" className="figure">
              Open now
            </th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(breakages.open).map(([kind, count]) => (
            <tr key={kind}>
              <th scope="row" className="font-mono text-sm leading-6">
                {kind}
              </th>
              <td className="figure font-mono">{formatCount(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-4 text-soft text-sm">
        In the last 24 hours {formatCount(breakages.openedLast24h)} opened and {formatCount(breakages.closedLast24h)}{' '}
        closed.
      </p>
    </>
  )
}

function Drift({ drift }: { drift: Report['drift'] }) {
  const classes = Object.keys(drift.last30d) as (keyof Report['drift']['last30d'])[]
  return (
    <table className="ledger">
      <caption className="sr-only">Changes of tools by class</caption>
      <thead>
        <tr>
          <th scope="col">Worst change</th>
          <th scope="col" className="figure">
            7 days
          </th>
          <th scope="col" className="figure">
            30 days
          </th>
        </tr>
      </thead>
      <tbody>
        {classes.map((name) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="figure font-mono">{formatCount(drift.last7d[name])}</td>
            <td className="figure font-mono">{formatCount(drift.last30d[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

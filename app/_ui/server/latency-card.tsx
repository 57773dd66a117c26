import type { HistoryAnswer } from '@/lib/contract/history'
import { Card } from '../card'
import { LatencyChart } from '../charts/latency-chart'
import { shortDate } from '../charts/month-axis'

type Latency = HistoryAnswer['latency']

const WINDOWS = [
  { key: '24h', name: '24 hours', begins: '24 h ago' },
  { key: '30d', name: '30 days', begins: '30 days ago' },
] as const

/** Latency of the last 24 hours and of the last 30 days; as tabs where a script runs, else one below the other. */
export function LatencyCard({ latency, outages }: Pick<HistoryAnswer, 'latency' | 'outages'>) {
  if (latency['30d'].points.every(({ answers }) => answers === 0)) return null
  // One that lasts is drawn as far as it was observed.
  const observed = outages.map(({ from, to, downSeconds }) => ({
    from,
    to: to ?? new Date(Date.parse(from) + downSeconds * 1000).toISOString(),
  }))
  return (
    <Card id="latency" title="Latency" note="line: median · area: 95 %">
      <tab-panels data-label="Time shown">
        {WINDOWS.map(({ key, name, begins }) => (
          <section key={key} className="not-first:mt-6">
            <h3 className="mb-2 text-sm">{name}</h3>
            <LatencyChart {...latency[key]} outages={observed} begins={begins} />
            <details className="mt-3 text-sm">
              <summary className="text-soft">{name} as a table</summary>
              <LatencyTable {...latency[key]} label={`Latency, ${name}`} />
            </details>
          </section>
        ))}
      </tab-panels>
    </Card>
  )
}

function LatencyTable({ points, label }: Latency['24h'] & { label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="mt-2 max-h-80 overflow-auto">
      <table className="data-table">
        <thead>
          <tr>
            <th scope="col">From (UTC)</th>
            <th scope="col" className="figure">
              Answers
            </th>
            <th scope="col" className="figure">
              Median
            </th>
            <th scope="col" className="figure">
              95 %
            </th>
          </tr>
        </thead>
        <tbody>
          {points
            .filter(({ answers }) => answers > 0)
            .toReversed()
            .map(({ at, answers, medianMs, p95Ms }) => (
              <tr key={at}>
                <th scope="row">
                  {shortDate(at)}, {at.slice(11, 16)}
                </th>
                <td className="figure">{answers}</td>
                <td className="figure">{medianMs} ms</td>
                <td className="figure">{p95Ms} ms</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  )
}

import type { Health } from '@/lib/contract/shapes/health'
import { formatCount, formatShare } from '../format'
import { Table } from '../lists/table'
import { Timestamp } from '../timestamp'

const WINDOWS = [
  { key: '24h', name: '24 hours' },
  { key: '7d', name: '7 days' },
  { key: '30d', name: '30 days' },
  { key: '90d', name: '90 days' },
] as const

/** Share of the observed time in which it was up, for four windows; no figure where too little was observed. */
export function UptimeTable({ uptime }: { uptime: Health['uptime'] }) {
  return (
    <>
      <Table
        caption="Uptime by window"
        columns={[
          { header: 'Window', rowHeader: true, cell: ({ name }) => name },
          {
            header: 'Up',
            figure: true,
            cell: ({ ratio }) => (ratio === null ? 'too early' : formatShare(ratio, 2)),
          },
          { header: 'Hours observed', figure: true, cell: ({ observedHours }) => formatCount(observedHours) },
        ]}
        rows={WINDOWS.map(({ key, name }) => ({ name, ...uptime[key] }))}
        rowKey={({ name }) => name}
      />
      <p className="mt-3 text-soft text-sm">
        {uptime.since === null ? (
          'Not checked yet.'
        ) : (
          <>
            First check <Timestamp at={uptime.since} />.
          </>
        )}
      </p>
    </>
  )
}

/** The forecast, where it rests on checks of this server. */
export function ForecastTable({ forecast }: { forecast: Health['forecast'] }) {
  if (forecast.basis === 'population') return <p className="text-soft">No forecast: this server was never checked.</p>
  return (
    <>
      <Table
        caption="Chance of being up"
        columns={[
          { header: 'In', rowHeader: true, cell: ({ hours }) => `${hours} ${hours === 1 ? 'hour' : 'hours'}` },
          { header: 'Chance of being up', figure: true, cell: ({ up }) => formatShare(up, 1) },
        ]}
        rows={forecast.horizons}
        rowKey={({ hours }) => hours}
      />
      <p className="mt-3 text-soft text-sm">
        Trend {forecast.trend}; weights <code className="font-mono">{forecast.method}</code>.
      </p>
    </>
  )
}

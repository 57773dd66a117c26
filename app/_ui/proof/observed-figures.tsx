import type { Health } from '@/lib/contract/shapes/health'
import { formatCount, formatShare } from '../format'
import { Timestamp } from '../timestamp'

const WINDOWS = [
  { key: '24h', name: '24 hours' },
  { key: '7d', name: '7 days' },
  { key: '30d', name: '30 days' },
  { key: '90d', name: '90 days' },
] as const

/** Share of the observed time in which it was up, for four windows; no figure where too little was observed. */
export function UptimeTable({ uptime, now }: { uptime: Health['uptime']; now: Date }) {
  return (
    <>
      <table className="data-table">
        <caption className="sr-only">Uptime by window</caption>
        <thead>
          <tr>
            <th scope="col">Window</th>
            <th scope="col" className="figure">
              Up
            </th>
            <th scope="col" className="figure">
              Hours observed
            </th>
          </tr>
        </thead>
        <tbody>
          {WINDOWS.map(({ key, name }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td className="figure">{uptime[key].ratio === null ? 'too early' : formatShare(uptime[key].ratio, 2)}</td>
              <td className="figure">{formatCount(uptime[key].observedHours)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-soft text-sm">
        {uptime.since === null ? (
          'Not checked yet.'
        ) : (
          <>
            First check <Timestamp at={uptime.since} now={now} />.
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
      <table className="data-table">
        <caption className="sr-only">Chance of being up</caption>
        <thead>
          <tr>
            <th scope="col">In</th>
            <th scope="col" className="figure">
              Chance of being up
            </th>
          </tr>
        </thead>
        <tbody>
          {forecast.horizons.map(({ hours, up }) => (
            <tr key={hours}>
              <th scope="row">
                {hours} {hours === 1 ? 'hour' : 'hours'}
              </th>
              <td className="figure">{formatShare(up, 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-soft text-sm">
        Trend {forecast.trend}; weights <code className="font-mono">{forecast.method}</code>.
      </p>
    </>
  )
}

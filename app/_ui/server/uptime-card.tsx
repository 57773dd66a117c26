import type { HistoryAnswer } from '@/lib/contract/history'
import type { Health } from '@/lib/contract/shapes/health'
import { formatSpan } from '@/lib/core/text/relative-time'
import { Card } from '../card'
import { DayMark, DayStrip } from '../charts/day-strip'
import { MonthAxis, shortDate } from '../charts/month-axis'
import { formatShare } from '../format'

type Days = HistoryAnswer['days']
type Uptime = Health['uptime']

interface UptimeCardProps {
  days: Days
  /** Of the last ninety days as the API answers it; null: too little of them was watched. */
  uptime: Uptime['90d']
}

/** The last ninety days as bars, and as a table. */
export function UptimeCard({ days, uptime }: UptimeCardProps) {
  const strip = days.map(({ upSeconds, downSeconds, ...day }) => ({
    ...day,
    upMs: upSeconds * 1000,
    downMs: downSeconds * 1000,
  }))
  const watched = days.filter(({ state }) => state !== 'unobserved')
  const [up, down] = [sum(watched, 'upSeconds'), sum(watched, 'downSeconds')]
  return (
    <Card id="uptime" title={`Uptime, ${days.length} days`} note={noteOf(uptime, up, down)}>
      <DayStrip days={strip} className="h-10 w-full" />
      <MonthAxis dates={days.map(({ date }) => date)} />
      {watched.length === 0 ? <p className="mt-2 text-soft text-xs">Not watched yet.</p> : <Legend days={days} />}
      {watched.length > 0 && (
        <details className="mt-3 text-sm">
          <summary className="text-soft">Days as a table</summary>
          <DayTable days={watched.toReversed()} />
        </details>
      )}
    </Card>
  )
}

/** The figure of the API, which is of the last 2,160 hours, where there is one: the bars are of whole UTC days. */
function noteOf({ ratio }: Uptime['90d'], up: number, down: number): string | undefined {
  if (ratio !== null) return formatShare(ratio, 2)
  return up + down > 0 ? `${formatShare(up / (up + down), 2)} of the time watched` : undefined
}

function sum(days: Days, of: 'upSeconds' | 'downSeconds'): number {
  return days.reduce((total, day) => total + day[of], 0)
}

const LEGEND = [
  { state: 'up', meaning: 'no outage' },
  { state: 'partial', meaning: 'down for up to 72 minutes' },
  { state: 'down', meaning: 'down for longer' },
  { state: 'unobserved', meaning: 'not watched' },
] as const

/** Only the marks that the strip has. */
function Legend({ days }: { days: Days }) {
  const shown = new Set(days.map(({ state }) => state))
  return (
    <ul aria-label="Legend" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-soft text-xs">
      {LEGEND.filter(({ state }) => shown.has(state)).map(({ state, meaning }) => (
        <li key={state} className="inline-flex items-center gap-1.5">
          <DayMark state={state} />
          {meaning}
        </li>
      ))}
    </ul>
  )
}

function DayTable({ days }: { days: Days }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label="Days as a table" tabIndex={0} className="mt-2 max-h-80 overflow-auto">
      <table className="data-table">
        <thead>
          <tr>
            <th scope="col">Day (UTC)</th>
            <th scope="col" className="figure">
              Up
            </th>
            <th scope="col" className="figure">
              Down for
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, upSeconds, downSeconds }) => (
            <tr key={date}>
              <th scope="row">{shortDate(date)}</th>
              <td className="figure">{formatShare(upSeconds / (upSeconds + downSeconds), 2)}</td>
              <td className="figure">{downSeconds === 0 ? '–' : formatSpan(downSeconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

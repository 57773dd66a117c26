import type { Report } from '@/lib/contract/report/report'
import { Bars } from '../charts/bars'
import { NOTHING_TO_DRAW } from '../words/report-sentences'

/** Reasons drawn; the table has the rest. */
const MOST_REASONS = 8

/** Why the servers that are down fail, most common first. */
export function Failures({ report: { failures, totals } }: { report: Report }) {
  if (failures.length === 0) {
    const isWatched = totals.byStatus.unknown < totals.servers
    return <p className="text-pretty text-soft">{isWatched ? NOTHING_TO_DRAW.noneDown : NOTHING_TO_DRAW.noneChecked}</p>
  }
  const counted = failures.reduce((sum, { servers }) => sum + servers, 0)
  const rows = failures.slice(0, MOST_REASONS).map(({ reason, description, servers }) => ({
    key: reason,
    name: description,
    count: servers,
    fill: 'fill-down-mark',
  }))
  return <Bars caption="Servers that are down, by reason" heading="Reason" rows={rows} of={counted} />
}

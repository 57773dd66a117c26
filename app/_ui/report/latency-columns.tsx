import type { Report } from '@/lib/contract/report/report'
import { Columns } from '../charts/columns'
import { formatCount } from '../format'

/** Servers timed from which on their distribution is drawn. */
const LEAST_TIMED = 5

/** How many servers answer within which time. */
export function LatencyColumns({ latency }: { latency: Report['latency'] }) {
  const { servers, medianMs, p95Ms, distribution } = latency
  if (servers < LEAST_TIMED || medianMs === null) {
    return (
      <p className="text-pretty text-soft">{`Too little data yet: ${formatCount(servers)} ${servers === 1 ? 'server has' : 'servers have'} enough timed answers. We draw this from ${LEAST_TIMED} on.`}</p>
    )
  }
  return (
    <>
      <p className="mb-4 text-pretty text-soft text-sm">
        Half of the servers answer a handshake within {formatCount(medianMs.p50)} ms, nine of ten within{' '}
        {formatCount(medianMs.p90)} ms.{' '}
        {p95Ms !== null && <>On their slow days (95 %) half of them take {formatCount(p95Ms.p50)} ms.</>}
      </p>
      <Columns
        caption="Servers by the median of their answers"
        heading="Median"
        valueHeading="Servers"
        axis="median time of a handshake from this value on, as we measure it; no tool is called"
        values={distribution.map(({ fromMs, toMs, servers: count }) => ({
          key: String(fromMs),
          label: lowerEdge(fromMs),
          name:
            toMs === null ? `${formatCount(fromMs)} ms and more` : `${formatCount(fromMs)} to ${formatCount(toMs)} ms`,
          value: count,
          text: formatCount(count),
        }))}
      />
    </>
  )
}

function lowerEdge(ms: number): string {
  return ms < 1000 ? String(ms) : `${ms / 1000}\u00a0s`
}

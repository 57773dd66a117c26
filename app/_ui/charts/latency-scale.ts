import type { HistoryAnswer } from '@/lib/contract/history'

/** A point of a series of latencies, as `GET /v1/history` has it. */
export type LatencyStep = Pick<HistoryAnswer['latency']['24h']['points'][number], 'at' | 'medianMs' | 'p95Ms'>

/** Time down, of which `to` null is not over. */
export type DownTime = Pick<HistoryAnswer['outages'][number], 'from' | 'to'>

/** The drawn part of the time axis, epoch milliseconds. */
export interface Span {
  fromAt: number
  toAt: number
}

const STEPS = [1, 2, 2.5, 5, 10]

/**
 * A value is drawn cut where it is more than so many times what nine of ten values stay below: one slow answer must not
 * flatten all others.
 */
const MOST_TIMES_USUAL = 3

/** The top of a scale for these values: a round number, at least 10. */
export function roundTop(values: readonly number[]): number {
  const ordered = values.toSorted((one, other) => one - other)
  const usual = ordered[Math.floor((ordered.length - 1) * 0.9)] ?? 0
  const most = Math.max(10, Math.min(ordered.at(-1) ?? 0, usual * MOST_TIMES_USUAL))
  const unit = 10 ** Math.floor(Math.log10(most))
  return (STEPS.find((step) => step * unit >= most) ?? 10) * unit
}

/** Runs of neighbours that have a value; steps without an answer part them. */
export function measuredRuns(points: readonly LatencyStep[]): { at: number; medianMs: number; p95Ms: number }[][] {
  const runs: { at: number; medianMs: number; p95Ms: number }[][] = [[]]
  for (const { at, medianMs, p95Ms } of points) {
    if (medianMs === null || p95Ms === null) runs.push([])
    else runs.at(-1)?.push({ at: Date.parse(at), medianMs, p95Ms })
  }
  return runs.filter((run) => run.length > 0)
}

/** Where outages lie within a span: shares (0-1) of its length, each at least `leastShare` wide. */
export function shadedParts(outages: readonly DownTime[], { fromAt, toAt }: Span, leastShare: number) {
  return outages.flatMap(({ from, to }) => {
    const [began, ended] = [Date.parse(from), to === null ? toAt : Date.parse(to)]
    const [start, end] = [Math.max(fromAt, began), Math.min(toAt, ended)]
    if (end < fromAt || start > toAt) return []
    const width = Math.min(1, Math.max(leastShare, (end - start) / (toAt - fromAt)))
    const left = Math.min(1 - width, (start - fromAt) / (toAt - fromAt))
    return [{ left, width, seconds: (ended - began) / 1000 }]
  })
}

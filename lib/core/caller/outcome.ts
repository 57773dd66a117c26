import { LATENCY_BINS, type LatencyHistogram, latencyBinOf } from 'assay-verify/history/latency-histogram'

/**
 * Classes of a failed call, and what each is evidence of: `transport`, the tool was not reachable; `caller`, it was
 * reachable and refused. Only transport errors affect liveness.
 */
export const ERROR_CLASSES = {
  timeout: 'transport',
  auth: 'caller',
  rate_limit: 'caller',
  server: 'transport',
  not_found: 'caller',
  schema: 'caller',
  network: 'transport',
  unavailable: 'transport',
} as const satisfies Record<string, 'transport' | 'caller'>
export type ErrorClass = keyof typeof ERROR_CLASSES

/** Longest accepted latency of a call, in milliseconds: ten minutes. */
export const MOST_LATENCY_MS = 600_000

/** All that may be reported of one call: no argument, no answer, no person. */
export interface Outcome {
  toolId: string
  success: boolean
  latencyMs?: number | undefined
  errorClass?: ErrorClass | undefined
}

/** Counts of one tool's outcomes. */
export interface OutcomeSums {
  successes: number
  transportFailures: number
  callerFailures: number
  otherFailures: number
}

const NOTHING: OutcomeSums = { successes: 0, transportFailures: 0, callerFailures: 0, otherFailures: 0 }

/** Outcomes summed by tool, in the order in which tools first occur. */
export function sumOutcomes(outcomes: readonly Outcome[]): Map<string, OutcomeSums> {
  const sums = new Map<string, OutcomeSums>()
  for (const outcome of outcomes) {
    const sum = sums.get(outcome.toolId) ?? { ...NOTHING }
    sum[columnOf(outcome)] += 1
    sums.set(outcome.toolId, sum)
  }
  return sums
}

function columnOf({ success, errorClass }: Outcome): keyof OutcomeSums {
  if (success) return 'successes'
  if (errorClass === undefined) return 'otherFailures'
  return ERROR_CLASSES[errorClass] === 'transport' ? 'transportFailures' : 'callerFailures'
}

/** Adds the latencies of outcomes to histograms by tool, each of `LATENCY_BINS`. */
export function addLatencyBins(histograms: Map<string, Uint32Array>, outcomes: readonly Outcome[]): void {
  for (const { toolId, latencyMs } of outcomes) {
    if (latencyMs === undefined) continue
    const bin = latencyBinOf(latencyMs)
    let bins = histograms.get(toolId)
    if (bins === undefined) {
      bins = new Uint32Array(LATENCY_BINS)
      histograms.set(toolId, bins)
    }
    bins[bin] = (bins[bin] ?? 0) + 1
  }
}

/** The bins up to the last that is not 0. */
export function shortened(bins: Uint32Array): LatencyHistogram {
  return [...bins.subarray(0, bins.findLastIndex((count) => count > 0) + 1)]
}

import { VERDICTS, type Verdict } from '../verdict.ts'

/**
 * Bins of the delay histogram: four an octave from 1 second on, so a percentile is right to a fifth or better; the last
 * bin holds 12 days and more.
 */
export const DELAY_BINS = 81
const DELAY_BINS_PER_OCTAVE = 4

/** The bin (0-80) of a delay in seconds. Delays below a second, also negative ones, count as one second. */
export function delayBinOf(seconds: number): number {
  return Math.min(DELAY_BINS - 1, Math.floor(Math.log2(Math.max(1, seconds)) * DELAY_BINS_PER_OCTAVE))
}

/** The delay (whole seconds) that a share (0-1) of the delays did not exceed, from counts by bin; null: no delays. */
export function delayQuantile(counts: ReadonlyMap<number, number>, share: number): number | null {
  const bins = [...counts].filter(([, n]) => n > 0).sort(([a], [b]) => a - b)
  const total = bins.reduce((sum, [, n]) => sum + n, 0)
  let left = Math.min(1, Math.max(0, share)) * total
  for (const [bin, n] of bins) {
    if (left <= n) return Math.round(2 ** ((bin + left / n) / DELAY_BINS_PER_OCTAVE))
    left -= n
  }
  const last = bins.at(-1)
  return last === undefined ? null : Math.round(2 ** ((last[0] + 1) / DELAY_BINS_PER_OCTAVE))
}

/** Delays at which the report says how many outages were known by then, seconds. */
const KNOWN_WITHIN_SECONDS = [60, 120, 300, 600, 900, 1800, 3600] as const

/**
 * The share (0-1, 4 decimals) of the delays that did not exceed so many seconds, from counts by bin, right to a bin; 0
 * without delays.
 */
export function shareWithin(counts: ReadonlyMap<number, number>, seconds: number): number {
  const at = Math.log2(Math.max(1, seconds)) * DELAY_BINS_PER_OCTAVE
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0)
  const within = [...counts].reduce((sum, [bin, n]) => sum + n * Math.min(1, Math.max(0, at - bin)), 0)
  return total === 0 ? 0 : Math.round((within / total) * 1e4) / 1e4
}

/** How good verdicts were over a period. Shares are 0-1 with 4 decimals; null where the denominator is 0. */
export interface VerdictAccuracy {
  /**
   * Verdicts that followed another one resting on evidence, and those left again for it within
   * `REVERSED_WITHIN_MINUTES`.
   */
  byVerdict: { verdict: Verdict; begun: number; reversed: number; reversedShare: number | null }[]
  down: {
    begun: number
    /** Left again within `TAKEN_BACK_WITHIN_MINUTES` because the server answered. */
    takenBack: number
    takenBackShare: number | null
    /** Outages whose detection could be timed. */
    timed: number
    /** Seconds from the last answer to the verdict. The outage began in between, so detection took no longer. */
    sinceLastAnswer: DelayPercentiles | null
    /** Seconds from the first failed probe to the verdict. */
    sinceFirstFailure: DelayPercentiles | null
    /** Which share of the timed outages was known so many seconds after the last answer; empty: none was timed. */
    knownWithin: { seconds: number; share: number }[]
  }
}

interface DelayPercentiles {
  p50: number
  p90: number
}

/** How often a verdict began, was reversed and was taken back. */
export interface VerdictCounts {
  verdict: Verdict
  begun: number
  reversed: number
  takenBack: number
}

/** What the time to a `down` verdict is counted from. */
export const DELAY_BEGINNINGS = ['last_answer', 'first_failure'] as const

/** How many delays fell into a bin. */
export interface DelayCount {
  since: (typeof DELAY_BEGINNINGS)[number]
  bin: number
  n: number
}

/** The accuracy of verdicts from sums by verdict and delay histograms, in any order; verdicts may be missing. */
export function verdictAccuracy(counts: readonly VerdictCounts[], delays: readonly DelayCount[]): VerdictAccuracy {
  const countsOf = (verdict: Verdict) =>
    counts.find((entry) => entry.verdict === verdict) ?? { verdict, begun: 0, reversed: 0, takenBack: 0 }
  const histogramOf = (since: DelayCount['since']) =>
    new Map(delays.flatMap((entry) => (entry.since === since ? [[entry.bin, entry.n] as const] : [])))
  const sinceLastAnswer = histogramOf('last_answer')
  const { begun, takenBack } = countsOf('down')
  const timed = [...sinceLastAnswer.values()].reduce((sum, n) => sum + n, 0)
  return {
    byVerdict: VERDICTS.map((verdict) => {
      const own = countsOf(verdict)
      return { verdict, begun: own.begun, reversed: own.reversed, reversedShare: shareOf(own.reversed, own.begun) }
    }),
    down: {
      begun,
      takenBack,
      takenBackShare: shareOf(takenBack, begun),
      timed,
      sinceLastAnswer: delayPercentiles(sinceLastAnswer),
      sinceFirstFailure: delayPercentiles(histogramOf('first_failure')),
      knownWithin: timed === 0 ? [] : KNOWN_WITHIN_SECONDS.map((seconds) => knownAt(sinceLastAnswer, seconds)),
    },
  }
}

function knownAt(delays: ReadonlyMap<number, number>, seconds: number): { seconds: number; share: number } {
  return { seconds, share: shareWithin(delays, seconds) }
}

/** At most 1: the verdict that was reversed may have begun before the summed days. */
function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.min(1, Math.round((part / whole) * 1e4) / 1e4)
}

function delayPercentiles(counts: ReadonlyMap<number, number>): DelayPercentiles | null {
  const [p50, p90] = [delayQuantile(counts, 0.5), delayQuantile(counts, 0.9)]
  return p50 === null || p90 === null ? null : { p50, p90 }
}

import type { Transport } from '../target-kind.ts'
import type { FactName } from './score-facts.ts'

/** What is worth how much, from the least `at` to the most; what lies between two of them is interpolated. */
export type Worths = readonly (readonly [at: number, worth: number])[]

/** A 95th percentile as a multiple of the usual one, which is by the transport of the endpoint, in ms. */
export interface RelativeLatency {
  worths: Worths
  usualMs: Readonly<Partial<Record<Transport, number>>> & { other: number }
}

/** What differs between versions of the formula. */
export interface Formula {
  name: string
  /** Facts that it does not use, and that are no part of its published inputs. */
  withoutFacts: readonly FactName[]
  /** How much an hour of the 60 days before the last 30 counts, as a share of one within them. */
  olderShare: number
  /** Worth of a bound of availability, 0-1. */
  availability: Worths
  /** Worth of the 95th percentile of latency. */
  latency: { bestMs: number; worstMs: number } | RelativeLatency
  /** How long a breaking change of a schema counts, in days. */
  changeDays: number
  /** Whether points above zero count the less, the nearer a score is to 100; else they end there. */
  tapers: boolean
}

/**
 * For users, 99 % is to 90 % what 99.9 % is to 99 %. Set so that over 30 days 99.5 % up is an A, 99 % a B, 97 % a C,
 * 95 % at the border to D, 90 % a D and 83 % an F.
 */
const UP_TO_99: Worths = [
  [0.5, 0],
  [0.8, 0.45],
  [0.9, 0.65],
  [0.95, 0.8],
  [0.98, 0.91],
  [0.99, 0.96],
]

const ASSAY_3: Formula = {
  name: 'assay-3',
  withoutFacts: ['transport', 'upHours90d', 'downHours90d', 'outageSlots90d'],
  olderShare: 0,
  availability: [...UP_TO_99, [0.999, 1]],
  // Full marks in the range of most handshakes, 450 to 800 ms; none when clients have given up.
  latency: { bestMs: 500, worstMs: 10_000 },
  changeDays: 30,
  tapers: false,
}

const ASSAY_4: Formula = {
  name: 'assay-4',
  withoutFacts: [],
  // About what a half-life of 16 days gives.
  olderShare: 0.2,
  availability: [...UP_TO_99, [0.999, 0.995], [0.9999, 1]],
  // Half of 348 recorded series of real services have a 95th percentile of one request below 560 ms. Most handshakes
  // take 450 to 800 ms.
  latency: {
    worths: [
      [0.125, 1],
      [1, 0.89],
      [16, 0],
    ],
    usualMs: { 'http-api': 560, openapi: 560, other: 800 },
  },
  changeDays: 90,
  tapers: true,
}

/** All versions whose scores this program computes, oldest first. */
export const FORMULAS: readonly Formula[] = [ASSAY_3, ASSAY_4]

/** The one that scores are computed with. A change that moves any score is a new version beside those before it. */
export const CURRENT: Formula = ASSAY_4

/** undefined: this program does not know it. */
export function formulaNamed(name: unknown): Formula | undefined {
  return FORMULAS.find((formula) => formula.name === name)
}

/** The worth of a value: on straight lines in `logBetween`, the logarithm of how much one value is of another. */
export function worthAt(worths: Worths, value: number, logBetween: (from: number, to: number) => number): number {
  const next = worths.findIndex(([known]) => value < known)
  const [upper, lower] = [worths[next], worths[next - 1]]
  if (upper === undefined) return worths.at(-1)?.[1] ?? 0
  if (lower === undefined) return upper[1]
  const along = logBetween(lower[0], value) / logBetween(lower[0], upper[0])
  return lower[1] + along * (upper[1] - lower[1])
}

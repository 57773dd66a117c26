import type { Verdict } from 'assay-verify/verdict'
import { percentile } from '../bench'
import type { UptimeSeries } from './uptime-series'

const HOUR_MS = 3_600_000
const YEAR_MS = 8766 * HOUR_MS
/** Outages shorter than this need not be found. */
const LONG_MS = 15 * 60_000
/** That many outages beginning within the window are flapping in the truth, by which every rule is measured. */
const FLAPS = 3
const FLAP_WINDOW_MS = 24 * HOUR_MS

/** A verdict, and whether it was called flapping, from `at` (milliseconds since 1970) until the next. */
export interface VerdictChange {
  at: number
  verdict: Verdict
  flapping: boolean
}

export interface ReplayTally {
  ms: number
  outages: number
  longOutages: number
  missed: number
  detectMs: number[]
  falseDowns: number
  downChanges: number
  degradedChanges: number
  flappingMs: number
  flaggedMs: number
}

export function newTally(): ReplayTally {
  return {
    ms: 0,
    outages: 0,
    longOutages: 0,
    missed: 0,
    detectMs: [],
    falseDowns: 0,
    downChanges: 0,
    degradedChanges: 0,
    flappingMs: 0,
    flaggedMs: 0,
  }
}

interface Stretch {
  from: number
  to: number
}

/** Adds one replay: its verdict changes compared with the truth. */
export function addReplay(
  tally: ReplayTally,
  samples: UptimeSeries['samples'],
  changes: readonly VerdictChange[],
): void {
  const [first, last] = [samples[0]?.at ?? 0, samples.at(-1)?.at ?? 0]
  const outages = stretchesOf(
    samples.map(({ at, up }) => ({ at, is: !up })),
    last,
  )
  const downs = stretchesOf(
    changes.map(({ at, verdict }) => ({ at, is: verdict === 'down' })),
    last,
  )
  const flags = stretchesOf(
    changes.map(({ at, flapping }) => ({ at, is: flapping })),
    last,
  )
  const flapping = flappingTime(outages)
  tally.ms += last - first
  tally.outages += outages.length
  tally.falseDowns += downs.filter(
    (down) => !outages.some(({ from, to }) => from <= down.from && down.from < to),
  ).length
  tally.downChanges += downs.reduce((sum, { to }) => sum + (to < last ? 2 : 1), 0)
  tally.degradedChanges += changes.filter(
    ({ verdict }, index) => (verdict === 'degraded') !== (changes[index - 1]?.verdict === 'degraded'),
  ).length
  tally.flappingMs += flapping.reduce((sum, { from, to }) => sum + Math.min(to, last) - from, 0)
  tally.flaggedMs += [...flags, ...downs].reduce((sum, flag) => sum + overlap(flag, flapping), 0)
  for (const outage of outages.filter(({ from, to }) => to - from >= LONG_MS)) {
    tally.longOutages += 1
    const found = downs.find(({ from, to }) => from < outage.to && to > outage.from)
    if (found === undefined) tally.missed += 1
    else tally.detectMs.push(Math.max(0, found.from - outage.from))
  }
}

export function figuresOf(tally: ReplayTally) {
  const years = tally.ms / YEAR_MS
  return {
    medianDetectMinutes: percentile(tally.detectMs, 0.5) / 60_000,
    p90DetectMinutes: percentile(tally.detectMs, 0.9) / 60_000,
    missedShare: tally.missed / tally.longOutages,
    falseDownPerSeriesYear: tally.falseDowns / years,
    verdictChangesPerOutage: tally.downChanges / tally.outages,
    degradedChangesPerYear: tally.degradedChanges / years,
    flappingFlaggedShare: tally.flaggedMs / tally.flappingMs,
    outages: tally.outages,
    longOutages: tally.longOutages,
    seriesYears: years,
  }
}

function stretchesOf(states: readonly { at: number; is: boolean }[], end: number): Stretch[] {
  const stretches: Stretch[] = []
  let from: number | undefined
  for (const { at, is } of states) {
    if (is) from ??= at
    else if (from !== undefined) {
      stretches.push({ from, to: at })
      from = undefined
    }
  }
  return from === undefined ? stretches : [...stretches, { from, to: end }]
}

/** Stretches, none overlapping, in which at least three outages had begun within the day before. */
function flappingTime(outages: readonly Stretch[]): Stretch[] {
  const merged: Stretch[] = []
  for (const [index, { from }] of outages.entries()) {
    const earliest = outages[index - FLAPS + 1]
    if (earliest === undefined || from - earliest.from > FLAP_WINDOW_MS) continue
    const to = earliest.from + FLAP_WINDOW_MS
    const newest = merged.at(-1)
    if (newest !== undefined && newest.to >= from) newest.to = Math.max(newest.to, to)
    else merged.push({ from, to })
  }
  return merged
}

function overlap(stretch: Stretch, others: readonly Stretch[]): number {
  return others.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(stretch.to, to) - Math.max(stretch.from, from)),
    0,
  )
}

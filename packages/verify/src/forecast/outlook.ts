import type { UpDown } from '../state/confirmed-state.ts'
import { corrected, FORECAST_WEIGHTS, type ForecastWeights, type Outlook, outagesOutlook } from './forecast-model.ts'
import { changedTo, hoursBetween, noteSeen, type OutageHistory } from './outage-history.ts'

/**
 * The probability that a server in `state` is up some hours after `nowMs` (epoch ms). It continues from the newest
 * instant the server was seen. Where the history ends in the other state, or is empty, the server is assumed to have
 * changed at `nowMs`. Never NaN.
 *
 * The correction is exact at the trained horizons unless they would not be in order: from the first of them on the
 * curve moves monotonically towards the long-run rate (the last correction, of the outage model at infinity), so a
 * horizon never lies outside of the one before it and that rate. Between horizons it is interpolated in the logarithm
 * of the hours, beyond the last the distance to the long-run rate falls with the inverse of the hours, and below the
 * first the curve of `outagesOutlook` is scaled to meet it: at 0 hours the result is `state`.
 */
function outlookOf(
  history: OutageHistory,
  state: UpDown,
  nowMs: number,
  weights: ForecastWeights = FORECAST_WEIGHTS,
): Outlook {
  return mixedOutlook(history, state === 'up' ? 1 : 0, nowMs, weights)
}

/**
 * The same for a server that was up at `nowMs` with probability `up` (0-1): the outlooks of both states, weighted by
 * it, and then put in order as one, since the sum of a falling and a rising curve is neither.
 */
export function mixedOutlook(
  history: OutageHistory,
  up: number,
  nowMs: number,
  weights: ForecastWeights = FORECAST_WEIGHTS,
): Outlook {
  const parts = (['up', 'down'] as const).flatMap((state) => {
    const share = state === 'up' ? up : 1 - up
    return share > 0 ? [{ share, ...courseOf(history, state, nowMs, weights) }] : []
  })
  const mixed = (of: (part: (typeof parts)[number]) => number) =>
    parts.reduce((sum, part) => sum + part.share * of(part), 0)
  const longRun = mixed((part) => part.longRun)
  const silentHours = mixed((part) => part.silentHours)
  const points = inOrder(
    weights.horizons.map(({ hours }, at) => ({ hours, up: mixed(({ ups }) => ups[at] ?? 0) })),
    longRun,
  )
  return (hours) => {
    const ahead = Math.max(0, hours) + silentHours
    const first = points[0]
    if (first === undefined || ahead < first.hours) return clipped(mixed(({ soon }) => soon(ahead)))
    return clipped(between(points, longRun, ahead))
  }
}

/** One point of `outlookOf`. */
export function upProbability(
  history: OutageHistory,
  state: UpDown,
  nowMs: number,
  hours: number,
  weights: ForecastWeights = FORECAST_WEIGHTS,
): number {
  return outlookOf(history, state, nowMs, weights)(hours)
}

function asIfTurned(history: OutageHistory, state: UpDown, nowMs: number): OutageHistory {
  const at = Math.max(nowMs, history.seenUntilAt ?? nowMs)
  return history.state === null ? noteSeen(history, state, at, at) : changedTo(history, state, at)
}

/** The corrected chances of one state: at each horizon, in the long run, and at hours before the first horizon. */
function courseOf(history: OutageHistory, state: UpDown, nowMs: number, weights: ForecastWeights) {
  const seen = history.state === state ? history : asIfTurned(history, state, nowMs)
  const certain = state === 'up' ? 1 : 0
  const chance = outagesOutlook(seen)
  const ups = weights.horizons.map((horizon) => corrected(horizon[state], seen, chance(horizon.hours)))
  const first = weights.horizons[0]?.hours ?? 0
  const scale = first === 0 ? 1 : ((ups[0] ?? 0) - certain) / (chance(first) - certain)
  return {
    ups,
    longRun: corrected(weights.horizons.at(-1)?.[state], seen, chance(Number.POSITIVE_INFINITY)),
    soon: (hours: number) => (hours <= 0 ? certain : clipped(certain + (chance(hours) - certain) * scale)),
    silentHours: hoursBetween(seen.seenUntilAt ?? nowMs, nowMs),
  }
}

interface Point {
  hours: number
  up: number
}

/** The points, each moved as little as needed to lie between the one before it and the long-run rate. */
function inOrder(points: readonly Point[], longRun: number): Point[] {
  const ordered: Point[] = []
  for (const { hours, up } of points) {
    const before = ordered.at(-1)?.up ?? up
    const [least, most] = before < longRun ? [before, longRun] : [longRun, before]
    ordered.push({ hours, up: ordered.length === 0 ? up : Math.min(most, Math.max(least, up)) })
  }
  return ordered
}

function between(points: readonly Point[], longRun: number, hours: number): number {
  const next = points.findIndex((point) => point.hours > hours)
  const before = points.at(next < 0 ? -1 : next - 1)
  const after = points[next]
  if (before === undefined) return longRun
  if (after === undefined) return longRun + ((before.up - longRun) * before.hours) / hours
  const part = Math.log(hours / before.hours) / Math.log(after.hours / before.hours)
  return before.up + part * (after.up - before.up)
}

function clipped(up: number): number {
  return Math.min(1, Math.max(0, up))
}

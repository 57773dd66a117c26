import type { DayState, StripDay } from '@/lib/core/history/day-strip'
import { barPath, DAY_FORMS } from './bar-shapes'

const FILLS: Readonly<Record<DayState, string>> = {
  up: 'fill-healthy-mark',
  partial: 'fill-degraded-mark',
  down: 'fill-down-mark',
  unobserved: 'fill-unknown-mark',
}
const STEP = 6
const BAR_WIDTH = 4
const HEIGHT = 30

interface DayStripProps {
  /** Oldest first; undefined: never observed. */
  days: readonly StripDay[] | undefined
  /** How many of the last days are shown. */
  shown?: number
  className?: string
}

/**
 * A bar for each day: green and whole without an outage, amber and lower with a short one, red and cut in two with a
 * long one, grey and low where it was not watched. The drawing is named by its summary.
 */
export function DayStrip({ days = [], shown = 90, className = 'h-8 w-full' }: DayStripProps) {
  const last = days.slice(-shown)
  const missing = shown - last.length
  return (
    <svg
      viewBox={`0 0 ${shown * STEP - (STEP - BAR_WIDTH)} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={stripSummary(last)}
      className={`day-strip ${className}`}
    >
      {missing > 0 && <Bars from={0} states={Array.from({ length: missing }, () => 'unobserved')} />}
      <Bars from={missing} states={last.map(({ state }) => state)} />
    </svg>
  )
}

/** Bars of the same colour are one path: a list has hundreds of strips. */
function Bars({ from, states }: { from: number; states: readonly DayState[] }) {
  const paths = new Map<DayState, string>()
  for (const [at, state] of states.entries()) {
    paths.set(state, (paths.get(state) ?? '') + barPath(DAY_FORMS[state], (from + at) * STEP, BAR_WIDTH, HEIGHT))
  }
  return [...paths].map(([state, d]) => <path key={state} d={d} className={FILLS[state]} />)
}

/** The bar of a day in this state, for a legend. */
export function DayMark({ state }: { state: DayState }) {
  return (
    <svg
      viewBox={`0 0 8 ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-3.5 w-1 shrink-0"
      aria-hidden="true"
      focusable="false"
    >
      <path d={barPath(DAY_FORMS[state], 0, 8, HEIGHT)} className={FILLS[state]} />
    </svg>
  )
}

/** In words: "90 days: no outage" or "62 of 90 days watched, outages on 3". */
export function stripSummary(days: readonly StripDay[]): string {
  const watched = days.filter(({ state }) => state !== 'unobserved').length
  if (watched === 0) return 'Not watched yet'
  const broken = days.filter(({ state }) => state === 'partial' || state === 'down').length
  const outages = broken === 0 ? 'no outage' : `outages on ${broken} ${broken === 1 ? 'day' : 'days'}`
  return `${watched} of the last ${days.length} days watched: ${outages}`
}

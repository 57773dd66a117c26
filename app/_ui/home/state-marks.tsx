import { type BarForm, barPath } from '../charts/bar-shapes'

/** States of what is watched, in the order in which they are drawn. */
const WATCHED_STATES = ['healthy', 'degraded', 'avoid', 'down', 'auth', 'pending'] as const
export type WatchedState = (typeof WATCHED_STATES)[number]

const FILLS: Readonly<Record<WatchedState, string>> = {
  healthy: 'fill-healthy-mark',
  degraded: 'fill-degraded-mark',
  avoid: 'fill-down-mark',
  down: 'fill-down-mark',
  auth: 'fill-auth',
  pending: 'fill-unknown-mark',
}

const FORMS: Readonly<Record<WatchedState, BarForm>> = {
  healthy: 'whole',
  degraded: 'lower',
  avoid: 'whole',
  down: 'parted',
  auth: 'raised',
  pending: 'low',
}

const MOST_MARKS = 120
const [WIDTH, HEIGHT] = [1000, 36]
/** Between two marks: this share of a step, and no more than this. */
const GAP_SHARE = 0.3
const WIDEST_GAP = 4

/**
 * A mark for each, over the whole width, or, of more than 120, for equal shares; every state that occurs has a mark.
 * The figures stand beside it, so the drawing has no text.
 */
export function StateMarks({ counts }: { counts: Readonly<Record<WatchedState, number>> }) {
  const marks = marksOf(counts)
  const step = WIDTH / Math.max(1, marks.length)
  const gap = Math.min(WIDEST_GAP, step * GAP_SHARE)
  // The last mark has no gap behind it.
  const scale = WIDTH / (WIDTH - gap)
  const width = tenths((step - gap) * scale)
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="state-marks"
      aria-hidden="true"
      focusable="false"
    >
      {WATCHED_STATES.filter((state) => marks.includes(state)).map((state) => (
        <path
          key={state}
          className={FILLS[state]}
          d={marks
            .map((mark, at) => (mark === state ? barPath(FORMS[state], tenths(at * step * scale), width, HEIGHT) : ''))
            .join('')}
        />
      ))}
    </svg>
  )
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}

/** The state of each mark: by largest remainders, and at least one for each state that occurs. */
export function marksOf(counts: Readonly<Record<WatchedState, number>>): WatchedState[] {
  const all = WATCHED_STATES.reduce((sum, state) => sum + counts[state], 0)
  const marks = Math.min(MOST_MARKS, all)
  const exact = WATCHED_STATES.map((state) => ({ state, share: all === 0 ? 0 : (counts[state] / all) * marks }))
  const whole = new Map(
    exact.map(({ state, share }) => [state, counts[state] === 0 ? 0 : Math.max(1, Math.floor(share))]),
  )
  const given = () => [...whole.values()].reduce((sum, count) => sum + count, 0)
  const byRemainder = [...exact].sort((a, b) => (b.share % 1) - (a.share % 1))
  for (const { state } of byRemainder)
    if (given() < marks && counts[state] > 0) whole.set(state, (whole.get(state) ?? 0) + 1)
  const [most] = [...exact].sort((a, b) => b.share - a.share)
  if (most !== undefined) whole.set(most.state, (whole.get(most.state) ?? 0) + marks - given())
  return WATCHED_STATES.flatMap((state) => Array<WatchedState>(whole.get(state) ?? 0).fill(state))
}

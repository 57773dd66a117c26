import { VERDICTS, type Verdict } from '@/lib/core/verdict/verdict'

/** A row of the table as the diagram shows it: its number, and between which verdicts it leads. */
export interface DrawnTransition {
  number: number
  from: readonly Verdict[]
  to: Verdict
}

/** The drawing's own units, narrow enough to be read on a phone. */
const WIDTH = 360
const HEIGHT = 330
const BOX = { width: 104, height: 40 }
const PLACES: Record<Verdict, { x: number; y: number }> = {
  healthy: { x: 64, y: 34 },
  degraded: { x: 296, y: 34 },
  unknown: { x: 64, y: 296 },
  down: { x: 296, y: 296 },
}
/** How far an arrow stands off the line between two boxes, so that there is room for the one back. */
const ASIDE = 8
/** How far the middle of the numbers stands off a level arrow. */
const LABEL_ASIDE = 9
/** About half as wide as a letter of the numbers is. */
const HALF_LETTER = 2.9
/** Where along an arrow its numbers stand: the diagonals cross in the middle. */
const LABEL_AT = { straight: 0.5, diagonal: 0.3 }

/** The four verdicts and every way between them; the numbers are those of the table, which says the same in words. */
export function StateDiagram({ transitions }: { transitions: readonly DrawnTransition[] }) {
  const arrows = VERDICTS.flatMap((from) =>
    VERDICTS.flatMap((to) => {
      const numbers = transitions.filter((row) => row.to === to && row.from.includes(from)).map((row) => row.number)
      return numbers.length === 0 ? [] : { from, to, numbers }
    }),
  )
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-labelledby="verdict-diagram-title verdict-diagram-desc"
      className="h-auto w-full max-w-lg"
    >
      <title id="verdict-diagram-title">The four verdicts and the ways between them</title>
      <desc id="verdict-diagram-desc">
        {arrows.map(({ from, to, numbers }) => `From ${from} to ${to} by ${numbers.join(', ')}.`).join(' ')} The numbers
        are those of the table below.
      </desc>
      <defs>
        <marker id="verdict-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
          <path d="M0 0 8 4 0 8z" fill="var(--edge)" />
        </marker>
      </defs>
      {arrows.map((arrow) => (
        <Arrow key={`${arrow.from} ${arrow.to}`} {...arrow} />
      ))}
      {VERDICTS.map((verdict) => (
        <Box key={verdict} verdict={verdict} />
      ))}
    </svg>
  )
}

function Box({ verdict }: { verdict: Verdict }) {
  const { x, y } = PLACES[verdict]
  return (
    <g>
      <rect
        x={x - BOX.width / 2}
        y={y - BOX.height / 2}
        width={BOX.width}
        height={BOX.height}
        fill="var(--card)"
        stroke={`var(--${verdict})`}
        strokeWidth="1.5"
      />
      <text x={x} y={y + 5} textAnchor="middle" fontSize="15" fontWeight="500" fill={`var(--${verdict})`}>
        {verdict}
      </text>
    </g>
  )
}

function Arrow({ from, to, numbers }: { from: Verdict; to: Verdict; numbers: readonly number[] }) {
  const text = numbers.join(', ')
  const { start, end, label } = courseOf(from, to, text.length * HALF_LETTER)
  return (
    <g>
      <path
        d={`M${start.x} ${start.y}L${end.x} ${end.y}`}
        stroke="var(--edge)"
        strokeWidth="1.2"
        fill="none"
        markerEnd="url(#verdict-arrow)"
      />
      <text
        x={label.x}
        y={label.y + 4}
        textAnchor="middle"
        fontSize="11"
        fill="var(--soft)"
        stroke="var(--paper)"
        strokeWidth="4"
        paintOrder="stroke"
      >
        {text}
      </text>
    </g>
  )
}

/** A straight way from edge to edge of two boxes, a little to the right of the line between their middles. */
function courseOf(from: Verdict, to: Verdict, halfWidth: number) {
  const [a, b] = [PLACES[from], PLACES[to]]
  const length = Math.hypot(b.x - a.x, b.y - a.y)
  const [along, up] = [(b.x - a.x) / length, (b.y - a.y) / length]
  const aside = { x: -up * ASIDE, y: along * ASIDE }
  const inBox = Math.min(BOX.width / 2 / Math.abs(along || 1e-9), BOX.height / 2 / Math.abs(up || 1e-9))
  const at = (distance: number) => ({
    x: round(a.x + along * distance + aside.x),
    y: round(a.y + up * distance + aside.y),
  })
  const share = along !== 0 && up !== 0 && Math.abs(along * up) > 0.1 ? LABEL_AT.diagonal : LABEL_AT.straight
  const middle = at(inBox + (length - 2 * inBox) * share)
  return {
    start: at(inBox + 2),
    end: at(length - inBox - 3),
    label: { x: round(middle.x - up * (halfWidth + 5)), y: round(middle.y + along * LABEL_ASIDE) },
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

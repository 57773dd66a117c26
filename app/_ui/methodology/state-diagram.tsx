import { VERDICTS, type Verdict } from 'assay-verify/verdict'

/** A row of the transition table: its number and the verdicts it connects. */
export interface DrawnTransition {
  number: number
  from: readonly Verdict[]
  to: Verdict
}

/** Units of the SVG view box, narrow enough for a phone. */
const WIDTH = 360
const HEIGHT = 330
const BOX = { width: 104, height: 40 }
const CENTERS: Record<Verdict, { x: number; y: number }> = {
  healthy: { x: 64, y: 34 },
  degraded: { x: 296, y: 34 },
  unknown: { x: 64, y: 296 },
  down: { x: 296, y: 296 },
}
/** Distance of an arrow from the line between two boxes, so that the opposite arrow does not overlap. */
const OFFSET = 8
/** Distance of a label's centre from a horizontal arrow. */
const LABEL_OFFSET = 9
/** Half the width of a digit. */
const HALF_DIGIT = 2.9
/** Position of a label along its arrow (0-1); the diagonals cross at 0.5. */
const LABEL_AT = { straight: 0.5, diagonal: 0.3 }

/** The verdicts and their transitions, numbered as in the table. */
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
      <title id="verdict-diagram-title">The four verdicts and their transitions</title>
      <desc id="verdict-diagram-desc">
        {arrows.map(({ from, to, numbers }) => `From ${from} to ${to} by ${numbers.join(', ')}.`).join(' ')} The numbers
        refer to the table below.
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
  const { x, y } = CENTERS[verdict]
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
  const { start, end, label } = arrowPath(from, to, text.length * HALF_DIGIT)
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

/** A straight line from edge to edge of two boxes, offset to the right of the line between their centres. */
function arrowPath(from: Verdict, to: Verdict, halfWidth: number) {
  const [a, b] = [CENTERS[from], CENTERS[to]]
  const length = Math.hypot(b.x - a.x, b.y - a.y)
  const [along, up] = [(b.x - a.x) / length, (b.y - a.y) / length]
  const offset = { x: -up * OFFSET, y: along * OFFSET }
  const inBox = Math.min(BOX.width / 2 / Math.abs(along || 1e-9), BOX.height / 2 / Math.abs(up || 1e-9))
  const at = (distance: number) => ({
    x: round(a.x + along * distance + offset.x),
    y: round(a.y + up * distance + offset.y),
  })
  const share = along !== 0 && up !== 0 && Math.abs(along * up) > 0.1 ? LABEL_AT.diagonal : LABEL_AT.straight
  const middle = at(inBox + (length - 2 * inBox) * share)
  return {
    start: at(inBox + 2),
    end: at(length - inBox - 3),
    label: { x: round(middle.x - up * (halfWidth + 5)), y: round(middle.y + along * LABEL_OFFSET) },
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

import { formatSpan } from '@/lib/core/text/relative-time'
import { type DownTime, type LatencyStep, measuredRuns, roundTop, type Span, shadedParts } from './latency-scale'

const HOUR_MS = 3_600_000
/** The plot in its own units; it is stretched to the width of the card. */
const [WIDTH, HEIGHT] = [1000, 120]
/** Pixels above the plot, for the labels of outages. */
const TOP = 18
/** Of the width. */
const LEAST_SHADE = 0.004
/** In percent of the width: left of it stands the label of the scale. */
const LABEL_FROM = 20
/** From here on the label of an outage ends at the outage, so that the edge cuts none. */
const LABEL_ENDS_FROM = 70

interface LatencyChartProps {
  points: readonly LatencyStep[]
  stepHours: number
  outages: readonly DownTime[]
  /** The left end of the axis, as in "24 h ago". */
  begins: string
}

/**
 * Latency over time: a line for the median, an area up to what 95 % of the answers stay below, and outages shaded. Text
 * is not stretched with the plot.
 */
export function LatencyChart({ points, stepHours, outages, begins }: LatencyChartProps) {
  // Whole steps: a chart that ended at the moment of reading would differ from one reading to the next.
  const span = {
    fromAt: Date.parse(points[0]?.at ?? '1970-01-01'),
    toAt: Date.parse(points.at(-1)?.at ?? '1970-01-01') + stepHours * HOUR_MS,
  }
  const top = roundTop(points.flatMap(({ p95Ms }) => p95Ms ?? []))
  const down = shadedParts(outages, span, LEAST_SHADE)
  return (
    <div>
      <svg className="h-[138px] w-full" role="img" aria-label={summaryOf(points, down.length)}>
        <Grid top={top} />
        <Plot points={points} stepHours={stepHours} span={span} top={top} down={down} />
        {points.some(({ medianMs }) => medianMs !== null) && <ScaleLabels top={top} />}
        <LongestOutage down={down} />
      </svg>
      <div className="mt-1 flex justify-between text-soft text-xs">
        <span>{begins}</span>
        <span>now</span>
      </div>
    </div>
  )
}

type Shaded = ReturnType<typeof shadedParts>

function Plot({
  points,
  stepHours,
  span,
  top,
  down,
}: Pick<LatencyChartProps, 'points' | 'stepHours'> & { span: Span; top: number; down: Shaded }) {
  const x = (at: number) => {
    const middle = Math.min(span.toAt, at + (stepHours * HOUR_MS) / 2)
    return Math.round(((middle - span.fromAt) / Math.max(1, span.toAt - span.fromAt)) * WIDTH * 10) / 10
  }
  const y = (ms: number) => Math.round((1 - Math.min(1, ms / top)) * HEIGHT * 10) / 10
  const runs = measuredRuns(points).map((run) => run.map(({ at, ...ms }) => ({ x: x(at), ...ms })))
  const wide = runs.map((run) =>
    run.length > 1
      ? run
      : run.flatMap((one) => [
          { ...one, x: one.x - 4 },
          { ...one, x: one.x + 4 },
        ]),
  )
  const area = wide.map((run) => {
    const upper = run.map((point) => `${point.x} ${y(point.p95Ms)}`)
    return `M${run[0]?.x} ${HEIGHT}L${upper.join('L')}L${run.at(-1)?.x} ${HEIGHT}z`
  })
  const line = wide.map((run) => `M${run.map((point) => `${point.x} ${y(point.medianMs)}`).join('L')}`)
  return (
    <svg
      aria-hidden="true"
      y={TOP}
      width="100%"
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      <path d={area.join('')} className="chart-area" />
      {down.map(({ left, width }) => (
        <rect key={left} x={left * WIDTH} width={width * WIDTH} height={HEIGHT} className="chart-outage" />
      ))}
      <path d={line.join('')} className="chart-line" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

function Grid({ top }: { top: number }) {
  return [top, top / 2, 0].map((ms) => {
    const at = TOP + (1 - ms / top) * HEIGHT - (ms === 0 ? 0.5 : -0.5)
    return <line key={ms} x1="0" x2="100%" y1={at} y2={at} className="stroke-rule" />
  })
}

function ScaleLabels({ top }: { top: number }) {
  return [top, top / 2].map((ms) => (
    <text key={ms} x="2" y={TOP + (1 - ms / top) * HEIGHT - 4} className="chart-label fill-soft text-xs">
      {ms === top ? `${ms.toLocaleString('en')} ms` : ms.toLocaleString('en')}
    </text>
  ))
}

/** The longest outage by name; the others are in the list of events. */
function LongestOutage({ down }: { down: Shaded }) {
  const longest = down.toSorted((one, other) => other.seconds - one.seconds)[0]
  if (longest === undefined) return null
  const right = (longest.left + longest.width) * 100
  const isEnd = right >= LABEL_ENDS_FROM
  const at = isEnd ? right : Math.max(LABEL_FROM, longest.left * 100)
  return (
    <text x={`${at}%`} y="12" textAnchor={isEnd ? 'end' : 'start'} className="fill-down text-xs">
      down {formatSpan(Math.max(1, longest.seconds))}
    </text>
  )
}

function summaryOf(points: readonly LatencyStep[], outages: number): string {
  const last = points.findLast(({ medianMs }) => medianMs !== null)
  if (last === undefined) return 'No answer was measured in this time.'
  const down = outages === 0 ? 'no outage' : `${outages} ${outages === 1 ? 'outage' : 'outages'}`
  return `The last measured answers: half within ${last.medianMs} ms, 95 % within ${last.p95Ms} ms; ${down} in this time. The table below has all values.`
}

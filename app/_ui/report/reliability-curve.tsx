import type { Report } from '@/lib/contract/report'
import { formatCount, formatShare } from '../figures'
import { Table } from '../lists/table'

type Forecast = Report['accuracy']['forecasts'][number]

/** The drawing's own units: a square plot of 200 inside room for its scales. */
const PLOT = 200
const LEFT = 38
const TOP = 8
const WIDTH = LEFT + PLOT + 10
const HEIGHT = TOP + PLOT + 36
const TICKS = [0, 0.25, 0.5, 0.75, 1]

const x = (share: number) => LEFT + share * PLOT
const y = (share: number) => TOP + (1 - share) * PLOT

/** What was forecast against what came, a dot a bin; on the dashed line they agree. The table behind it says the same. */
export function ReliabilityCurve({ forecast }: { forecast: Forecast }) {
  const name = `${forecast.hours} ${forecast.hours === 1 ? 'hour' : 'hours'} ahead`
  const id = `curve-${forecast.hours}`
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 font-medium">{name}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-labelledby={`${id}-title ${id}-desc`}
        className="h-auto w-full max-w-80"
      >
        <title id={`${id}-title`}>{`Reliability of forecasts ${name}`}</title>
        <desc id={`${id}-desc`}>
          A dot for each bin of forecasts: how likely up they were told to be, and how many were up. The figures are in
          the table below.
        </desc>
        <Scales />
        <Dots forecast={forecast} />
      </svg>
      <details className="mt-2">
        <summary className="text-sm">The figures</summary>
        <Figures forecast={forecast} name={name} />
      </details>
    </figure>
  )
}

function Scales() {
  const text = { fontSize: 10, fill: 'var(--soft)' }
  return (
    <g>
      {TICKS.map((tick) => (
        <g key={tick}>
          <path d={`M${x(tick)} ${y(0)}V${y(1)}M${x(0)} ${y(tick)}H${x(1)}`} stroke="var(--rule)" />
          <text {...text} x={x(tick)} y={y(0) + 14} textAnchor="middle">
            {tick * 100}
          </text>
          <text {...text} x={LEFT - 5} y={y(tick) + 3.5} textAnchor="end">
            {tick * 100}
          </text>
        </g>
      ))}
      <path d={`M${x(0)} ${y(0)}L${x(1)} ${y(1)}`} stroke="var(--edge)" strokeDasharray="4 4" />
      <text {...text} x={x(0.5)} y={HEIGHT - 6} textAnchor="middle">
        forecast to be up, %
      </text>
      <text {...text} textAnchor="middle" transform={`translate(9 ${y(0.5)}) rotate(-90)`}>
        found up, %
      </text>
    </g>
  )
}

function Dots({ forecast: { reliability } }: { forecast: Forecast }) {
  const points = reliability.map((bin) => `${x(bin.meanForecast)},${y(bin.upShare)}`).join(' ')
  return (
    <g>
      <polyline points={points} fill="none" stroke="var(--streak)" strokeWidth="1.5" />
      {reliability.map((bin) => (
        <circle
          key={bin.from}
          cx={x(bin.meanForecast)}
          cy={y(bin.upShare)}
          // Larger where more was forecast, by the logarithm: a bin may hold one or a million.
          r={2 + Math.log10(bin.n)}
          fill="var(--streak)"
          stroke="var(--paper)"
        />
      ))}
    </g>
  )
}

function Figures({ forecast, name }: { forecast: Forecast; name: string }) {
  return (
    <Table
      caption={`Reliability of forecasts ${name}`}
      columns={[
        {
          header: 'Forecast',
          rowHeader: true,
          cell: ({ from, to }) => `${Math.round(from * 100)}–${Math.round(to * 100)}\u00a0%`,
        },
        { header: 'Mean', number: true, cell: ({ meanForecast }) => formatShare(meanForecast, 1) },
        { header: 'Found up', number: true, cell: ({ upShare }) => formatShare(upShare, 1) },
        { header: 'n', number: true, cell: ({ n }) => formatCount(n) },
      ]}
      rows={forecast.reliability}
      rowKey={({ from }) => from}
      className="mt-3 text-sm"
    />
  )
}

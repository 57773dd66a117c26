import type { Report } from '@/lib/contract/report/report'
import { formatCount, formatShare } from '../format'
import { AsTable } from './as-table'

type Forecast = Report['accuracy']['forecasts'][number]

/** Units of the SVG view box: a square plot of 200 with margins for its axes. */
const PLOT = 200
const LEFT = 46
const TOP = 8
const WIDTH = LEFT + PLOT + 16
const HEIGHT = TOP + PLOT + 42
const TICKS = [0, 0.5, 1]

const x = (share: number) => LEFT + share * PLOT
const y = (share: number) => TOP + (1 - share) * PLOT

/**
 * Forecast against observed share, one dot per bin, with the diagonal of perfect calibration and the same data as a
 * table.
 */
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
          One dot per bin: mean forecast probability of being up, and observed share that was up. The table below has
          the figures.
        </desc>
        <Axes />
        <Dots forecast={forecast} />
      </svg>
      <Figures forecast={forecast} name={name} />
    </figure>
  )
}

function Axes() {
  const text = { fontSize: 13, fill: 'var(--soft)' }
  return (
    <g>
      {TICKS.map((tick) => (
        <g key={tick}>
          <path d={`M${x(tick)} ${y(0)}V${y(1)}M${x(0)} ${y(tick)}H${x(1)}`} stroke="var(--rule)" />
          <text {...text} x={x(tick)} y={y(0) + 17} textAnchor="middle">
            {tick * 100}
          </text>
          <text {...text} x={LEFT - 5} y={y(tick) + 4.5} textAnchor="end">
            {tick * 100}
          </text>
        </g>
      ))}
      <path d={`M${x(0)} ${y(0)}L${x(1)} ${y(1)}`} stroke="var(--edge)" strokeDasharray="4 4" />
      <text {...text} x={x(0.5)} y={HEIGHT - 6} textAnchor="middle">
        forecast, %
      </text>
      <text {...text} textAnchor="middle" transform={`translate(11 ${y(0.5)}) rotate(-90)`}>
        observed up, %
      </text>
    </g>
  )
}

function Dots({ forecast: { reliability } }: { forecast: Forecast }) {
  const points = reliability.map((bin) => `${x(bin.meanForecast)},${y(bin.upShare)}`).join(' ')
  return (
    <g>
      <polyline points={points} fill="none" stroke="var(--line-mark)" strokeWidth="1.5" />
      {reliability.map((bin) => (
        <circle
          key={bin.from}
          cx={x(bin.meanForecast)}
          cy={y(bin.upShare)}
          // Logarithmic in the number of forecasts, which ranges from one to millions.
          r={2 + Math.log10(bin.n)}
          fill="var(--line-mark)"
          stroke="var(--card)"
        />
      ))}
    </g>
  )
}

function Figures({ forecast, name }: { forecast: Forecast; name: string }) {
  return (
    <AsTable
      caption={`Reliability of forecasts ${name}`}
      columns={[
        {
          header: 'Forecast',
          rowHeader: true,
          cell: ({ from, to }) => `${Math.round(from * 100)}–${Math.round(to * 100)}\u00a0%`,
        },
        { header: 'Mean', number: true, cell: ({ meanForecast }) => formatShare(meanForecast, 1) },
        { header: 'Observed up', number: true, cell: ({ upShare }) => formatShare(upShare, 1) },
        { header: 'n', number: true, cell: ({ n }) => formatCount(n) },
      ]}
      rows={forecast.reliability}
      rowKey={({ from }) => from}
    />
  )
}

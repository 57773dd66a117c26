import type { Health } from '@/lib/contract/shapes/health'
import { Bar } from '../bar'
import { formatShare } from '../format'

/** Forecast probability of being up. */
export function ForecastList({ forecast }: { forecast: Health['forecast'] }) {
  return (
    <>
      <dl className="grid grid-cols-3 gap-x-4 gap-y-6 sm:gap-x-8">
        {forecast.horizons.map(({ hours, up }) => (
          <div key={hours}>
            <dt className="text-soft text-sm">
              in {hours} {hours === 1 ? 'hour' : 'hours'}
            </dt>
            <dd>
              <span className="block font-mono text-xl leading-9 sm:text-2xl tracking-tight">{formatShare(up, 1)}</span>
              <Bar share={up} track="my-1.5 h-1.5 w-full bg-rule" fill="fill-ink" />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-soft text-sm">
        {forecast.basis === 'population'
          ? 'No endpoint of this server was probed yet; this is the prior for all servers.'
          : 'Probability of being up.'}{' '}
        Trend {forecast.trend}; method <code className="font-mono">{forecast.method}</code>.
      </p>
    </>
  )
}

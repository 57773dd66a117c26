import { plural } from 'assay-verify/text/plural'
import type { ReactNode } from 'react'
import type { Report } from '@/lib/contract/report/report'
import { formatDuration } from '@/lib/core/text/relative-time'
import { formatCount, formatShare } from '../format'
import { LEAST_FORECASTS, LEAST_OUTAGES, TooLittleData } from './enough-data'
import { forecastsShown } from './forecasts-shown'

type Accuracy = Report['accuracy']

/** How often this service was wrong and how soon it was right: three large figures, each with what it means. */
export function HeadlineFigures({ accuracy }: { accuracy: Accuracy }) {
  return (
    <dl className="grid gap-4 md:grid-cols-3">
      <WrongOutages accuracy={accuracy} />
      <ForecastDistance accuracy={accuracy} />
      <TimeToDetect accuracy={accuracy} />
    </dl>
  )
}

function WrongOutages({ accuracy: { verdicts, windowDays } }: { accuracy: Accuracy }) {
  const { begun, takenBack, takenBackShare, takenBackWithinMinutes } = verdicts.down
  const seen = `${formatCount(begun)} ${begun === 1 ? 'outage' : 'outages'}`
  return (
    <Figure
      name="“Down” was wrong at most"
      value={begun < LEAST_OUTAGES || takenBackShare === null ? null : formatShare(takenBackShare, 1)}
    >
      {begun < LEAST_OUTAGES ? (
        <TooLittleData seen={seen} least={LEAST_OUTAGES} windowDays={windowDays} />
      ) : (
        `We said “Down” ${formatCount(begun)} ${plural(begun, 'time')} in ${windowDays} days. ${formatCount(takenBack)} of these servers answered again within ${takenBackWithinMinutes} minutes. Some of those outages were real and short.`
      )}
    </Figure>
  )
}

function ForecastDistance({ accuracy }: { accuracy: Accuracy }) {
  const forecast = forecastsShown(accuracy.forecasts).at(-1)
  const error = forecast?.calibrationError ?? null
  const { settled = 0, hours = 0 } = forecast ?? {}
  const seen = `${formatCount(settled)} forecasts that could be checked`
  return (
    <Figure
      name="Forecasts are off by"
      value={settled < LEAST_FORECASTS || error === null ? null : `${(error * 100).toFixed(1)} points`}
    >
      {settled < LEAST_FORECASTS ? (
        <TooLittleData seen={seen} least={LEAST_FORECASTS} windowDays={accuracy.windowDays} />
      ) : (
        `Percentage points between the chance we gave ${hours} ${plural(hours, 'hour')} ahead and how often it came true, on average over ${formatCount(settled)} ${plural(settled, 'forecast')}.`
      )}
    </Figure>
  )
}

function TimeToDetect({ accuracy: { verdicts, windowDays } }: { accuracy: Accuracy }) {
  const { timed, secondsSinceLastAnswer: delay } = verdicts.down
  const seen = `${formatCount(timed)} timed ${timed === 1 ? 'outage' : 'outages'}`
  const isEnough = timed >= LEAST_OUTAGES && delay !== null
  return (
    <Figure name="An outage is known after" value={isEnough ? formatDuration(delay.p50) : null}>
      {isEnough ? (
        `Half of ${formatCount(timed)} ${plural(timed, 'outage')} were known sooner, nine of ten within ${formatDuration(delay.p90)}. Counted from the last good answer, so the real time is shorter.`
      ) : (
        <TooLittleData seen={seen} least={LEAST_OUTAGES} windowDays={windowDays} />
      )}
    </Figure>
  )
}

function Figure({ name, value, children }: { name: string; value: string | null; children: ReactNode }) {
  return (
    <div className="card">
      <dt className="text-soft text-sm">{name}</dt>
      <dd>
        {value !== null && <span className="block font-semibold text-4xl leading-[1.3] tracking-tight">{value}</span>}
        <div className="mt-1 text-pretty text-sm">{children}</div>
      </dd>
    </div>
  )
}

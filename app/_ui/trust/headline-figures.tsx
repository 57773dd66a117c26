import type { ReactNode } from 'react'
import type { Report } from '@/lib/contract/report/report'
import { formatDuration } from '@/lib/core/text/relative-time'
import { formatCount, formatShare } from '../format'
import { ACCURACY } from '../words/accuracy-sentences'
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
        ACCURACY.wrongOutages({ begun, windowDays, takenBack, minutes: takenBackWithinMinutes })
      )}
    </Figure>
  )
}

function ForecastDistance({ accuracy }: { accuracy: Accuracy }) {
  const forecast = forecastsShown(accuracy.forecasts).at(-1)
  const error = forecast?.calibrationError ?? null
  const settled = forecast?.settled ?? 0
  const seen = `${formatCount(settled)} forecasts that could be checked`
  return (
    <Figure
      name="Forecasts are off by"
      value={settled < LEAST_FORECASTS || error === null ? null : `${(error * 100).toFixed(1)} points`}
    >
      {settled < LEAST_FORECASTS ? (
        <TooLittleData seen={seen} least={LEAST_FORECASTS} windowDays={accuracy.windowDays} />
      ) : (
        ACCURACY.forecastDistance({ hours: forecast?.hours ?? 0, settled })
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
        ACCURACY.timeToDetect({ timed, seconds: delay.p90 })
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

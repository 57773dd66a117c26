import { plural } from 'assay-verify/text/plural'
import type { Report } from '@/lib/contract/report/report'
import { formatDuration } from '@/lib/core/text/relative-time'
import { Card } from '../card'
import { Columns } from '../charts/columns'
import { ReliabilityCurve } from '../charts/reliability-curve'
import { formatCount, formatShare } from '../format'
import { LEAST_FORECASTS, LEAST_OUTAGES, TooLittleData } from './enough-data'
import { forecastsShown } from './forecasts-shown'

type Accuracy = Report['accuracy']

/** The calibration of forecasts and the time to detect an outage, drawn. */
export function AccuracyCards({ accuracy }: { accuracy: Accuracy }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Card id="calibration" title="Does a forecast of 90 % come true nine times of ten?" note="calibration">
        <Calibration accuracy={accuracy} />
      </Card>
      <Card id="detection" title="How soon is an outage known?" note={`${accuracy.windowDays} days`}>
        <Detection accuracy={accuracy} />
      </Card>
    </div>
  )
}

function Calibration({ accuracy }: { accuracy: Accuracy }) {
  const shown = forecastsShown(accuracy.forecasts).filter(({ settled }) => settled >= LEAST_FORECASTS)
  if (shown.length === 0) {
    const most = Math.max(0, ...accuracy.forecasts.map(({ settled }) => settled))
    const seen = `${formatCount(most)} forecasts that could be checked`
    return <TooLittleData seen={seen} least={LEAST_FORECASTS} windowDays={accuracy.windowDays} />
  }
  return (
    <>
      <p className="mb-4 text-pretty text-soft text-sm">
        Each dot is a group of forecasts. On the dashed line, chance and outcome agree; below it we were too hopeful.
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-x-4 gap-y-6">
        {shown.map((forecast) => (
          <ReliabilityCurve key={forecast.hours} forecast={forecast} />
        ))}
      </div>
    </>
  )
}

function Detection({ accuracy: { verdicts, windowDays } }: { accuracy: Accuracy }) {
  const { timed, knownWithin } = verdicts.down
  if (timed < LEAST_OUTAGES) {
    const seen = `${formatCount(timed)} timed ${timed === 1 ? 'outage' : 'outages'}`
    return <TooLittleData seen={seen} least={LEAST_OUTAGES} windowDays={windowDays} />
  }
  return (
    <>
      <p className="mb-4 text-pretty text-soft text-sm">
        Share of {formatCount(timed)} {plural(timed, 'outage')} that were shown as down so many minutes after the last
        good answer.
      </p>
      <Columns
        caption="Outages known within a time"
        heading="Within"
        valueHeading="Known"
        axis="minutes after the last good answer"
        most={1}
        values={knownWithin.map(({ seconds, share }) => ({
          key: String(seconds),
          label: String(seconds / 60),
          name: formatDuration(seconds),
          value: share,
          text: formatShare(share, 0),
        }))}
      />
    </>
  )
}

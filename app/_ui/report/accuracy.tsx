import type { ReactNode } from 'react'
import type { Report } from '@/lib/contract/report'
import { formatDuration } from '@/lib/core/text/relative-time'
import { Fact } from '../fact'
import { formatCount, formatShare } from '../format'
import { Section } from '../layout/section'
import { type Column, Table } from '../lists/table'
import { Prose } from '../prose'
import { ReliabilityCurve } from './reliability-curve'

type Accuracy = Report['accuracy']
type Forecast = Accuracy['forecasts'][number]
type Scores = NonNullable<Forecast['scores']>

/** Accuracy of verdicts and forecasts. */
export function AccuracyReport({ accuracy, method }: { accuracy: Accuracy; method: string }) {
  const days = `The last ${accuracy.windowDays} days.`
  return (
    <>
      <Section id="verdicts" title="Accuracy of verdicts" note={days}>
        <Verdicts verdicts={accuracy.verdicts} />
      </Section>
      <Section
        id="forecasts"
        title="Accuracy of forecasts"
        note={`${days} Sampled: the forecasts of each server are stored every ${formatCount(accuracy.sample.everyMinutes / 60)} hours.`}
      >
        <Forecasts forecasts={accuracy.forecasts} method={method} />
      </Section>
    </>
  )
}

function Verdicts({ verdicts }: { verdicts: Accuracy['verdicts'] }) {
  const { down } = verdicts
  return (
    <div className="flex flex-col gap-8">
      <dl className="grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-2">
        <DelimitedFact name="Outages detected" value={formatCount(down.begun)}>
          Servers that went down after being reachable.
        </DelimitedFact>
        <DelimitedFact name="Reversed soon" value={shareOrNone(down.takenBackShare)}>
          {formatCount(down.takenBack)} answered again within {down.takenBackWithinMinutes} minutes. This includes short
          real outages, so it is an upper bound for false alarms.
        </DelimitedFact>
        <DelimitedFact name="From the last answer to the verdict" value={delayOf(down.secondsSinceLastAnswer?.p50)}>
          Median of {formatCount(down.timed)}; 90 % took at most {delayOf(down.secondsSinceLastAnswer?.p90)}. The outage
          began at some point in between.
        </DelimitedFact>
        <DelimitedFact
          name="From the first failed probe to the verdict"
          value={delayOf(down.secondsSinceFirstFailure?.p50)}
        >
          Median; 90 % took at most {delayOf(down.secondsSinceFirstFailure?.p90)}.
        </DelimitedFact>
      </dl>
      <Reversed verdicts={verdicts} />
      <Prose>
        <p className="text-soft text-sm">Outages that began and ended between two probes are not included.</p>
      </Prose>
    </div>
  )
}

function DelimitedFact(props: { name: string; value: string; children: ReactNode }) {
  return <Fact {...props} number className="border-edge border-l-2 pl-4" />
}

function Reversed({ verdicts }: { verdicts: Accuracy['verdicts'] }) {
  return (
    <Table
      caption={`Verdicts reversed within ${verdicts.reversedWithinMinutes} minutes`}
      columns={[
        { header: 'Verdict', rowHeader: true, cell: ({ verdict }) => verdict },
        { header: 'Total', number: true, cell: ({ begun }) => formatCount(begun) },
        { header: 'Reversed', number: true, cell: ({ reversed }) => formatCount(reversed) },
        { header: 'Share', number: true, cell: ({ reversedShare }) => shareOrNone(reversedShare) },
      ]}
      rows={verdicts.byVerdict}
      rowKey={({ verdict }) => verdict}
      captionClassName="pb-3 text-left"
    />
  )
}

function Forecasts({ forecasts, method }: { forecasts: readonly Forecast[]; method: string }) {
  const settled = forecasts.filter((forecast) => forecast.settled > 0)
  const current = settled.filter((forecast) => forecast.method === method)
  if (settled.length === 0) {
    return <p>No forecast has been settled yet.</p>
  }
  return (
    <div className="flex flex-col gap-8">
      <div className="grid grid-cols-1 gap-8 sm:grid-cols-2 lg:grid-cols-3">
        {current.map((forecast) => (
          <ReliabilityCurve key={forecast.hours} forecast={forecast} />
        ))}
      </div>
      <ScoreTable forecasts={settled} />
      <Prose>
        <p className="text-soft text-sm">
          Brier score and log loss: 0 is perfect. Persistence predicts the current state. The base rate always predicts
          the share of servers up in this sample, which is known only afterwards. Unsettled: no probe at that time, a
          monitoring gap, or maintenance. <a href="/methodology#forecast">How it is measured</a>.
        </p>
      </Prose>
    </div>
  )
}

interface ScoreRow {
  key: string
  name: ReactNode
  scores: Scores | null
  /** null for a baseline. */
  forecast: Forecast | null
}

const FORECAST_COLUMNS: readonly Column<ScoreRow>[] = [
  { header: 'Forecast', rowHeader: true, cell: ({ name }) => name },
  {
    header: 'Settled',
    number: true,
    labelled: true,
    cell: ({ forecast }) => forecast && formatCount(forecast.settled),
  },
  {
    header: 'Unsettled',
    number: true,
    labelled: true,
    cell: ({ forecast }) => forecast && formatCount(forecast.unsettled),
  },
  { header: 'Brier', number: true, labelled: true, cell: ({ scores }) => fourDecimals(scores?.brier) },
  { header: 'Log loss', number: true, labelled: true, cell: ({ scores }) => fourDecimals(scores?.logLoss) },
  {
    header: 'Calibration error',
    number: true,
    labelled: true,
    cell: ({ forecast }) => forecast && fourDecimals(forecast.calibrationError),
  },
]

function ScoreTable({ forecasts }: { forecasts: readonly Forecast[] }) {
  return (
    <Table
      caption="Accuracy of forecasts and of baselines on the same samples"
      columns={FORECAST_COLUMNS}
      rows={forecasts.flatMap(scoreRowsOf)}
      rowKey={({ key }) => key}
      phone="stacked"
      isSoft={({ forecast }) => forecast === null}
    />
  )
}

function scoreRowsOf(forecast: Forecast): ScoreRow[] {
  const { hours, method, scores, persistence, baseRate } = forecast
  const key = `${method} ${hours}`
  const name = (
    <>
      {hours} h ahead, <code className="font-mono text-sm">{method}</code>
    </>
  )
  return [
    { key, name, scores, forecast },
    { key: `${key} persistence`, name: `persistence, ${hours} h`, scores: persistence, forecast: null },
    { key: `${key} base rate`, name: `base rate, ${hours} h`, scores: baseRate, forecast: null },
  ]
}

function fourDecimals(value: number | null | undefined): string {
  return value?.toFixed(4) ?? '–'
}

function shareOrNone(share: number | null): string {
  return share === null ? 'none yet' : formatShare(share, 1)
}

function delayOf(seconds: number | undefined): string {
  return seconds === undefined ? 'none yet' : formatDuration(seconds)
}

import type { ReactNode } from 'react'
import type { Report } from '@/lib/contract/report/report'
import { formatCount, formatShare } from '../format'
import { type Column, Table } from '../lists/table'
import { Prose } from '../prose'
import { STATUS_DISPLAY } from '../status'

type Accuracy = Report['accuracy']
type Forecast = Accuracy['forecasts'][number]
type Scores = NonNullable<Forecast['scores']>

/** All figures on the accuracy of verdicts and forecasts. */
export function AccuracyTables({ accuracy }: { accuracy: Accuracy }) {
  return (
    <div className="flex flex-col gap-8">
      <Reversed verdicts={accuracy.verdicts} />
      <Forecasts forecasts={accuracy.forecasts} everyMinutes={accuracy.sample.everyMinutes} />
      <Prose>
        <p className="text-soft text-sm">
          Outages that began and ended between two checks are in no figure. <a href="/v1/report">The same as JSON</a>.
        </p>
      </Prose>
    </div>
  )
}

function Reversed({ verdicts }: { verdicts: Accuracy['verdicts'] }) {
  return (
    <Table
      caption={`Verdicts reversed within ${verdicts.reversedWithinMinutes} minutes`}
      columns={[
        { header: 'State', rowHeader: true, cell: ({ verdict }) => STATUS_DISPLAY[verdict].word },
        { header: 'Total', number: true, cell: ({ begun }) => formatCount(begun) },
        { header: 'Reversed', number: true, cell: ({ reversed }) => formatCount(reversed) },
        { header: 'Share', number: true, cell: ({ reversedShare }) => shareOrNone(reversedShare) },
      ]}
      rows={verdicts.byVerdict}
      rowKey={({ verdict }) => verdict}
      captionClassName="pb-3 text-left font-medium"
    />
  )
}

function Forecasts({ forecasts, everyMinutes }: { forecasts: readonly Forecast[]; everyMinutes: number }) {
  const settled = forecasts.filter((forecast) => forecast.settled > 0)
  if (settled.length === 0) return <p>No forecast could be checked yet.</p>
  return (
    <div className="flex flex-col gap-4">
      <ScoreTable forecasts={settled} />
      <Prose>
        <p className="text-soft text-sm">
          The forecasts of each server are stored every {formatCount(everyMinutes / 60)} hours. Brier score and log
          loss: 0 is perfect. Persistence predicts the current state. The base rate always predicts the share of servers
          up in this sample, which is known only afterwards. Unsettled: no check at that time, a monitoring gap, or
          maintenance. <a href="/trust/method#accuracy">How it is measured</a>.
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
      captionClassName="pb-3 text-left font-medium"
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

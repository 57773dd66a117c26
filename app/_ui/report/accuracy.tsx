import type { ReactNode } from 'react'
import type { Report } from '@/lib/contract/report'
import { formatCount, formatDuration, formatShare } from '../figures'
import { Section } from '../layout/section'
import { type Column, Table } from '../lists/table'
import { Prose } from '../prose'
import { ReliabilityCurve } from './reliability-curve'

type Accuracy = Report['accuracy']
type Forecast = Accuracy['forecasts'][number]
type Scores = NonNullable<Forecast['scores']>

/** How often our verdicts and our forecasts were right. */
export function AccuracyOfOurselves({ accuracy, method }: { accuracy: Accuracy; method: string }) {
  const days = `The last ${accuracy.windowDays} days.`
  return (
    <>
      <Section id="verdicts" title="How good our verdicts were" note={days}>
        <Verdicts verdicts={accuracy.verdicts} />
      </Section>
      <Section
        id="forecasts"
        title="How good our forecasts were"
        note={`${days} A sample: the forecasts of each server are kept once in ${formatCount(accuracy.sample.everyMinutes / 60)} hours.`}
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
        <Fact name="Outages told" value={formatCount(down.begun)}>
          Times a server became down that we had held to be up, or degraded, or behind its door.
        </Fact>
        <Fact name="Taken back at once" value={shareOrNone(down.takenBackShare)}>
          {formatCount(down.takenBack)} answered again within {down.takenBackWithinMinutes} minutes. Short real outages
          are among them, so false alarms are at most as many.
        </Fact>
        <Fact name="From the last answer to the verdict" value={delayOf(down.secondsSinceLastAnswer?.p50)}>
          The median of {formatCount(down.timed)}; nine in ten took at most {delayOf(down.secondsSinceLastAnswer?.p90)}.
          The outage began somewhere between the two.
        </Fact>
        <Fact name="From the first failed look to the verdict" value={delayOf(down.secondsSinceFirstFailure?.p50)}>
          The median; nine in ten took at most {delayOf(down.secondsSinceFirstFailure?.p90)}.
        </Fact>
      </dl>
      <Reversed verdicts={verdicts} />
      <Prose>
        <p className="text-soft text-sm">
          What is missing here: outages that began and ended between two looks. Nobody saw them, so nobody can count
          them.
        </p>
      </Prose>
    </div>
  )
}

function Fact({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div className="border-edge border-l-2 pl-4">
      <dt className="text-soft text-sm">{name}</dt>
      <dd>
        <span className="block font-mono text-xl leading-9 tracking-tight">{value}</span>
        <span className="block text-pretty text-sm">{children}</span>
      </dd>
    </div>
  )
}

function Reversed({ verdicts }: { verdicts: Accuracy['verdicts'] }) {
  return (
    <Table
      caption={`Verdicts that were left again within ${verdicts.reversedWithinMinutes} minutes for the one before`}
      columns={[
        { header: 'Verdict', rowHeader: true, cell: ({ verdict }) => verdict },
        { header: 'Begun', number: true, cell: ({ begun }) => formatCount(begun) },
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
    return <p>No forecast has been settled yet: the first one waits for its hour.</p>
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
          Brier score and log loss: 0 is perfect. Persistence says that it stays as it is. The base rate is the share of
          ups in this very sample, told each time; it knows the future, so it is hard to beat. Unsettled: nobody watched
          at that hour, or it fell into void time or maintenance. <a href="/methodology#forecast">How it is measured</a>
          .
        </p>
      </Prose>
    </div>
  )
}

interface ScoreRow {
  key: string
  name: ReactNode
  scores: Scores | null
  /** A simple forecaster beside ours, on the same forecasts, has none. */
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
      caption="Accuracy of forecasts, beside simple forecasters on the same forecasts"
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

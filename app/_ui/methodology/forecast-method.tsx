import {
  ACCURACY_WINDOW_DAYS,
  GIVE_UP_AFTER_HOURS,
  PERSISTENCE_UP,
  RELIABILITY_BINS,
  SAMPLE_EVERY_MINUTES,
  SETTLE_AFTER_MINUTES,
} from 'assay-verify/accuracy/forecast-accuracy'
import { HORIZON_HOURS, SUREST } from 'assay-verify/forecast/forecast'
import { FORECAST_FEATURES, FORECAST_WEIGHTS, PRIOR_OUTAGES } from 'assay-verify/forecast/forecast-model'
import { OUTAGE_KINDS } from 'assay-verify/forecast/outage-history'
import { MODEL } from 'assay-verify/state/server-state'
import { REVERSED_WITHIN_MINUTES, TAKEN_BACK_WITHIN_MINUTES } from '@/lib/core/accuracy/verdict-accuracy'
import { formatCount, formatShare } from '../format'
import { Section } from '../layout/section'
import { Table } from '../lists/table'
import { Prose } from '../prose'

/** How a forecast is computed, and how its accuracy is measured. */
export function ForecastMethod({ method }: { method: string }) {
  const horizons = HORIZON_HOURS.join(', ')
  return (
    <>
      <Section
        id="forecast"
        title="The forecast"
        note={
          <>
            Method <code className="font-mono">{method}</code>, from the filter{' '}
            <code className="font-mono">{MODEL}</code>.
          </>
        }
      >
        <Prose>
          <p>
            The probability that a server is up in {horizons} hours. It is computed from the probability of being up
            after the newest check and from the frequency and kinds of the server’s past outages. The prior for a server
            without history is {PRIOR_OUTAGES.outages} outages in {PRIOR_OUTAGES.upHours} hours, the average of all
            servers. A server whose only way in is a package that is gone from its index is forecast to stay down.
          </p>
        </Prose>
        <OutageKinds />
        <Prose>
          <p className="mt-6">
            A logistic regression, trained on real time series, then corrects the probability by{' '}
            {FORECAST_FEATURES.length} features:
          </p>
          <ul className="list-disc pl-5">
            {FORECAST_FEATURES.map(({ name, means }) => (
              <li key={name}>{means}.</li>
            ))}
          </ul>
          <p>
            The weights in the source were trained on {FORECAST_WEIGHTS.trainedOn.series} series. No forecast is above{' '}
            {formatShare(SUREST, 2)} or below {formatShare(1 - SUREST, 2)}.
          </p>
        </Prose>
      </Section>
      <Section id="accuracy" title="Accuracy" note={<a href="/trust#calibration">Results</a>}>
        <Prose>
          <p>
            Every {SAMPLE_EVERY_MINUTES / 60} hours the published forecasts of every server with a known state are
            stored. Each is settled at least {SETTLE_AFTER_MINUTES} minutes after the forecast time, by the checks
            around it. After {GIVE_UP_AFTER_HOURS} hours without such checks it counts as unsettled.
          </p>
          <p>
            For each horizon we publish the Brier score, the log loss and a reliability curve of {RELIABILITY_BINS} bins
            over {ACCURACY_WINDOW_DAYS} days, with two baselines on the same samples: persistence (a server that is up
            stays up with {formatShare(PERSISTENCE_UP.up, 0)}, one that is down is up with{' '}
            {formatShare(PERSISTENCE_UP.down, 0)}) and the base rate.
          </p>
          <p>
            For verdicts we publish how many were reversed within {REVERSED_WITHIN_MINUTES} minutes, how many outages
            ended within {TAKEN_BACK_WITHIN_MINUTES} minutes, and the delay from the last answer and from the first
            failed check to the verdict down.
          </p>
        </Prose>
      </Section>
    </>
  )
}

function OutageKinds() {
  return (
    <Table
      caption="Kinds of outages"
      columns={[
        {
          header: 'Kind of outage, by mean duration',
          rowHeader: true,
          cell: ({ meanHours }) => `${formatCount(meanHours)} ${meanHours === 1 ? 'hour' : 'hours'}`,
        },
        { header: 'Share of all', number: true, cell: ({ share }) => formatShare(share, 0) },
      ]}
      rows={OUTAGE_KINDS}
      rowKey={({ meanHours }) => meanHours}
      className="mt-6"
    />
  )
}

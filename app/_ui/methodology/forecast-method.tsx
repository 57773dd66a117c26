import {
  GIVE_UP_AFTER_HOURS,
  PERSISTENCE_UP,
  RELIABILITY_BINS,
  SAMPLE_EVERY_MINUTES,
  SETTLE_AFTER_MINUTES,
} from '@/lib/core/accuracy/accuracy'
import { ACCURACY_WINDOW_DAYS } from '@/lib/core/accuracy/ecosystem'
import { REVERSED_WITHIN_MINUTES, TAKEN_BACK_WITHIN_MINUTES } from '@/lib/core/accuracy/verdict-accuracy'
import { HORIZON_HOURS, SUREST } from '@/lib/core/forecast/forecast'
import { FORECAST_FEATURES, FORECAST_WEIGHTS, PRIOR_OUTAGES } from '@/lib/core/forecast/forecast-model'
import { OUTAGE_KINDS } from '@/lib/core/forecast/outage-history'
import { MODEL } from '@/lib/core/state/server-state'
import { formatCount, formatShare } from '../figures'
import { Section } from '../layout/section'
import { Table } from '../lists/table'
import { Prose } from '../prose'

/** The forecast, and how we measure ourselves. */
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
            How likely a server is to be up in {horizons} hours. It starts from how likely it is to be up after our
            newest look, and from its own outages: how often they come, and of which kinds they were. A young server is
            granted {PRIOR_OUTAGES.outages} outages in {PRIOR_OUTAGES.upHours} hours, which is what servers do in
            general.
          </p>
        </Prose>
        <OutageKinds />
        <Prose>
          <p className="mt-6">
            A logistic regression, learnt from real series, then corrects the probability by {FORECAST_FEATURES.length}{' '}
            numbers:
          </p>
          <ul className="list-disc pl-5">
            {FORECAST_FEATURES.map(({ name, means }) => (
              <li key={name}>{means}.</li>
            ))}
          </ul>
          <p>
            The weights that come with the source were learnt from {FORECAST_WEIGHTS.trainedOn.series} series. No
            forecast is surer than {formatShare(SUREST, 2)}, either way.
          </p>
        </Prose>
      </Section>
      <Section id="accuracy" title="How we measure ourselves" note={<a href="/report#forecasts">What came of it</a>}>
        <Prose>
          <p>
            Once in {SAMPLE_EVERY_MINUTES / 60} hours the forecasts of every server whose state is known are kept, as
            they were given. Each is settled {SETTLE_AFTER_MINUTES} minutes or more after its hour, by what the looks
            say of that instant. After {GIVE_UP_AFTER_HOURS} hours without any it counts as unsettled. Nothing is
            guessed.
          </p>
          <p>
            We publish the Brier score, the log loss and a reliability curve of {RELIABILITY_BINS} bins for each
            horizon, over {ACCURACY_WINDOW_DAYS} days, beside two simple forecasters on the same forecasts: persistence
            (what is up stays up with {formatShare(PERSISTENCE_UP.up, 0)}, what is down is up with{' '}
            {formatShare(PERSISTENCE_UP.down, 0)}) and the base rate.
          </p>
          <p>
            Of our verdicts we publish how many were left again within {REVERSED_WITHIN_MINUTES} minutes for the one
            before, how many outages we told were over within {TAKEN_BACK_WITHIN_MINUTES} minutes, and how long it took
            from the last answer, and from the first failed look, until we said down.
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
          header: 'Kind of outage, by its mean length',
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

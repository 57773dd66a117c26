import {
  FORECAST_FEATURES,
  FORECAST_FORM,
  type ForecastWeights,
  outagesOutlook,
} from 'assay-verify/forecast/forecast-model'
import { hoursBetween } from 'assay-verify/forecast/outage-history'
import { fitCorrection, ROW_LENGTH } from './fit-correction'
import { type SeriesStretches, watchedHours } from './series-stretches'

/** Horizons a correction is learnt for, in hours. */
export const TRAINED_HOURS = [1, 6, 24] as const

/** Rows kept, 80 MB. Beyond that every second row is dropped, repeatedly. */
const MOST_ROWS = 420_000

/**
 * Of the hours of a server that has been up for half a day and stays up at every horizon, one in `CALM_STRIDE` is kept
 * and counts for all of them: neighbouring ones are nearly equal.
 */
const CALM_STRIDE = 12
const CALM_AFTER_HOURS = 12

/**
 * Pull of a weight towards 0 by hour of the horizon, in rows (a Gaussian prior on standardised features): targets a day
 * ahead overlap, so a row carries a 24th of the information of one an hour ahead. Half to double performs equally well
 * on hosts left out; without the factor, learning from half of the hosts diverges.
 */
const PULL_PER_HOUR = 25

const FEATURES = FORECAST_FEATURES.length
const PER_HORIZON = FEATURES + 1
/** Group, state and what the row counts for, then target and features of each horizon. */
const HEAD = 3
const WIDTH = HEAD + TRAINED_HOURS.length * PER_HORIZON

/**
 * Learns the weights of `forecast-model.ts` from series, one after the other, in bounded memory: one logistic
 * regression (penalised maximum likelihood by Newton's method) per horizon and state, with the logit of
 * `outagesOutlook` as its offset. Every group counts the same, however many hours it has. The same series in the same
 * order give the same weights.
 */
export class ForecastTraining {
  private readonly rows: Float64Array
  private readonly groups = new Map<string, number>()
  private kept = 0
  private met = 0
  private stride = 1
  private series = 0

  constructor(private readonly mostRows = MOST_ROWS) {
    this.rows = new Float64Array(mostRows * WIDTH)
  }

  add({ group, stretches }: SeriesStretches): void {
    const groupAt = this.groups.get(group) ?? this.groups.size
    this.groups.set(group, groupAt)
    this.series += 1
    const hours = [...watchedHours(stretches)]
    const states = new Map(hours.map(({ hour, state }) => [hour, state]))
    for (const { hour, at: instant, state, history } of hours) {
      const targets = TRAINED_HOURS.map((ahead) => states.get(hour + ahead))
      const isCalm =
        state === 'up' &&
        !targets.includes('down') &&
        hoursBetween(history.sinceAt ?? instant, instant) > CALM_AFTER_HOURS
      if (isCalm && (hour + this.series) % CALM_STRIDE !== 0) continue
      this.met += 1
      if ((this.met - 1) % this.stride !== 0) continue
      if (this.kept === this.mostRows) this.thin()
      if ((this.met - 1) % this.stride !== 0) continue
      const row = this.rows.subarray(this.kept * WIDTH, (this.kept + 1) * WIDTH)
      this.kept += 1
      row[0] = groupAt
      row[1] = state === 'up' ? 1 : 0
      row[2] = isCalm ? CALM_STRIDE : 1
      const outlook = outagesOutlook(history)
      TRAINED_HOURS.forEach((ahead, at) => {
        const target = targets[at]
        const chance = outlook(ahead)
        const features = FORECAST_FEATURES.map(({ of }) => of(history, chance))
        row.set([target === undefined ? Number.NaN : target === 'up' ? 1 : 0, ...features], HEAD + at * PER_HORIZON)
      })
    }
  }

  /**
   * Weights from all series added but those of the groups `without`. `sha256`: of the data, for anyone who recomputes
   * them.
   */
  weights(sha256: string, without: readonly string[] = []): ForecastWeights {
    const counts = this.countsOfGroups(without)
    return {
      version: `${FORECAST_FORM}.${sha256.slice(0, 8)}`,
      trainedOn: { sha256, series: this.series },
      horizons: TRAINED_HOURS.map((hours, at) => {
        const learn = (up: 0 | 1) => fitCorrection(this.pick(at, up, counts), hours * PULL_PER_HOUR)
        return { hours, up: learn(1), down: learn(0) }
      }),
    }
  }

  /**
   * What a row of each group counts for, by the group's number: the same for each group in all, 0 for those left out.
   */
  private countsOfGroups(without: readonly string[]): number[] {
    const names = [...this.groups.keys()]
    const hours = names.map(() => 0)
    for (let start = 0; start < this.kept * WIDTH; start += WIDTH) {
      const group = this.rows[start] ?? 0
      hours[group] = (hours[group] ?? 0) + this.stride * (this.rows[start + 2] ?? 0)
    }
    const kept = hours.filter((_, group) => !without.includes(names[group] ?? ''))
    const mean = kept.reduce((sum, one) => sum + one, 0) / Math.max(1, kept.length)
    return names.map((name, group) =>
      without.includes(name) ? 0 : (this.stride * mean) / Math.max(1, hours[group] ?? 0),
    )
  }

  /** Rows of one horizon and state, one after the other: what the row counts for, its target and its features. */
  private pick(horizon: number, up: 0 | 1, counts: readonly number[]): Float64Array {
    const picked = new Float64Array(this.kept * ROW_LENGTH)
    let length = 0
    for (let start = 0; start < this.kept * WIDTH; start += WIDTH) {
      const from = start + HEAD + horizon * PER_HORIZON
      const count = (counts[this.rows[start] ?? 0] ?? 0) * (this.rows[start + 2] ?? 0)
      if (count === 0 || this.rows[start + 1] !== up || Number.isNaN(this.rows[from])) continue
      picked[length] = count
      picked.set(this.rows.subarray(from, from + PER_HORIZON), length + 1)
      length += ROW_LENGTH
    }
    return picked.subarray(0, length)
  }

  private thin(): void {
    this.stride *= 2
    this.kept = Math.ceil(this.kept / 2)
    for (let row = 0; row < this.kept; row++) {
      this.rows.copyWithin(row * WIDTH, row * 2 * WIDTH, (row * 2 + 1) * WIDTH)
    }
  }
}

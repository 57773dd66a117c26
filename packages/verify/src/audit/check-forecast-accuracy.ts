import {
  type ForecastAccuracy,
  type ForecastTally,
  forecastAccuracy,
  logLossOf,
  NO_FORECASTS,
  RELIABILITY_BINS,
} from '../accuracy/forecast-accuracy.ts'
import type * as answers from '../answers.ts'
import type { AccuracySums } from './accuracy-sums.ts'
import type { LoggedSums } from './logged-accuracy.ts'
import { outside } from './outside.ts'

/** Figures are shown with six decimals. */
const ROUNDED = 1e-6
/** The most that one forecast adds to a sum. */
const WORST = { brier: 1, logLoss: logLossOf(0, true) } as const

type ShownForecasts = answers.ReportAccuracy['accuracy']['forecasts'][number]

/** What of forecasts as they are shown is not what was counted. */
export function forecastFaults(shown: readonly ShownForecasts[], sums: LoggedSums): string[] {
  const names = new Set([...shown, ...sums.least.forecasts].map(({ method, hours }) => JSON.stringify([method, hours])))
  return [...names].flatMap((name) => {
    const [method, hours] = JSON.parse(name) as [string, number]
    const is = shown.find((one) => one.method === method && one.hours === hours)
    const of = ({ forecasts }: AccuracySums) => forecasts.filter((one) => one.method === method && one.hours === hours)
    const low = new Map(of(sums.least).map((row) => [row.bin, row]))
    const high = sums.most === null ? null : of(sums.most)
    const total = (rows: Iterable<ForecastTally>, key: 'n' | 'unsettled') =>
      [...rows].reduce((sum, row) => sum + row[key], 0)
    const range = (key: 'n' | 'unsettled') => {
      const least = total(low.values(), key)
      return [least, high === null ? least + sums.mayBeSettled(hours) : total(high, key)] as const
    }
    const faults = [
      ...outside('settled', is?.settled ?? 0, range('n')),
      ...outside('unsettled', is?.unsettled ?? 0, range('unsettled')),
      ...(is === undefined || is.settled === 0
        ? []
        : [...scoreFaults(is, low), ...binFaults(is, low), ...meanFaults(is)]),
    ]
    return faults.map((text) => `Of forecasts ${hours} h ahead, ${text}`)
  })
}

/** Of forecasts that were settled since, each may have been as good or as bad as can be. */
function scoreFaults(
  { settled, scores, persistence }: ShownForecasts,
  low: ReadonlyMap<number, ForecastTally>,
): string[] {
  const sum = (name: keyof ForecastTally) => [...low.values()].reduce((total, row) => total + row[name], 0)
  const more = settled - sum('n')
  const fault = (label: string, value: number | undefined, name: keyof ForecastTally, worst: number) => {
    const least = sum(name)
    return outside(label, value ?? -1, [least / settled, (least + more * worst) / settled], 2 * ROUNDED)
  }
  return [
    ...fault('brier', scores?.brier, 'brier', WORST.brier),
    ...fault('logLoss', scores?.logLoss, 'logLoss', WORST.logLoss),
    ...fault('brier of persistence', persistence?.brier, 'persistenceBrier', WORST.brier),
    ...fault('logLoss of persistence', persistence?.logLoss, 'persistenceLogLoss', WORST.logLoss),
  ]
}

function binFaults({ settled, reliability }: ShownForecasts, low: ReadonlyMap<number, ForecastTally>): string[] {
  const shown = new Map(reliability.map((one) => [Math.round(one.from * RELIABILITY_BINS), one]))
  const total = reliability.reduce((sum, { n }) => sum + n, 0)
  const faults = total === settled ? [] : [`the bins have ${total} of ${settled} forecasts.`]
  for (const [bin, { n, ups, sumUp }] of low) {
    const is = shown.get(bin)
    const more = (is?.n ?? 0) - n
    if (more < 0) faults.push(`bin ${bin} has ${is?.n ?? 0} forecasts; the log has ${n} at least.`)
    if (is === undefined || more < 0 || is.n === 0) continue
    const [from, to] = [bin / RELIABILITY_BINS, (bin + 1) / RELIABILITY_BINS]
    faults.push(
      ...outside(`upShare of bin ${bin}`, is.upShare, [ups / is.n, (ups + more) / is.n], 2 * ROUNDED),
      ...outside(
        `meanForecast of bin ${bin}`,
        is.meanForecast,
        [(sumUp + more * from) / is.n, (sumUp + more * to) / is.n],
        2 * ROUNDED,
      ),
    )
  }
  return faults
}

/** Figures that follow from others that are shown. */
function meanFaults(shown: ShownForecasts): string[] {
  const { settled, scores, persistence, reliability } = shown
  const bins = reliability.map(({ n, meanForecast, upShare }, bin) => {
    const tally = { ...NO_FORECASTS, n, ups: Math.round(n * upShare), sumUp: n * meanForecast }
    return [bin, tally] as const
  })
  const totals = {
    ...NO_FORECASTS,
    ...{ brier: (scores?.brier ?? 0) * settled, logLoss: (scores?.logLoss ?? 0) * settled },
    ...{
      persistenceBrier: (persistence?.brier ?? 0) * settled,
      persistenceLogLoss: (persistence?.logLoss ?? 0) * settled,
    },
  }
  const right = forecastAccuracy([...bins, [bins[0]?.[0] ?? 0, totals]])
  const figures = ({
    upShare,
    calibrationError,
    baseRate,
    skill,
  }: Pick<ForecastAccuracy, 'upShare' | 'calibrationError' | 'baseRate' | 'skill'>) =>
    Object.entries({
      ...{ upShare, calibrationError, baseRateBrier: baseRate?.brier, baseRateLogLoss: baseRate?.logLoss },
      ...{ skillBrier: skill?.againstPersistence.brier, skillLogLoss: skill?.againstPersistence.logLoss },
      ...{ skillOverBaseRate: skill?.againstBaseRate.brier, skillOverBaseRateLogLoss: skill?.againstBaseRate.logLoss },
    })
  const is = new Map(figures(shown))
  return figures(right).flatMap(([name, value]) => {
    const given = is.get(name) ?? null
    if (value == null || given === null)
      return (value ?? null) === given ? [] : [`${name} is ${given}; it is ${value}.`]
    return Math.abs(value - given) <= 3 * ROUNDED ? [] : [`${name} is ${given}; it is ${value}.`]
  })
}

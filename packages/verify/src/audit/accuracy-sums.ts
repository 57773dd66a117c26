import { addTallies } from '../accuracy/forecast-accuracy.ts'
import type { DelayCount } from '../accuracy/verdict-figures.ts'
import type { AccuracyDay, ForecastBin } from '../leaves/accuracy-days.ts'
import type { Verdict } from '../verdict.ts'

/** What was counted in some days, added up. */
export type AccuracySums = Omit<AccuracyDay, 'day'>

export const NO_COUNTS: AccuracySums = { verdicts: [], delays: [], forecasts: [] }

/** Sums are logged with six decimals. */
const SAME = 2e-6

/** The counts of days, added up. */
export function accuracySums(days: readonly AccuracySums[]): AccuracySums {
  const all = <Name extends keyof AccuracySums>(name: Name) =>
    days.flatMap((day): AccuracySums[Name][number][] => day[name])
  return {
    verdicts: merged(
      all('verdicts'),
      ({ verdict }) => verdict,
      (one, other) => ({
        verdict: one.verdict,
        begun: one.begun + other.begun,
        reversed: one.reversed + other.reversed,
        takenBack: one.takenBack + other.takenBack,
      }),
    ),
    delays: merged(
      all('delays'),
      ({ since, bin }) => `${since} ${bin}`,
      (one, other) => ({ ...one, n: one.n + other.n }),
    ),
    forecasts: merged(all('forecasts'), nameOfBin, (one, other) => ({ ...one, ...addTallies(one, other) })),
  }
}

function merged<Row>(rows: readonly Row[], nameOf: (row: Row) => string, add: (one: Row, other: Row) => Row): Row[] {
  const byName = new Map<string, Row>()
  for (const row of rows) {
    const known = byName.get(nameOf(row))
    byName.set(nameOf(row), known === undefined ? row : add(known, row))
  }
  return [...byName.values()]
}

const nameOfBin = ({ method, hours, bin }: ForecastBin) => `${hours} ${bin} ${method}`

/**
 * What of the counts of a day was taken away since they were known, or, where they stay as they are, changed: the end
 * of a sentence; null: nothing.
 */
export function changeOfCounts(known: AccuracySums, now: AccuracySums, staysAsItIs: boolean): string | null {
  const [before, after] = [rowsOf(known), rowsOf(now)]
  for (const name of new Set([...before.keys(), ...(staysAsItIs ? after.keys() : [])])) {
    const [was, is] = [before.get(name) ?? {}, after.get(name) ?? {}]
    for (const count of Object.keys({ ...was, ...is })) {
      const [old, next] = [was[count] ?? 0, is[count] ?? 0]
      if (next < old - SAME || (staysAsItIs && next > old + SAME)) return `${name} ${count} is ${next}, and was ${old}`
    }
  }
  return null
}

/** The counts of every row by its name. */
function rowsOf({ verdicts, delays, forecasts }: AccuracySums): Map<string, Readonly<Record<string, number>>> {
  return new Map<string, Readonly<Record<string, number>>>([
    ...verdicts.map(({ verdict, ...counts }) => [verdict, counts] as const),
    ...delays.map(({ since, bin, n }) => [`delay ${since} ${bin}`, { n }] as const),
    ...forecasts.map(({ method, hours, bin, ...tally }) => [`forecast ${hours} ${bin} ${method}`, tally] as const),
  ])
}

/** Forecasts so many hours ahead, settled or not. */
export function forecastsAhead({ forecasts }: AccuracySums, hours: number): number {
  return forecasts.reduce((sum, row) => sum + (row.hours === hours ? row.n + row.unsettled : 0), 0)
}

/** Verdicts that began: of one kind, or all. */
export function begunIn({ verdicts }: AccuracySums, verdict?: Verdict): number {
  return verdicts.reduce((sum, one) => sum + (verdict === undefined || one.verdict === verdict ? one.begun : 0), 0)
}

/** Outages whose detection was timed. */
export function timedIn({ delays }: AccuracySums, from: DelayCount['since']): number {
  return delays.reduce((sum, { since, n }) => sum + (since === from ? n : 0), 0)
}

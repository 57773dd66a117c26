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
  const [before, after] = [countsOf(known), countsOf(now)]
  for (const name of new Set([...before.keys(), ...(staysAsItIs ? after.keys() : [])])) {
    const [was, is] = [before.get(name) ?? 0, after.get(name) ?? 0]
    if (is < was - SAME || (staysAsItIs && is > was + SAME)) return `${name} is ${is}, and was ${was}`
  }
  return null
}

/** Every number by its name. */
function countsOf({ verdicts, delays, forecasts }: AccuracySums): Map<string, number> {
  return new Map([
    ...verdicts.flatMap(({ verdict, ...counts }) => named(verdict, counts)),
    ...delays.flatMap(({ since, bin, n }) => named(`delay ${since} ${bin}`, { n })),
    ...forecasts.flatMap(({ method, hours, bin, ...tally }) => named(`forecast ${hours} ${bin} ${method}`, tally)),
  ])
}

function named(of: string, counts: object): [string, number][] {
  return Object.entries(counts).map(([name, value]) => [`${of} ${name}`, Number(value)])
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

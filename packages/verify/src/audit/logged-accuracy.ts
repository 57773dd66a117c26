import { DELAY_BEGINNINGS } from '../accuracy/verdict-figures.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../duration.ts'
import { HORIZON_HOURS } from '../forecast/forecast.ts'
import type { AccuracyDay, AccuracyDays } from '../leaves/accuracy-days.ts'
import {
  type AccuracySums,
  accuracySums,
  begunIn,
  changeOfCounts,
  forecastsAhead,
  NO_COUNTS,
  timedIn,
} from './accuracy-sums.ts'
import { type Finding, finding } from './finding.ts'

/** The document of an hour: its leaf, and when that was queued, epoch ms. */
interface HourlyDocument {
  leaf: number
  hour: string
  at: number
}

/** What one document says of a day. */
interface Statement {
  leaf: number
  at: number
  day: AccuracyDay
}

/** How often verdicts were logged as turned on a day; null: the log does not have all of that day. */
export type TurnsOf = (day: string) => number | null

/** What the log allows a report to add up. */
export interface LoggedSums {
  /** What documents before it have. */
  least: AccuracySums
  /** What the first document after it has; null: there is none yet. */
  most: AccuracySums | null
  /** Verdicts of which no more can have begun since, and forecasts so many hours ahead that can have been settled. */
  mayHaveBegun: number
  mayBeSettled(hours: number): number
}

/** A report is made within minutes, of several statements. */
const MADE_WITHIN_MS = 5 * MINUTE_MS
/** For so long all that documents say of a day is remembered. */
const REMEMBERED_MS = 26 * HOUR_MS
/** Every server is sampled once in 25 hours; of a catalog that is replaced both the old and the new ones are. */
const FORECASTS_OF_A_SERVER = 2
/** Verdicts count as they were a moment before, which need not be as they were logged. */
const TURNS = 2
const FEW = 10

/** What hourly documents say was counted of accuracy, in the order of the log. */
export class LoggedAccuracy {
  readonly #days = new Map<string, Statement[]>()
  /** Of the hour that is taken, and of the largest one. */
  #servers = { hour: '', count: 0, most: 0 }
  #documents: { at: number; openFrom: string }[] = []
  /** The first day that any document has, and what the first document has. */
  #from = ''
  #base = new Map<string, AccuracyDay>()

  /** Notes how many servers a part of the document of an hour has. */
  count(hour: string, servers: number): void {
    const count = servers + (hour === this.#servers.hour ? this.#servers.count : 0)
    this.#servers = { hour, count, most: Math.max(count, this.#servers.most) }
  }

  /** Takes what the document of an hour has; answers what contradicts the documents before. */
  take({ from, openFrom, days }: AccuracyDays, { leaf, hour, at }: HourlyDocument): Finding[] {
    const before = this.#documents.at(-1)?.openFrom
    const isFirst = before === undefined
    const faults: string[] = []
    if (!isFirst && from > before) faults.push(`It leaves out ${before}, which was not over.`)
    if (openFrom < (before ?? from) || openFrom > dayOf(at))
      faults.push(`It says that nothing before ${openFrom} changes.`)
    if (!isFirst) faults.push(...this.#changes({ from, days }, before))
    for (const day of days) this.#note({ leaf, at, day })
    if (isFirst) [this.#from, this.#base] = [from, new Map(days.map((day) => [day.day, day]))]
    const recent = this.#documents.filter((_, place, all) => (all[place + 1]?.at ?? at) > at - REMEMBERED_MS)
    this.#documents = [...recent, { at, openFrom }]
    return faults.slice(0, 3).map((text) => finding('accuracy', leaf, hour, text))
  }

  #changes({ from, days }: Pick<AccuracyDays, 'from' | 'days'>, openBefore: string): string[] {
    const given = new Map(days.map((one) => [one.day, one]))
    const all = new Set([...given.keys(), ...this.#days.keys()])
    return [...all].flatMap((day) => {
      const known = this.#days.get(day)?.at(-1)
      if (day < from) return []
      const change = changeOfCounts(known?.day ?? NO_COUNTS, given.get(day) ?? NO_COUNTS, day < openBefore)
      return change === null ? [] : [`Of ${day} ${change}${known === undefined ? '' : ` in leaf ${known.leaf}`}.`]
    })
  }

  #note(statement: Statement): void {
    const known = this.#days.get(statement.day.day) ?? []
    const kept = known.filter((_, place) => (known[place + 1] ?? statement).at > statement.at - REMEMBERED_MS)
    this.#days.set(statement.day.day, [...kept, statement])
  }

  /** Whether more was counted of any day than can have been; to be asked at the end. */
  checkDays(turnsOf: TurnsOf): Finding[] {
    return [...this.#days].flatMap(([day, statements]) => {
      const newest = statements.at(-1)
      const faults = newest === undefined ? [] : this.#faultsOfDay(newest.day, turnsOf(day))
      return faults.slice(0, 1).map((text) => finding('accuracy', newest?.leaf ?? null, day, text))
    })
  }

  #faultsOfDay(day: AccuracyDay, turns: number | null): string[] {
    const grown = (count: (sums: AccuracySums) => number) => this.#grown(day.day, day, count)
    const most = this.#mostForecasts()
    const begun = grown((sums) => begunIn(sums))
    const down = grown((sums) => begunIn(sums, 'down'))
    const timed = Math.max(...DELAY_BEGINNINGS.map((since) => grown((sums) => timedIn(sums, since))))
    return [
      ...HORIZON_HOURS.flatMap((hours) => {
        const count = grown((sums) => forecastsAhead(sums, hours))
        return count > most ? [`It has ${count} forecasts of ${hours} h; ${most} were possible.`] : []
      }),
      ...(turns !== null && begun > turns * TURNS + FEW
        ? [`It has ${begun} verdicts that began; ${turns} are logged.`]
        : []),
      ...(timed > down ? [`It has ${timed} outages that were timed; ${down} began.`] : []),
    ]
  }

  /** How much more there is of a day than was when the log began to have it. */
  #grown(day: string, sums: AccuracySums, count: (sums: AccuracySums) => number): number {
    return count(sums) - count(this.#base.get(day) ?? NO_COUNTS)
  }

  #mostForecasts(): number {
    return FORECASTS_OF_A_SERVER * this.#servers.most + FEW
  }

  /**
   * What a report of `asOf` (epoch ms) over the last days may show; null: the log does not have all of them, or was not
   * there yet.
   */
  findSums(asOf: number, windowDays: number, turnsOf: TurnsOf): LoggedSums | null {
    const since = dayOf(asOf - windowDays * DAY_MS)
    const before = this.#documents.findLast(({ at }) => at <= asOf - MADE_WITHIN_MS)
    const after = this.#documents.find(({ at }) => at >= asOf + MADE_WITHIN_MS)
    if (before === undefined || since < this.#from) return null
    const days = [...this.#days].filter(([day]) => day >= since)
    const until = (at: number) =>
      accuracySums(days.map(([, statements]) => statements.findLast((one) => one.at <= at)?.day ?? NO_COUNTS))
    const open: string[] = []
    for (let at = Date.parse(before.openFrom); at <= asOf + MADE_WITHIN_MS; at += DAY_MS) open.push(dayOf(at))
    const room = (most: (day: string) => number, count: (sums: AccuracySums) => number) =>
      open.reduce((total, day) => {
        const stated = this.#days.get(day)?.findLast((one) => one.at <= before.at)?.day ?? NO_COUNTS
        return total + Math.max(0, most(day) - this.#grown(day, stated, count))
      }, 0)
    return {
      least: until(before.at),
      most: after === undefined ? null : until(after.at),
      mayHaveBegun: room((day) => (turnsOf(day) ?? Number.POSITIVE_INFINITY) * TURNS + FEW, begunIn),
      mayBeSettled: (hours) =>
        room(
          () => this.#mostForecasts(),
          (sums) => forecastsAhead(sums, hours),
        ),
    }
  }
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

import { ACCURACY_WINDOW_DAYS } from '../accuracy/forecast-accuracy.ts'
import { DELAY_BEGINNINGS, DELAY_BINS, verdictAccuracy } from '../accuracy/verdict-figures.ts'
import type * as answers from '../answers.ts'
import { HOUR_MS, MINUTE_MS } from '../duration.ts'
import { type AccuracySums, accuracySums, NO_COUNTS, timedIn } from './accuracy-sums.ts'
import { forecastFaults } from './check-forecast-accuracy.ts'
import { type Finding, finding } from './finding.ts'
import type { LoggedAccuracy, LoggedSums, TurnsOf } from './logged-accuracy.ts'
import { outside } from './outside.ts'

/** What a report says of accuracy, and when it was asked for, epoch ms. */
export interface ShownAccuracy extends answers.ReportAccuracy {
  askedAt: number
}

/** A service makes its report every few minutes; one that is older is not what it counts now. */
const OLDEST_MS = 24 * HOUR_MS
const CLOCK_MS = 10 * MINUTE_MS
const MOST_FOUND = 5

/**
 * Whether what a report says of accuracy is what was counted of its days: not less of anything than documents before it
 * have, and not more than documents after it have, or than can have been counted since. Shares and means follow from
 * the counts.
 */
export function checkAccuracy(shown: ShownAccuracy, logged: LoggedAccuracy, turnsOf: TurnsOf): Finding[] {
  const { asOf, accuracy, askedAt } = shown
  const at = Date.parse(asOf)
  const sums = logged.findSums(at, accuracy.windowDays, turnsOf)
  const texts =
    sums === null ? [] : [...verdictFaults(accuracy.verdicts, sums), ...forecastFaults(accuracy.forecasts, sums)]
  if (accuracy.windowDays !== ACCURACY_WINDOW_DAYS)
    texts.unshift(`The report is of ${accuracy.windowDays} days, not of ${ACCURACY_WINDOW_DAYS}.`)
  if (at < askedAt - OLDEST_MS || at > askedAt + CLOCK_MS) texts.unshift(`The report is of ${asOf}.`)
  return texts.slice(0, MOST_FOUND).map((text) => finding('accuracy', null, null, text))
}

type ShownVerdicts = answers.ReportAccuracy['accuracy']['verdicts']

function verdictFaults({ byVerdict, down }: ShownVerdicts, { least, most, mayHaveBegun }: LoggedSums): string[] {
  const counts = byVerdict.map(({ verdict, begun, reversed }) => ({
    ...{ verdict, begun, reversed, takenBack: verdict === 'down' ? down.takenBack : 0 },
  }))
  const none = { begun: 0, reversed: 0, takenBack: 0 }
  const faults = [...new Set([...least.verdicts, ...counts].map(({ verdict }) => verdict))].flatMap((verdict) => {
    const of = (all: AccuracySums['verdicts']) => all.find((one) => one.verdict === verdict) ?? none
    const [low, is] = [of(least.verdicts), of(counts)]
    return (['begun', 'reversed', 'takenBack'] as const).flatMap((name) => {
      const high = most === null ? low[name] + mayHaveBegun : of(most.verdicts)[name]
      return outside(`${name} of ${verdict}`, is[name], [low[name], high])
    })
  })
  if (faults.length > 0) return faults
  return [...sharesFaults({ byVerdict, down }, counts), ...delayFaults(down, { least, most, mayHaveBegun })]
}

/** Shares follow from what is shown beside them. */
function sharesFaults(
  { byVerdict, down }: Pick<ShownVerdicts, 'byVerdict' | 'down'>,
  counts: AccuracySums['verdicts'],
): string[] {
  const right = verdictAccuracy(counts, [])
  const wrong = byVerdict.flatMap(({ verdict, reversedShare }) => {
    const share = right.byVerdict.find((one) => one.verdict === verdict)?.reversedShare
    return share === reversedShare ? [] : [`reversedShare of ${verdict} is ${reversedShare}; it is ${share}.`]
  })
  const isSame = down.begun === right.down.begun && down.takenBackShare === right.down.takenBackShare
  return isSame ? wrong : [...wrong, `takenBackShare is ${down.takenBackShare}; it is ${right.down.takenBackShare}.`]
}

/** Delays that were counted since may be the shortest or the longest. */
function delayFaults(
  down: ShownVerdicts['down'],
  { least, most, mayHaveBegun }: Pick<LoggedSums, 'least' | 'most' | 'mayHaveBegun'>,
): string[] {
  const timed = timedIn(least, 'last_answer')
  const range = [timed, most === null ? timed + mayHaveBegun : timedIn(most, 'last_answer')] as const
  const wrong = outside('timed', down.timed, range)
  if (wrong.length > 0 || down.timed === 0) return wrong
  const more = (bin: number) => DELAY_BEGINNINGS.map((since) => ({ since, bin, n: down.timed - timed }))
  const delaysWith = (bin: number) =>
    verdictAccuracy([], accuracySums([least, { ...NO_COUNTS, delays: more(bin) }]).delays).down
  const [short, long] = [delaysWith(0), delaysWith(DELAY_BINS - 1)]
  const quantiles = (name: 'sinceLastAnswer' | 'sinceFirstFailure', is: { p50: number; p90: number } | null) =>
    (['p50', 'p90'] as const).flatMap((p) =>
      outside(`${p} ${name}`, is?.[p] ?? 0, [short[name]?.[p] ?? 0, long[name]?.[p] ?? 0]),
    )
  return [
    ...quantiles('sinceLastAnswer', down.secondsSinceLastAnswer),
    ...quantiles('sinceFirstFailure', down.secondsSinceFirstFailure),
    ...short.knownWithin.flatMap(({ seconds, share }, place) => {
      const is = down.knownWithin.find((one) => one.seconds === seconds)?.share ?? -1
      return outside(`known within ${seconds} s`, is, [long.knownWithin[place]?.share ?? 0, share])
    }),
  ]
}

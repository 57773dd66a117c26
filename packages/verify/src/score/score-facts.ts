import { HOUR_MS } from '../duration.ts'
import { type Interval, tallyIntervals } from '../history/interval.ts'
import { LEAST_LATENCY_SAMPLES, latencyQuantile } from '../state/latency-summary.ts'
import type { ServerState } from '../state/server-state.ts'
import { TRANSPORTS, type Transport } from '../target-kind.ts'
import { OUTAGE_SLOTS, outageSlots } from './outage-slots.ts'

/** The window of a score, in hours: 30 days. */
export const SCORE_WINDOW_HOURS = 720

/** The window of evidence that counts less, with that of a score in it, in hours: 90 days. */
export const EVIDENCE_WINDOW_HOURS = 2160
const EVIDENCE_SLOTS = 361

/** One fact: its value where nothing was observed, how a stored value is made sound, and which values are published. */
interface Fact<Value> {
  /** Unit, range and what null means. */
  description: string
  none: Value
  sound(value: Value): Value
  isPublished(value: unknown): boolean
}

const amount = (description: string, most = Number.MAX_SAFE_INTEGER): Fact<number> => ({
  description,
  none: 0,
  sound: (value) => (value > 0 ? Math.min(most, value) : 0),
  isPublished: (value) => typeof value === 'number',
})
const latency = (description: string): Fact<number | null> => ({
  description,
  none: null,
  sound: (value) => (Number.isFinite(value) ? value : null),
  isPublished: (value) => value === null || typeof value === 'number',
})

/**
 * All of a server that a score is computed from: JSON-serialisable, rounded when made and published in full, so that
 * anyone who reads the inputs recomputes the same score. The type, the empty facts, `soundFacts` and the reader of
 * published inputs derive from this table.
 */
export const SCORE_FACTS = {
  asOf: {
    description: 'Newest evidence of its leading endpoint, ISO 8601; null when there is none.',
    none: null,
    sound: (value) => value,
    isPublished: (value) => value === null || isInstant(value),
  } as Fact<string | null>,
  upHours30d: amount('Hours seen up within the last 30 days, 3 decimals.', SCORE_WINDOW_HOURS),
  downHours30d: amount('Hours seen down within the last 30 days, 3 decimals.', SCORE_WINDOW_HOURS),
  outages30d: amount('Outages that reach into the last 30 days.'),
  outageSlots30d: amount('Quarters of a day (UTC) of the last 30 days in which it was seen down, 0-121.', OUTAGE_SLOTS),
  latencyP50Ms: latency(
    `Median latency of its answers, whole ms, newer ones weighing more; null below ${LEAST_LATENCY_SAMPLES} of them, or when it was not probed in the window.`,
  ),
  latencyP95Ms: latency('The 95th percentile of the same.'),
  looks: amount('Informative probes ever; the published name of the count.'),
  transport: {
    description: 'Transport of its leading endpoint; null when there is none.',
    none: null,
    sound: (value) => (isTransport(value) ? value : null),
    isPublished: (value) => value === null || isTransport(value),
  } as Fact<Transport | null>,
  upHours90d: amount('Hours seen up within the last 90 days, 3 decimals.', EVIDENCE_WINDOW_HOURS),
  downHours90d: amount('Hours seen down within the last 90 days, 3 decimals.', EVIDENCE_WINDOW_HOURS),
  outageSlots90d: amount(
    'Quarters of a day (UTC) of the last 90 days in which it was seen down, 0-361.',
    EVIDENCE_SLOTS,
  ),
}
export type FactName = keyof typeof SCORE_FACTS
export type ScoreFacts = { [Name in FactName]: (typeof SCORE_FACTS)[Name]['none'] }

const ROWS = Object.entries(SCORE_FACTS) as [FactName, Fact<unknown>][]

/** Facts made one by one from the table. */
function eachFact(make: (fact: Fact<unknown>, name: FactName) => unknown): ScoreFacts {
  return Object.fromEntries(ROWS.map(([name, fact]) => [name, make(fact, name)])) as unknown as ScoreFacts
}

/** The facts in words, for the API reference. */
export const SCORE_FACTS_TEXT = ROWS.map(([name, { description }]) => `${name}: ${description}`).join(' ')

export const EMPTY_SCORE_FACTS: Readonly<ScoreFacts> = eachFact(({ none }) => none)

/** The facts of a server at `now`; `intervals` need only reach back 90 days, in any order. */
export function scoreFactsFrom(serverState: ServerState | null, intervals: readonly Interval[], now: Date): ScoreFacts {
  const [fromAt, toAt] = [now.getTime() - SCORE_WINDOW_HOURS * HOUR_MS, now.getTime()]
  const { upMs, downMs, outages } = tallyIntervals(intervals, fromAt, toAt)
  const longFromAt = toAt - EVIDENCE_WINDOW_HOURS * HOUR_MS
  const long = tallyIntervals(intervals, longFromAt, toAt)
  const asOfAt = serverState?.lastInformativeAt ?? null
  const watched = upMs + downMs > 0
  return {
    asOf: asOfAt === null ? null : new Date(asOfAt).toISOString(),
    upHours30d: hours(upMs),
    downHours30d: hours(downMs),
    outages30d: outages,
    outageSlots30d: downMs > 0 ? outageSlots(intervals, fromAt, toAt) : 0,
    latencyP50Ms: watched ? latencyMs(serverState, 0.5) : null,
    latencyP95Ms: watched ? latencyMs(serverState, 0.95) : null,
    looks: serverState?.probes ?? 0,
    transport: transportOf(serverState),
    upHours90d: hours(long.upMs),
    downHours90d: hours(long.downMs),
    outageSlots90d: long.downMs > 0 ? outageSlots(intervals, longFromAt, toAt) : 0,
  }
}

/** Of the endpoint that its state is of, which is the first of its targets. */
function transportOf(serverState: ServerState | null): Transport | null {
  const leading = serverState?.targets[0]
  return leading?.evidence === 'endpoint' && isTransport(leading.kind) ? leading.kind : null
}

function isTransport(value: unknown): value is Transport {
  return TRANSPORTS.some((transport) => transport === value)
}

/**
 * The facts as the formula reads them, whatever was stored: a fact that is missing (stored by an older version) or not
 * a number counts as not observed, hours and counts are bounded by the window, time down means at least one outage, and
 * 90 days have what their last 30 have.
 */
export function soundFacts(given: Partial<ScoreFacts>): ScoreFacts {
  const facts = eachFact(({ none, sound }, name) => sound(given[name] === undefined ? none : given[name]))
  const least = facts.downHours30d > 0 ? 1 : 0
  const outageSlots30d = Math.max(least, facts.outageSlots30d)
  return {
    ...facts,
    outages30d: Math.max(least, facts.outages30d),
    outageSlots30d,
    upHours90d: Math.max(facts.upHours30d, facts.upHours90d),
    downHours90d: Math.max(facts.downHours30d, facts.downHours90d),
    outageSlots90d: Math.max(outageSlots30d, facts.outageSlots90d),
  }
}

/** The amount of evidence: whole days of the last 90 that a server was observed for, up or down. */
export function observedDays(given: Partial<ScoreFacts>): number {
  const { upHours90d, downHours90d } = soundFacts(given)
  return Math.floor((upHours90d + downHours90d) / 24)
}

/** Whether it is an instant as this API writes them: ISO 8601 in UTC with milliseconds. */
export function isInstant(value: unknown): boolean {
  if (typeof value !== 'string') return false
  const at = new Date(value)
  return !Number.isNaN(at.getTime()) && at.toISOString() === value
}

function hours(ms: number): number {
  return Math.round((ms / HOUR_MS) * 1e3) / 1e3
}

function latencyMs(serverState: ServerState | null, share: number): number | null {
  if (serverState === null || serverState.latency.samples < LEAST_LATENCY_SAMPLES) return null
  const quantile = latencyQuantile(serverState.latency, share)
  return quantile === null ? null : Math.round(quantile)
}

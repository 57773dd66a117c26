import { corroboratedEvents } from './recent-use'
import { type HourOfOutcomes, isTrusted, type Reporter } from './usage'

/** What one reporter sent about one subject in one hour. */
export interface Testimony {
  reporterKey: number
  reporter: Reporter
  counts: HourOfOutcomes
}

/**
 * Events of each keyed reporter that agree with what others observed of one subject in one hour, by reporter; reporters without any are left
 * out, and those without a key earn none. `probe`: what the probes of the hour agreed on about its server; null: none, or they disagreed. No
 * reporter is its own witness.
 */
export function corroborateHour(
  testimonies: readonly Testimony[],
  probe: 'up' | 'down' | null,
  now: Date,
): Map<number, number> {
  const trusted = testimonies.filter(({ reporter }) => isTrusted(reporter, now))
  const agreeing = testimonies
    .filter(({ reporter }) => reporter.keyedSince !== null)
    .map(({ reporterKey, counts }): [number, number] => {
      const said = trusted.filter((other) => other.reporterKey !== reporterKey).map((other) => mostOf(other.counts))
      const trustedAnswered = said.filter((most) => most === 'answered').length
      const trustedFailed = said.filter((most) => most === 'failed').length
      return [reporterKey, corroboratedEvents(counts, { probe, trustedAnswered, trustedFailed })]
    })
  return new Map(agreeing.filter(([, events]) => events > 0))
}

/** The outcome of more than half of the calls; null: neither. */
function mostOf(counts: HourOfOutcomes): 'answered' | 'failed' | null {
  const { successes, callerFailures, transportFailures, otherFailures } = counts
  const answered = successes + callerFailures
  const half = (answered + transportFailures + otherFailures) / 2
  if (answered > half) return 'answered'
  return transportFailures > half ? 'failed' : null
}

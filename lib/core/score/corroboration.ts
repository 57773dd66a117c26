import { corroboratedEvents } from './recent-use'
import { type HourOfOutcomes, isTrusted, type Reporter } from './usage'

/** What one reporter told of one subject in one hour. */
export interface Testimony {
  reporterKey: number
  reporter: Reporter
  counts: HourOfOutcomes
}

/**
 * Events of each keyed reporter that agree with what others saw of one subject in one hour, by reporter; one without any is left out, and whoever has no
 * key can earn none. `probe`: how our own looks saw its server for the whole of the hour; null: not, or both ways. Nobody is a witness to itself.
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

/** What more than half of the calls came to; null: neither. */
function mostOf(counts: HourOfOutcomes): 'answered' | 'failed' | null {
  const { successes, callerFailures, transportFailures, otherFailures } = counts
  const answered = successes + callerFailures
  const half = (answered + transportFailures + otherFailures) / 2
  if (answered > half) return 'answered'
  return transportFailures > half ? 'failed' : null
}

import { grouped } from 'assay-verify/grouped'
import type { HourOfOutcomes, Reporter } from 'assay-verify/score/usage'
import type { Verdict } from 'assay-verify/verdict'

/** What one reporter sent about one subject in one hour. */
export interface Testimony {
  reporterKey: number
  reporter: Reporter
  /** The network it reported from on that day; null: not known. */
  network: number | null
  counts: HourOfOutcomes
}

/** What else is known of one subject in one hour. */
export interface HourOfSubject {
  /** What the probes of the hour agreed on about its server; null: none, or they disagreed. */
  probe: 'up' | 'down' | null
  /** All verdicts about the subject that were published while outcomes of the hour were reported; empty: not known. */
  published: readonly Verdict[]
}

/**
 * Corroborated events a reporter can earn with one tool in one hour: otherwise one busy minute would earn all its
 * trust.
 */
const CORROBORATED_AN_HOUR = 5

/**
 * Networks more, apart from the reporter's own, that must have seen the one rather than the other: so that two networks
 * cannot confirm each other.
 */
const LEAST_OTHER_NETWORKS = 2

/**
 * Events of each keyed reporter that count towards its trust, by reporter; reporters without any are left out, and
 * those without a key earn none. An event counts where it says more than every verdict that was published in its hour,
 * and others observed the same: probes, or reporters of at least two other networks more than observed the opposite. A
 * success says more than `unknown` and `down`, a failure in transport more than `unknown` and `healthy`, and none says
 * more than `degraded`. Probes support only what contradicts a published verdict: that a server which asks for
 * credentials is reachable is published, and does not show that its tools work.
 */
export function corroborateHour(testimonies: readonly Testimony[], subject: HourOfSubject): Map<number, number> {
  const keyed = testimonies.filter(({ reporter }) => reporter.keyedSince !== null)
  const seen = seenByNetworks(keyed)
  const agreeing = keyed.map(({ reporterKey, network, counts }): [number, number] => {
    const byOthers = stateByOthers(seen, network)
    const events =
      byOthers === null ? agreeingWithProbe(counts, subject) : agreeingWithOthers(counts, byOthers, subject.published)
    return [reporterKey, Math.min(CORROBORATED_AN_HOUR, events)]
  })
  return new Map(agreeing.filter(([, events]) => events > 0))
}

function agreeingWithOthers(counts: HourOfOutcomes, state: 'up' | 'down', published: readonly Verdict[]): number {
  if (published.length === 0 || published.includes('degraded')) return 0
  if (state === 'up') return published.includes('healthy') ? 0 : answeredOf(counts)
  return published.includes('down') ? 0 : counts.transportFailures
}

function agreeingWithProbe(counts: HourOfOutcomes, { probe, published }: HourOfSubject): number {
  const says = (...verdicts: Verdict[]) => published.length > 0 && published.every((one) => verdicts.includes(one))
  if (probe === 'up') return says('down') ? answeredOf(counts) : 0
  return probe === 'down' && says('healthy', 'unknown') ? counts.transportFailures : 0
}

/**
 * Reporters of one network count as one: what more than half of its calls saw; null: neither. Those of no known network
 * are left out.
 */
function seenByNetworks(testimonies: readonly Testimony[]): Map<number, 'up' | 'down' | null> {
  const byNetwork = grouped(
    testimonies.flatMap(({ network, counts }) => (network === null ? [] : [[network, counts] as const])),
  )
  return new Map([...byNetwork].map(([network, counts]) => [network, mostOf(counts)]))
}

function stateByOthers(seen: ReadonlyMap<number, 'up' | 'down' | null>, own: number | null): 'up' | 'down' | null {
  // Where the reporter's own network is not known it may be any of the others.
  if (own === null) return null
  const others = [...seen].filter(([network]) => network !== own).map(([, state]) => state)
  const upMore = others.filter((state) => state === 'up').length - others.filter((state) => state === 'down').length
  if (Math.abs(upMore) < LEAST_OTHER_NETWORKS) return null
  return upMore > 0 ? 'up' : 'down'
}

function mostOf(counts: readonly HourOfOutcomes[]): 'up' | 'down' | null {
  const answered = counts.reduce((sum, one) => sum + answeredOf(one), 0)
  const failed = counts.reduce((sum, one) => sum + one.transportFailures, 0)
  const half = (answered + failed + counts.reduce((sum, one) => sum + one.otherFailures, 0)) / 2
  if (answered > half) return 'up'
  return failed > half ? 'down' : null
}

function answeredOf({ successes, callerFailures }: HourOfOutcomes): number {
  return successes + callerFailures
}

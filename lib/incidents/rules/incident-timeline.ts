import type { BreakageKind } from 'assay-verify/breakage-kind'
import { MINUTE_MS } from 'assay-verify/duration'

interface TimedBreakage {
  serverId: string
  serverTitle: string
  toolIds: readonly string[]
  /** How many tools it affects. */
  tools: number
  kind: BreakageKind
  openedAt: string
  closedAt: string | null
  times: number
  evidence: readonly { text: string }[]
}

/** What happened at one moment of an incident: breakages of one kind that began or ended within the same minute. */
export interface TimelineEvent {
  /** ISO 8601. */
  at: string
  what: 'opened' | 'joined' | 'ended' | 'closed'
  /** null: the incident as a whole closed. */
  kind: BreakageKind | null
  breakages: readonly TimedBreakage[]
}

/** The course of an incident, the first event first: its beginning, what joined it, what ended, and its end. */
export function timelineOf(
  incident: { openedAt: string; closedAt: string | null },
  breakages: readonly TimedBreakage[],
): TimelineEvent[] {
  const moments = breakages.flatMap((breakage) => [
    { at: breakage.openedAt, what: 'began' as const, breakage },
    ...(breakage.closedAt === null ? [] : [{ at: breakage.closedAt, what: 'ended' as const, breakage }]),
  ])
  const events: (TimelineEvent & { breakages: TimedBreakage[] })[] = []
  for (const { at, what, breakage } of moments.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))) {
    const named = what === 'ended' ? 'ended' : events.length === 0 ? 'opened' : 'joined'
    const same = events.findLast(
      (event) =>
        event.kind === breakage.kind && (event.what === 'ended') === (what === 'ended') && isWithinMinute(event.at, at),
    )
    if (same === undefined) events.push({ at, what: named, kind: breakage.kind, breakages: [breakage] })
    else same.breakages.push(breakage)
  }
  const { closedAt } = incident
  return closedAt === null ? events : [...events, { at: closedAt, what: 'closed', kind: null, breakages: [] }]
}

function isWithinMinute(first: string, second: string): boolean {
  return Math.abs(new Date(second).getTime() - new Date(first).getTime()) < MINUTE_MS
}

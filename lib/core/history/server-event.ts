import { grouped } from 'assay-verify/grouped'
import type { DriftClass, ToolChange } from '../drift/types'
import type { HistoryKind } from '../verdict/breakage'

interface Dated {
  /** When it began, or was first seen. ISO 8601. */
  at: string
  /** Id of the incident that it is part of; left out: of none that is kept. */
  incident?: string
}

/** One outage, or all of a UTC day that had many. */
interface OutageEvent extends Dated {
  kind: 'outage'
  /** When it ended; null: not yet. */
  to: string | null
  /** Seconds observed down, of all of them. */
  downSeconds: number
  /** 1 but for the outages of a day. */
  outages: number
  /** What a probe found; null: not known any more. */
  reason: string | null
}

/** What broke besides outages: it turned unreliable, asked for credentials, or stopped listing a tool. */
interface BreakageEvent extends Dated {
  kind: HistoryKind
  to: string | null
  /** The name of the one tool it is about; null: the whole server. */
  tool: string | null
  reason: string | null
}

/** A change of what a tool, or (tool null) its server, declares. */
interface ChangeEvent extends Dated {
  kind: 'change'
  tool: string | null
  class: DriftClass
  /** How often the same was seen within a day. */
  times: number
  changes: readonly ToolChange[]
}

/** Something that happened to a server. */
export type ServerEvent = OutageEvent | BreakageEvent | ChangeEvent

/** From so many outages on, those of one day are shown as one. */
const MANY_A_DAY = 3

/**
 * Outages with those of a day in which there were many as one, the order kept. One that is not over stays by itself.
 */
export function groupedByDay(outages: readonly OutageEvent[]): OutageEvent[] {
  const byDay = grouped(outages.map((outage) => [outage.to === null ? outage.at : outage.at.slice(0, 10), outage]))
  return [...byDay.values()].flatMap((ofDay) => (ofDay.length < MANY_A_DAY ? ofDay : [joined(ofDay)]))
}

function joined(outages: readonly OutageEvent[]): OutageEvent {
  const ordered = outages.toSorted((one, other) => one.at.localeCompare(other.at))
  const reasons = new Set(outages.map(({ reason }) => reason))
  const [incident, ...others] = new Set(outages.map((outage) => outage.incident))
  return {
    kind: 'outage',
    ...(incident !== undefined && others.length === 0 && { incident }),
    at: ordered[0]?.at ?? '',
    to: ordered.at(-1)?.to ?? null,
    downSeconds: outages.reduce((sum, { downSeconds }) => sum + downSeconds, 0),
    outages: outages.length,
    reason: reasons.size === 1 ? ([...reasons][0] ?? null) : null,
  }
}

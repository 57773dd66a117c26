import type { BreakageKind } from 'assay-verify/breakage-kind'
import { MINUTE_MS } from 'assay-verify/duration'
import { groupedByDay, type ServerEvent } from '../../core/history/server-event'
import { isInHistory } from '../../core/verdict/breakage'
import { incidentId } from '../../core/verdict/incident-id'
import type { PastBreakage } from '../../store/breakages/breakages'
import { type StoredToolChange, toolChangesOfServerRead } from '../../store/catalog/tool-changes'
import { declarationChangesRead } from '../../store/declarations/declaration-history'
import type { ResultsOf } from '../../store/read-together'
import type { ServerHistory } from './server-history'

const CHANGES_READ = 30
const EVENTS_SHOWN = 40
/** An outage or change and its breakage are found by the same probe, or by the ones that confirm it. */
const NEAR_MS = 5 * MINUTE_MS

/** What changed of a server, as it is read for its page. */
export const changesReads = (serverKey: number) => ({
  toolChanges: toolChangesOfServerRead(serverKey, CHANGES_READ),
  declarationChanges: declarationChangesRead(serverKey, CHANGES_READ),
})

type ChangesRead = ResultsOf<ReturnType<typeof changesReads>>

/**
 * What happened to a server, newest first: outages, changes of its tools and of what it declares, and what else broke.
 */
export function serverEvents(
  serverId: string,
  { outages, breakages }: Pick<ServerHistory, 'outages' | 'breakages'>,
  { toolChanges, declarationChanges }: ChangesRead,
): ServerEvent[] {
  const events = [
    ...groupedByDay(
      outages.map((outage) => ({ ...outageEvent(outage), ...incidentOf('down', null, outage, breakages) })),
    ),
    ...breakages.flatMap((breakage) => breakageEvent(breakage, serverId)),
    ...toolChanges.map((row) => ({
      ...changeEvent(row, nameWithin(row.toolId, serverId)),
      ...incidentOf('schema_breaking', row.toolId, instantOf(row.at), breakages),
    })),
    ...declarationChanges.map((row) => ({
      ...changeEvent(row, null),
      ...incidentOf('declaration_changed', null, instantOf(row.at), breakages),
    })),
  ]
  return events.sort((one, other) => other.at.localeCompare(one.at)).slice(0, EVENTS_SHOWN)
}

/**
 * The incident of what happened between two instants (`to` null: it lasts), where a breakage of this kind began or was
 * seen meanwhile.
 */
function incidentOf(
  kind: BreakageKind,
  toolId: string | null,
  { from, to }: { from: string; to: string | null },
  breakages: readonly PastBreakage[],
): { incident?: string } {
  const [first, last] = [Date.parse(from) - NEAR_MS, to === null ? Number.POSITIVE_INFINITY : Date.parse(to) + NEAR_MS]
  const isWithin = (at: number) => at >= first && at <= last
  const found = breakages.find(
    (breakage) =>
      breakage.kind === kind &&
      breakage.toolId === toolId &&
      (isWithin(breakage.openedAt.getTime()) || breakage.evidence.some(({ at }) => isWithin(Date.parse(at)))),
  )
  return found?.incidentKey == null ? {} : { incident: incidentId(found.incidentKey) }
}

function instantOf(at: Date) {
  return { from: at.toISOString(), to: at.toISOString() }
}

function outageEvent({ from, to, downSeconds, reason }: ServerHistory['outages'][number]) {
  return { kind: 'outage' as const, at: from, to, downSeconds, outages: 1, reason: reason?.text ?? null }
}

function breakageEvent(
  { kind, openedAt, closedAt, toolId, evidence, incidentKey }: PastBreakage,
  serverId: string,
): ServerEvent[] {
  if (!isInHistory(kind)) return []
  const tool = toolId === null ? null : nameWithin(toolId, serverId)
  const [at, to] = [openedAt.toISOString(), closedAt?.toISOString() ?? null]
  const incident = incidentKey === null ? {} : { incident: incidentId(incidentKey) }
  return [{ kind, at, to, tool, reason: evidence.at(-1)?.text ?? null, ...incident }]
}

function changeEvent(
  { at, class: name, times, changes }: Pick<StoredToolChange, 'at' | 'class' | 'times' | 'changes'>,
  tool: string | null,
): ServerEvent {
  return { kind: 'change', at: at.toISOString(), tool, class: name, times, changes }
}

function nameWithin(toolId: string, serverId: string): string {
  return toolId.startsWith(`${serverId}/`) ? toolId.slice(serverId.length + 1) : toolId
}

import { groupedByDay, type ServerEvent } from '../../core/history/server-event'
import type { PastBreakage } from '../../store/breakages/breakages'
import { listToolChangesOfServer, type ToolChangeRow } from '../../store/catalog/tool-changes'
import { listDeclarationChanges } from '../../store/declarations/declaration-history'
import type { Context } from '../context'
import type { ServerHistory } from './server-history'

const CHANGES_READ = 30
const EVENTS_SHOWN = 40

/** What happened to a server, newest first: outages, changes of its tools and of what it declares, and what else broke. */
export async function serverEvents(
  { serverKey, serverId }: { serverKey: number; serverId: string },
  { outages, breakages }: Pick<ServerHistory, 'outages' | 'breakages'>,
  { db }: Context,
): Promise<ServerEvent[]> {
  const [ofTools, ofServer] = await Promise.all([
    listToolChangesOfServer(db, serverKey, CHANGES_READ),
    listDeclarationChanges(db, serverKey, CHANGES_READ),
  ])
  const events = [
    ...groupedByDay(outages.map(outageEvent)),
    ...breakages.flatMap((breakage) => breakageEvent(breakage, serverId)),
    ...ofTools.map((row) => changeEvent(row, nameWithin(row.toolId, serverId))),
    ...ofServer.map((row) => changeEvent(row, null)),
  ]
  return events.sort((one, other) => other.at.localeCompare(one.at)).slice(0, EVENTS_SHOWN)
}

function outageEvent({ from, to, downSeconds, reason }: ServerHistory['outages'][number]) {
  return { kind: 'outage' as const, at: from, to, downSeconds, outages: 1, reason: reason?.text ?? null }
}

/** Outages are taken from intervals and changes from the listings, so their breakages would say the same again. */
function breakageEvent({ kind, openedAt, closedAt, toolId, evidence }: PastBreakage, serverId: string): ServerEvent[] {
  if (kind !== 'degraded' && kind !== 'auth_changed' && kind !== 'tool_removed') return []
  const tool = toolId === null ? null : nameWithin(toolId, serverId)
  const [at, to] = [openedAt.toISOString(), closedAt?.toISOString() ?? null]
  return [{ kind, at, to, tool, reason: evidence.at(-1)?.text ?? null }]
}

function changeEvent(
  { at, class: name, times, changes }: Pick<ToolChangeRow, 'at' | 'class' | 'times' | 'changes'>,
  tool: string | null,
): ServerEvent {
  return { kind: 'change', at: at.toISOString(), tool, class: name, times, changes }
}

function nameWithin(toolId: string, serverId: string): string {
  return toolId.startsWith(`${serverId}/`) ? toolId.slice(serverId.length + 1) : toolId
}

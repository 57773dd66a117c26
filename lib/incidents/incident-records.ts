import { grouped } from 'assay-verify/grouped'
import { adviceOf } from '../core/verdict/breakage'
import { breakageId, incidentId } from '../core/verdict/incident-id'
import type { Database } from '../store/database'
import type { Breakage, IncidentRecord } from './contract/breakages'
import {
  type IncidentFilter,
  type ListedIncident,
  listBreakagesOfIncidents,
  listIncidents,
} from './sql/listed-incidents'
import { type ListedBreakage, listToolIdsOfServers } from './sql/open-breakages'

/** Most tool ids shown of one server: some have thousands. */
const TOOL_IDS_SHOWN = 200
/** Most breakages shown of one incident of a list: some have thousands. */
const BREAKAGES_IN_LIST = 10

/** Incidents of a list with their newest breakages in full. */
export async function listIncidentRecords(
  db: Database,
  filter: IncidentFilter,
  limit: number,
  offset = 0,
): Promise<IncidentRecord[]> {
  const listed = await listIncidents(db, filter, limit, offset)
  const keys = listed.map(({ key }) => key)
  return incidentRecords(db, listed, await listBreakagesOfIncidents(db, keys, BREAKAGES_IN_LIST))
}

/** These incidents as answers show them, each with its own of these breakages. */
export async function incidentRecords(
  db: Database,
  listed: readonly ListedIncident[],
  found: readonly ListedBreakage[],
): Promise<IncidentRecord[]> {
  const answers = await breakageAnswers(db, found)
  const byIncident = grouped(answers.map((breakage) => [breakage.group, breakage]))
  return listed.map(({ key, openedAt, lastSeenAt, closedAt, ...facts }) => ({
    ...facts,
    id: incidentId(key),
    openedAt: openedAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    breakages: byIncident.get(incidentId(key)) ?? [],
  }))
}

/** Breakages as answers show them, in the order given. */
export async function breakageAnswers(db: Database, found: readonly ListedBreakage[]): Promise<Breakage[]> {
  const whole = found.flatMap((entry) => (entry.toolId === null ? [entry.serverKey] : []))
  const toolIds = await listToolIdsOfServers(db, [...new Set(whole)], TOOL_IDS_SHOWN)
  return found.map((entry) => ({
    id: breakageId(entry),
    serverId: entry.serverId,
    serverTitle: entry.serverTitle,
    toolIds: entry.toolId === null ? (toolIds.get(entry.serverKey) ?? []) : [entry.toolId],
    tools: entry.tools,
    kind: entry.kind,
    severity: entry.severity,
    openedAt: entry.openedAt.toISOString(),
    lastSeenAt: entry.lastSeenAt.toISOString(),
    closedAt: entry.closedAt?.toISOString() ?? null,
    times: entry.times,
    evidence: entry.evidence,
    recommendation: adviceOf(entry.kind, entry.isUnsafe),
    group: entry.incidentKey === null ? null : incidentId(entry.incidentKey),
  }))
}

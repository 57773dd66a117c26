import type { InputOf, OutputOf } from '../../../contract/operations'
import type { Breakage, Incident } from '../../../contract/shapes/breakages'
import { BREAKAGES } from '../../../core/verdict/breakage'
import { defineEndpoint } from '../../../http/operation'
import {
  listBreakagesOfIncidents,
  listOpenBreakages,
  listOpenIncidents,
  listToolIdsOfServers,
  type OpenBreakage,
  type OpenIncident,
} from '../../../store/breakages/open-breakages'
import type { Database } from '../../../store/database'
import type { Context } from '../../context'

/** Most tool ids shown of one server: some have thousands. */
const TOOL_IDS_SHOWN = 200
/** Most breakages shown of one incident: some have thousands. */
const BREAKAGES_OF_INCIDENT = 10

export async function breakages({ limit }: InputOf<'breakages'>, { db }: Context): Promise<OutputOf<'breakages'>> {
  const [open, incidents] = [await listOpenBreakages(db, limit), await incidentsNow(db, limit)]
  return {
    breakages: await shaped(db, open),
    incidents: incidents.map(({ first, ...incident }) => ({ ...incident, breakages: first.map(breakageId) })),
  }
}

/** Open incidents, each with its newest breakages in full, for pages and feeds. */
export async function brokenNow({ limit }: InputOf<'breakages'>, { db }: Context): Promise<IncidentInFull[]> {
  const incidents = await incidentsNow(db, limit)
  const newest = await shaped(
    db,
    incidents.flatMap(({ first }) => first),
  )
  const byId = new Map(newest.map((entry) => [entry.id, entry]))
  return incidents.map(({ first, ...incident }) => ({
    ...incident,
    breakages: first.flatMap((entry) => byId.get(breakageId(entry)) ?? []),
  }))
}

export type IncidentInFull = Omit<Incident, 'breakages'> & { breakages: Breakage[] }

async function incidentsNow(db: Database, limit: number) {
  const open = await listOpenIncidents(db, limit)
  const first = await listBreakagesOfIncidents(
    db,
    open.map(({ key }) => key),
    BREAKAGES_OF_INCIDENT,
  )
  const byIncident = new Map<number | null, OpenBreakage[]>()
  for (const entry of first) byIncident.set(entry.incidentKey, [...(byIncident.get(entry.incidentKey) ?? []), entry])
  return open.map((incident) => ({ ...incidentOf(incident), first: byIncident.get(incident.key) ?? [] }))
}

export const breakageId = ({ key }: { key: number }) => `brk_${key}`
export const incidentId = (key: number) => `inc_${key}`

function incidentOf({ key, openedAt, lastSeenAt, ...facts }: OpenIncident) {
  return { ...facts, id: incidentId(key), openedAt: openedAt.toISOString(), lastSeenAt: lastSeenAt.toISOString() }
}

async function shaped(db: Database, open: readonly OpenBreakage[]): Promise<Breakage[]> {
  const whole = open.flatMap((entry) => (entry.toolId === null ? [entry.serverKey] : []))
  const toolIds = await listToolIdsOfServers(db, [...new Set(whole)], TOOL_IDS_SHOWN)
  return open.map((entry) => ({
    id: breakageId(entry),
    serverId: entry.serverId,
    serverTitle: entry.serverTitle,
    toolIds: entry.toolId === null ? (toolIds.get(entry.serverKey) ?? []) : [entry.toolId],
    tools: entry.tools,
    kind: entry.kind,
    severity: entry.severity,
    openedAt: entry.openedAt.toISOString(),
    lastSeenAt: entry.lastSeenAt.toISOString(),
    closedAt: null,
    times: entry.times,
    evidence: entry.evidence,
    recommendation: BREAKAGES[entry.kind].recommendation,
    group: entry.incidentKey === null ? null : incidentId(entry.incidentKey),
  }))
}

export const breakagesEndpoint = defineEndpoint('breakages', breakages)

import type { Context } from '../../api/context'
import { limitOf } from '../../contract/compact'
import type { InputOf, OutputOf } from '../../contract/operations'
import { adviceOf } from '../../core/verdict/breakage'
import { SHARED_CAUSES } from '../../core/verdict/incident'
import { incidentId } from '../../core/verdict/incident-id'
import { defineEndpoint } from '../../http/operation'
import type { Breakage, BreakagesAnswer, CompactBreakagesAnswer, IncidentRecord } from '../contract/breakages'
import { breakageAnswers, listIncidentRecords } from '../incident-records'
import { listIncidents } from '../sql/listed-incidents'
import { listOpenBreakages } from '../sql/open-breakages'

async function breakages(input: InputOf<'breakages'>, context: Context): Promise<OutputOf<'breakages'>> {
  const limit = limitOf('breakages', input)
  return input.compact ? compactBreakages(limit, context) : openBreakages({ limit }, context)
}

/** What is broken now with all members. */
export async function openBreakages(
  { limit }: { limit: number },
  { reads }: Pick<Context, 'reads'>,
): Promise<BreakagesAnswer> {
  const [open, incidents] = [await listOpenBreakages(reads.db, limit), await brokenNow({ limit }, { reads })]
  return {
    breakages: await breakageAnswers(reads.db, open),
    incidents: incidents.map(({ closedAt: _closedAt, serversInAll: _serversInAll, ...incident }) => ({
      ...incident,
      breakages: incident.breakages.map(({ id }) => id),
    })),
  }
}

async function compactBreakages(limit: number, { reads: { db } }: Context): Promise<CompactBreakagesAnswer> {
  const open = await listOpenBreakages(db, limit)
  const shared = await listIncidents(db, { state: 'open', causes: SHARED_CAUSES }, limit)
  const keys = new Set(shared.map(({ key }) => key))
  return {
    breakages: open.map(({ serverId, kind, severity, openedAt, tools, isUnsafe, incidentKey }) => ({
      ...{ serverId, kind, severity, openedAt: openedAt.toISOString(), tools },
      recommendation: adviceOf(kind, isUnsafe),
      ...(incidentKey !== null && keys.has(incidentKey) && { group: incidentId(incidentKey) }),
    })),
    incidents: shared.map(({ key, cause, what, severity, openedAt, servers, tools }) => ({
      ...{ id: incidentId(key), cause, what, severity, openedAt: openedAt.toISOString(), servers, tools },
    })),
  }
}

const NEWEST_CACHED_MS = 5000

/** The newest open breakages, for the home page. */
export async function newestBreakages(limit: number, { reads: { db }, memo, now }: Context): Promise<Breakage[]> {
  return memo.recent(`newest breakages ${limit}`, NEWEST_CACHED_MS, now, async () =>
    breakageAnswers(db, await listOpenBreakages(db, limit)),
  )
}

/** Open incidents, each with its newest breakages in full. */
export function brokenNow(
  { limit }: { limit: number },
  { reads: { db } }: Pick<Context, 'reads'>,
): Promise<IncidentRecord[]> {
  return listIncidentRecords(db, { state: 'open' }, limit)
}

export const breakagesEndpoint = defineEndpoint('breakages', breakages)

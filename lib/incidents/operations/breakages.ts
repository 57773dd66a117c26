import type { Context } from '../../api/context'
import { limitOf } from '../../contract/compact'
import type { InputOf, OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import type { Breakage, BreakagesAnswer, CompactBreakagesAnswer, IncidentRecord } from '../contract/breakages'
import { breakageAnswers, listIncidentRecords } from '../incident-records'
import { listOpenBreakages } from '../sql/open-breakages'

async function breakages(input: InputOf<'breakages'>, context: Context): Promise<OutputOf<'breakages'>> {
  const whole = await openBreakages({ limit: limitOf('breakages', input) }, context)
  return input.compact ? compactBreakages(whole) : whole
}

/** What is broken now with all members. */
export async function openBreakages(
  { limit }: { limit: number },
  { db }: Pick<Context, 'db'>,
): Promise<BreakagesAnswer> {
  const [open, incidents] = [await listOpenBreakages(db, limit), await brokenNow({ limit }, { db })]
  return {
    breakages: await breakageAnswers(db, open),
    incidents: incidents.map(({ closedAt: _closedAt, serversInAll: _serversInAll, ...incident }) => ({
      ...incident,
      breakages: incident.breakages.map(({ id }) => id),
    })),
  }
}

function compactBreakages({ breakages, incidents }: BreakagesAnswer): CompactBreakagesAnswer {
  return {
    breakages: breakages.map(({ id, serverId, kind, severity, openedAt, tools, evidence, recommendation, group }) => ({
      ...{ id, serverId, kind, severity, openedAt, tools, recommendation, group },
      evidence: evidence.slice(-1),
    })),
    incidents: incidents.map(({ id, cause, what, severity, openedAt, servers, tools }) => ({
      ...{ id, cause, what, severity, openedAt, servers, tools },
    })),
  }
}

const NEWEST_CACHED_MS = 5000

/** The newest open breakages, for the home page. */
export async function newestBreakages(limit: number, { db, memo, now }: Context): Promise<Breakage[]> {
  return memo.recent(`newest breakages ${limit}`, NEWEST_CACHED_MS, now, async () =>
    breakageAnswers(db, await listOpenBreakages(db, limit)),
  )
}

/** Open incidents, each with its newest breakages in full. */
export function brokenNow({ limit }: { limit: number }, { db }: Pick<Context, 'db'>): Promise<IncidentRecord[]> {
  return listIncidentRecords(db, { state: 'open' }, limit)
}

export const breakagesEndpoint = defineEndpoint('breakages', breakages)

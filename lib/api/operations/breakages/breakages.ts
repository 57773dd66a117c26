import type { InputOf, OutputOf } from '../../../contract/operations'
import type { Breakage, IncidentRecord } from '../../../contract/shapes/breakages'
import { defineEndpoint } from '../../../http/operation'
import { listOpenBreakages } from '../../../store/breakages/open-breakages'
import type { Context } from '../../context'
import { breakageAnswers, listIncidentRecords } from '../../incident-records'

export async function breakages({ limit }: InputOf<'breakages'>, { db }: Context): Promise<OutputOf<'breakages'>> {
  const [open, incidents] = [await listOpenBreakages(db, limit), await brokenNow({ limit }, { db })]
  return {
    breakages: await breakageAnswers(db, open),
    incidents: incidents.map(({ closedAt: _closedAt, serversInAll: _serversInAll, ...incident }) => ({
      ...incident,
      breakages: incident.breakages.map(({ id }) => id),
    })),
  }
}

const NEWEST_KEPT_MS = 5000

/** The newest open breakages, for the home page. */
export async function newestBreakages(limit: number, { db, memo, now }: Context): Promise<Breakage[]> {
  return memo.recent(`newest breakages ${limit}`, NEWEST_KEPT_MS, now, async () =>
    breakageAnswers(db, await listOpenBreakages(db, limit)),
  )
}

/** Open incidents, each with its newest breakages in full. */
export function brokenNow({ limit }: { limit: number }, { db }: Pick<Context, 'db'>): Promise<IncidentRecord[]> {
  return listIncidentRecords(db, { state: 'open' }, limit)
}

export const breakagesEndpoint = defineEndpoint('breakages', breakages)

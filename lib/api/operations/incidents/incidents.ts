import type { InputOf, OutputOf } from '../../../contract/operations'
import { defineEndpoint } from '../../../http/operation'
import type { Context } from '../../context'
import { listIncidentRecords } from '../../incident-records'
import { getCategory } from '../category'

export async function incidents(
  { page, limit, server, category, ...filter }: InputOf<'incidents'>,
  { db }: Context,
): Promise<OutputOf<'incidents'>> {
  const about = {
    serverIds: server === undefined ? undefined : [server],
    category: category === undefined ? undefined : getCategory(category).slug,
  }
  // One more than is shown, to know whether there is a next page.
  const found = await listIncidentRecords(db, { ...filter, ...about }, limit + 1, (page - 1) * limit)
  return { incidents: found.slice(0, limit), page, hasMore: found.length > limit }
}

export const incidentsEndpoint = defineEndpoint('incidents', incidents)

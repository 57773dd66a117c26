import type { Context } from '../../api/context'
import { getCategory } from '../../api/operations/category'
import type { InputOf, OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import { listSearchFacts } from '../../store/catalog/candidates'
import type { Database } from '../../store/database'
import { listIncidentRecords } from '../incident-records'

export async function incidents(
  { page, limit, server, category, ...filter }: InputOf<'incidents'>,
  { reads: { db } }: Context,
): Promise<OutputOf<'incidents'>> {
  const about = {
    ...(server === undefined ? {} : await aboutSubject(server, db)),
    category: category === undefined ? undefined : getCategory(category).slug,
  }
  // One more than is shown, to know whether there is a next page.
  const found = await listIncidentRecords(db, { ...filter, ...about }, limit + 1, (page - 1) * limit)
  return { incidents: found.slice(0, limit), page, hasMore: found.length > limit }
}

/** Of a tool what it or its whole server was part of. */
async function aboutSubject(id: string, db: Database) {
  const [found] = await listSearchFacts(db, [id])
  return found?.kind === 'tool' ? { serverIds: [found.serverId], toolId: id } : { serverIds: [id] }
}

export const incidentsEndpoint = defineEndpoint('incidents', incidents)

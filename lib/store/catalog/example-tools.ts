import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../database'
import { publishedOrder } from '../listings/listing-order'
import { servers, subjects } from './catalog-schema'

export interface ListedTool {
  toolId: string
  serverId: string
}

/**
 * Listed tools in the published order, the healthy ones first. Only ids that stand in a command for a shell as they
 * are: strangers chose them. `preferred`, where it is listed and healthy, comes before all others.
 */
export async function listToolsForExamples(db: Database, preferred: string, limit: number): Promise<ListedTool[]> {
  return rowsOf<ListedTool>(
    db,
    sql`SELECT ${subjects.id} AS "toolId", ${servers.id} AS "serverId" FROM ${subjects} JOIN ${servers} ON ${servers.key} = ${subjects.serverKey}
      WHERE ${subjects.listed} AND ${subjects.kind} = 'tool' AND ${subjects.id} ~ '^[A-Za-z0-9@][A-Za-z0-9_.@/-]*$'
      ORDER BY ${subjects.id} = ${preferred} AND ${subjects.verdict} = 'healthy' DESC, ${publishedOrder()} LIMIT ${limit}`,
  )
}

import { eq } from 'drizzle-orm'
import type { Database } from './database'
import { servers, subjects, tools } from './schema'

/** Everything the catalog says of one subject and its server; undefined when the id is not known. */
export async function findProfile(db: Database, id: string) {
  const [row] = await db
    .select({ subject: subjects, server: servers, tool: tools })
    .from(subjects)
    .innerJoin(servers, eq(servers.key, subjects.serverKey))
    .leftJoin(tools, eq(tools.id, subjects.id))
    .where(eq(subjects.id, id))
  return row
}

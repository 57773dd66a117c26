import { sql } from 'drizzle-orm'
import type { NameKind } from '../../core/lookup/server-name'
import { type Read, readOf } from '../read-together'

/** A name that more servers have names none of them: that of a program that starts other servers. */
const MOST_SHARING = 20

/** Another server, and what it has in common with one. */
export interface OtherListing {
  id: string
  registry: string
  title: string
  shares: NameKind
}

/**
 * Other servers, not deleted, with a package, an image or an address of this one, by id. A repository is left out: it
 * may hold many servers.
 */
export function otherListingsRead(serverKey: number, limit: number): Read<OtherListing[]> {
  return readOf<OtherListing, OtherListing[]>(
    sql`SELECT DISTINCT ON (servers.id) servers.id, servers.registry, servers.title, other.kind AS shares
      FROM server_names AS own
      JOIN server_names AS other ON other.kind = own.kind AND other.name = own.name AND other.server_key <> own.server_key
      JOIN servers ON servers.key = other.server_key
      WHERE own.server_key = ${serverKey} AND own.kind <> 'repository' AND servers.lifecycle <> 'deleted'
        AND (SELECT count(*) FROM (SELECT FROM server_names AS any_server
          WHERE any_server.kind = own.kind AND any_server.name = own.name LIMIT ${MOST_SHARING + 1}) AS sharing) <= ${MOST_SHARING}
      ORDER BY servers.id LIMIT ${limit}`,
    (rows) => [...rows],
  )
}

import { sql } from 'drizzle-orm'
import { openDatabase, rowsOf } from '../../lib/store/database'

export interface ProbedServer {
  id: string
  verdict: string
  /** The reasons of its probes, in their order. */
  reasons: string[]
  /** Probes that did not end with `answered`; one that was not probed has one. */
  failures: number
}

/** What a service that has ended recorded of every server. */
export async function readProbed(dataDir: string): Promise<ProbedServer[]> {
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir })
  try {
    const rows = await rowsOf<{ id: string; verdict: string; reasons: string[] }>(
      db,
      sql`SELECT subjects.id, subjects.verdict, (
          SELECT coalesce(json_agg(reason ORDER BY observed_at), '[]') FROM observations WHERE observations.server_key = subjects.server_key
        ) AS reasons
        FROM subjects WHERE kind = 'server' ORDER BY subjects.id`,
    )
    return rows.map((row) => ({
      ...row,
      failures: row.reasons.length === 0 ? 1 : row.reasons.filter((reason) => reason !== 'answered').length,
    }))
  } finally {
    await close()
  }
}

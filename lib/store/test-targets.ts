import { sql } from 'drizzle-orm'
import type { Database } from './database'

/** Gives every server that has no target yet one endpoint, so that results of probes of it can be recorded. */
export async function addTestTargets(db: Database, now: Date): Promise<void> {
  await db.execute(sql`
    INSERT INTO probe_targets (server_key, target_no, prober, evidence, kind, url, position, network, host, due_at)
    SELECT key, 0, 'mcp-http', 'endpoint', 'streamable-http', 'https://' || key || '.example/mcp', 0, 'public', key || '.example', ${now.toISOString()}::timestamptz
    FROM servers WHERE NOT EXISTS (SELECT FROM probe_targets WHERE server_key = servers.key)`)
}

import { grouped } from 'assay-verify/grouped'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { CombinedTarget, TargetState } from '../../core/evidence/combined-state'
import type { Database } from '../database'
import { probeTargets, targetStates } from './evidence-schema'
import type { TargetKey } from './schedule'

/**
 * All targets of these servers with their states, by server, in the order of preference. Read under the lock of
 * `getServerStatesForUpdate`.
 */
export async function listTargetStates(
  tx: Database,
  serverKeys: readonly number[],
): Promise<Map<number, CombinedTarget[]>> {
  const { serverKey, targetNo, evidence, kind, url, position } = probeTargets
  const rows = await tx
    .select({ serverKey, targetNo, evidence, kind, url, state: targetStates.state })
    .from(probeTargets)
    .leftJoin(targetStates, and(eq(targetStates.serverKey, serverKey), eq(targetStates.targetNo, targetNo)))
    .where(inArray(serverKey, [...serverKeys]))
    .orderBy(asc(serverKey), asc(position))
  return grouped(rows.map(({ serverKey: key, state, ...target }) => [key, { ...target, state: state ?? null }]))
}

/** Writes over the states of targets that still exist. */
export async function recordTargetStates(
  tx: Database,
  records: readonly (TargetKey & { state: TargetState; asOf: Date })[],
): Promise<void> {
  if (records.length === 0) return
  await tx.execute(sql`
    INSERT INTO target_states (server_key, target_no, state, as_of)
    SELECT server_key, target_no, given.state, "asOf"
    FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS given("serverKey" integer, "targetNo" smallint, state json, "asOf" timestamptz)
    JOIN probe_targets ON server_key = "serverKey" AND target_no = "targetNo"
    ON CONFLICT (server_key, target_no) DO UPDATE SET state = excluded.state, as_of = excluded.as_of`)
}

import { and, desc, eq, lt } from 'drizzle-orm'
import { type ProbeReason, reasonFromCode } from '../../core/state/observation'
import type { Database } from '../database'
import { observations, vantages } from './evidence-schema'

/** One kept observation with where it was made from. */
export interface SentProbe {
  at: Date
  reason: ProbeReason
  latencyMs: number | null
  httpStatus: number | null
  vantage: string
}

/** The kept observations of a server before an instant (null: all), newest first. */
export async function listSentProbes(
  db: Database,
  serverKey: number,
  before: Date | null,
  limit: number,
): Promise<SentProbe[]> {
  const ofServer = eq(observations.serverKey, serverKey)
  const rows = await db
    .select({
      at: observations.observedAt,
      reason: observations.reason,
      latencyMs: observations.latencyMs,
      httpStatus: observations.httpStatus,
      vantage: vantages.name,
    })
    .from(observations)
    .innerJoin(vantages, eq(vantages.key, observations.vantageKey))
    .where(before === null ? ofServer : and(ofServer, lt(observations.observedAt, before)))
    .orderBy(desc(observations.observedAt))
    .limit(limit)
  return rows.map(({ reason, ...row }) => ({ ...row, reason: reasonFromCode(reason) }))
}

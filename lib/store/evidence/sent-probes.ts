import { type ProbeReason, reasonFromCode } from 'assay-verify/state/observation'
import { and, desc, eq, lt } from 'drizzle-orm'
import type { Database } from '../database'
import { observations, probeTargets, vantages } from './evidence-schema'

/** One kept observation with where it was made from. */
export interface SentProbe {
  at: Date
  reason: ProbeReason
  latencyMs: number | null
  httpStatus: number | null
  vantage: string
  /** What was probed, and by which prober; null: it is no longer a target of its server. */
  url: string | null
  prober: string | null
}

/** A target of a server. */
export interface SentTarget {
  url: string
  prober: string
}

/** What of a server is probed, in the order of its targets. */
export async function listSentTargets(db: Database, serverKey: number): Promise<SentTarget[]> {
  const { url, prober, targetNo } = probeTargets
  return db.select({ url, prober }).from(probeTargets).where(eq(probeTargets.serverKey, serverKey)).orderBy(targetNo)
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
      url: probeTargets.url,
      prober: probeTargets.prober,
    })
    .from(observations)
    .innerJoin(vantages, eq(vantages.key, observations.vantageKey))
    .leftJoin(
      probeTargets,
      and(eq(probeTargets.serverKey, observations.serverKey), eq(probeTargets.targetNo, observations.targetNo)),
    )
    .where(before === null ? ofServer : and(ofServer, lt(observations.observedAt, before)))
    .orderBy(desc(observations.observedAt))
    .limit(limit)
  return rows.map(({ reason, ...row }) => ({ ...row, reason: reasonFromCode(reason) }))
}

import { eq, inArray, lt, sql } from 'drizzle-orm'
import { POLICY_KEPT_MS, POLICY_READ_EVERY_MS, type ProbingPolicy } from '../../core/access/probing-policy'
import type { Database } from '../database'
import { originPolicies, type StoredPolicy } from './access-schema'

/** What is stored of an origin's policy. */
export interface OriginPolicy {
  /** null: there never was a file, or it could not be read again for thirty days. */
  policy: ProbingPolicy | null
  askedAt: Date
  etag: string | null
  lastModified: string | null
}

/** What is known of an origin; undefined: it was never asked. */
export async function findOriginPolicy(db: Database, origin: string, now: Date): Promise<OriginPolicy | undefined> {
  const [row] = await db.select().from(originPolicies).where(eq(originPolicies.origin, origin))
  if (row === undefined) return undefined
  const { askedAt, readAt, policy, etag, lastModified } = row
  const isKept = readAt !== null && now.getTime() - readAt.getTime() < POLICY_KEPT_MS
  return { policy: isKept && policy !== null ? policyOf(policy) : null, askedAt, etag, lastModified }
}

/** A reading dated more than this ahead was noted by a wrong clock. */
const AHEAD_MS = 5 * 60_000

/** Claims the daily reading of an origin's file: true for one caller a day, whatever process it is in. */
export async function claimPolicyReading(db: Database, origin: string, now: Date): Promise<boolean> {
  const dueBefore = new Date(now.getTime() - POLICY_READ_EVERY_MS)
  const aheadFrom = new Date(now.getTime() + AHEAD_MS)
  const claimed = await db
    .insert(originPolicies)
    .values({ origin, askedAt: now })
    .onConflictDoUpdate({
      target: originPolicies.origin,
      set: { askedAt: sql`excluded.asked_at` },
      setWhere: sql`${originPolicies.askedAt} <= ${dueBefore.toISOString()} OR ${originPolicies.askedAt} > ${aheadFrom.toISOString()}`,
    })
    .returning({ origin: originPolicies.origin })
  return claimed.length > 0
}

/** Stores what was read. `policy` null: there is no file; of a file that is gone nothing counts any more. */
export async function recordOriginPolicy(
  db: Database,
  origin: string,
  { policy, etag, lastModified }: Pick<OriginPolicy, 'policy' | 'etag' | 'lastModified'>,
  now: Date,
): Promise<void> {
  await db
    .update(originPolicies)
    .set({ policy: policy === null ? null : storedPolicy(policy), readAt: now, etag, lastModified })
    .where(eq(originPolicies.origin, origin))
}

/** Notes that the file has not changed since it was read. */
export async function recordUnchangedPolicy(db: Database, origin: string, now: Date): Promise<void> {
  await db.update(originPolicies).set({ readAt: now }).where(eq(originPolicies.origin, origin))
}

/** When the policy files of these origins were last asked for; origins that never were are left out. */
export async function listAskedOrigins(
  db: Database,
  origins: readonly string[],
): Promise<{ origin: string; askedAt: Date }[]> {
  if (origins.length === 0) return []
  const { origin, askedAt } = originPolicies
  return db
    .select({ origin, askedAt })
    .from(originPolicies)
    .where(inArray(origin, [...origins]))
    .orderBy(origin)
}

/** Deletes what is known of origins that were not asked for so long that nothing of it counts. */
export async function dropOldPolicies(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - POLICY_KEPT_MS)
  const gone = await db
    .delete(originPolicies)
    .where(lt(originPolicies.askedAt, before))
    .returning({ origin: originPolicies.origin })
  return gone.length
}

function storedPolicy({ maintenance, ...policy }: ProbingPolicy): StoredPolicy {
  return {
    ...policy,
    maintenance: maintenance.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() })),
  }
}

function policyOf({ maintenance, descriptions = [], ...policy }: StoredPolicy): ProbingPolicy {
  const windows = maintenance.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) }))
  return { ...policy, maintenance: windows, descriptions }
}

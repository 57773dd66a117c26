import { sql } from 'drizzle-orm'
import { NO_CALLS, type PolicyTally } from '../../core/accuracy/policy-accuracy'
import { type Database, rowsOf } from '../database'
import { addedColumns } from '../excluded-columns'
import { policyTallies } from './accuracy-schema'

const COUNTS = ['deniedAnswered', 'deniedFailed', 'allowedAnswered', 'allowedFailed'] as const

/** Adds to the sums of a day (UTC, `2026-11-20`) and a policy. */
export async function addPolicyTally(tx: Database, day: string, policy: string, tally: PolicyTally): Promise<void> {
  if (COUNTS.every((name) => tally[name] === 0)) return
  await tx
    .insert(policyTallies)
    .values({ day, policy, ...tally })
    .onConflictDoUpdate({
      target: [policyTallies.day, policyTallies.policy],
      set: addedColumns(policyTallies, COUNTS),
    })
}

/** The sums of a policy, of the days from `since` on. */
export async function sumPolicyTallies(db: Database, policy: string, since: string): Promise<PolicyTally> {
  const [sums] = await rowsOf<PolicyTally>(
    db,
    sql`SELECT coalesce(sum(denied_answered), 0)::float8 AS "deniedAnswered", coalesce(sum(denied_failed), 0)::float8 AS "deniedFailed",
        coalesce(sum(allowed_answered), 0)::float8 AS "allowedAnswered", coalesce(sum(allowed_failed), 0)::float8 AS "allowedFailed"
      FROM policy_tallies WHERE policy = ${policy} AND day >= ${since}`,
  )
  return sums ?? NO_CALLS
}

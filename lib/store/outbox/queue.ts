import { publicJwkOf } from 'assay-verify/attestation'
import { canonicalJson } from 'assay-verify/canonical-json'
import { LEAF_VERSION, type LeafOf } from 'assay-verify/leaves/leaf'
import { type SQL, sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../database'
import type { Fact, QueuedFact } from './fact'
import { signatureOf } from './queue-key'

/** Whether facts are queued: a log was opened and its recording has not ended. */
export const IS_RECORDING = sql`EXISTS (SELECT FROM log_state WHERE recording)`

/**
 * Queues facts for the log at `now`, signed by this process, in their order, in the transaction of what they state; one
 * statement. Without an open log nothing is queued. Of facts with an identity, those that are logged already are left
 * out.
 */
export async function queueFacts(tx: Database, facts: readonly (Fact | QueuedFact)[], now: Date): Promise<void> {
  if (facts.length === 0) return
  const form = { v: LEAF_VERSION, queuedAt: now.toISOString() }
  const given = facts.map((entry) => {
    const { fact, identity } = 'fact' in entry ? entry : { fact: entry, identity: undefined }
    const leaf = canonicalJson({ ...fact, ...form })
    const signed = { identity, signature: signatureOf(leaf, identity ?? null) }
    return `{"fact":${leaf},${JSON.stringify(signed).slice(1)}`
  })
  await tx.execute(sql`
    INSERT INTO log_queue (fact, identity, signature)
    SELECT given -> 'fact', given ->> 'identity', given ->> 'signature'
    FROM json_array_elements(${`[${given.join()}]`}::json) WITH ORDINALITY AS entries(given, place)
    WHERE ${IS_RECORDING} AND (given ->> 'identity' IS NULL
      OR NOT EXISTS (SELECT FROM log_leaves WHERE log_leaves.identity = given ->> 'identity'))
    ORDER BY place`)
}

/** Queues the facts that a statement gives in its column `fact`, in its order. */
export async function queueFactsOf(tx: Database, query: SQL, now: Date): Promise<void> {
  const rows = await rowsOf<{ fact: Fact }>(tx, query)
  const facts = rows.map(({ fact }) => fact)
  await queueFacts(tx, facts, now)
}

/** Queues for the log what became of a key of the service, by its public half in base64url. */
export function queueKeyEvent(
  tx: Database,
  use: LeafOf<'key'>['use'],
  x: string,
  event: LeafOf<'key'>['event'],
  now: Date,
): Promise<void> {
  return queueFacts(tx, [{ kind: 'key', at: now.toISOString(), kid: publicJwkOf(x).kid, x, use, event }], now)
}

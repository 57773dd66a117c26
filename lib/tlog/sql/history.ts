import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../../store/database'
import { monitoringGaps } from '../../store/evidence/rollup-schema'
import type { Fact } from '../../store/outbox/fact'
import { queueGapsBegun, queueGapsEnded } from '../../store/outbox/gap-facts'
import { isoOf, queueIntervalsOf } from '../../store/outbox/interval-facts'
import { queueFacts } from '../../store/outbox/queue'
import { listSigningKeys } from '../../store/signing/signing-keys'

/** Servers of one statement: flapping ones have thousands of intervals, which pass through this process. */
const SERVERS_A_STATEMENT = 20

/**
 * Queues what a database already holds when its log is opened, or when recording goes on after `since`: keys,
 * intervals, breakages that are open (or changed since), and verdicts, in the caller's transaction. What it lacks is
 * what only code can derive: `ServerDigests` and the formula.
 */
export async function queueHistory(tx: Database, since: Date | null, now: Date): Promise<void> {
  if (since === null) await queueKeys(tx, now)
  await queueGaps(tx, since, now)
  let afterKey = 0
  for (;;) {
    const [chunk] = await rowsOf<{ last: number | null }>(
      tx,
      sql`SELECT max(key) AS last FROM (SELECT key FROM servers WHERE key > ${afterKey} ORDER BY key LIMIT ${SERVERS_A_STATEMENT}) AS next`,
    )
    const last = chunk?.last ?? null
    if (last === null) return
    await queueServers(tx, { afterKey, last }, since, now)
    afterKey = last
  }
}

interface KeyRange {
  afterKey: number
  last: number
}

/** Monitoring gaps that began, or ended, since. */
async function queueGaps(tx: Database, since: Date | null, now: Date): Promise<void> {
  const rows = await tx.select().from(monitoringGaps).orderBy(monitoringGaps.startedAt)
  const isNew = (at: Date) => since === null || at > since
  await queueGapsBegun(
    tx,
    rows.filter(({ startedAt }) => isNew(startedAt)),
    now,
  )
  await queueGapsEnded(
    tx,
    rows.filter(({ isOpen, endedAt }) => !isOpen && isNew(endedAt)),
    now,
  )
}

async function queueKeys(tx: Database, now: Date): Promise<void> {
  const keys = await listSigningKeys(tx, now)
  await queueFacts(
    tx,
    keys.map(({ publicKey: x, kid }) => ({
      kind: 'key',
      at: now.toISOString(),
      kid,
      x,
      use: 'attestation',
      event: 'published',
    })),
    now,
  )
}

async function queueServers(tx: Database, { afterKey, last }: KeyRange, since: Date | null, now: Date): Promise<void> {
  const sinceAt = since?.toISOString() ?? null
  await queueIntervalsOf(
    tx,
    sql`
      SELECT * FROM intervals WHERE server_key > ${afterKey} AND server_key <= ${last}
        AND (${sinceAt}::timestamptz IS NULL OR started_at > ${sinceAt}::timestamptz)`,
    now,
  )
  const changed = await rowsOf<{ fact: Fact }>(
    tx,
    sql`
    SELECT json_build_object('kind', 'breakage', 'at', at, 'id', coalesce(tool_id, servers.id), 'breakage', kind, 'key', breakages.key::text, 'event', event) AS fact
    FROM breakages JOIN servers ON servers.key = breakages.server_key,
      LATERAL (VALUES
        (${isoOf('breakages.opened_at')}, 'opened', closed_at IS NULL OR opened_at > ${sinceAt}::timestamptz),
        (${isoOf('breakages.closed_at')}, 'closed', closed_at > ${sinceAt}::timestamptz)) AS events(at, event, is_new)
    WHERE breakages.server_key > ${afterKey} AND breakages.server_key <= ${last} AND is_new
      AND (${sinceAt}::timestamptz IS NULL OR event = 'closed' OR opened_at > ${sinceAt}::timestamptz)
    ORDER BY at, breakages.key`,
  )
  const rated = await rowsOf<{ fact: Fact }>(
    tx,
    sql`
    SELECT json_build_object('kind', 'verdict', 'at', ${now.toISOString()}::text, 'id', id, 'from', NULL, 'to', verdict) AS fact
    FROM subjects WHERE server_key > ${afterKey} AND server_key <= ${last} AND (verdict <> 'unknown'
      OR EXISTS (SELECT FROM log_leaves WHERE subject = subjects.id AND kind = 'verdict'))
    ORDER BY id`,
  )
  await queueFacts(
    tx,
    [...changed, ...rated].map(({ fact }) => fact),
    now,
  )
}

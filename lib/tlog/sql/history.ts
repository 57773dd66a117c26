import type { LeafKind } from 'assay-verify/leaves/leaf'
import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../../store/database'
import { monitoringGaps } from '../../store/evidence/rollup-schema'
import { BREAKAGE_FACTS, type BreakageRow, breakageFact } from '../../store/outbox/breakage-facts'
import { queueGapsBegun, queueGapsEnded } from '../../store/outbox/gap-facts'
import { isoOf, queueIntervalsOf } from '../../store/outbox/interval-facts'
import { queueFacts, queueFactsOf, queueKeyEvent } from '../../store/outbox/queue'
import { listSigningKeys } from '../../store/signing/signing-keys'

/** Servers of one statement: flapping ones have thousands of intervals, which pass through this process. */
const SERVERS_A_STATEMENT = 20

/** From when the history is queued (null: from its beginning), and when that is. */
interface Opening {
  tx: Database
  since: Date | null
  now: Date
}

interface KeyRange {
  afterKey: number
  last: number
}

interface Backfill {
  /** Queues what belongs to no server. */
  ofService?(opening: Opening): Promise<void>
  /** Queues what belongs to the servers with these keys. */
  ofServers?(opening: Opening, range: KeyRange): Promise<void>
}

/**
 * What queues the facts of each kind that a database already holds when its log is opened, in the order in which they
 * are queued; a text: why nothing does here. A kind without a backfill would leave a hole that no audit sees.
 */
const BACKFILLS: Record<LeafKind, Backfill | string> = {
  log_opened: 'openLog queues it',
  recording: 'openLog queues it',
  key: { ofService: queueKeys },
  formula: 'openLog queues the one in use',
  interval: { ofService: queueGaps, ofServers: queueIntervals },
  breakage: { ofServers: queueBreakages },
  verdict: { ofServers: queueVerdicts },
  declarations: 'queueDeclared goes through all servers',
  observations: 'the first hour is that of the opening',
  score_inputs: 'the first hour is that of the opening',
  score: 'a score is logged when it is attested',
  unsafe_texts: 'a clearing is logged when it is made',
  bundle: 'the next hour has the next one',
}

/**
 * Queues what a database already holds when its log is opened, or when recording goes on after `since`: keys,
 * intervals, breakages that are open (or changed since), and verdicts, in the caller's transaction. What it lacks is
 * what only code can derive: `ServerDigests` and the formula.
 */
export async function queueHistory(tx: Database, since: Date | null, now: Date): Promise<void> {
  const opening = { tx, since, now }
  const backfills = Object.values(BACKFILLS).filter((backfill) => typeof backfill !== 'string')
  for (const { ofService } of backfills) await ofService?.(opening)
  let afterKey = 0
  for (;;) {
    const [chunk] = await rowsOf<{ last: number | null }>(
      tx,
      sql`SELECT max(key) AS last FROM (SELECT key FROM servers WHERE key > ${afterKey} ORDER BY key LIMIT ${SERVERS_A_STATEMENT}) AS next`,
    )
    const last = chunk?.last ?? null
    if (last === null) return
    for (const { ofServers } of backfills) await ofServers?.(opening, { afterKey, last })
    afterKey = last
  }
}

/** Monitoring gaps that began, or ended, since. */
async function queueGaps({ tx, since, now }: Opening): Promise<void> {
  const rows = await tx.select().from(monitoringGaps).orderBy(monitoringGaps.startedAt)
  const isNew = (at: Date) => since === null || at > since
  const begun = rows.filter(({ startedAt }) => isNew(startedAt))
  const ended = rows.filter(({ isOpen, endedAt }) => !isOpen && isNew(endedAt))
  await queueGapsBegun(tx, begun, now)
  await queueGapsEnded(tx, ended, now)
}

/** Of the service’s attestation keys that were made since. When others were retired is not stored. */
async function queueKeys({ tx, since, now }: Opening): Promise<void> {
  const keys = await listSigningKeys(tx, now)
  for (const { publicKey, createdAt } of keys) {
    if (since === null || createdAt > since) await queueKeyEvent(tx, 'attestation', publicKey, 'published', now)
  }
}

async function queueIntervals({ tx, since, now }: Opening, { afterKey, last }: KeyRange): Promise<void> {
  const sinceAt = since?.toISOString() ?? null
  await queueIntervalsOf(
    tx,
    sql`
      SELECT * FROM intervals WHERE server_key > ${afterKey} AND server_key <= ${last}
        AND (${sinceAt}::timestamptz IS NULL OR started_at > ${sinceAt}::timestamptz)`,
    now,
  )
}

async function queueBreakages({ tx, since, now }: Opening, { afterKey, last }: KeyRange): Promise<void> {
  const sinceAt = since?.toISOString() ?? null
  const changed = await rowsOf<{ fact: BreakageRow }>(
    tx,
    sql`
    SELECT json_build_object('at', at, 'event', event, ${BREAKAGE_FACTS}) AS fact
    FROM breakages JOIN servers ON servers.key = breakages.server_key,
      LATERAL (VALUES
        (${isoOf('breakages.opened_at')}, 'opened', closed_at IS NULL OR opened_at > ${sinceAt}::timestamptz),
        (${isoOf('breakages.closed_at')}, 'closed', closed_at > ${sinceAt}::timestamptz)) AS events(at, event, is_new)
    WHERE breakages.server_key > ${afterKey} AND breakages.server_key <= ${last} AND is_new
      AND (${sinceAt}::timestamptz IS NULL OR event = 'closed' OR opened_at > ${sinceAt}::timestamptz)
    ORDER BY at, breakages.key`,
  )
  await queueFacts(tx, changed.map(breakageFact), now)
}

async function queueVerdicts({ tx, now }: Opening, { afterKey, last }: KeyRange): Promise<void> {
  await queueFactsOf(
    tx,
    sql`
    SELECT json_build_object('kind', 'verdict', 'at', ${now.toISOString()}::text, 'id', id, 'from', NULL, 'to', verdict) AS fact
    FROM subjects WHERE server_key > ${afterKey} AND server_key <= ${last} AND (verdict <> 'unknown'
      OR EXISTS (SELECT FROM log_leaves WHERE subject = subjects.id AND kind = 'verdict'))
    ORDER BY id`,
    now,
  )
}

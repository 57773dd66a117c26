import { sql } from 'drizzle-orm'
import { CREDITS_A_KEY_AND_DAY } from '../../core/caller/credits'
import { dayOf } from '../../core/day'
import { intList, textList } from '../array-literal'
import { type Database, rowsOf } from '../database'
import { CLAIMS, countOutcomes, countRows, type KnownDue } from './count-rows'
import { type Batch, type Counted, countsOf, eventsOf, recordBatches } from './ingest'

/** Keys, and subjects that are due, remembered: some 50 bytes each. */
const MOST_REMEMBERED = 100_000

/** Counts groups of batches as `recordBatches` does, but those of a flood in one statement. One per process. */
export type BatchRecorder = (batches: readonly Batch[], now: Date) => Promise<(Counted | null)[]>

/**
 * A key that has earned its daily most earns nothing more today: what it reported before need not be read, and its
 * batches need not wait for each other. Its batches, and those without a key, are plain, unless they carry a hash.
 */
export function openBatchRecorder(
  db: Database,
  onCounted: (batch: Batch, now: Date) => void = () => undefined,
): BatchRecorder {
  const fullOn = new Map<string, number>()
  const due = openDueSubjects()
  const remember = (keyId: string, day: number) => {
    if (fullOn.size >= MOST_REMEMBERED) fullOn.clear()
    fullOn.set(keyId, day)
  }
  return async (batches, now) => {
    const day = dayOf(now)
    const arePlain = batches.every(({ keyId, hash }) => hash === null && (keyId === null || fullOn.get(keyId) === day))
    if (arePlain) return recordPlain(db, batches, now, due, onCounted)
    const onEarned = (keyId: string, earned: number) => {
      if (earned >= CREDITS_A_KEY_AND_DAY) remember(keyId, day)
    }
    return recordBatches(db, batches, now, onEarned, onCounted)
  }
}

/**
 * Subjects that this process made due, and the number of `usage_claims` then. Only those that it wrote itself: a row
 * that was merely seen may be about to be claimed.
 */
interface DueSubjects {
  known(): KnownDue
  note(claims: string, ids: readonly string[]): void
}

function openDueSubjects(): DueSubjects {
  let claims: string | null = null
  let ids = new Set<string>()
  return {
    known: () => ({ claims, ids }),
    note: (claimsThen, made) => {
      if (claims !== claimsThen || ids.size + made.length > MOST_REMEMBERED) ids = new Set()
      claims = claimsThen
      for (const id of made) ids.add(id)
    },
  }
}

/**
 * Counts, due subjects and ledger in one statement, which is its own transaction. Keys are locked against deletion, not
 * against each other. The caller has checked that the ids are known, and known ids stay known.
 */
async function recordPlain(
  db: Database,
  batches: readonly Batch[],
  now: Date,
  dueSubjects: DueSubjects,
  onCounted: (batch: Batch, now: Date) => void,
): Promise<(Counted | null)[]> {
  const known = dueSubjects.known()
  const counts = batches.flatMap((batch) => countsOf(batch, now))
  const { list } = countRows(counts, known)
  const keyIds = [...new Set(batches.flatMap(({ keyId }) => keyId ?? []))].sort()
  const keyless = [...new Set(batches.flatMap(({ keyId, reporterKey }) => (keyId === null ? [reporterKey] : [])))]
  const [done] = await rowsOf<{ living: string[]; due: string[]; claims: string }>(
    db,
    sql`WITH living AS (
      SELECT key_id, reporter_key FROM api_keys WHERE key_id = ANY (${textList(keyIds)}) ORDER BY key_id FOR KEY SHARE
    ), reported AS MATERIALIZED (
      SELECT g.* FROM ${list} WHERE g.reporter = ANY (${intList(keyless)}) OR g.reporter IN (SELECT reporter_key FROM living)
    ), ${countOutcomes(sql`reported AS g`, now, known)}, days AS (
      INSERT INTO key_days (key_id, day, events, credits)
      SELECT key_id, ${dayOf(now)}::int, sum(ok + transport + caller + other)::int, 0 FROM reported JOIN living ON reporter_key = reporter GROUP BY key_id ORDER BY key_id
      ON CONFLICT (key_id, day) DO UPDATE SET events = key_days.events + excluded.events
    )
    SELECT ARRAY(SELECT key_id FROM living) AS living, ARRAY(SELECT id FROM due) AS due, ${CLAIMS}::text AS claims`,
  )
  if (done !== undefined) dueSubjects.note(done.claims, done.due)
  const living = new Set(done?.living)
  return batches.map((batch) => {
    if (batch.keyId !== null && !living.has(batch.keyId)) return null
    onCounted(batch, now)
    return plainlyCounted(batch)
  })
}

function plainlyCounted({ sums, ignored }: Batch): Counted {
  const accepted = [...sums.values()].reduce((events, sum) => events + eventsOf(sum), 0)
  return { accepted, ignored, credits: 0 }
}

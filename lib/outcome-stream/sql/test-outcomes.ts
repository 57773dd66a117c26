import { eq } from 'drizzle-orm'
import type { OutcomeSums } from '../../core/caller/outcome'
import { recordServers } from '../../store/catalog/catalog'
import type { Database } from '../../store/database'
import { apiKeys, countedBatches, keyDays } from '../../store/keys/keys-schema'
import { type Batch, keylessReporter } from '../../store/outcomes/ingest'
import { openReporter } from '../../store/outcomes/outcomes'
import { outcomeCounts, reporters, usageDue } from '../../store/outcomes/usage-schema'
import { testServer, testTool, uncategorized } from '../../store/test-catalog'
import { outcomePositions } from './stream-schema'

// A catalog, reporters and batches for tests of the stream.

export const TOOLS = Array.from({ length: 40 }, (_, n) => `o/s/t${n}`)

export const sumsOf = (successes: number): OutcomeSums => ({
  successes,
  transportFailures: 0,
  callerFailures: 0,
  otherFailures: 0,
})

export async function recordTestTools(db: Database, now: Date): Promise<void> {
  const tools = TOOLS.map((id) => testTool(id.slice('o/s/'.length)))
  await recordServers(db, { source: 'file', precedence: 1 }, [testServer('o/s', { tools })], now, uncategorized)
}

/** Deletes outcomes, keys and positions, and makes two keys. Answers reporters by key; `''`: those without one. */
export async function emptyOutcomes(db: Database, now: Date): Promise<Record<string, number>> {
  for (const table of [outcomeCounts, usageDue, countedBatches, apiKeys, reporters, outcomePositions])
    await db.delete(table)
  const reporterOf: Record<string, number> = { '': await keylessReporter(db) }
  for (const keyId of ['key_a', 'key_b']) {
    const reporterKey = await openReporter(db, now)
    await db.insert(apiKeys).values({ keyId, hash: keyId, ownLimit: null, reporterKey, createdAt: now })
    reporterOf[keyId] = reporterKey
  }
  return reporterOf
}

/** A batch of one event for each tool. */
export function batchOf(reporterKey: number, tools: readonly string[], more: Partial<Batch> = {}): Batch {
  return {
    keyId: null,
    reporterKey,
    network: null,
    hash: null,
    outcomes: [],
    sums: new Map(tools.map((id) => [id, sumsOf(1)])),
    ignored: 0,
    ...more,
  }
}

/** All events that are counted. */
export async function countedEvents(db: Database): Promise<number> {
  const rows = await db.select().from(outcomeCounts)
  return rows.reduce((sum, row) => sum + row.successes, 0)
}

/** What a key reported and earned, by the ledger. */
export async function usageOf(db: Database, key: string): Promise<{ events: number; credits: number }> {
  const days = await db.select().from(keyDays).where(eq(keyDays.keyId, key))
  const sum = (of: 'events' | 'credits') => days.reduce((total, day) => total + day[of], 0)
  return { events: sum('events'), credits: sum('credits') }
}

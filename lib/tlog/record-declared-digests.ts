import { canonicalJson } from 'assay-verify/canonical-json'
import { DAY_MS } from 'assay-verify/duration'
import { digestOf } from 'assay-verify/leaves/leaf'
import { listDigests, type ServerDigests, serverDigests, toolDigests } from 'assay-verify/lock/server-digests'
import { TOOL_CHANGE_DAYS } from '../core/retention'
import { mapInTurns } from '../store/chunks'
import type { Database } from '../store/database'
import { recordDocuments } from '../store/outbox/documents'
import { queueFacts } from '../store/outbox/queue'
import { listStoredDeclared, recordDeclaredDigests, type StoredDeclared } from './sql/declared-digests'
import { findTlogState } from './sql/state'

/**
 * Queues for the log what these servers declare now, as digests, where that is another than before, in the transaction
 * that recorded it. `vantages`: where each was probed from. At most six statements, and one where no log is open.
 */
export async function recordDeclaredDigestsOf(
  tx: Database,
  vantages: ReadonlyMap<number, string | null>,
  now: Date,
): Promise<void> {
  if (vantages.size === 0 || !((await findTlogState(tx))?.recording ?? false)) return
  const declared = await listStoredDeclared(tx, [...vantages.keys()])
  const digested: Awaited<ReturnType<typeof digestsOf>>[] = []
  for (const server of declared) digested.push(await digestsOf(server))
  const changed = await recordDeclaredDigests(tx, digested)
  const news = digested.filter(({ serverKey }) => changed.has(serverKey))
  const at = now.toISOString()
  const keptUntil = new Date(now.getTime() + TOOL_CHANGE_DAYS * DAY_MS)
  await recordDocuments(
    tx,
    news.map(({ digest, body }) => ({ digest, kind: 'declarations', body, keptUntil })),
  )
  await queueFacts(
    tx,
    news.map(({ serverKey, serverId: id, version, digest }) => {
      const vantage = vantages.get(serverKey) ?? null
      return { kind: 'declarations', at, id, version, vantage, digest }
    }),
    now,
  )
}

/** Characters of a version that a leaf has: servers may declare any text. */
const MOST_OF_VERSION = 512

async function digestsOf({ serverKey, serverId, tools, declarations }: StoredDeclared) {
  // Of thousands of tools in several turns of the event loop.
  const ofTools = tools === null ? null : listDigests(await mapInTurns(tools, toolDigests))
  const digests: ServerDigests = { ...serverDigests({ tools: null, declarations }), tools: ofTools }
  const version = digests.version?.slice(0, MOST_OF_VERSION).toWellFormed() || null
  return { serverKey, serverId, version, digest: digestOf(digests), body: canonicalJson(digests) }
}

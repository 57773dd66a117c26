import { canonicalJson } from 'assay-verify/canonical-json'
import { type ClearedTexts, MOST_CLEARED } from 'assay-verify/leaves/cleared-texts'
import { digestOf } from 'assay-verify/leaves/leaf'
import { eq } from 'drizzle-orm'
import { isBadWithout } from '../../core/declarations/declaration-step'
import { withoutCleared } from '../../core/declarations/unsafe-texts'
import { servers } from '../catalog/catalog-schema'
import type { Database } from '../database'
import { findDeclarations, findOpenDeclarationBreakage } from '../declarations/declarations'
import { findUnsafeTexts, writeClearedTexts } from '../declarations/unsafe-texts'
import { getServerStatesForUpdate } from '../evidence/evidence'
import { recordDocuments } from '../outbox/documents'
import { queueFacts } from '../outbox/queue'
import { closeBreakages } from './breakages'
import { refreshUnsafeTexts } from './open-changes'

/**
 * Clears the unsafe texts that a server has now, for a reason of the operator of this service: they count no longer,
 * what they opened is settled, and a text that differs counts again. Without a reason, all that was cleared is taken
 * back. Both are logged. Answers how many texts it changed; undefined: no server has this id.
 */
export async function clearUnsafeTexts(
  db: Database,
  serverId: string,
  reason: string | null,
  now: Date,
): Promise<number | undefined> {
  const [server] = await db.select({ key: servers.key }).from(servers).where(eq(servers.id, serverId))
  if (server === undefined) return undefined
  const serverKey = server.key
  return db.transaction(async (tx) => {
    await getServerStatesForUpdate(tx, [serverKey])
    const { texts, cleared } = (await findUnsafeTexts(tx, serverKey)) ?? { texts: [], cleared: [] }
    const at = now.toISOString()
    const counting = withoutCleared(texts, cleared).map(({ digest }) => digest)
    const before = cleared.map(({ digest }) => digest)
    const digests = [...new Set(reason === null ? before : counting)].sort()
    if (digests.length === 0) return 0
    const kept = reason === null ? [] : [...cleared, ...digests.map((digest) => ({ digest, at, reason }))]
    await writeClearedTexts(tx, serverKey, kept.slice(-MOST_CLEARED))
    if (reason !== null) await closeSettled(tx, serverKey, new Set(kept.map(({ digest }) => digest)), now)
    await refreshUnsafeTexts(tx, [{ serverKey, hasHostile: true }])
    const event = reason === null ? 'restored' : 'cleared'
    const document: ClearedTexts = { id: serverId, texts: digests }
    const digest = digestOf(document)
    await recordDocuments(tx, [{ digest, kind: 'unsafe_texts', body: canonicalJson(document), keptUntil: null }])
    await queueFacts(tx, [{ kind: 'unsafe_texts', at, id: serverId, event, digest, reason }], now)
    return digests.length
  })
}

/**
 * Closes the open change of what a server declares where nothing of it is left without the cleared texts: whoever
 * cleared them looked at it. A change of anything else stays open.
 */
async function closeSettled(tx: Database, serverKey: number, cleared: ReadonlySet<string>, now: Date): Promise<void> {
  const open = await findOpenDeclarationBreakage(tx, serverKey)
  const stored = open === undefined ? undefined : await findDeclarations(tx, serverKey)
  if (open === undefined || stored == null || stored.before === null) return
  if (!isBadWithout(cleared, stored.before, stored.declared)) await closeBreakages(tx, [open.key], now)
}

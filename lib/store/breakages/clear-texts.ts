import { eq } from 'drizzle-orm'
import { withoutCleared } from '../../core/declarations/unsafe-texts'
import { digestOf } from '../../core/log/leaf'
import { servers } from '../catalog/catalog-schema'
import type { Database } from '../database'
import { findUnsafeTexts, writeClearedTexts } from '../declarations/unsafe-texts'
import { lockServerStates } from '../evidence/evidence'
import { queueFacts } from '../log/queue'
import { refreshUnsafeTexts } from './open-changes'

/** Texts cleared that are kept of one server, the newest. */
const MOST_CLEARED = 100

/**
 * Clears the unsafe texts that a server has now, for a reason of the operator of this service: they count no longer, and a text that differs counts again. Without
 * a reason, all that was cleared is taken back. Both are logged. Answers how many texts it changed; undefined: no server has this id.
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
    await lockServerStates(tx, [serverKey])
    const { texts, cleared } = (await findUnsafeTexts(tx, serverKey)) ?? { texts: [], cleared: [] }
    const at = now.toISOString()
    const counting = withoutCleared(texts, cleared).map(({ digest }) => digest)
    const before = cleared.map(({ digest }) => digest)
    const digests = [...new Set(reason === null ? before : counting)].sort()
    if (digests.length === 0) return 0
    const kept = reason === null ? [] : [...cleared, ...digests.map((digest) => ({ digest, at, reason }))]
    await writeClearedTexts(tx, serverKey, kept.slice(-MOST_CLEARED))
    await refreshUnsafeTexts(tx, [{ serverKey, hasHostile: true }])
    const event = reason === null ? 'restored' : 'cleared'
    await queueFacts(tx, [{ kind: 'unsafe_texts', at, id: serverId, event, digest: digestOf(digests), reason }], now)
    return digests.length
  })
}

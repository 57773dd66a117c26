import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import { grouped } from 'assay-verify/grouped'
import type { Database } from '../../store/database'
import { pinsText } from '../rules/pins-text'
import { listListedDigests, listUnpinned, recordPins } from '../sql/bundle-pins'

/** Servers whose tools are read at once, with their schemas. */
const SERVERS_AT_ONCE = 20
/** A run goes on no longer than this: what is left, the next one does. */
const RUN_MS = 5000

/**
 * Computes the digests of listings that have none yet, and stores them. Answers the keys of the servers; those that are
 * left have no pins meanwhile.
 */
export async function refreshPins(db: Database, signal: AbortSignal): Promise<number[]> {
  const until = performance.now() + RUN_MS
  const refreshed: number[] = []
  while (performance.now() < until && !signal.aborted) {
    const servers = await listUnpinned(db, SERVERS_AT_ONCE)
    if (servers.length === 0) break
    const digests = await listListedDigests(
      db,
      servers.map(({ serverKey }) => serverKey),
    )
    const toolsOf = grouped(digests.map(({ serverKey, ...tool }) => [serverKey, tool] as const))
    await recordPins(
      db,
      servers.map((server) => ({ ...server, tools: pinsText(toolsOf.get(server.serverKey) ?? []) })),
    )
    refreshed.push(...servers.map(({ serverKey }) => serverKey))
    await nextEventLoopTurn()
  }
  return refreshed
}

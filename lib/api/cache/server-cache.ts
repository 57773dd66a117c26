import type { ServerState } from 'assay-verify/state/server-state'
import { unchangedUntil } from '../../core/verdict/unchanged-until'
import type { Rating } from '../../store/ratings/ratings'
import { openObjectCache } from './object-cache'

/** Servers whose parts are kept, up to 2 kB each, and at most as many again between two generations. */
const MOST_CACHED = 10_000

interface Cached<Part> {
  part: Part
  /** Instants for which the part is right, epoch milliseconds: from the first to before the second. */
  from: number
  until: number
  /** What the part was made from apart from the state of the server. */
  declaredAccess: Rating['declaredAccess']
  uptime: Rating['uptime']
  source: unknown
}

/**
 * Keeps the part of an answer that the tools of one server have in common, as long as a fresh one would be the same
 * (`unchangedUntil`). It is kept with the state of the server, which the replica replaces after each probe. A part is
 * computed afresh for servers, for tools that were removed or of which outcomes or changes are known, and where
 * maintenance is announced. `source` is what else the part is made from: another one makes it afresh.
 */
export function openServerCache<Part>(): (rating: Rating, now: Date, compute: () => Part, source?: unknown) => Part {
  const cache = openObjectCache<ServerState, Cached<Part>>(MOST_CACHED)
  return (rating, now, compute, source) => {
    const { serverState, declaredAccess, uptime } = rating
    if (serverState === null || !isCommon(rating)) return compute()
    const at = now.getTime()
    const known = cache.get(serverState)
    if (
      known !== undefined &&
      known.from <= at &&
      at < known.until &&
      known.declaredAccess === declaredAccess &&
      known.uptime === uptime &&
      known.source === source
    ) {
      return known.part
    }
    const part = compute()
    const until = unchangedUntil(serverState, now)
    if (until !== null) cache.set(serverState, { part, from: at, until, declaredAccess, uptime, source })
    return part
  }
}

/** Whether the part depends on nothing but the server. */
function isCommon({ kind, facts, removedAt, uptime, maintenance }: Rating): boolean {
  return kind === 'tool' && facts === null && removedAt === null && uptime !== null && maintenance === null
}

import { LRUCache } from 'lru-cache'
import { atMostEntries } from '../../core/bytes/cache-options'
import type { SharedPoints } from '../../store/keys/shared-points'
import { openWindows, type Windows } from './windows'

/** State of a caller's window. `limit`, `remaining`: points. */
export interface WindowState {
  limit: number
  remaining: number
  resetSeconds: number
  isOver: boolean
}

/** Points a caller may take within a window. */
interface Allowance {
  limit: number
  windowSeconds: number
}

export interface Limits {
  /**
   * Takes points from a caller's window, which begins with its first call. `caller`: its kind, a space, its name. Never
   * waits for the database.
   */
  take(caller: string, points: number, allowance: Allowance): WindowState
  /** Whether a caller's question differs from its last one, or the last one is older than `withinSeconds`. */
  isFirst(caller: string, question: string, withinSeconds: number): boolean
}

/** How often a process adds its points to the shared window and reads those of the others. */
const SHARE_EVERY_MS = 500
/** Callers shared in one round, those who took most first: for the others the shared window is far from full. */
const MOST_SHARED_AT_ONCE = 200
const SHARED_SIDE_BY_SIDE = 4
/**
 * Callers that may wait to be shared, some 150 bytes each: under a flood of more addresses the newest are counted by
 * each process alone.
 */
const MOST_WAITING = 20_000
/** Windows of one kind of caller, some 200 bytes each. */
const MOST_WINDOWS = 100_000

/**
 * Windows in memory: exact for one process. With `shared` they are a cache of one window in the database: each process
 * counts by itself and adds its points up twice a second. A caller of several processes may so exceed its limit by half
 * a second's calls, and no read waits.
 */
export function openLimits(
  shared: SharedPoints | null,
  nameOf: (caller: string) => string,
  onFailure: (cause: unknown) => void,
  mostWindows = MOST_WINDOWS,
): Limits {
  const windows = openWindows(mostWindows)
  const share = shared === null ? undefined : openSharing(shared, windows, nameOf, onFailure)
  return {
    take: (caller, points, { limit, windowSeconds }) => {
      const { taken, msLeft, countedAs } = windows.take(caller, points, windowSeconds)
      if (points > 0) share?.(countedAs, points, windowSeconds)
      return {
        limit,
        remaining: Math.max(0, limit - taken),
        resetSeconds: Math.max(0, Math.ceil(msLeft / 1000)),
        isOver: taken > limit,
      }
    },
    isFirst: openLastQuestions(),
  }
}

/** Callers whose last question is remembered, some 150 bytes each. */
const MOST_REMEMBERED = 50_000

/**
 * One question of each caller, so that a caller with ever new questions takes no more memory than one with a single
 * question.
 */
function openLastQuestions(): Limits['isFirst'] {
  const last = new LRUCache<string, { question: string; until: number }>(atMostEntries(MOST_REMEMBERED))
  return (caller, question, withinSeconds) => {
    const now = performance.now()
    const known = last.get(caller)
    if (known !== undefined && known.question === question && now < known.until) return false
    last.set(caller, { question, until: now + withinSeconds * 1000 })
    return true
  }
}

interface Pending {
  points: number
  windowSeconds: number
}

function openSharing(
  shared: SharedPoints,
  windows: Windows,
  nameOf: (caller: string) => string,
  onFailure: (cause: unknown) => void,
) {
  const pending = new Map<string, Pending>()
  let isUnderWay = false
  let isFailing = false
  const shareOne = async ([caller, { points, windowSeconds }]: [string, Pending]) => {
    pending.delete(caller)
    const { taken, msLeft } = await shared.add(nameOf(caller), points, windowSeconds)
    const since = pending.get(caller)?.points ?? 0
    windows.set(caller, { taken: taken + since, msLeft: Math.max(1000, msLeft) })
  }
  const shareAll = async () => {
    const most = [...pending].sort(([, a], [, b]) => b.points - a.points).slice(0, MOST_SHARED_AT_ONCE)
    const queue = most.values()
    const lane = async () => {
      for (const entry of queue) await shareOne(entry)
    }
    try {
      await Promise.all(Array.from({ length: SHARED_SIDE_BY_SIDE }, lane))
      isFailing = false
    } catch (cause) {
      // Points that could not be shared are dropped: each process still counts by itself.
      if (!isFailing) onFailure(cause)
      isFailing = true
      pending.clear()
    }
    isUnderWay = false
    if (pending.size > 0) later()
  }
  const later = () => {
    if (isUnderWay) return
    isUnderWay = true
    setTimeout(() => void shareAll(), SHARE_EVERY_MS).unref()
  }
  return (caller: string, points: number, windowSeconds: number) => {
    const known = pending.get(caller)
    if (known !== undefined) known.points += points
    else if (pending.size < MOST_WAITING) pending.set(caller, { points, windowSeconds })
    later()
  }
}

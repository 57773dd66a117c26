import { blockOf } from '../caller-address'

/** A fixed window of one caller: points taken in it, and what is left of it. */
interface Window {
  taken: number
  msLeft: number
}

export interface Windows {
  /**
   * Adds points to a caller's window, which begins with its first point. `countedAs`: the name it is counted under, the
   * caller's own while there is room.
   */
  take(caller: string, points: number, windowSeconds: number): Window & { countedAs: string }
  /** Replaces what a name has taken; without effect where there is no room for it. */
  set(countedAs: string, window: Window): void
  /** Windows held at present: at most three times the bound for each kind of caller. */
  size(): number
}

/** How often a full table looks for windows that have ended. */
const SWEEP_EVERY_MS = 1000

/**
 * Windows of callers, by `<kind> <name>`: at most `most` of one kind. No window is dropped before its end, as that
 * would forget who used up a limit. A caller for whom there is no room is counted with the other addresses of its block
 * (/24, /48), and where there is no room for that either, with all others of its kind. One kind never takes the room of
 * another: a flood of addresses does not touch keys.
 */
export function openWindows(most: number, now: () => number = () => performance.now()): Windows {
  const tables = new Map<string, Table>()
  const tableOf = (name: string) => {
    const kind = name.slice(0, name.indexOf(' '))
    const known = tables.get(kind)
    if (known !== undefined) return known
    const table = openTable(most)
    tables.set(kind, table)
    return table
  }
  return {
    take: (caller, points, windowSeconds) => {
      const at = now()
      for (const countedAs of namesOf(caller)) {
        const window = tableOf(countedAs).take(countedAs, points, windowSeconds * 1000, at)
        if (window !== undefined) return { ...window, countedAs }
      }
      throw new Error('There is room for one window of each kind.')
    },
    set: (countedAs, { taken, msLeft }) => tableOf(countedAs).set(countedAs, taken, now() + msLeft),
    size: () => [...tables.values()].reduce((sum, table) => sum + table.size(), 0),
  }
}

/** What a caller is counted under, the first that there is room for. */
function* namesOf(caller: string): Generator<string> {
  yield caller
  const gap = caller.indexOf(' ')
  const [kind, name] = [caller.slice(0, gap), caller.slice(gap + 1)]
  const block = blockOf(name)
  if (block !== undefined) yield `${kind}-blocks ${block}`
  yield `${kind}-others all`
}

interface Table {
  /** undefined: the name is not counted here, and there is no room for it. */
  take(name: string, points: number, windowMs: number, at: number): Window | undefined
  set(name: string, taken: number, until: number): void
  size(): number
}

function openTable(most: number): Table {
  const windows = new Map<string, { taken: number; until: number }>()
  let sweptAt = Number.NEGATIVE_INFINITY
  const hasRoom = (at: number): boolean => {
    if (windows.size < most) return true
    if (at - sweptAt < SWEEP_EVERY_MS) return false
    sweptAt = at
    for (const [name, { until }] of windows) if (until <= at) windows.delete(name)
    return windows.size < most
  }
  return {
    take: (name, points, windowMs, at) => {
      const known = windows.get(name)
      if (known !== undefined && known.until > at) {
        known.taken += points
        return { taken: known.taken, msLeft: known.until - at }
      }
      if (known === undefined && !hasRoom(at)) return undefined
      if (points > 0) windows.set(name, { taken: points, until: at + windowMs })
      return { taken: points, msLeft: windowMs }
    },
    set: (name, taken, until) => {
      const known = windows.get(name)
      if (known !== undefined) Object.assign(known, { taken, until })
      else if (windows.size < most) windows.set(name, { taken, until })
    },
    size: () => windows.size,
  }
}

import { statSync } from 'node:fs'
import type { ServerKey } from 'assay-decide/bundle'
import type { RecentEvent } from 'assay-decide/decision'
import { appendEvent, readEvents } from 'assay-hook/state/event-log'

/** A line of `recent.jsonl`: an event, the server by its first key, and the process that saw it. */
type RecentLine = RecentEvent & { key: ServerKey; by: string }

/** Of an unbroken run of denials one a minute is remembered, and of answers one in ten seconds. */
const DENIED_EVERY_MS = 60_000
const COMPLETED_EVERY_MS = 10_000
const MOST_OF_ONE = 64
/** Of two processes that try at once, one that began later may be the first to write. */
const AT_ONCE_MS = 5000

/**
 * What the guards of this machine saw of servers in the last minutes: this process in memory, all through a log, which
 * is read only where something speaks against a call.
 */
export class RecentEvents {
  readonly #path: string | null
  readonly #by = `${process.pid}.${process.hrtime.bigint()}`
  readonly #own = new Map<ServerKey, RecentEvent[]>()
  #others = new Map<ServerKey, RecentLine[]>()
  #stamp = ''

  /** `path` null: nothing is shared. */
  constructor(path: string | null) {
    this.#path = path
  }

  /** The oldest first, with those of other processes as they were read last. */
  of(key: ServerKey): readonly RecentEvent[] {
    const own = this.#own.get(key) ?? []
    const others = this.#others.get(key)
    return others === undefined ? own : [...own, ...others].sort((a, b) => a.at - b.at)
  }

  add(key: ServerKey, event: RecentEvent): void {
    const own = this.#own.get(key) ?? []
    if (isSpared(own, event)) return
    this.#own.set(key, kept(own, event))
    this.#append(key, event)
  }

  /** Reads what others wrote since. */
  readOthers(): void {
    if (this.#path === null) return
    const stat = statSync(this.#path, { throwIfNoEntry: false })
    const stamp = stat === undefined ? '' : `${stat.ino}:${stat.size}`
    if (stamp === this.#stamp) return
    this.#stamp = stamp
    this.#others = new Map()
    for (const line of readEvents<unknown>(this.#path, '')) {
      if (!isOfForm(line) || line.by === this.#by) continue
      this.#others.set(line.key, [...(this.#others.get(line.key) ?? []), line].slice(-MOST_OF_ONE))
    }
  }

  /**
   * Takes the trial of a server, and answers what was seen before it: of several processes that would try at once, the
   * first in the log does.
   */
  takeTrial(key: ServerKey, at: number): readonly RecentEvent[] {
    const before = this.of(key)
    this.add(key, { at, kind: 'trial' })
    if (this.#path === null) return before
    const lines = readEvents<unknown>(this.#path, `"${key}"`).filter(isOfForm)
    const own = lines.findIndex((line) => line.by === this.#by && line.kind === 'trial' && line.at === at)
    if (own < 0) return before
    const others = lines.slice(0, own).filter(({ by }) => by !== this.#by)
    const inOrder = others.map((line) => (line.at > at && line.at - at < AT_ONCE_MS ? { ...line, at } : line))
    return [...before, ...inOrder].sort((a, b) => a.at - b.at)
  }

  #append(key: ServerKey, event: RecentEvent): void {
    if (this.#path === null) return
    try {
      appendEvent(this.#path, { ...event, key, by: this.#by } satisfies RecentLine)
    } catch {
      // The disk is full: other processes do not hear of it.
    }
  }
}

/** Whether what is remembered says the same already. */
function isSpared(own: readonly RecentEvent[], { at, kind }: RecentEvent): boolean {
  const last = own.at(-1)
  if (last?.kind !== kind || at < last.at) return false
  return (
    (kind === 'denied' && at - last.at < DENIED_EVERY_MS) || (kind === 'completed' && at - last.at < COMPLETED_EVERY_MS)
  )
}

/** With the event; what no decision needs any more goes. */
function kept(own: readonly RecentEvent[], event: RecentEvent): RecentEvent[] {
  const ended = event.kind === 'completed' ? own.filter(({ kind }) => kind !== 'completed' && kind !== 'failed') : own
  return [...ended, event].slice(-MOST_OF_ONE)
}

function isOfForm(line: unknown): line is RecentLine {
  if (typeof line !== 'object' || line === null) return false
  const { at, kind, key, by } = line as Partial<RecentLine>
  return typeof at === 'number' && [kind, key, by].every((text) => typeof text === 'string')
}

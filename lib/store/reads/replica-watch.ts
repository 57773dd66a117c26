import { PrimaryPositions } from './primary-positions'
import type { ReplicaAnswer, ReplicaConnection, ReplicaReport, ReplicaState } from './replica'

/** A replica comes back into use once it is this much less behind than it may be, so that it does not come and go. */
const BACK_AT = 0.5

interface Watched {
  connection: ReplicaConnection
  /** Counted from 1, as the setting names it. */
  place: number
  state: Exclude<ReplicaState, 'used'> | null
  /** The moment up to which it has everything. */
  reachedAt: number | null
  quietSeconds: number | null
  replayed: number
  /** What it had replayed when it turned out not to follow the primary: it does once it has replayed more. */
  mustPass: number | null
}

/** What the primary said. */
export interface PrimaryAnswer {
  identity: string
  position: number
  timeline: number
}

/**
 * Which replica this process reads from: its own choice as long as that is fresh, else the next that is. `first` is its
 * choice. All times are milliseconds of a clock that only runs forward.
 */
export class ReplicaWatch {
  readonly #watched: readonly Watched[]
  readonly #positions = new PrimaryPositions()
  readonly #mostBehindMs: number
  readonly #log: (line: string) => void
  #identity: string | null = null

  constructor(
    connections: readonly ReplicaConnection[],
    first: number,
    mostBehindMs: number,
    log: (line: string) => void,
  ) {
    const all = connections.map((connection, at) => ({
      ...{ connection, place: at + 1, state: null, reachedAt: null, quietSeconds: null, replayed: 0, mustPass: null },
    }))
    this.#watched = [...all.slice(first), ...all.slice(0, first)]
    this.#mostBehindMs = mostBehindMs
    this.#log = log
  }

  /** Notes the answer to a question that was asked at `at`. */
  primaryAnswered({ identity, ...position }: PrimaryAnswer, at: number): void {
    this.#identity = identity
    const isOther = this.#positions.note(position, at)
    for (const one of this.#watched) {
      // What a replica has replayed its primary had written before: this one follows another history.
      if (isOther || one.replayed > position.position) one.mustPass = one.replayed
    }
  }

  /** Notes what a replica answered, or the code of its failure. The primary was asked before. */
  replicaAnswered(connection: ReplicaConnection, answered: ReplicaAnswer | string, now: number): void {
    const one = this.#watched.find((other) => other.connection === connection)
    if (one === undefined) return
    const before = one.state
    const answer = typeof answered === 'string' ? null : answered
    if (answer?.replayed != null) Object.assign(one, { replayed: answer.replayed, quietSeconds: answer.quietSeconds })
    if (one.mustPass !== null && one.replayed > one.mustPass) one.mustPass = null
    // A replica that stays behind keeps the moment that it had reached.
    if (answer !== null) one.reachedAt = one.mustPass === null ? this.#positions.reachedAt(one.replayed) : null
    one.state = this.#stateOf(one, answer, now)
    if (one.state !== before) this.#log(this.#lineOf(one, now, String(answered)))
  }

  #stateOf({ state, reachedAt }: Watched, answer: ReplicaAnswer | null, now: number): Watched['state'] {
    if (answer === null) return 'unreachable'
    if (answer.identity !== this.#identity && this.#identity !== null) return 'foreign'
    if (!answer.isReplica) return 'primary'
    const behindMs = reachedAt === null ? Number.POSITIVE_INFINITY : now - reachedAt
    return behindMs <= this.#mostBehindMs * (state === 'ready' ? 1 : BACK_AT) ? 'ready' : 'behind'
  }

  #lineOf(one: Watched, now: number, failure: string): string {
    const seconds = this.#behindSeconds(one, now)
    const behind = seconds === null ? 'by how much is not known' : `by ${Math.round(seconds)} s`
    const texts = {
      ready: 'is fresh and may be read from.',
      behind: `is left out: it is behind the primary, ${behind}.`,
      unreachable: `is left out: it does not answer (${failure}).`,
      foreign: 'is left out: it is of another database than DATABASE_URL.',
      primary: 'is left out: it takes writes, so it is no replica now.',
    }
    return one.state === null ? '' : `Replica ${one.place} of DATABASE_READ_URL ${texts[one.state]}`
  }

  /** Milliseconds that the replica may be behind at most at this moment are not exceeded. */
  #isFresh({ state, reachedAt, connection }: Watched, now: number): boolean {
    return state === 'ready' && reachedAt !== null && now - reachedAt <= this.#mostBehindMs && connection.isAvailable()
  }

  #current(now: number): Watched | undefined {
    return this.#watched.find((one) => this.#isFresh(one, now))
  }

  /** The replica to read from; undefined: none is fresh. */
  choose(now: number): ReplicaConnection | undefined {
    return this.#current(now)?.connection
  }

  /** How far behind the replica is that is read from, in ms; null: the primary is. */
  behindMs(now: number): number | null {
    const current = this.#current(now)
    return current?.reachedAt == null ? null : now - current.reachedAt
  }

  isForeign(connection: ReplicaConnection): boolean {
    return this.#watched.some((one) => one.connection === connection && one.state === 'foreign')
  }

  /** Of every replica, in the order of the setting. */
  reports(now: number): ReplicaReport[] {
    const current = this.#current(now)
    return [...this.#watched]
      .sort((one, other) => one.place - other.place)
      .map((one) => ({
        state: one === current ? 'used' : this.#shownState(one, now),
        behindSeconds: this.#behindSeconds(one, now),
      }))
  }

  #shownState(one: Watched, now: number): ReplicaState {
    if (!one.connection.isAvailable() || one.state === null) return 'unreachable'
    return one.state === 'ready' && !this.#isFresh(one, now) ? 'behind' : one.state
  }

  /** By what this process saw; of a replica that is further behind, by the clocks of both servers. */
  #behindSeconds({ state, reachedAt, quietSeconds }: Watched, now: number): number | null {
    if (state === 'foreign' || state === 'primary') return null
    return reachedAt === null ? quietSeconds : Math.round(now - reachedAt) / 1000
  }
}

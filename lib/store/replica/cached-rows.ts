import type { Rating } from '../ratings/ratings'
import { heapBytes } from './heap-bytes'
import type { HeldServer, HeldSubject } from './held-subject'
import type { ReadRow } from './read-rows'
import { Sieve } from './sieve'

/** What the rows of one server share, all of one moment. */
interface CachedServer {
  ratedAt: number
  ofServer: Required<
    Pick<
      Rating,
      'declaredAccess' | 'serverState' | 'uptime' | 'maintenance' | 'declaredAuth' | 'signIns' | 'scoreFacts'
    >
  >
  /** null: no row of it has words. */
  described: HeldServer | null
  bytes: number
  ids: string[]
}

/** Objects and places in maps that each row takes besides the values in it, and each server. */
const OBJECTS_OF_A_ROW = 680
const OBJECTS_OF_A_SERVER = 150

/** Rows of subjects that were asked for, of any server some of them, in no more than `mostBytes`. */
export class CachedRows {
  readonly #servers = new Map<number, CachedServer>()
  readonly #rows: Sieve<HeldSubject>

  constructor(private readonly mostBytes: number) {
    this.#rows = new Sieve(mostBytes, ({ rating }) => this.#forget(rating))
  }

  get bytes(): number {
    return this.#rows.bytes
  }

  get size(): number {
    return this.#rows.size
  }

  get(id: string): HeldSubject | undefined {
    return this.#rows.get(id)
  }

  /** Holds a row in place of an older one of the subject; not where it alone takes more than there is room for. */
  hold({ rating, protocolVersion, ratedAt, words }: ReadRow): void {
    const { id, serverKey } = rating
    this.#rows.delete(id)
    if (this.#servers.get(serverKey)?.ratedAt !== ratedAt) this.dropServer(serverKey)
    const server = this.#servers.get(serverKey) ?? newServer(rating, ratedAt)
    const described = server.described ?? words?.server ?? null
    const shared = bytesOfServer({ ...server, described })
    const own = bytesOfRow(rating, words)
    if (own + shared > this.mostBytes) return
    const grown = shared - server.bytes
    Object.assign(server, { described, bytes: shared })
    server.ids.push(id)
    this.#servers.set(serverKey, server)
    this.#rows.charge(grown)
    const held = {
      rating: Object.assign(rating, server.ofServer),
      protocolVersion,
      words: words && Object.assign(words, { server: described }),
    }
    this.#rows.set(id, held, own)
  }

  /** Drops all rows of a server. */
  dropServer(key: number): void {
    const server = this.#servers.get(key)
    if (server === undefined) return
    this.#servers.delete(key)
    this.#rows.charge(-server.bytes)
    for (const id of server.ids) this.#rows.delete(id)
  }

  /** After a row was dropped. */
  #forget({ id, serverKey }: Rating): void {
    const server = this.#servers.get(serverKey)
    if (server === undefined) return
    server.ids.splice(server.ids.indexOf(id), 1)
    if (server.ids.length === 0) this.dropServer(serverKey)
  }
}

function newServer(rating: Rating, ratedAt: number): CachedServer {
  const { declaredAccess, serverState, uptime, maintenance } = rating
  const { declaredAuth = null, signIns = null, scoreFacts = null } = rating
  const ofServer = { declaredAccess, serverState, uptime, maintenance, declaredAuth, signIns, scoreFacts }
  return { ratedAt, ofServer, described: null, bytes: 0, ids: [] }
}

function bytesOfServer({ ofServer, described }: CachedServer): number {
  return OBJECTS_OF_A_SERVER + heapBytes(ofServer) + heapBytes(described)
}

function bytesOfRow({ id, removedAt, facts }: Rating, words: HeldSubject['words']): number {
  const { server: _, ...own } = words ?? { server: null }
  return OBJECTS_OF_A_ROW + heapBytes([id, removedAt, facts]) + (words === null ? 0 : heapBytes(own))
}

import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Tool } from '@modelcontextprotocol/client'
import type { ConfiguredServer } from '../servers/configured-server.ts'
import type { Connection } from './connection.ts'
import { DEFINED, type Defined, type Definitions } from './definitions.ts'
import type { DefinitionsStore, Remembered } from './definitions-store.ts'
import { changedLists, readDefinitions } from './read-definitions.ts'

/** A server that says of changes all the time is not asked all the time. */
const BETWEEN_READINGS_MS = 250

/** What a server declared last: read from the store, and again from the server whenever it may have changed. */
export class KnownDefinitions {
  readonly #server: ConfiguredServer
  readonly #store: DefinitionsStore
  readonly #now: () => number
  readonly #onChanged: (changed: ReadonlySet<Defined>) => void
  #remembered: Remembered | null
  #reading: Promise<void> = Promise.resolve()
  #readLastAt = Number.NEGATIVE_INFINITY
  /** The lists of a reading that waits for the one before it. */
  #waiting: { connection: Connection; lists: Set<Defined> } | null = null

  constructor(
    server: ConfiguredServer,
    store: DefinitionsStore,
    now: () => number,
    onChanged: (changed: ReadonlySet<Defined>) => void,
  ) {
    this.#server = server
    this.#store = store
    this.#now = now
    this.#onChanged = onChanged
    this.#remembered = store.read(server.launch)
  }

  get definitions(): Definitions | null {
    return this.#remembered?.definitions ?? null
  }

  get remembered(): Remembered | null {
    return this.#remembered
  }

  tool(name: unknown): Tool | null {
    return this.definitions?.tools?.find((tool) => tool.name === name) ?? null
  }

  /** Reads lists of a server, after those that are being read. Resolves once they were, or could not be. */
  read(connection: Connection, lists: readonly Defined[] = DEFINED): Promise<void> {
    if (this.#waiting?.connection === connection) {
      for (const list of lists) this.#waiting.lists.add(list)
      return this.#reading
    }
    const waiting = { connection, lists: new Set(lists) }
    this.#waiting = waiting
    this.#reading = this.#reading.then(async () => {
      // What a call waits for goes first.
      const waitMs = this.#readLastAt + BETWEEN_READINGS_MS - performance.now()
      await (waitMs > 0 ? setTimeout(waitMs, null, { ref: false }) : setImmediate())
      if (this.#waiting === waiting) this.#waiting = null
      if (!connection.isEnded) await this.#readNow(connection, [...waiting.lists]).catch(() => {})
      this.#readLastAt = performance.now()
    })
    return this.#reading
  }

  /** Resolves once what is being read was read. */
  settled(): Promise<void> {
    return this.#reading
  }

  async #readNow(connection: Connection, lists: readonly Defined[]): Promise<void> {
    const { signal } = new AbortController()
    const { connected } = connection
    const was = this.definitions
    const is = await readDefinitions(connected, was, lists, this.#now(), (method, params) =>
      connection.call({ method, params, signal, onProgress: () => {}, allowInputRequired: true }),
    )
    this.#remembered = { definitions: is, spoken: connected.spoken }
    this.#store.write(this.#server.launch, this.#remembered)
    const changed = changedLists(was, is)
    if (changed.size > 0) this.#onChanged(changed)
  }
}

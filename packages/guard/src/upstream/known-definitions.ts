import { setImmediate, setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Tool } from '@modelcontextprotocol/client'
import type { ConfiguredServer } from '../servers/configured-server.ts'
import type { Connection } from './connection.ts'
import { DEFINED, type Defined, type Definitions } from './definitions.ts'
import type { DefinitionsStore, Remembered } from './definitions-store.ts'
import { changedLists, readDefinitions } from './read-definitions.ts'

/** A server that says of changes all the time is not asked all the time, and one whose lists take long less often. */
const BETWEEN_READINGS_MS = 250
const PAUSE_PER_WORK = 20

/** What a server declared last: read from the store, and again from the server whenever it may have changed. */
export class KnownDefinitions {
  readonly #server: ConfiguredServer
  readonly #store: DefinitionsStore
  readonly #now: () => number
  readonly #onChanged: (changed: ReadonlySet<Defined>) => void
  #remembered: Remembered | null
  #reading: Promise<void> = Promise.resolve()
  #nextReadAt = Number.NEGATIVE_INFINITY
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

  /** Never seen, though it was asked. */
  get isUnanswered(): boolean {
    return this.#remembered === null && this.#store.isUnanswered(this.#server.launch)
  }

  noteUnanswered(): void {
    if (!this.isUnanswered && this.#remembered === null) this.#store.noteUnanswered(this.#server.launch)
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
      const waitMs = this.#nextReadAt - performance.now()
      await (waitMs > 0 ? setTimeout(waitMs, null, { ref: false }) : setImmediate())
      if (this.#waiting === waiting) this.#waiting = null
      const workMs = connection.isEnded ? 0 : await this.#readNow(connection, [...waiting.lists]).catch(() => 0)
      this.#nextReadAt = performance.now() + Math.max(BETWEEN_READINGS_MS, PAUSE_PER_WORK * workMs)
    })
    return this.#reading
  }

  /** Resolves once what is being read was read. */
  settled(): Promise<void> {
    return this.#reading
  }

  /** Answers how long this process worked on what it read, in ms. */
  async #readNow(connection: Connection, lists: readonly Defined[]): Promise<number> {
    const { signal } = new AbortController()
    const { connected } = connection
    const was = this.#remembered
    const is = await readDefinitions(connected, was?.definitions ?? null, lists, this.#now(), (method, params) =>
      connection.call({ method, params, signal, onProgress: () => {}, allowInputRequired: true }),
    )
    const begun = performance.now()
    const changed = changedLists(was?.definitions ?? null, is)
    this.#remembered = { definitions: withSameLists(is, was, changed), spoken: connected.spoken }
    if (changed.size > 0 || !isDeepStrictEqual(withoutLists(was), withoutLists(this.#remembered)))
      this.#store.write(this.#server.launch, this.#remembered)
    if (changed.size > 0) this.#onChanged(changed)
    return performance.now() - begun
  }
}

/** With the lists that did not change as they are held already: what was made of them is still right. */
function withSameLists(is: Definitions, was: Remembered | null, changed: ReadonlySet<Defined>): Definitions {
  if (was === null) return is
  const same = DEFINED.filter((defined) => !changed.has(defined))
  return { ...is, ...Object.fromEntries(same.map((defined) => [defined, was.definitions[defined]])) }
}

/** What is compared besides the lists; when they were read is no difference. */
function withoutLists(remembered: Remembered | null): unknown {
  if (remembered === null) return null
  const { era, protocolVersion, serverInfo, capabilities, instructions } = remembered.definitions
  return { era, protocolVersion, serverInfo, capabilities, instructions, spoken: remembered.spoken }
}

import { readFileSync, statSync } from 'node:fs'
import type { ToolPins } from 'assay-decide/policy'
import { messageOf } from 'assay-hook/message-of'
import { pinsOf } from 'assay-hook/setup/read-pins'
import { type LockEntry, parseLockFile } from 'assay-verify/lock/lock-file'
import type { ConfiguredServer } from '../servers/configured-server.ts'

const LARGEST_BYTES = 64_000_000

/** Between two looks whether the file was written anew. */
const LOOKED_EVERY_MS = 1000

interface Entries {
  byId: ReadonlyMap<string, LockEntry>
  byClientName: ReadonlyMap<unknown, LockEntry>
}

/** The servers of a lock file, read again where it is written anew. */
export class LockPins {
  readonly #path: string
  readonly #now: () => number
  #stamp: string | null = null
  #lookedAt = Number.NEGATIVE_INFINITY
  #entries: Entries = { byId: new Map(), byClientName: new Map() }
  #fault: string | null = null

  constructor(path: string, now: () => number = Date.now) {
    this.#path = path
    this.#now = now
    this.#look()
  }

  /** Why nothing is pinned anew, a sentence; null: the file was read. */
  get fault(): string | null {
    return this.#fault
  }

  #look(): void {
    const since = this.#now() - this.#lookedAt
    if (since >= 0 && since < LOOKED_EVERY_MS) return
    this.#lookedAt = this.#now()
    try {
      const { size, mtimeMs, ino } = statSync(this.#path)
      const stamp = `${ino}:${mtimeMs}:${size}`
      if (stamp === this.#stamp) return
      if (size > LARGEST_BYTES) throw new Error('it is too large.')
      const { servers } = parseLockFile(readFileSync(this.#path, 'utf8'))
      const withTools = servers.filter(({ tools }) => tools !== null)
      this.#entries = {
        byId: new Map(withTools.map((entry) => [entry.id, entry])),
        byClientName: new Map(withTools.map((entry) => [clientNameOf(entry), entry])),
      }
      this.#stamp = stamp
      this.#fault = null
    } catch (error) {
      // What was pinned before stays so.
      this.#fault = `The pins of ${this.#path} are not checked: ${messageOf(error)}`
    }
  }

  /**
   * Its entries that have tools, by the id that it has in the service (`ids`: those that its names lead to) or by what
   * the configuration calls it; several where its names lead to several.
   */
  entriesOf({ name, names }: ConfiguredServer, ids: readonly string[]): readonly LockEntry[] {
    const known = [...ids, ...names.flatMap((one) => (one.kind === 'id' ? [one.name] : []))]
    this.#look()
    const { byId, byClientName } = this.#entries
    const found = [...known.map((id) => byId.get(id)), byClientName.get(name)]
    return [...new Set(found)].filter((entry) => entry !== undefined)
  }

  /** As `decide` takes them, for a server whose own list is not known. */
  forPolicy(ids: readonly string[]): Map<string, ReadonlyMap<string, ToolPins>> {
    const entries = ids.flatMap((id) => this.#entries.byId.get(id) ?? [])
    return new Map(
      entries.map(({ id, tools }) => [id, new Map((tools ?? []).map((tool) => [tool.name, pinsOf(tool)] as const))]),
    )
  }
}

function clientNameOf(entry: LockEntry): unknown {
  return (entry as LockEntry & { clientName?: unknown }).clientName
}

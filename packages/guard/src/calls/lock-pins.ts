import { readFileSync, statSync } from 'node:fs'
import type { ToolPins } from 'assay-decide/policy'
import { messageOf } from 'assay-hook/message-of'
import { pinsOf } from 'assay-hook/setup/read-pins'
import { type LockEntry, parseLockFile } from 'assay-verify/lock/lock-file'
import type { ConfiguredServer } from '../servers/configured-server.ts'

const LARGEST_BYTES = 64_000_000

/** The servers of a lock file. */
export class LockPins {
  readonly #byId: ReadonlyMap<string, LockEntry>
  readonly #byClientName: ReadonlyMap<unknown, LockEntry>
  readonly path: string
  /** Why nothing is pinned, a sentence; null: the file was read. */
  readonly fault: string | null

  private constructor(path: string, entries: readonly LockEntry[], fault: string | null) {
    this.path = path
    const withTools = entries.filter(({ tools }) => tools !== null)
    this.#byId = new Map(withTools.map((entry) => [entry.id, entry]))
    this.#byClientName = new Map(withTools.map((entry) => [clientNameOf(entry), entry]))
    this.fault = fault
  }

  static read(path: string): LockPins {
    try {
      if (statSync(path).size > LARGEST_BYTES) throw new Error('it is too large.')
      return new LockPins(path, parseLockFile(readFileSync(path, 'utf8')).servers, null)
    } catch (error) {
      return new LockPins(path, [], `The pins of ${path} are not checked: ${messageOf(error)}`)
    }
  }

  /**
   * Its entries that have tools, by the id that it has in the service (`ids`: those that its names lead to) or by what
   * the configuration calls it; several where its names lead to several.
   */
  entriesOf({ name, names }: ConfiguredServer, ids: readonly string[]): readonly LockEntry[] {
    const known = [...ids, ...names.flatMap((one) => (one.kind === 'id' ? [one.name] : []))]
    const found = [...known.map((id) => this.#byId.get(id)), this.#byClientName.get(name)]
    return [...new Set(found)].filter((entry) => entry !== undefined)
  }

  /** As `decide` takes them, for a server whose own list is not known. */
  forPolicy(ids: readonly string[]): Map<string, ReadonlyMap<string, ToolPins>> {
    const entries = ids.flatMap((id) => this.#byId.get(id) ?? [])
    return new Map(
      entries.map(({ id, tools }) => [id, new Map((tools ?? []).map((tool) => [tool.name, pinsOf(tool)] as const))]),
    )
  }
}

function clientNameOf(entry: LockEntry): unknown {
  return (entry as LockEntry & { clientName?: unknown }).clientName
}

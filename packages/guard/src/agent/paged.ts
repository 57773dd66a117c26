import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Members } from '../upstream/upstream.ts'

const ENTRIES_OF_PAGE = 1000
/** An official client ends a connection over stdio after a message of 10 MB. */
const CHARACTERS_OF_PAGE = 2 * 1024 * 1024

/** A list in pages that an agent can read. Its cursors say where a page begins, so that they outlast a change. */
export class PagedList {
  readonly #entries: readonly object[]
  /** The end of the page that begins at an entry, as far as it was asked for. */
  readonly #ends = new Map<number, number>()

  constructor(entries: readonly object[]) {
    this.#entries = entries
  }

  /** The result of a request for this list, under `member`. Throws for a cursor that is none of its own. */
  page(member: string, cursor: unknown): Members {
    const from = cursor === undefined ? 0 : positionOf(cursor)
    const end = this.#end(from)
    return {
      [member]: this.#entries.slice(from, end),
      ...(end < this.#entries.length && { nextCursor: Buffer.from(`from ${end}`).toString('base64url') }),
    }
  }

  #end(from: number): number {
    const known = this.#ends.get(from)
    if (known !== undefined) return known
    const last = Math.min(from + ENTRIES_OF_PAGE, this.#entries.length)
    let end = from
    for (let characters = 0; end < last; end++) {
      characters += JSON.stringify(this.#entries[end]).length
      if (characters > CHARACTERS_OF_PAGE && end > from) break
    }
    this.#ends.set(from, end)
    return end
  }
}

function positionOf(cursor: unknown): number {
  const [, digits] = /^from (\d{1,9})$/.exec(Buffer.from(String(cursor), 'base64url').toString()) ?? []
  if (typeof cursor !== 'string' || digits === undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid cursor')
  return Number(digits)
}

import { Growing } from '../index/growable-array'
import type { Segment } from '../index/segment'
import { termsOfName } from '../index/terms'
import { backgroundInformation, type SearchWeights } from '../rank/weights'

/** The names of each segment, as far as they were read. */
const namesOf = new WeakMap<Segment, SegmentNames>()

/**
 * For each of these documents the share, 0-1, of the information of its name's and the given name's terms that both
 * have; 0 when neither has any. A document's name is read once, and takes about 25 bytes from then on.
 */
export function nameShares(
  weights: SearchWeights,
  segment: Segment,
  name: string,
  ordinals: readonly number[],
): Float64Array {
  const names = namesOf.get(segment) ?? new SegmentNames(weights, segment)
  namesOf.set(segment, names)
  const starts = ordinals.map((ordinal) => names.startOf(ordinal))
  // After the documents' names, as only then all their terms have numbers.
  const own = [...new Set(termsOfName(name))].map((term) => ({
    id: names.termIds.get(term),
    information: backgroundInformation(weights, term),
  }))
  return Float64Array.from(starts, (start) => names.sharedWith(own, start))
}

interface NameTerm {
  /** undefined: no name of the segment that was read has it. */
  id: number | undefined
  information: number
}

/** The terms of names as numbers: of each read name their count, then the terms, each once and in order. */
class SegmentNames {
  readonly termIds = new Map<string, number>()
  readonly #weights: SearchWeights
  readonly #segment: Segment
  readonly #information: number[] = []
  /** Where each name begins, plus 1; 0: it was not read. */
  readonly #starts: Uint32Array
  readonly #terms = new Growing(Uint32Array)

  constructor(weights: SearchWeights, segment: Segment) {
    this.#weights = weights
    this.#segment = segment
    this.#starts = new Uint32Array(segment.ids.length)
  }

  startOf(ordinal: number): number {
    const start = this.#starts[ordinal] as number
    return start === 0 ? this.#read(ordinal) : start - 1
  }

  /** The share of the information of these terms, and of those of the name that begins at `start`, that both have. */
  sharedWith(own: readonly NameTerm[], start: number): number {
    const end = start + this.#terms.at(start)
    let shared = 0
    let all = 0
    for (const { id, information } of own) {
      all += information
      if (id !== undefined && this.#has(start, end, id)) shared += information
    }
    for (let at = start + 1; at <= end; at++) {
      const id = this.#terms.at(at)
      if (!own.some((term) => term.id === id)) all += this.#information[id] as number
    }
    return all === 0 ? 0 : shared / all
  }

  #has(start: number, end: number, id: number): boolean {
    for (let at = start + 1; at <= end; at++) if (this.#terms.at(at) === id) return true
    return false
  }

  #read(ordinal: number): number {
    const start = this.#terms.length
    const terms = new Set(termsOfName(nameOf(this.#segment, ordinal)))
    this.#terms.push(terms.size)
    for (const term of terms) this.#terms.push(this.#idOf(term))
    this.#starts[ordinal] = start + 1
    return start
  }

  #idOf(term: string): number {
    const known = this.termIds.get(term)
    if (known !== undefined) return known
    const id = this.termIds.size
    this.termIds.set(term, id)
    this.#information.push(backgroundInformation(this.#weights, term))
    return id
  }
}

/** The last part of the id: a tool's name, or a server's. */
function nameOf({ ids, serverIds, serverOf }: Segment, ordinal: number): string {
  const id = ids[ordinal] as string
  const serverId = serverIds[serverOf[ordinal] as number] as string
  return id === serverId ? id.slice(id.lastIndexOf('/') + 1) : id.slice(serverId.length + 1)
}

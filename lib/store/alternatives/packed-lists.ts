import type { AlternativeList, ListedAlternative } from './alternative-lists'

/** An alternative takes two: which it is, and its similarity in thousandths times two, plus 1 for another product. */
const NUMBERS = 2
/** Words that replaced lists may leave unused, of twice as many at least, before the rest is moved together. */
const MOST_UNUSED = 1 << 16

/** Lists in memory: ids are kept once and referred to by number, which takes 8 bytes for an alternative. */
export class PackedLists {
  readonly #numberOf = new Map<string, number>()
  readonly #ids: string[] = []
  /** By number of the subject where its list begins, plus 1; 0: it has none. The first word is its length. */
  #starts = new Uint32Array(1024)
  #words = new Uint32Array(1024)
  #used = 0
  #unused = 0
  #count = 0

  /** How many lists it holds. */
  get size(): number {
    return this.#count
  }

  /** undefined: it holds no list of this subject. */
  get(subjectId: string): readonly ListedAlternative[] | undefined {
    const number = this.#numberOf.get(subjectId)
    const start = number === undefined ? 0 : (this.#starts[number] ?? 0)
    if (start === 0) return undefined
    return Array.from({ length: this.#words[start - 1] as number }, (_, place) => {
      const at = start + place * NUMBERS
      const packed = this.#words[at + 1] as number
      return {
        id: this.#ids[this.#words[at] as number] as string,
        similarity: (packed >> 1) / 1000,
        inOtherProduct: (packed & 1) === 1,
      }
    })
  }

  set({ subjectId, alternatives }: AlternativeList): void {
    const subject = this.#number(subjectId)
    const before = this.#starts[subject] ?? 0
    if (before === 0) this.#count += 1
    else this.#unused += 1 + NUMBERS * (this.#words[before - 1] as number)
    const packed = [
      alternatives.length,
      ...alternatives.flatMap(({ id, similarity, inOtherProduct }) => [
        this.#number(id),
        Math.round(similarity * 1000) * 2 + Number(inOtherProduct),
      ]),
    ]
    this.#words = widened(this.#words, this.#used + packed.length)
    this.#starts = widened(this.#starts, this.#ids.length)
    this.#words.set(packed, this.#used)
    this.#starts[subject] = this.#used + 1
    this.#used += packed.length
    if (this.#unused > Math.max(MOST_UNUSED, this.#used / 2)) this.#pack()
  }

  #number(id: string): number {
    const known = this.#numberOf.get(id)
    if (known !== undefined) return known
    this.#numberOf.set(id, this.#ids.length)
    return this.#ids.push(id) - 1
  }

  /** Moves the lists together. Ids that no list has any more stay: a catalog seldom loses many. */
  #pack(): void {
    const packed = new Uint32Array(this.#words.length)
    let used = 0
    for (const [subject, start] of this.#starts.entries()) {
      if (start === 0) continue
      const end = start + NUMBERS * (this.#words[start - 1] as number)
      packed.set(this.#words.subarray(start - 1, end), used)
      this.#starts[subject] = used + 1
      used += end - start + 1
    }
    this.#words = packed
    this.#used = used
    this.#unused = 0
  }
}

function widened(words: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  if (length <= words.length) return words
  const wider = new Uint32Array(Math.max(length, 2 * words.length))
  wider.set(words)
  return wider
}

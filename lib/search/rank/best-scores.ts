export function allOf(count: number, hidden: Uint8Array | null): Uint32Array {
  const all = new Uint32Array(count)
  let size = 0
  for (let ordinal = 0; ordinal < count; ordinal++) {
    if (hidden === null || hidden[ordinal] === 0) all[size++] = ordinal
  }
  return all.subarray(0, size)
}

/** The documents of the highest scores above 0 so far, at most `most`: a heap, its least on top once it is full. */
export class BestScores {
  /** A score must be higher than this to be kept. */
  least = 0
  #size = 0
  readonly #ordinals: Uint32Array
  readonly #scores: Int32Array

  constructor(most: number) {
    this.#ordinals = new Uint32Array(most)
    this.#scores = new Int32Array(most)
  }

  clear(): void {
    this.least = 0
    this.#size = 0
  }

  /** `score` is above `least`. */
  add(ordinal: number, score: number): void {
    const most = this.#ordinals.length
    if (this.#size === most) this.#sift(0, ordinal, score)
    else {
      this.#ordinals[this.#size] = ordinal
      this.#scores[this.#size] = score
      this.#size += 1
      if (this.#size < most) return
      for (let at = (most >> 1) - 1; at >= 0; at--)
        this.#sift(at, this.#ordinals[at] as number, this.#scores[at] as number)
    }
    this.least = this.#scores[0] as number
  }

  /** The documents, ascending. */
  ordinals(): Uint32Array {
    return this.#ordinals.slice(0, this.#size).sort()
  }

  /** Puts an entry at `from` or below, where no lower one is under it. */
  #sift(from: number, ordinal: number, score: number): void {
    const scores = this.#scores
    const ordinals = this.#ordinals
    let at = from
    for (;;) {
      let child = 2 * at + 1
      if (child >= scores.length) break
      if (child + 1 < scores.length && (scores[child + 1] as number) < (scores[child] as number)) child += 1
      if ((scores[child] as number) >= score) break
      scores[at] = scores[child] as number
      ordinals[at] = ordinals[child] as number
      at = child
    }
    scores[at] = score
    ordinals[at] = ordinal
  }
}

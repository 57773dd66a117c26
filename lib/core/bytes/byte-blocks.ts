const BLOCK_BYTES = 64 * 1024
/** Most bodies and lines are far smaller: the first block has this size and doubles up to a full one. */
const FIRST_BYTES = 1024
/** A piece of at least this size that fills most of its buffer is kept as it is instead of copied. */
const LARGE_BYTES = 16 * 1024
const NO_BYTES = new Uint8Array(0)

/**
 * Collects pieces of bytes and copies small ones into blocks. A small piece kept as it is would keep its whole source
 * buffer in memory, and a stream of one-byte pieces would take hundreds of bytes of memory for each byte.
 */
export class ByteBlocks {
  #parts: Uint8Array[] = []
  #block: Uint8Array = NO_BYTES
  /** Start of the block's bytes that are in no part yet. */
  #from = 0
  #to = 0
  #length = 0

  get length(): number {
    return this.#length
  }

  add(piece: Uint8Array): void {
    this.#length += piece.length
    if (piece.length >= LARGE_BYTES && piece.length * 2 >= piece.buffer.byteLength) {
      this.#endPart()
      this.#parts.push(piece)
      return
    }
    for (let at = 0; at < piece.length; ) {
      if (this.#to === this.#block.length) this.#grow(piece.length - at)
      const part = piece.subarray(at, at + this.#block.length - this.#to)
      this.#block.set(part, this.#to)
      this.#to += part.length
      at += part.length
    }
  }

  /** All bytes in one array of their own; empties the collection. */
  take(): Uint8Array {
    if (this.#length === this.#block.length && this.#parts.length === 0) {
      const block = this.#block
      this.clear()
      return block
    }
    this.#endPart()
    const whole = new Uint8Array(this.#length)
    let at = 0
    for (const part of this.#parts) {
      whole.set(part, at)
      at += part.length
    }
    this.clear()
    return whole
  }

  clear(): void {
    this.#parts = []
    this.#block = NO_BYTES
    this.#from = 0
    this.#to = 0
    this.#length = 0
  }

  #endPart(): void {
    if (this.#to > this.#from) this.#parts.push(this.#block.subarray(this.#from, this.#to))
    this.#from = this.#to
  }

  #grow(wanted: number): void {
    const unended = this.#block.subarray(this.#from, this.#to)
    if (this.#block.length === BLOCK_BYTES || unended.length === 0) {
      this.#endPart()
      this.#block = new Uint8Array(
        this.#parts.length === 0 ? Math.min(BLOCK_BYTES, Math.max(FIRST_BYTES, wanted)) : BLOCK_BYTES,
      )
      this.#from = 0
      this.#to = 0
      return
    }
    const larger = new Uint8Array(Math.min(BLOCK_BYTES, Math.max(unended.length * 2, unended.length + wanted)))
    larger.set(unended)
    this.#block = larger
    this.#from = 0
    this.#to = unended.length
  }
}

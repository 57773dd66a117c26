/** A position in the write-ahead log, in bytes. */
export interface Position {
  position: number
  /** Another one after every promotion: positions of two timelines cannot be compared. */
  timeline: number
}

interface Sample {
  position: number
  /** The last moment at which the log of the primary ended there; in ms of a clock that only runs forward. */
  at: number
}

/** Samples that are kept: ten minutes of one a second. */
const MOST_SAMPLES = 600

/**
 * Where the log of the primary ended, and when this process asked. What a replica has replayed says then up to which
 * moment it has everything: no clock of another machine is needed, and an idle primary does not look like a lag.
 */
export class PrimaryPositions {
  #timeline: number | null = null
  #samples: Sample[] = []

  /** Notes the answer to a question of the moment `at`. True where the primary is on another timeline than before. */
  note({ position, timeline }: Position, at: number): boolean {
    const isOther = this.#timeline !== null && this.#timeline !== timeline
    const newest = this.#samples.at(-1)
    // A primary that lost the end of its log has another log, whatever its timeline says.
    if (isOther || (newest !== undefined && position < newest.position)) this.#samples = []
    this.#timeline = timeline
    const last = this.#samples.at(-1)
    if (last?.position === position) last.at = at
    else this.#samples.push({ position, at })
    if (this.#samples.length > MOST_SAMPLES) this.#samples.shift()
    return isOther
  }

  /** The moment up to which everything is at a replica that has replayed so far; null: before what was noted. */
  reachedAt(replayed: number): number | null {
    return this.#samples.findLast(({ position }) => position <= replayed)?.at ?? null
  }
}

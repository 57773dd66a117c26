import type { SubjectFactsReader } from '../catalog/subject-facts'
import type { Reads } from '../reads/reads'
import { openCachedRatings } from '../replica/cached-ratings'
import { openFullCopy } from '../replica/full-copy'
import type { HeldRatings, MemoryUse, ReplicaMarks } from '../replica/held-ratings'
import { AT_THE_END, estimateRatingBytes, listChanges } from '../replica/read-replica'
import type { RatingReader } from './ratings'

/**
 * Ratings, and what answers show of subjects, kept in memory and refreshed by what changed: of all of them as long as
 * they fit, else of those that are asked for.
 */
export interface RatingReplica extends RatingReader {
  /** Answers from memory what is there, and reads the rest through. */
  subjectFacts: SubjectFactsReader
  /** Shows whether an answer that was made from memory would be the same now. */
  marks: ReplicaMarks
  /**
   * Reads everything that is kept, then changes until closed. Resolves after the first read; until then reads go to the
   * database.
   */
  start(): Promise<void>
  /** Milliseconds since the last successful read of changes; null: not everything that is kept has been read yet. */
  ageMs(): number | null
  use(): MemoryUse
  close(): Promise<void>
}

interface MemoryBounds {
  /** Of ratings; of more, those that are asked for are kept, and facts of them within this too. */
  ratingBytes: number
  /** Of what is kept of all subjects besides ratings. */
  wordBytes: number
  /** Called once it keeps those that are asked for, from the start or after it kept all. */
  onPart?(): void
}

/** Time between two reads of changes. */
const REFRESH_EVERY_MS = 1000
/**
 * Memory answers for this long after the last successful read of changes began; then reads go to the database until one
 * succeeds again.
 */
const TRUSTED_MS = 2000
const DEFAULT_BOUNDS: MemoryBounds = { ratingBytes: 512_000_000, wordBytes: 64_000_000 }

/**
 * A reader that answers from memory, at most 2 s old, and reads everything else through `reader`: subjects that were
 * never probed, unknown ids, and all of them while changes cannot be read.
 */
export function openRatingReplica(
  reads: Pick<Reads, 'db' | 'pinned' | 'isOnReplica'>,
  reader: RatingReader,
  onFailure: (cause: unknown) => void,
  bounds: MemoryBounds = DEFAULT_BOUNDS,
): RatingReplica {
  let trustedUntil = 0
  const isTrusted = () => performance.now() < trustedUntil
  let held: HeldRatings = openFullCopy(reads, reader, isTrusted, bounds)
  let askedAt = 0
  let readAt: number | null = null
  let isOpen = false
  let timer: NodeJS.Timeout | undefined
  let refreshing: Promise<void> = Promise.resolve()
  let isChosen = false
  let isFailing = false

  const holdPart = () => {
    held = openCachedRatings(reads, reader, isTrusted, bounds.ratingBytes)
    bounds.onPart?.()
  }
  /** Reading all ratings only to find that they do not fit takes long. */
  const choose = async () => {
    if (!isChosen && (await estimateRatingBytes(reads.db)) > bounds.ratingBytes) {
      holdPart()
      askedAt = AT_THE_END
    }
    isChosen = true
  }
  const refresh = async (): Promise<void> => {
    await choose()
    const beganAt = performance.now()
    // What is read of a change must not be older than the change.
    const db = reads.pinned()
    const changes = await listChanges(db, askedAt)
    const fits = await held.apply(changes.servers, db)
    askedAt = changes.askedAt
    if (!fits) {
      holdPart()
      return refresh()
    }
    // A replica that has replayed nothing yet names no time from which to ask.
    if (askedAt === AT_THE_END) return
    trustedUntil = beganAt + TRUSTED_MS
    readAt = beganAt
  }
  const refreshAndRepeat = async () => {
    try {
      await refresh()
      isFailing = false
    } catch (cause) {
      if (!isFailing) onFailure(cause)
      isFailing = true
    }
    if (isOpen) timer = setTimeout(repeat, REFRESH_EVERY_MS).unref()
  }
  const repeat = () => {
    refreshing = refreshAndRepeat()
  }
  return {
    findRating: (id) => held.findRating(id),
    heldRating: (id) => held.heldRating(id),
    subjectFacts: factsOf(() => held),
    marks: {
      isWhole: () => held.marks.isWhole(),
      newest: () => held.marks.newest(),
      ofServer: (serverKey) => held.marks.ofServer(serverKey),
      ofNames: () => held.marks.ofNames(),
    },
    start: () => {
      isOpen = true
      repeat()
      return refreshing
    },
    ageMs: () => (readAt === null ? null : performance.now() - readAt),
    use: () => held.use(),
    close: async () => {
      isOpen = false
      clearTimeout(timer)
      trustedUntil = 0
      await refreshing
    },
  }
}

/** The facts of what holds them at each call. */
function factsOf(current: () => HeldRatings): SubjectFactsReader {
  const facts = () => current().subjectFacts
  return {
    listSubjectFacts: (ids) => facts().listSubjectFacts(ids),
    listSearchFacts: (ids) => facts().listSearchFacts(ids),
    listSubjectDetails: (ids) => facts().listSubjectDetails(ids),
    listTexts: (ids) => facts().listTexts(ids),
    listToolIds: (serverKey, limit) => facts().listToolIds(serverKey, limit),
    listNamed: (asked) => facts().listNamed(asked),
  }
}

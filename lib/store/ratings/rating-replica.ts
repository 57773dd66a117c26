import { chunksOf } from 'assay-verify/chunks'
import { openSubjectFacts, type SubjectFactsReader } from '../catalog/subject-facts'
import type { Reads } from '../reads/reads'
import { HeldCatalog } from '../replica/held-catalog'
import { heldSubjectFacts } from '../replica/held-subject-facts'
import { listChanges, readRatings, readWords } from '../replica/read-replica'
import type { RatingReader } from './ratings'

/**
 * Ratings of all servers that were ever probed, and what answers show of all subjects, kept in memory and refreshed by
 * what changed.
 */
export interface RatingReplica extends RatingReader {
  /** Answers from memory what fits there, and reads the rest through. */
  subjectFacts: SubjectFactsReader
  /** Shows whether an answer that was made from memory would be the same now. */
  marks: ReplicaMarks
  /**
   * Reads everything, then changes until closed. Resolves after the first full read; until then reads go to the
   * database.
   */
  start(): Promise<void>
  /** Milliseconds since the last successful read of changes; null: not everything has been read yet. */
  ageMs(): number | null
  close(): Promise<void>
}

/** Numbers of changes of what the replica holds, in their order. */
export interface ReplicaMarks {
  /** Whether memory answers now, all of the catalog. */
  isWhole(): boolean
  /** Of the newest change. */
  newest(): number
  /** Of the newest change of a server and its subjects. */
  ofServer(serverKey: number): number
  /** Of the newest change of what any subject is named by. */
  ofNames(): number
}

/** Time between two reads of changes. */
const REFRESH_EVERY_MS = 1000
/**
 * Memory answers for this long after the last successful read of changes began; then reads go to the database until one
 * succeeds again.
 */
const TRUSTED_MS = 2000
/** Servers read at once, some 8,000 subjects, so that the embedded database's one connection is soon free. */
const CHUNK = 200
const MOST_WORD_BYTES = 64_000_000

/**
 * A reader that answers from memory, at most 2 s old, and reads everything else through `reader`: subjects that were
 * never probed, unknown ids, and all of them while changes cannot be read. `mostWordBytes` bounds what is held besides
 * ratings.
 */
export function openRatingReplica(
  reads: Pick<Reads, 'db' | 'pinned'>,
  reader: RatingReader,
  onFailure: (cause: unknown) => void,
  mostWordBytes = MOST_WORD_BYTES,
): RatingReplica {
  const held = new HeldCatalog(mostWordBytes)
  let askedAt = 0
  let trustedUntil = 0
  let readAt: number | null = null
  let isOpen = false
  let timer: NodeJS.Timeout | undefined
  let refreshing: Promise<void> = Promise.resolve()
  let isFailing = false
  const isTrusted = () => performance.now() < trustedUntil

  const refresh = async () => {
    const beganAt = performance.now()
    // What is read of a change must not be older than the change.
    const db = reads.pinned()
    const changes = await listChanges(db, askedAt)
    const changed = changes.servers.filter((server) => held.lacksRatings(server) || held.lacksWords(server))
    for (const chunk of chunksOf(changed, CHUNK)) {
      const worded = chunk.filter((server) => held.lacksWords(server))
      const ratings = await readRatings(
        db,
        chunk.map(({ key }) => key),
      )
      for (const server of chunk) held.holdRatings(server, ratings.get(server.key) ?? [])
      const words = await readWords(
        db,
        worded.map(({ key }) => key),
      )
      for (const server of worded) held.holdWords(server, words.get(server.key) ?? [])
    }
    askedAt = changes.askedAt
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
    findRating: async (id) => {
      await nextEventLoopTurn()
      const rating = isTrusted() ? held.get(id)?.rating : undefined
      return rating != null && rating.serverState !== null ? rating : reader.findRating(id)
    },
    heldRating: (id) => held.get(id)?.rating ?? reader.heldRating(id),
    subjectFacts: heldSubjectFacts(held, isTrusted, openSubjectFacts(reads.db)),
    marks: {
      isWhole: () => isTrusted() && held.isWhole,
      newest: () => held.newestMark,
      ofServer: (serverKey) => held.markOf(serverKey),
      ofNames: () => held.namesMark,
    },
    start: () => {
      isOpen = true
      repeat()
      return refreshing
    },
    ageMs: () => (readAt === null ? null : performance.now() - readAt),
    close: async () => {
      isOpen = false
      clearTimeout(timer)
      trustedUntil = 0
      await refreshing
    },
  }
}

let turn: Promise<void> | undefined

/**
 * Resolves at the end of this turn of the event loop. Reads that arrive in one turn continue together, so that their
 * answers are sent together: a peer on this machine wakes up once for all of them, where each wake-up costs more than
 * the read.
 */
function nextEventLoopTurn(): Promise<void> {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined
      resolve()
    })
  })
  return turn
}

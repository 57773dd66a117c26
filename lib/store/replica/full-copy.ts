import { chunksOf } from 'assay-verify/chunks'
import { openSubjectFacts } from '../catalog/subject-facts'
import type { RatingReader } from '../ratings/ratings'
import type { Reads } from '../reads/reads'
import { HeldCatalog } from './held-catalog'
import type { HeldRatings } from './held-ratings'
import { heldSubjectFacts } from './held-subject-facts'
import { nextEventLoopTurn } from './next-turn'
import { readRatings, readWords } from './read-replica'

/** Servers read at once, some 8,000 subjects, so that the embedded database's one connection is soon free. */
const CHUNK = 200

/**
 * Ratings of all subjects, as long as they take no more than `ratingBytes`, and their words up to `wordBytes`. Answers
 * from them while they are up to date, and reads through `reader` subjects that were never probed, unknown ids, and all
 * else.
 */
export function openFullCopy(
  reads: Pick<Reads, 'db'>,
  reader: RatingReader,
  isTrusted: () => boolean,
  { ratingBytes, wordBytes }: { ratingBytes: number; wordBytes: number },
): HeldRatings {
  const held = new HeldCatalog(wordBytes)
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
    apply: async (changes, db) => {
      const changed = changes.filter((server) => held.lacksRatings(server) || held.lacksWords(server))
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
        if (held.ratingBytes > ratingBytes) return false
      }
      return true
    },
    use: () => ({ holds: 'all', subjects: held.size, bytes: held.ratingBytes + held.wordBytes, hits: 0, misses: 0 }),
  }
}

import { openSubjectFacts, type SubjectFactsReader } from '../catalog/subject-facts'
import type { RatingReader } from '../ratings/ratings'
import type { Reads } from '../reads/reads'
import { CachedRows } from './cached-rows'
import { isWorded } from './held-names'
import type { HeldRatings } from './held-ratings'
import {
  detailsOf,
  type HeldSubject,
  isSearchable,
  searchFactsOf,
  subjectFactsOf,
  textsOf,
  type WordedSubject,
} from './held-subject'
import { nextEventLoopTurn } from './next-turn'
import { openRowReader } from './row-reader'

/**
 * Ratings and facts of the subjects that are asked for, in no more than `mostBytes`. What is not held is read by its
 * id; subjects that were never probed are read through `reader`, and lists and names from the database, as by the full
 * copy.
 */
export function openCachedRatings(
  reads: Pick<Reads, 'db' | 'pinned' | 'isOnReplica'>,
  reader: RatingReader,
  isTrusted: () => boolean,
  mostBytes: number,
): HeldRatings {
  const rows = new CachedRows(mostBytes)
  const read = openRowReader(reads, rows)
  const counts = { hits: 0, misses: 0 }
  const counted = <Held extends HeldSubject>(held: Held | undefined) => {
    counts[held === undefined ? 'misses' : 'hits'] += 1
    return held
  }
  const wordedOf = (id: string) => {
    const held = rows.get(id)
    return counted(isWorded(held) ? held : undefined) ?? read.worded(id)
  }
  const list: List = (rowOf, isShown, direct) => async (ids) => {
    if (!isTrusted()) return direct(ids)
    const found = await Promise.all(ids.map(wordedOf))
    return found.flatMap((one) => (isWorded(one) && isShown(one) ? rowOf(one) : []))
  }
  return {
    findRating: async (id) => {
      await nextEventLoopTurn()
      if (!isTrusted()) return reader.findRating(id)
      const held = counted(rows.get(id))
      if (held?.rating.serverState === null) return reader.findRating(id)
      return (held ?? (await read.rated(id)))?.rating
    },
    heldRating: (id) => rows.get(id)?.rating ?? reader.heldRating(id),
    subjectFacts: listsOf(list, openSubjectFacts(reads.db)),
    marks: NOTHING_WHOLE,
    apply: async (changed, db) => {
      read.apply(changed, db)
      return true
    },
    use: () => ({ holds: 'part', subjects: rows.size, bytes: rows.bytes, ...counts }),
  }
}

/** Answers are not remembered: what they are made from besides may be of any moment. */
const NOTHING_WHOLE = { isWhole: () => false, newest: () => 0, ofServer: () => 0, ofNames: () => 0 }

type List = <Row>(
  rowOf: (subject: WordedSubject) => Row,
  isShown: (subject: WordedSubject) => boolean,
  direct: (ids: readonly string[]) => Promise<Row[]>,
) => (ids: readonly string[]) => Promise<Row[]>

function listsOf(list: List, direct: SubjectFactsReader): SubjectFactsReader {
  const isListed = ({ words }: WordedSubject) => words.listed
  return {
    ...direct,
    listSubjectFacts: list(subjectFactsOf, isListed, direct.listSubjectFacts),
    listSearchFacts: list(searchFactsOf, isSearchable, direct.listSearchFacts),
    listSubjectDetails: list(detailsOf, isListed, direct.listSubjectDetails),
    listTexts: list(textsOf, () => true, direct.listTexts),
  }
}

import type { SubjectFactsReader } from '../catalog/subject-facts'
import type { HeldCatalog } from './held-catalog'
import { detailsOf, isSearchable, searchFactsOf, subjectFactsOf, textsOf, type WordedSubject } from './held-subject'
import { openReadThrough } from './read-through'

/**
 * Answers what is held from memory while that `isTrusted`, and the rest through `reader`; of what it read it keeps the
 * newest, as long as their servers are unchanged.
 */
export function heldSubjectFacts(
  held: HeldCatalog,
  isTrusted: () => boolean,
  reader: SubjectFactsReader,
): SubjectFactsReader {
  const isListed = ({ words }: WordedSubject) => words.listed
  const list = <Row extends { id: string }>(
    rowOf: (subject: WordedSubject) => Row,
    isShown: (subject: WordedSubject) => boolean,
    read: (ids: readonly string[]) => Promise<Row[]>,
  ) => {
    const readThrough = openReadThrough(held, read)
    return async (ids: readonly string[]): Promise<Row[]> => {
      if (!isTrusted()) return read(ids)
      const missing = ids.filter((id) => held.getWorded(id) === undefined)
      const others = missing.length === 0 ? undefined : await readThrough(missing)
      return ids.flatMap((id) => {
        const own = held.getWorded(id)
        if (own === undefined) return others?.get(id) ?? []
        return isShown(own) ? rowOf(own) : []
      })
    }
  }
  return {
    listSubjectFacts: list(subjectFactsOf, isListed, reader.listSubjectFacts),
    listSearchFacts: list(searchFactsOf, isSearchable, reader.listSearchFacts),
    listSubjectDetails: list(detailsOf, isListed, reader.listSubjectDetails),
    listTexts: list(textsOf, () => true, reader.listTexts),
    listToolIds: async (serverKey, limit) =>
      (isTrusted() ? held.listToolIds(serverKey, limit) : undefined) ?? reader.listToolIds(serverKey, limit),
    listNamed: async (asked) => (isTrusted() && held.isWhole ? held.listNamed(asked) : reader.listNamed(asked)),
  }
}

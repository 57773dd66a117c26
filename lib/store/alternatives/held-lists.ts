import type { Database } from '../database'
import { type DatabaseInstant, readSettledUntil } from '../search/search-documents'
import {
  type AlternativeList,
  type ListedAlternative,
  listFoundSince,
  readLists,
  recordLists,
} from './alternative-lists'
import { PackedLists } from './packed-lists'

/** The lists of alternatives of this database. */
export interface AlternativeLists {
  /** undefined: its alternatives have not been searched for. */
  find(subjectId: string): Promise<readonly ListedAlternative[] | undefined>
  /**
   * Those of these subjects that are stored, by subject: from memory, at most ten seconds old, once all are kept there;
   * else by one statement.
   */
  findStored(subjectIds: readonly string[]): Promise<ReadonlyMap<string, readonly ListedAlternative[]>>
  /** Stores what a search found. A subject that the catalog does not have is not kept. */
  record(lists: readonly AlternativeList[]): Promise<void>
  /** Keeps all of them in memory, at most ten seconds old, until the function it returns is called. */
  keepFresh(): () => Promise<void>
}

const REFRESH_EVERY_MS = 10_000
/** Lists read at once, so that the embedded database's one connection is soon free. */
const PAGE = 1000
/** Lists kept in memory, some 200 bytes each; of more, the rest is read from the database. */
const MOST_HELD = 1_000_000

/** Until they are kept in memory, and of what is not there, every list is read from the database. */
export function openAlternativeLists(db: Database, log: (line: string, cause?: unknown) => void): AlternativeLists {
  const held = new PackedLists()
  let cursor: { foundAt: DatabaseInstant; id: string } | null = null
  let isFailing = false
  let isComplete = false
  const hold = (list: AlternativeList) => {
    if (held.size < MOST_HELD || held.get(list.subjectId) !== undefined) held.set(list)
  }
  const refresh = async (isOpen: () => boolean) => {
    const until = await readSettledUntil(db)
    for (let isFull = true; isFull && isOpen(); ) {
      const { lists, last } = await listFoundSince(db, cursor, PAGE)
      for (const list of lists) hold(list)
      cursor = last
      isFull = lists.length === PAGE
    }
    // What a transaction still writes is dated before what it is read after.
    cursor = { foundAt: until, id: '' }
    isComplete = isOpen() && held.size < MOST_HELD
  }
  return {
    find: async (subjectId) => held.get(subjectId) ?? (await readLists(db, [subjectId]))[0]?.alternatives,
    findStored: async (subjectIds) => {
      const missing = isComplete ? [] : subjectIds.filter((id) => held.get(id) === undefined)
      const read = new Map((await readLists(db, missing)).map((list) => [list.subjectId, list.alternatives]))
      return new Map(
        subjectIds.flatMap((id) => {
          const list = held.get(id) ?? read.get(id)
          return list === undefined ? [] : [[id, list] as const]
        }),
      )
    },
    record: async (lists) => {
      await recordLists(db, lists)
      // What is not held yet is read with the rest, if the catalog has it.
      for (const list of lists) if (held.get(list.subjectId) !== undefined) held.set(list)
    },
    keepFresh: () => {
      let timer: NodeJS.Timeout | undefined
      let isOpen = true
      const repeat = async () => {
        try {
          await refresh(() => isOpen)
          isFailing = false
        } catch (cause) {
          if (!isFailing && isOpen) log('Changed alternatives cannot be read; those in memory stay in use.', cause)
          isFailing = true
          isComplete = false
        }
        if (isOpen) timer = setTimeout(begin, REFRESH_EVERY_MS).unref()
      }
      let refreshing = Promise.resolve()
      const begin = () => {
        refreshing = repeat()
      }
      begin()
      return async () => {
        isOpen = false
        isComplete = false
        clearTimeout(timer)
        await refreshing
      }
    },
  }
}

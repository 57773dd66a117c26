import type { Database } from '../database'
import {
  listSearchFacts,
  listSubjectDetails,
  listSubjectFacts,
  listTexts,
  listToolIds,
  type SearchFacts,
  type SubjectDetails,
  type SubjectFacts,
  type SubjectTexts,
} from './candidates'
import { type AskedNames, listNamedSubjects, type NamedSubject } from './named-subjects'

/** What answers show of found subjects, and what they are named by. Lists by ids are in the order given. */
export interface SubjectFactsReader {
  /** The listed ones of these subjects, without their texts. */
  listSubjectFacts(ids: readonly string[]): Promise<SubjectFacts[]>
  /** What a search decides by: of listed ones, of servers that list tools, and of removed tools. */
  listSearchFacts(ids: readonly string[]): Promise<SearchFacts[]>
  /** The listed ones with their texts. */
  listSubjectDetails(ids: readonly string[]): Promise<SubjectDetails[]>
  /** The texts of known ones, listed or not. */
  listTexts(ids: readonly string[]): Promise<SubjectTexts[]>
  /** Ids of the first tools of a server in the published order, removed ones last. */
  listToolIds(serverKey: number, limit: number): Promise<string[]>
  /** Subjects by what they are named by; as `listNamedSubjects`. */
  listNamed(asked: AskedNames): Promise<NamedSubject[]>
}

/** Reads everything from the database. */
export function openSubjectFacts(db: Database): SubjectFactsReader {
  return {
    listSubjectFacts: (ids) => listSubjectFacts(db, ids),
    listSearchFacts: (ids) => listSearchFacts(db, ids),
    listSubjectDetails: (ids) => listSubjectDetails(db, ids),
    listTexts: (ids) => listTexts(db, ids),
    listToolIds: (serverKey, limit) => listToolIds(db, serverKey, limit),
    listNamed: (asked) => listNamedSubjects(db, asked),
  }
}

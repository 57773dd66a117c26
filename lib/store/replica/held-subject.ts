import type { ToolAnnotations } from 'assay-verify/catalog-tool'
import type { Package, Remote } from '../../core/catalog/catalog'
import type { NameKind } from '../../core/lookup/server-name'
import type { SearchFacts, SubjectDetails, SubjectFacts, SubjectTexts } from '../catalog/candidates'
import type { Rating } from '../ratings/ratings'

/** What all subjects of a server have in common, apart from its rating. */
export interface HeldServer {
  id: string
  title: string
  description: string
  repository: string | null
  packages: Package[]
  remotes: Remote[]
  isDeleted: boolean
  names: readonly { kind: NameKind; name: string; path: string }[]
}

/** What answers show of a subject apart from its rating. */
export interface HeldWords {
  name: string
  categories: string[]
  annotations: ToolAnnotations | null
  /** null: that of its server. */
  description: string | null
  descriptionHash: string | null
  /** JSON, which takes a fraction of the memory of the object; null: it has none. */
  inputSchema: string | null
  listed: boolean
  server: HeldServer
}

/** A rating with what else of its server a probe may change. */
export interface HeldRating {
  rating: Rating
  protocolVersion: string | null
}

/** A subject as the replica holds it. `words` null: they are beyond its bound, or not read yet. */
export interface HeldSubject extends HeldRating {
  words: HeldWords | null
}

export type WordedSubject = HeldSubject & { words: HeldWords }

/** As `listSubjectFacts` reads it. */
export function subjectFactsOf({ rating, protocolVersion, words }: WordedSubject): SubjectFacts {
  const { server } = words
  return {
    id: rating.id,
    kind: rating.kind,
    name: words.name,
    serverKey: rating.serverKey,
    serverId: server.id,
    serverTitle: server.title,
    repository: server.repository,
    packages: server.packages,
    remotes: server.remotes,
    protocolVersion,
    annotations: words.annotations,
    score: rating.score,
    grade: rating.grade,
    declaredAccess: rating.declaredAccess,
    declaredAuth: rating.declaredAuth ?? null,
    hasInputSchema: words.inputSchema !== null,
    facts: rating.facts,
    serverState: rating.serverState,
    scoreFacts: rating.scoreFacts ?? null,
    removedAt: rating.removedAt,
  }
}

/** As `listSearchFacts` reads it. */
export function searchFactsOf(held: WordedSubject): SearchFacts {
  const { categories, descriptionHash } = held.words
  return Object.assign(subjectFactsOf(held), { categories, descriptionHash })
}

/** As `listTexts` reads it. */
export function textsOf({ rating: { id }, words }: WordedSubject): SubjectTexts {
  const { description, inputSchema, server } = words
  return {
    id,
    description: description ?? server.description,
    inputSchema: inputSchema === null ? null : JSON.parse(inputSchema),
  }
}

/** As `listSubjectDetails` reads it. */
export function detailsOf(held: WordedSubject): SubjectDetails {
  return Object.assign(subjectFactsOf(held), textsOf(held), { signIns: held.rating.signIns ?? null })
}

/** Whether a search may show it: it is listed, or a server that lists tools, or a removed tool. */
export function isSearchable({ rating: { kind, removedAt }, words }: WordedSubject): boolean {
  return words.listed || (kind === 'tool' ? removedAt !== null : removedAt === null && !words.server.isDeleted)
}

/** Bytes that a subject's words take in memory, roughly. */
export function bytesOf({ name, description, inputSchema }: HeldWords): number {
  return OBJECTS_OF_A_SUBJECT + name.length + (description?.length ?? 0) + (inputSchema?.length ?? 0)
}

/** The same of what the subjects of a server share. */
export function bytesOfServer({ description, packages, remotes, names }: HeldServer): number {
  return (
    OBJECTS_OF_A_SERVER + description.length + OBJECTS_OF_A_PART * (packages.length + remotes.length + names.length)
  )
}

const OBJECTS_OF_A_SUBJECT = 400
const OBJECTS_OF_A_SERVER = 600
const OBJECTS_OF_A_PART = 200

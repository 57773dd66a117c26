import { VERDICTS } from 'assay-verify/verdict'
import type { AskedNames, NamedSubject } from '../catalog/named-subjects'
import type { Rating } from '../ratings/ratings'
import { HeldNames, isWorded } from './held-names'
import {
  bytesOf,
  bytesOfServer,
  type HeldRating,
  type HeldSubject,
  type HeldWords,
  type WordedSubject,
} from './held-subject'
import type { ChangedServer } from './read-replica'

/** The published order among the tools of one server, removed ones last. */
function byPublishedOrder(one: Rating, other: Rating): number {
  return (
    Number(one.removedAt !== null) - Number(other.removedAt !== null) ||
    VERDICTS.indexOf(one.verdict) - VERDICTS.indexOf(other.verdict) ||
    other.score - one.score ||
    (one.id < other.id ? -1 : 1)
  )
}

const BYTES_OF_A_RATING = 850
/** With its state and all else of it that its subjects share. */
const BYTES_OF_A_SERVER = 2300

/** Bytes that the ratings of so many subjects take in memory, roughly; of the servers among them their state too. */
export function ratingBytesOf(subjects: number, servers: number): number {
  return subjects * BYTES_OF_A_RATING + servers * BYTES_OF_A_SERVER
}

interface HeldServerEntry {
  ratedAt: number | null
  wordedAt: number | null
  /** Number of its newest change. */
  mark: number
  ids: readonly string[]
  /** Bytes of the words of its subjects; null: they are beyond the bound. */
  bytes: number | null
}

/**
 * Ratings of all subjects, and their words as long as these take no more than `mostBytes`, by the server: of a server
 * all or none.
 */
export class HeldCatalog {
  readonly #servers = new Map<number, HeldServerEntry>()
  readonly #subjects = new Map<string, HeldSubject>()
  readonly #names = new HeldNames()
  readonly #categories = new Map<string, string[]>()
  readonly #mostBytes: number
  /** Of words that are held. */
  #bytes = 0
  #withoutWords = 0
  #marks = 0
  #namesMark = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  get(id: string): HeldSubject | undefined {
    return this.#subjects.get(id)
  }

  getWorded(id: string): WordedSubject | undefined {
    const held = this.#subjects.get(id)
    return isWorded(held) ? held : undefined
  }

  get size(): number {
    return this.#subjects.size
  }

  /** Bytes that ratings take, roughly. */
  get ratingBytes(): number {
    return ratingBytesOf(this.#subjects.size, this.#servers.size)
  }

  /** Bytes that words take, roughly. */
  get wordBytes(): number {
    return this.#bytes
  }

  /** Whether it has the words of every subject. */
  get isWhole(): boolean {
    return this.#withoutWords === 0
  }

  /** Number of the newest change. */
  get newestMark(): number {
    return this.#marks
  }

  /** That of the newest change of a server; 0: it is not known. */
  markOf(serverKey: number): number {
    return this.#servers.get(serverKey)?.mark ?? 0
  }

  /** That of the newest change of what subjects are named by. */
  get namesMark(): number {
    return this.#namesMark
  }

  listNamed(asked: AskedNames): NamedSubject[] {
    return this.#names.list(
      asked,
      (id) => this.#subjects.get(id),
      (key) => this.#wordedOf(key),
    )
  }

  /** As `SubjectFactsReader.listToolIds`; undefined: the server is not known. */
  listToolIds(serverKey: number, limit: number): string[] | undefined {
    const ratings = this.#servers.get(serverKey)?.ids.flatMap((id) => this.#subjects.get(id)?.rating ?? [])
    const tools = ratings?.filter(({ kind }) => kind === 'tool').sort(byPublishedOrder)
    return tools?.slice(0, limit).map(({ id }) => id)
  }

  /** Whether the ratings, or the words, are of before the change. */
  lacksRatings({ key, ratedAt }: ChangedServer): boolean {
    return this.#servers.get(key) === undefined || (ratedAt !== null && this.#servers.get(key)?.ratedAt !== ratedAt)
  }

  lacksWords({ key, wordedAt }: ChangedServer): boolean {
    return wordedAt !== null && this.#servers.get(key)?.wordedAt !== wordedAt
  }

  holdRatings({ key, ratedAt }: ChangedServer, ratings: readonly HeldRating[]): void {
    const entry = this.#entry(key)
    const left = new Set(ratings.map(({ rating }) => rating.id))
    for (const id of entry.ids) if (!left.has(id)) this.#drop(id)
    for (const one of ratings)
      this.#subjects.set(one.rating.id, Object.assign(this.#subjects.get(one.rating.id) ?? { words: null }, one))
    this.#servers.set(key, { ...entry, ratedAt: ratedAt ?? entry.ratedAt, ids: [...left], mark: ++this.#marks })
  }

  /** Of subjects whose ratings are held; others come with the next change. */
  holdWords({ key, wordedAt }: ChangedServer, worded: readonly { id: string; words: HeldWords }[]): void {
    const entry = this.#entry(key)
    for (const id of entry.ids) this.#setWords(id, null)
    this.#bytes -= entry.bytes ?? 0
    if (entry.bytes === null) this.#withoutWords -= 1
    const [first] = worded
    const bytes = worded.reduce((sum, { words }) => sum + bytesOf(words), first ? bytesOfServer(first.words.server) : 0)
    const fits = this.#bytes + bytes <= this.#mostBytes
    if (fits) for (const { id, words } of worded) this.#setWords(id, words)
    else this.#withoutWords += 1
    this.#bytes += fits ? bytes : 0
    this.#marks += 1
    this.#namesMark = this.#marks
    this.#servers.set(key, { ...entry, wordedAt, bytes: fits ? bytes : null, mark: this.#marks })
  }

  #entry(key: number): HeldServerEntry {
    return this.#servers.get(key) ?? { ratedAt: null, wordedAt: null, mark: 0, ids: [], bytes: 0 }
  }

  #drop(id: string): void {
    this.#setWords(id, null)
    this.#subjects.delete(id)
  }

  #setWords(id: string, words: HeldWords | null): void {
    const held = this.#subjects.get(id)
    if (held === undefined) return
    if (isWorded(held)) this.#names.remove(held)
    held.words = words && { ...words, categories: this.#shared(words.categories) }
    if (isWorded(held)) this.#names.add(held)
  }

  /** One list for all subjects of the same categories: there are few different ones. */
  #shared(categories: string[]): string[] {
    const key = categories.join(' ')
    const known = this.#categories.get(key) ?? categories
    this.#categories.set(key, known)
    return known
  }

  #wordedOf(serverKey: number): WordedSubject[] {
    return (this.#servers.get(serverKey)?.ids ?? []).flatMap((id) => this.getWorded(id) ?? [])
  }
}

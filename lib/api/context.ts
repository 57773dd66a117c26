import type { Config } from '../config'
import type { OutputOf } from '../contract/operations'
import { type Caller, type Gate, NOBODY } from '../http/gate'
import type { Metrics } from '../metrics/metrics'
import type { AlternativeLists } from '../store/alternatives/held-lists'
import type { SubjectFactsReader } from '../store/catalog/subject-facts'
import type { Availability } from '../store/connection/availability'
import type { Database, PoolState } from '../store/database'
import type { PublishedFiles } from '../store/files/published-files'
import type { RatingReplica } from '../store/ratings/rating-replica'
import type { RatingReader } from '../store/ratings/ratings'
import type { Reachability } from '../store/reachability'
import type { Reads } from '../store/reads/reads'
import type { Memo } from './cache/memo'
import type { RememberedAnswers } from './cache/remembered-answers'
import type { DemandCounter } from './demand-counter'
import type { Finder } from './finder'
import type { KnownIds } from './known-ids'
import type { OutcomeWriter } from './outcomes/outcome-writer'
import type { ProductDirectory } from './product-directory'
import type { SearchIndex } from './search-index'
import type { Attester } from './signing/attester'
import type { SigningKeys } from './signing/signing-keys'

/** What a process opens once and all requests share. */
export interface App {
  /** What this process does, as ROLE says. */
  role: Config['role']
  /** The database that takes writes. */
  db: Database
  /** What answers are read from, which may be some seconds behind `db`. */
  reads: Reads
  driver: string
  /** Whether the database answers. */
  availability: Availability
  /** Connections of the database's pool; null: the embedded database has none. */
  pool: (() => PoolState) | null
  reachability: Reachability
  ratings: RatingReader
  /** What answers show of found subjects: from memory where this process keeps it. */
  subjectFacts: SubjectFactsReader
  /** Answers that are sent again while they are right. */
  remembered: RememberedAnswers
  /** The ratings kept in memory; undefined: this process keeps none. */
  replica: Pick<RatingReplica, 'ageMs' | 'use'> | undefined
  signingKeys: SigningKeys
  attester: Attester
  /** What all processes read alike as files; null: the settings name no place for them. */
  files: PublishedFiles | null
  /** Whether this process is the one publisher, or waits to become it; null: ROLE is another. */
  publishing(): 'active' | 'standby' | null
  /** How the transparency log of the database is, as `/readyz` says it. */
  tlogCondition(): Promise<OutputOf<'readyz'>['log']>
  memo: Memo
  /** The bytes of the weights of search that this process ranks with and builds the index with. */
  searchWeights: () => Uint8Array
  searchIndex: SearchIndex
  finder: Finder
  /** What does the same as each subject, as far as it was searched for. */
  alternatives: AlternativeLists
  /** Identifies callers and applies their limits. */
  gate: Gate
  /** A secret of this service for one purpose, the same in all its processes: 32 bytes. */
  secretFor(purpose: string): Uint8Array
  knownIds: KnownIds
  /** Of which product each entry of the catalog is. */
  products: ProductDirectory
  outcomeWriter: OutcomeWriter
  demand: DemandCounter
  /** What this process counts. */
  metrics: Metrics
  /** Calls a minute of a key without credits. */
  keyedPerMinute: number
  baseUrl: string
  /** Whether the servers and their history are simulated (`npm run demo`): pages and answers say so. */
  demonstration: boolean
  log(line: string, cause?: unknown): void
  close(): Promise<void>
}

/** What is of one request. */
interface RequestParts {
  now: Date
  /** Where the call comes from, as limits tell addresses apart; null: not known. */
  address: string | null
  caller: Caller
  answerHeaders?: Record<string, string>
  /** Has the answer not be remembered (`RememberedAnswers`): it is made from more than facts of subjects. */
  notRemembered?(): void
}

/** What an operation receives: the app, and the caller and the moment of one request. */
export type Context = App & RequestParts

/**
 * The context of one request that comes from `address`: reads the clock. The app is its prototype: made for every
 * request, a spread takes far longer.
 */
export function contextOf<Own extends App>(app: Own, address: string | null): Own & RequestParts {
  return Object.assign(Object.create(app) as Own, { now: new Date(), address, caller: NOBODY })
}

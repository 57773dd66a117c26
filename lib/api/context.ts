import { createHmac, hkdfSync } from 'node:crypto'
import { type Config, config } from '../config'
import type { SigningKey } from '../core/attestation'
import { type Caller, type Gate, NOBODY, openGate } from '../http/gate'
import { openLimits } from '../http/limits'
import { type Database, openDatabase } from '../store/database'
import { makeObservationPartitions } from '../store/evidence/partitions'
import { dayOf, findKey } from '../store/keys/keys'
import type { SharedPoints } from '../store/keys/shared-points'
import { openRatingReader, type RatingReader } from '../store/ratings/ratings'
import { type Attester, openAttester } from './attester'
import { type Finder, openFinder } from './finder'
import { type KnownIds, openKnownIds } from './known-ids'
import { type Memo, openMemo } from './memo'
import { type OutcomeWriter, openOutcomeWriter } from './outcome-writer'
import { openSearchIndex, type SearchIndex } from './search-index'
import { openSigningKeys, type RetiredKey } from './signing-keys'

/** What a process has once. */
export interface App {
  db: Database
  driver: string
  ratings: RatingReader
  signingKey: SigningKey
  /** Keys that signed before it. */
  retiredKeys: readonly RetiredKey[]
  attester: Attester
  memo: Memo
  searchIndex: SearchIndex
  finder: Finder
  /** Who callers are, and how much they may ask. */
  gate: Gate
  /** A secret of this service for one purpose, the same in all its processes: 32 bytes. */
  secretFor(purpose: string): Uint8Array
  knownIds: KnownIds
  outcomeWriter: OutcomeWriter
  /** Calls a minute of a key without credits. */
  keyedPerMinute: number
  baseUrl: string
  log(line: string, cause?: unknown): void
  close(): Promise<void>
}

/** What an operation is given: the process's own things, and the one moment it answers for. */
export interface Context extends App {
  now: Date
  /** Where the call comes from, as limits tell addresses apart; null: the door does not know. */
  address: string | null
  caller: Caller
}

// Next's bundle and server.ts load this file twice in one process; the global is what they share.
const GLOBAL_KEY = Symbol.for('assay.app')
const shared = globalThis as { [GLOBAL_KEY]?: Promise<App> | undefined }

/** The process's own things, opened at the first call. A failed opening is tried again at the next. */
export function getApp(): Promise<App> {
  return shared[GLOBAL_KEY] ?? open()
}

function open(): Promise<App> {
  const opening = openApp(config())
  shared[GLOBAL_KEY] = opening
  opening.catch(() => {
    shared[GLOBAL_KEY] = undefined
  })
  return opening
}

/** The context of one answer: reads the clock, once. */
export async function getContext(address: string | null = null): Promise<Context> {
  return contextOf(await getApp(), address)
}

/** Field by field: one is made for every request, and a spread takes five times as long. */
export function contextOf(app: App, address: string | null): Context {
  return {
    db: app.db,
    driver: app.driver,
    ratings: app.ratings,
    signingKey: app.signingKey,
    retiredKeys: app.retiredKeys,
    attester: app.attester,
    memo: app.memo,
    searchIndex: app.searchIndex,
    finder: app.finder,
    gate: app.gate,
    secretFor: app.secretFor,
    knownIds: app.knownIds,
    outcomeWriter: app.outcomeWriter,
    keyedPerMinute: app.keyedPerMinute,
    baseUrl: app.baseUrl,
    log: app.log,
    close: app.close,
    now: new Date(),
    address,
    caller: NOBODY,
  }
}

export async function openApp(settings: Config): Promise<App> {
  const { db, driver, sharedPoints, exposure, close } = await openDatabase({
    databaseUrl: settings.databaseUrl,
    dataDir: settings.dataDir,
    warn: logToStderr,
  })
  try {
    await makeObservationPartitions(db, new Date())
    const { signingKey, retiredKeys } = await openSigningKeys(
      db,
      settings.signingSeed,
      exposure,
      new Date(),
      logToStderr,
    )
    const searchIndex = openSearchIndex(db, logToStderr)
    const secretFor = (purpose: string) => new Uint8Array(hkdfSync('sha256', signingKey.seed, '', purpose, 32))
    return {
      db,
      driver,
      ratings: openRatingReader(db),
      signingKey,
      retiredKeys,
      attester: openAttester(signingKey, settings.baseUrl),
      memo: openMemo(),
      searchIndex,
      finder: openFinder(searchIndex),
      gate: gateOf(settings, db, sharedPoints, secretFor('callers')),
      secretFor,
      knownIds: openKnownIds(db),
      outcomeWriter: openOutcomeWriter(db),
      keyedPerMinute: settings.limits.keyedPerMinute,
      baseUrl: settings.baseUrl,
      log: logToStderr,
      close: async () => {
        shared[GLOBAL_KEY] = undefined
        await close()
      },
    }
  } catch (cause) {
    await close()
    throw cause
  }
}

/** Callers are told to other processes by a keyed hash that changes daily: the database never learns an address. */
function gateOf(settings: Config, db: Database, shared: SharedPoints | null, secret: Uint8Array): Gate {
  const nameOf = (caller: string) =>
    createHmac('sha256', secret)
      .update(`${dayOf(new Date())} ${caller}`)
      .digest('base64url')
  const limits = openLimits(shared, nameOf, (cause) =>
    logToStderr('Limits are not shared with other processes; each counts by itself.', cause),
  )
  return openGate({
    ...settings.limits,
    limits: settings.limits.enabled ? limits : null,
    findKey: (hash, now) => findKey(db, hash, now),
  })
}

/** One line with its time, and the cause with its stack. */
export function logToStderr(line: string, cause?: unknown): void {
  const inside = cause instanceof Error ? `\n${withoutParameters(cause)}${causeOf(cause)}` : ''
  process.stderr.write(`${new Date().toISOString()} ${line}${inside}\n`)
}

function causeOf({ cause }: Error): string {
  if (cause === undefined) return ''
  return `\ncaused by ${cause instanceof Error ? withoutParameters(cause) : String(cause)}`
}

/** Stack of an error. A failed statement names its parameters, which are a caller's or a server's and may look like anything: they are left out. */
function withoutParameters({ name, message, stack = `${name}: ${message}` }: Error): string {
  const [told = ''] = message.split('\nparams: ')
  if (told === message) return stack
  const frames = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : ''
  return `${name}: ${told}\nparams: left out${frames}`
}

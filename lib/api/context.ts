import { randomBytes } from 'node:crypto'
import { type Config, config } from '../config'
import { type SigningKey, signingKeyFromSeed } from '../core/attestation'
import { type Database, openDatabase } from '../store/database'
import { makeObservationPartitions } from '../store/partitions'
import { openRatingReader, type RatingReader } from '../store/ratings'
import { keepSigningKey } from '../store/signing-keys'
import { type Attester, openAttester } from './attester'
import { type Finder, openFinder } from './finder'
import { type Memo, openMemo } from './memo'
import { openSearchIndex, type SearchIndex } from './search-index'

/** What a process has once. */
export interface App {
  db: Database
  driver: string
  ratings: RatingReader
  signingKey: SigningKey
  attester: Attester
  memo: Memo
  searchIndex: SearchIndex
  finder: Finder
  baseUrl: string
  log(line: string, cause?: unknown): void
  close(): Promise<void>
}

/** What an operation is given: the process's own things, and the one moment it answers for. */
export interface Context extends App {
  now: Date
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
export async function getContext(): Promise<Context> {
  return { ...(await getApp()), now: new Date() }
}

export async function openApp(settings: Config): Promise<App> {
  const { db, driver, close } = await openDatabase({ databaseUrl: settings.databaseUrl, dataDir: settings.dataDir })
  try {
    await makeObservationPartitions(db, new Date())
    const signingKey = await openSigningKey(db, settings.signingSeed)
    const searchIndex = openSearchIndex(db, logToStderr)
    return {
      db,
      driver,
      ratings: openRatingReader(db),
      signingKey,
      attester: openAttester(signingKey, settings.baseUrl),
      memo: openMemo(),
      searchIndex,
      finder: openFinder(searchIndex),
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

async function openSigningKey(db: Database, configured: string | null): Promise<SigningKey> {
  if (configured !== null) return signingKeyFromSeed(Buffer.from(configured, 'base64url'))
  const made = randomBytes(32)
  const { kid } = signingKeyFromSeed(made)
  const kept = await keepSigningKey(db, { kid, seed: made.toString('base64url') }, new Date())
  return signingKeyFromSeed(Buffer.from(kept.seed, 'base64url'))
}

/** One line with its time, and the cause with its stack. */
export function logToStderr(line: string, cause?: unknown): void {
  const inside =
    cause instanceof Error
      ? `\n${cause.stack ?? cause.message}${cause.cause === undefined ? '' : `\ncaused by ${String(cause.cause)}`}`
      : ''
  process.stderr.write(`${new Date().toISOString()} ${line}${inside}\n`)
}

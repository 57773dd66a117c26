import { parseVerifierKey } from 'assay-tlog/note/verifier-key'
import { folderStorage } from 'assay-tlog/storage/folder'
import { folderSideFiles } from 'assay-tlog/storage/folder-side-files'
import { type S3Bucket, s3Storage } from 'assay-tlog/storage/s3'
import { s3SideFiles } from 'assay-tlog/storage/s3-side-files'
import type { SideFiles } from 'assay-tlog/storage/side-files'
import type { TlogStorage } from 'assay-tlog/storage/storage'
import type { Witness } from 'assay-tlog/witness/ask-witnesses'
import type { App } from '../api/context'
import { type Config, ConfigError } from '../config'
import { boundedSafeFetch } from '../safe-fetch/bounded-safe-fetch'
import type { Database } from '../store/database'
import { prepareQueueKey } from '../store/outbox/queue-key'
import type { TlogApp } from './context'
import { openWitnessRounds } from './job/cosign-checkpoint'
import { openTlog } from './job/open-tlog'
import { writeTlog } from './job/write-tlog'
import { ScoreTlog } from './score-tlog'
import { openServedTlog, type ServedTlog } from './served-tlog'
import { endRecording, findTlogState } from './sql/state'

/** Name and version in the first leaf of a log. */
export const SOFTWARE = 'assay 0.1.0'

/** The log as a process has it. */
export interface ProcessTlog {
  /** null: this process serves none. */
  served: ServedTlog | null
  /** null: no log of this database is recorded. */
  scoreTlog: ScoreTlog | null
}

/**
 * Opens the log of the configured database and, where the settings name a place for it, what serves it. Throws
 * `ConfigError` for a witness or a store that cannot be used. `isExposed`: others could read the stored keys.
 * `opensLog`: this process is the service, whose first start decides the origin of the log; any other leaves the log as
 * it is.
 */
export async function openProcessTlog(
  db: Database,
  settings: Pick<Config, 'tlog' | 'baseUrl'>,
  { isExposed, opensLog, log }: { isExposed: boolean; opensLog: boolean; log: App['log'] },
  now: Date,
): Promise<ProcessTlog> {
  const { place, isEnded, seed, queueKey, documentDays, witnesses } = settings.tlog
  const noKey = prepareQueueKey(queueKey, log)
  const parsed = witnessesOf(witnesses)
  if (opensLog && isEnded && (await endRecording(db, now)))
    log('LOG_STORE is off: from now on nothing is recorded in the log of this database.')
  const storage = place === null ? null : openTlogStorage(place)
  const address = originOf(settings.baseUrl)
  if (opensLog && storage !== null && noKey === null) {
    await openTlog(db, { origin: address, software: SOFTWARE, configuredSeed: seed, isExposed }, now)
  }
  const { recording: isRecording = false, origin = address } = (await findTlogState(db)) ?? {}
  if (noKey !== null && (storage !== null || isRecording))
    log(`This process keeps no log, and what it queues for one is refused. ${noKey}`)
  if (opensLog && storage !== null && origin !== address)
    log(
      `The log keeps the origin ${origin} of its first start, although the address of the service is ${settings.baseUrl} now.`,
    )
  return {
    served:
      storage === null
        ? null
        : openServedTlog(storage, db, { witnessKeys: parsed.map(({ key }) => key), documentDays }),
    scoreTlog: isRecording ? new ScoreTlog({ db, documentDays, log }) : null,
  }
}

/** The job that writes the log; null: this process has no place for it. */
export function openTlogJob(
  { db, log, tlog }: Pick<App & TlogApp, 'db' | 'log' | 'tlog'>,
  { tlog: { seed, witnesses, documentDays } }: Pick<Config, 'tlog'>,
  signal: AbortSignal,
) {
  const storage = tlog?.storage ?? null
  if (storage === null) return async () => null
  const rounds = openWitnessRounds(witnessesOf(witnesses))
  const job = { db, storage, configuredSeed: seed, documentDays, rounds, clock: () => new Date(), signal, log }
  return async () => (await writeTlog(job)) ?? null
}

/** The name of a new log: the address of the service without its scheme, and `/log`. */
export function originOf(baseUrl: string): string {
  return `${baseUrl.replace(/^https?:\/\//, '')}/log`
}

/** Where the settings have the files of the log. Throws `ConfigError` for a store that cannot be used. */
export function openTlogStorage(place: StorePlace): TlogStorage {
  return place.kind === 'folder' ? folderStorage(place.folder) : s3Storage(bucketOf(place), boundedSafeFetch)
}

/** Files of a place that are none of the log. Throws `ConfigError`. */
export function openSideFiles(place: StorePlace): SideFiles {
  return place.kind === 'folder' ? folderSideFiles(place.folder) : s3SideFiles(bucketOf(place), boundedSafeFetch)
}

type StorePlace = NonNullable<Config['tlog']['place']>

/** Throws `ConfigError` where the settings do not say how the bucket is signed in to. */
function bucketOf({ accessKeyId, secretAccessKey, region, bucket, prefix, ...place }: BucketPlace): S3Bucket {
  if (accessKeyId === null || secretAccessKey === null)
    throw new ConfigError([
      'LOG_S3_ACCESS_KEY_ID and LOG_S3_SECRET_ACCESS_KEY: needed where LOG_STORE or FILES_STORE is a bucket.',
    ])
  const endpoint = place.endpoint ?? `https://s3.${region}.amazonaws.com`
  return { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey }
}

type BucketPlace = Exclude<StorePlace, { kind: 'folder' }>

function witnessesOf(given: Config['tlog']['witnesses']): Witness[] {
  return given.map(({ vkey, url }) => {
    const key = parseVerifierKey(vkey)
    if (key === undefined) throw new ConfigError(['LOG_WITNESSES: one of the verifier keys (vkey) is not valid.'])
    return { key, url }
  })
}

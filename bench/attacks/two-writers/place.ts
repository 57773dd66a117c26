import { noteSigner } from '../../../lib/core/log/verifier-key'
import { folderStorage } from '../../../lib/log-storage/folder-storage'
import type { LogStorage } from '../../../lib/log-storage/log-storage'
import { s3Storage } from '../../../lib/log-storage/s3-storage'
import { CREDENTIALS, REGION } from '../../../lib/log-storage/test-s3-server'
import type { LogWriter } from '../../../lib/log-storage/tree-writer'
import { safeFetch } from '../../../lib/safe-fetch'

/** Where two writers meet: a folder, or the address of a store. */
export type Place = { folder: string } | { endpoint: string }

export const BUCKET = 'attacked'
const ORIGIN = 'attacked.test/log'
export const WRITER: LogWriter = { origin: ORIGIN, signer: noteSigner(ORIGIN, 'ed25519', new Uint8Array(32).fill(7)) }
export const IDENTITY = { origin: ORIGIN, keys: [WRITER.signer.key] }

export function openPlace(place: Place): LogStorage {
  if ('folder' in place) return folderStorage(place.folder)
  const bucket = { endpoint: place.endpoint, bucket: BUCKET, prefix: 'log', region: REGION, ...CREDENTIALS }
  return s3Storage(bucket, safeFetch)
}

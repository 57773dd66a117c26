import { noteSigner } from 'assay-tlog/note/verifier-key'
import { folderStorage } from 'assay-tlog/storage/folder'
import { s3Storage } from 'assay-tlog/storage/s3'
import type { TlogStorage } from 'assay-tlog/storage/storage'
import { CREDENTIALS, REGION } from 'assay-tlog/test-s3-server'
import type { TlogWriter } from 'assay-tlog/tree/tree-writer'
import { boundedSafeFetch } from '../../../lib/safe-fetch/bounded-safe-fetch'

/** Where two writers meet: a folder, or the address of a store. */
export type Place = { folder: string } | { endpoint: string }

export const BUCKET = 'attacked'
const ORIGIN = 'attacked.test/log'
export const WRITER: TlogWriter = { origin: ORIGIN, signer: noteSigner(ORIGIN, 'ed25519', new Uint8Array(32).fill(7)) }
export const IDENTITY = { origin: ORIGIN, keys: [WRITER.signer.key] }

export function openPlace(place: Place): TlogStorage {
  if ('folder' in place) return folderStorage(place.folder)
  const bucket = { endpoint: place.endpoint, bucket: BUCKET, prefix: 'log', region: REGION, ...CREDENTIALS }
  return s3Storage(bucket, boundedSafeFetch)
}

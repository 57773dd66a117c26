import { hash } from 'node:crypto'
import { ApiError } from '../../contract/errors'
import { defineEndpoint } from '../../http/operation'
import { Prepared } from '../../http/prepared'
import type { TlogContext } from '../context'
import { findDocument } from '../sql/documents'

const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' }

/** The exact bytes of which a leaf names the digest. */
export const logDocumentEndpoint = defineEndpoint('logDocument', async ({ digest }, { db }: TlogContext) => {
  const body = await findDocument(db, digest)
  if (body === undefined) throw new ApiError('unknown_document', 'No leaf of the log names this digest.')
  if (body === 'expired')
    throw new ApiError('expired_document', 'What this digest stands for is kept no longer; the leaf stays.')
  const bytes = Buffer.from(body)
  return new Prepared(`"${hash('sha1', bytes, 'base64url')}"`, { identity: bytes }, IMMUTABLE)
})

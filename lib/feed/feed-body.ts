import { createHash } from 'node:crypto'
import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { SigningKey } from 'assay-verify/attestation'
import { signDetached } from '../api/signing/sign-jws'
import { Prepared } from '../http/prepared'
import { type FeedEntry, rowText } from './rules/feed-entry'

/** The `typ` of the feed's signatures: a signature made for another purpose is not accepted as one of these. */
const FEED_SIGNATURE_TYPE = 'tool-reliability-feed+jws'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
/** Rows made into text at a time: some milliseconds of the main thread. */
const ROWS_AT_ONCE = 4000
/** Further levels take several times as long and save a twentieth. */
const BROTLI_QUALITY = 5
const GZIP_LEVEL = 6
/** Part of every hash, so that a change of the format changes every version. */
const FORM = 'feed-1'

/** Rows as JSON, joined, in pieces; and the hash of those and of what precedes them. */
export interface FeedTexts {
  pieces: Buffer[]
  hash: string
}

export async function feedTexts(before: string, rows: readonly FeedEntry[]): Promise<FeedTexts> {
  const hash = createHash('sha256').update(`${FORM}\n${before}\n`)
  const pieces: Buffer[] = []
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const text = rows
      .slice(from, from + ROWS_AT_ONCE)
      .map(rowText)
      .join(',')
    const piece = Buffer.from(from === 0 ? text : `,${text}`)
    hash.update(piece)
    pieces.push(piece)
    await nextEventLoopTurn()
  }
  return { pieces, hash: hash.digest('base64url') }
}

/** A whole answer in every encoding, signed: `head` is JSON of an object that `scores` still lacks. */
export async function preparedFeed(head: string, rows: FeedTexts, etag: string, key: SigningKey): Promise<Prepared> {
  const plain = Buffer.concat([Buffer.from(`${head.slice(0, -1)},"scores":[`), ...rows.pieces, Buffer.from(']}')])
  const [br, gz, signature] = await Promise.all([
    brotli(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
    gzipped(plain, { level: GZIP_LEVEL }),
    signDetached(plain, FEED_SIGNATURE_TYPE, key),
  ])
  return new Prepared(etag, { identity: plain, br, gzip: gz }, { 'x-jws-signature': signature })
}

import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { BoundedFetch, BoundedResponse } from '../bounded-fetch.ts'
import { parseTilePath } from '../tile.ts'
import { CHECKPOINT, MAX_CHECKPOINT_BYTES, TlogFileDiffers, type TlogStorage } from './storage.ts'

/**
 * A bucket of any store with the API of S3 and conditional writes (`If-None-Match`, `If-Match`). `endpoint`:
 * `https://host[:port]`; the bucket is the first part of the path. `prefix`: the folder in the bucket, without slashes
 * at its ends, or empty.
 */
export interface S3Bucket {
  endpoint: string
  bucket: string
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** A store answered with something else than the file or its absence. */
export class StoreFailed extends Error {
  readonly status: number

  constructor(storage: string, { method, path, answer }: { method: string; path: string; answer: BoundedResponse }) {
    // The code of the error is a word such as AccessDenied; the rest of the body may contain anything.
    const [, code = ''] = /<Code>(\w{1,64})<\/Code>/.exec(answer.body.toString('utf8')) ?? []
    super(`${storage} answered ${answer.status}${code === '' ? '' : ` ${code}`} to ${method} ${path}`)
    this.name = 'StoreFailed'
    this.status = answer.status
  }
}

/**
 * The store writes although a condition of the request does not hold: two writers would replace what the other
 * published.
 */
export class NoConditionalWrites extends Error {
  constructor(storage: string) {
    super(
      `${storage} cannot keep a log: the store ignores the conditions of a write (If-None-Match, If-Match). Use a store that knows them.`,
    )
    this.name = 'NoConditionalWrites'
  }
}

interface StoreRequest {
  method: 'GET' | 'PUT' | 'DELETE'
  path: string
  /** Lists the files whose paths begin with `path` instead of reading one. */
  isListing?: boolean
  /** Of a listing: where it goes on, as the page before says; empty or left out: at its beginning. */
  after?: string
  body?: Uint8Array
  condition?: { 'if-none-match': '*' } | { 'if-match': string }
}

type Send = (request: StoreRequest) => Promise<BoundedResponse>

/** What is written before the first write of a process, to see that the store knows conditions. */
const CONDITIONS_FILE = '.conditional-writes'
/** The largest bundle: 256 entries of 65,535 bytes with their lengths. */
const MOST_BYTES = 256 * 65_537
const REQUEST_MS = 20_000
/** Requests at a time. */
const AT_A_TIME = 8
/** Attempts at a write that the store did not decide (409: another write at the same moment) or failed at (5xx). */
const ATTEMPTS = 4
const RETRY_MS = 100

/**
 * A log in a bucket. Files are created only where there is none, and the checkpoint is replaced only where it is the
 * expected one.
 */
export function s3Storage(bucket: S3Bucket, fetchStore: BoundedFetch): TlogStorage {
  const name = nameOf(bucket)
  const send = sender(bucket, fetchStore)
  const read = async (path: string) => (await readFile(send, name, path))?.body
  const readCheckpoint = async () => (await read(CHECKPOINT))?.toString('utf8')
  let conditions: Promise<void> | undefined
  const requireConditions = () => {
    conditions ??= checkConditions(send, name)
    // Asked again where the store could not be reached.
    conditions.catch(() => {
      conditions = undefined
    })
    return conditions
  }
  return {
    name,
    read: async (path) => read(checked(path)),
    create: async (files) => {
      for (const { path } of files) checked(path)
      await requireConditions()
      for (let at = 0; at < files.length; at += AT_A_TIME) {
        const written = files.slice(at, at + AT_A_TIME).map(async ({ path, bytes }) => {
          const isCreated = await write(send, name, { path, body: bytes, condition: { 'if-none-match': '*' } })
          if (isCreated) return
          const there = await read(path)
          if (there === undefined || Buffer.compare(there, bytes) !== 0) throw new TlogFileDiffers(name, path)
        })
        const failed = (await Promise.allSettled(written)).find((result) => result.status === 'rejected')
        if (failed !== undefined) throw failed.reason
      }
    },
    readCheckpoint,
    replaceCheckpoint: async (next, expected) => {
      await requireConditions()
      const there = await readFile(send, name, CHECKPOINT)
      if (there?.body.toString('utf8') !== expected) return false
      const body = new TextEncoder().encode(next)
      const condition = there === undefined ? { 'if-none-match': '*' as const } : { 'if-match': there.etag }
      const isReplaced = await write(send, name, { path: CHECKPOINT, body, condition })
      // An attempt whose answer was lost may have succeeded.
      return isReplaced || (await readCheckpoint()) === next
    },
    removePartials: (fullPath) => removePartials(send, name, checked(fullPath)),
    asOnlyWriter: (work) => work(),
  }
}

/** What people call the bucket in messages. */
export function nameOf({ endpoint, bucket, prefix }: S3Bucket): string {
  return [endpoint, bucket, prefix].filter((part) => part !== '').join('/')
}

function checked(path: string): string {
  if (parseTilePath(path) === undefined) throw new TypeError(`${JSON.stringify(path)} is no path of a log`)
  return path
}

/** Signs and sends requests for files of the bucket. */
export function sender(bucket: S3Bucket, fetchStore: BoundedFetch): Send {
  const { origin } = new URL(bucket.endpoint)
  const keyOf = (path: string) => [bucket.bucket, bucket.prefix, path].filter((part) => part !== '').join('/')
  const targetOf = ({ path, isListing, after = '' }: StoreRequest) => {
    if (!isListing) return `${origin}/${keyOf(path)}`
    const prefix = encodeURIComponent(keyOf(path).slice(bucket.bucket.length + 1))
    const goesOn = after === '' ? '' : `&continuation-token=${encodeURIComponent(after)}`
    return `${origin}/${bucket.bucket}?list-type=2&prefix=${prefix}${goesOn}`
  }
  return async (request) => {
    const { method, path, body, condition } = request
    const { accessKeyId, secretAccessKey, region } = bucket
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const headers = { 'x-amz-content-sha256': hash, ...condition }
    const credentials = { accessKeyId, secretAccessKey, region, service: 's3' }
    const signed = await new AwsV4Signer({ method, url: targetOf(request), headers, ...credentials }).sign()
    return fetchStore(signed.url.href, {
      method,
      headers: Object.fromEntries(signed.headers),
      ...(body === undefined ? {} : { body }),
      maxBytes: path === CHECKPOINT ? MAX_CHECKPOINT_BYTES : MOST_BYTES,
      signal: AbortSignal.timeout(REQUEST_MS),
    })
  }
}

function etagOf({ headers: { etag = '' } }: BoundedResponse): string {
  return Array.isArray(etag) ? (etag[0] ?? '') : etag
}

/** A file of the bucket; undefined: there is none. */
export async function readFile(
  send: Send,
  name: string,
  path: string,
): Promise<{ body: Buffer; etag: string } | undefined> {
  const answer = await send({ method: 'GET', path })
  if (answer.status === 404 && !answer.body.includes('NoSuchBucket')) return undefined
  if (answer.status !== 200) throw new StoreFailed(name, { method: 'GET', path, answer })
  return { body: answer.body, etag: etagOf(answer) }
}

/**
 * Writes a file twice under conditions that do not hold the second time. Throws `NoConditionalWrites` where it is
 * written all the same.
 */
async function checkConditions(send: Send, name: string): Promise<void> {
  const file = { path: CONDITIONS_FILE, body: new TextEncoder().encode('written once\n') }
  await write(send, name, { ...file, condition: { 'if-none-match': '*' } })
  for (const condition of [{ 'if-none-match': '*' } as const, { 'if-match': '"00000000000000000000000000000000"' }]) {
    if (await write(send, name, { ...file, condition })) throw new NoConditionalWrites(name)
  }
}

/** Whether the write took place; false where its condition did not hold. */
export async function write(
  send: Send,
  name: string,
  request: Required<Pick<StoreRequest, 'path' | 'body'>> & Pick<StoreRequest, 'condition'>,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send({ method: 'PUT', ...request })
    if (answer.status === 200 || answer.status === 201 || answer.status === 204) return true
    if (answer.status === 412) return false
    if (attempt === ATTEMPTS || (answer.status < 500 && answer.status !== 409)) {
      throw new StoreFailed(name, { method: 'PUT', path: request.path, answer })
    }
    await setTimeout(attempt * RETRY_MS)
  }
}

async function removePartials(send: Send, name: string, fullPath: string): Promise<void> {
  const path = `${fullPath}.p/`
  const answer = await send({ method: 'GET', path, isListing: true })
  if (answer.status !== 200) throw new StoreFailed(name, { method: 'GET', path, answer })
  // Only the width at the end of a key is read.
  for (const [, width = ''] of answer.body.toString('utf8').matchAll(/\.p\/(\d{1,3})<\/Key>/g)) {
    await send({ method: 'DELETE', path: checked(path + width) })
  }
}

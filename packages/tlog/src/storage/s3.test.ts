import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { boundedFetch } from '../bounded-fetch.ts'
import { CREDENTIALS, openS3Server, REGION, type S3Server } from '../test-s3-server.ts'
import { IDENTITY, NOW, testEntries, testRoot, WRITER } from '../test-tlogs.ts'
import { readTree } from '../tree/stored-tree.ts'
import { appendLeaves, TlogChanged } from '../tree/tree-writer.ts'
import { NoConditionalWrites, type S3Bucket, s3Storage } from './s3.ts'
import { TlogFileDiffers } from './storage.ts'

let server: S3Server
beforeAll(async () => {
  server = await openS3Server('logs')
})
afterAll(() => server.close())
beforeEach(() => {
  server.objects.clear()
  server.failNext.length = 0
})

const storageOf = (given: Partial<S3Bucket> = {}) =>
  s3Storage(
    { endpoint: server.endpoint, bucket: 'logs', prefix: 'assay/one', region: REGION, ...CREDENTIALS, ...given },
    boundedFetch,
  )
const append = (from: number, to: number, storage = storageOf()) =>
  appendLeaves(storage, WRITER, testEntries(from, to), { expectedSize: from, now: NOW })

describe('a log in a bucket', () => {
  it('has the files of the format under its prefix, and is continued', async () => {
    await append(0, 5)
    await append(5, 300)
    expect([...server.objects.keys()].sort()).toEqual([
      'assay/one/.conditional-writes',
      'assay/one/checkpoint',
      'assay/one/tile/0/000',
      'assay/one/tile/0/001.p/44',
      'assay/one/tile/1/000.p/1',
      'assay/one/tile/entries/000',
      'assay/one/tile/entries/001.p/44',
    ])
    expect((await readTree(storageOf(), IDENTITY)).root).toEqual(testRoot(300))
  })

  it('without a prefix', async () => {
    const storage = storageOf({ prefix: '' })
    await append(0, 255, storage)
    await append(255, 256, storage)
    expect([...server.objects.keys()].sort()).toEqual([
      '.conditional-writes',
      'checkpoint',
      'tile/0/000',
      'tile/1/000.p/1',
      'tile/entries/000',
    ])
  })

  it('a wrong secret, region or bucket is an error that names the store and no secret', async () => {
    for (const wrong of [{ secretAccessKey: 'wrong' }, { region: 'other' }, { accessKeyId: 'other' }]) {
      await expect(append(0, 1, storageOf(wrong))).rejects.toThrow(
        `${server.endpoint}/logs/assay/one answered 403 SignatureDoesNotMatch to GET checkpoint`,
      )
    }
    await expect(append(0, 1, storageOf({ bucket: 'other' }))).rejects.toThrow('404 NoSuchBucket')
    expect(server.objects.size).toBe(0)
  })

  it('a store that cannot be reached', async () => {
    const other = await openS3Server('logs')
    await other.close()
    await expect(append(0, 1, storageOf({ endpoint: other.endpoint }))).rejects.toThrow()
  })

  it('creates a file once', async () => {
    const storage = storageOf()
    const file = { path: 'tile/0/000.p/1', bytes: new Uint8Array(32) }
    await storage.create([file])
    await storage.create([file])
    await expect(storage.create([{ ...file, bytes: new Uint8Array(32).fill(1) }])).rejects.toThrow(TlogFileDiffers)
    await expect(storage.create([{ ...file, path: '../a' }])).rejects.toThrow(TypeError)
  })

  it('two writers at once: one appends', async () => {
    await append(0, 5)
    const outcomes = await Promise.allSettled([append(5, 7), append(5, 7), append(5, 7)])
    const lost = outcomes.filter((outcome) => outcome.status === 'rejected')
    // Whoever lost finds the same checkpoint that it wanted to write, or a changed log.
    for (const { reason } of lost) expect(reason).toBeInstanceOf(TlogChanged)
    expect((await readTree(storageOf(), IDENTITY)).root).toEqual(testRoot(7))
  })

  it('two writers with other entries: one of them appends, and the log stays consistent', async () => {
    await append(0, 5)
    const outcomes = await Promise.allSettled([append(5, 7), append(5, 8)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const tree = await readTree(storageOf(), IDENTITY)
    expect(tree.root).toEqual(testRoot(tree.size))
  })

  it('errors of the store at any request are tried again, or leave a log that continues', async () => {
    for (let at = 0; at < 11; at += 1) {
      for (const [status, isDone] of [
        [500, false],
        [503, false],
        [409, false],
        [403, false],
      ] as const) {
        server.objects.clear()
        await append(0, 5)
        server.failNext.push(...Array.from({ length: at }, () => null), { status, isDone })
        await append(5, 6).catch(() => undefined)
        server.failNext.length = 0
        const { size } = await readTree(storageOf(), IDENTITY)
        expect((await append(size, 9)).root).toEqual(testRoot(9))
      }
    }
  })

  it('a store that ignores conditions keeps no log, and nothing of one is written to it', async () => {
    const careless = await openS3Server('logs', { ignoresConditions: true })
    try {
      await expect(append(0, 1, storageOf({ endpoint: careless.endpoint }))).rejects.toThrow(NoConditionalWrites)
      expect([...careless.objects.keys()]).toEqual(['assay/one/.conditional-writes'])
    } finally {
      await careless.close()
    }
  })

  it('a write whose answer is lost was done', async () => {
    const storage = storageOf()
    server.failNext.push(null, null, null, { status: 500, isDone: true })
    await storage.create([{ path: 'tile/0/000.p/1', bytes: new Uint8Array(32) }])
    expect(server.objects.has('assay/one/tile/0/000.p/1')).toBe(true)
  })
})

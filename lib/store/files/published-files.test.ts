import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { boundedFetch } from 'assay-tlog/bounded-fetch'
import { folderSideFiles } from 'assay-tlog/storage/folder-side-files'
import { s3SideFiles } from 'assay-tlog/storage/s3-side-files'
import type { SideFiles } from 'assay-tlog/storage/side-files'
import { CREDENTIALS, openS3Server, REGION, type S3Server } from 'assay-tlog/test-s3-server'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { claimLease, type Lease } from '../leases'
import { leases } from '../leases-schema'
import { onDatabase, TEST_EPOCH } from '../test-databases'
import { publishedFiles } from './files-schema'
import { openPublishedFiles, type PublishedFiles } from './published-files'

const KIND = { name: 'feed', format: 1 }
const PART = 8
const bytesOf = (text: string) => new TextEncoder().encode(text)
const ONE = { ...KIND, version: '1', files: { rows: bytesOf('twenty bytes of rows'), none: bytesOf('') } }
const TWO = { ...KIND, version: '2', files: { rows: bytesOf('twenty other bytes..'), none: bytesOf('') } }

describe('published files', () => {
  onDatabase(({ db }) => {
    let server: S3Server
    let lease: Lease
    const logged: string[] = []
    beforeAll(async () => {
      server = await openS3Server('files', { ignoresConditions: true })
    })
    afterAll(() => server.close())
    beforeEach(async () => {
      for (const table of [publishedFiles, leases]) await db.delete(table)
      server.objects.clear()
      server.failNext.length = 0
      logged.length = 0
      lease = { name: 'feed', holder: 'first' }
      await claimLease(db, lease, 60, TEST_EPOCH)
    })

    const bucket = () => {
      const at = { endpoint: server.endpoint, bucket: 'files', prefix: 'a', region: REGION, ...CREDENTIALS }
      return s3SideFiles(at, boundedFetch)
    }
    const opening = (place: SideFiles = bucket(), cdn: string | null = null) =>
      openPublishedFiles(place, cdn, (line) => logged.push(line), PART)
    const readRows = async (files: PublishedFiles, version?: string) => {
      const set = await files.find(db, { ...KIND, ...(version !== undefined && { version }) })
      return set && Buffer.from((await files.read(set, 'rows')) ?? []).toString()
    }
    const publishOne = async () => {
      const files = opening()
      expect(await files.publish(db, lease, ONE)).toBe(true)
      return files
    }

    test('are objects of their digests, read by any process, whole and in memory that threads share', async () => {
      await publishOne()
      // Twenty bytes in parts of eight, and the empty file.
      expect([...server.objects.keys()].every((key) => /^a\/files\/[0-9a-f]{64}$/.test(key))).toBe(true)
      expect(server.objects.size).toBe(4)
      const files = opening()
      expect(await readRows(files)).toBe('twenty bytes of rows')
      const set = await files.find(db, KIND)
      const shared = set && (await files.read(set, 'rows', { isShared: true }))
      expect(shared?.buffer).toBeInstanceOf(SharedArrayBuffer)
      expect(Buffer.from(shared ?? []).toString()).toBe('twenty bytes of rows')
      expect(set && (await files.read(set, 'none'))?.length).toBe(0)
      expect([files.condition(), logged]).toEqual(['ok', []])
    })

    test('a set replaces the one before, which stays for an hour and then goes with its objects', async () => {
      const files = await publishOne()
      await files.publish(db, lease, TWO)
      expect([await readRows(files), await readRows(files, '1')]).toEqual([
        'twenty other bytes..',
        'twenty bytes of rows',
      ])
      await files.removeOld(db)
      expect(server.objects.size).toBe(7)
      await db.execute(sql`UPDATE published_files SET unnamed_at = now() - interval '61 minutes' WHERE version = '1'`)
      server.failNext.push({ status: 403, isDone: false })
      await files.removeOld(db)
      // Nobody reads what is being removed, and nobody writes it anew before it is.
      expect(await readRows(files, '1')).toBeUndefined()
      expect(await files.publish(db, lease, { ...ONE, version: '3' })).toBe(false)
      await files.removeOld(db)
      // The empty file is of both.
      expect(server.objects.size).toBe(4)
      expect(await readRows(files)).toBe('twenty other bytes..')
      expect(await files.publish(db, lease, { ...ONE, version: '3' })).toBe(true)
    })

    test('one that is published again is confirmed, and nothing is written', async () => {
      const files = await publishOne()
      await db.execute(sql`UPDATE published_files SET published_at = now() - interval '2 minutes'`)
      server.objects.clear()
      expect((await files.find(db, KIND))?.ageMs).toBeGreaterThan(100_000)
      expect(await files.publish(db, lease, ONE)).toBe(true)
      expect((await files.find(db, KIND))?.ageMs).toBeLessThan(60_000)
      expect(server.objects.size).toBe(0)
    })

    test('of two publishers the one that lost its lease changes nothing', async () => {
      const files = await publishOne()
      expect(await files.publish(db, { ...lease, holder: 'second' }, TWO)).toBe(false)
      expect(await readRows(files)).toBe('twenty bytes of rows')
    })

    test('a set of a format that is not known is none', async () => {
      await publishOne()
      const files = opening()
      expect(await files.find(db, { ...KIND, format: 2 })).toBeUndefined()
      expect(await files.find(db, { ...KIND, format: 2 })).toBeUndefined()
      expect(files.condition()).toBe('absent')
      expect(files.counts).toMatchObject({ absent: 2 })
      expect(logged).toEqual(['No files of feed are published that this process can read; it does without them.'])
    })

    test.each<[string, (key: string, bytes: Buffer) => void]>([
      ['cut short', (key, bytes) => server.objects.set(key, bytes.subarray(1))],
      ['altered', (key, bytes) => server.objects.set(key, Buffer.from(bytes.map((byte) => byte ^ 1)))],
      ['longer', (key, bytes) => server.objects.set(key, Buffer.concat([bytes, bytes]))],
      ['gone', (key) => server.objects.delete(key)],
    ])('one that is %s is not used, said once and counted', async (_, spoil) => {
      await publishOne()
      for (const [key, bytes] of [...server.objects]) spoil(key, bytes)
      const files = opening()
      const set = await files.find(db, KIND)
      if (set === undefined) throw new Error('no set')
      expect([await files.read(set, 'rows'), await files.read(set, 'rows')]).toEqual([undefined, undefined])
      expect([files.condition(), files.counts.unreadable]).toEqual(['unreadable', 2])
      expect(logged).toEqual([expect.stringContaining('cannot be read; this process does without them.')])
    })

    test('an answer that the store fails to give is asked for once more; a store that is away is left alone', async () => {
      await publishOne()
      const files = opening()
      server.failNext.push({ status: 503, isDone: false })
      expect(await readRows(files)).toBe('twenty bytes of rows')
      const away = opening()
      server.failNext.push(...Array.from({ length: 8 }, () => ({ status: 503, isDone: false })))
      expect(await readRows(away)).toBe('')
      const left = server.failNext.length
      expect(await readRows(away)).toBe('')
      expect(server.failNext.length).toBe(left)
    })

    test('what cannot be written is said once, and the set before stays current', async () => {
      const files = await publishOne()
      const refused = () => server.failNext.push(...Array.from({ length: 4 }, () => ({ status: 403, isDone: false })))
      refused()
      expect(await files.publish(db, lease, TWO)).toBe(false)
      refused()
      expect(await files.publish(db, lease, TWO)).toBe(false)
      expect(files.condition()).toBe('unwritable')
      expect(logged).toHaveLength(1)
      server.failNext.length = 0
      expect(await readRows(files)).toBe('twenty bytes of rows')
      expect(await files.publish(db, lease, TWO)).toBe(true)
      expect(files.condition()).toBe('ok')
    })

    test('a CDN has what is one object, however large', async () => {
      const files = opening(bucket(), 'https://cdn.example')
      await files.publish(db, lease, { ...ONE, whole: { plain: bytesOf('longer than a part') } })
      const set = await files.find(db, KIND)
      const address = set && files.addressOf(set, 'plain')
      expect(address).toMatch(/^https:\/\/cdn\.example\/files\/[0-9a-f]{64}$/)
      const object = server.objects.get((address ?? '').replace('https://cdn.example', 'a'))
      expect(object?.toString()).toBe('longer than a part')
      expect(set && opening().addressOf(set, 'plain')).toBeNull()
    })

    describe('in a folder', () => {
      let folder: string
      beforeEach(async () => {
        folder = await mkdtemp(join(tmpdir(), 'assay-files-'))
      })
      afterEach(() => rm(folder, { recursive: true }))

      test('are the same', async () => {
        await opening(folderSideFiles(folder)).publish(db, lease, ONE)
        expect(await readRows(opening(folderSideFiles(folder)))).toBe('twenty bytes of rows')
        expect(await readdir(join(folder, 'files'))).toHaveLength(4)
      })

      test('one that cannot be written to, or is no folder, is said and does no harm', async () => {
        await writeFile(join(folder, 'files'), 'a file')
        const files = opening(folderSideFiles(folder))
        expect(await files.publish(db, lease, ONE)).toBe(false)
        expect([files.condition(), await readRows(files)]).toEqual(['unwritable', undefined])
        expect(logged[0]).toContain('cannot be written')
      })
    })
  })
})

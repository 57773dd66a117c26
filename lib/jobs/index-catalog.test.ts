import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CatalogServer } from '../core/catalog/catalog'
import { documentsOf } from '../search/index/search-document'
import { decodeSegment } from '../search/index/segment'
import { Ranker } from '../search/rank/rank'
import { decodeWeights } from '../search/rank/weights'
import { recordDeletedServers, recordServers } from '../store/catalog/catalog'
import { servers, subjects } from '../store/catalog/catalog-schema'
import { recordListing } from '../store/catalog/observed-listing'
import { openPublishedFiles } from '../store/files/published-files'
import { memoryPlace } from '../store/files/test-place'
import { claimLease, LEASE_SECONDS, releaseLease } from '../store/leases'
import { leases } from '../store/leases-schema'
import { readLearnedFile } from '../store/search/learned-files'
import { searchIndex, searchSegments } from '../store/search/search-schema'
import { listGone, listSegments, readSegment, type SegmentName } from '../store/search/search-segments'
import { readSegmentFile } from '../store/search/segment-files'
import { testServer, testTool, uncategorized } from '../store/test-catalog'
import { onDatabase, TEST_EPOCH } from '../store/test-databases'
import { buildInWorker } from './index/build-in-worker'
import { buildHere } from './index/segment-builder'
import { type IndexJob, publishMissingSegments, rebuildBase, refreshRecent, refreshSearchIndex } from './index-catalog'

const FILE = { source: 'file', precedence: 1 }
const WEATHER = testServer('s/weather', { tools: [testTool('get_forecast', { description: 'Weather of tomorrow.' })] })
const FILES = testServer('s/files', { title: 'Files', tools: [testTool('read_file'), testTool('write_file')] })
const TOOLLESS = testServer('s/currencies', { title: 'Currencies', description: 'Exchange rates of the central bank.' })
const CATALOG = [WEATHER, FILES, TOOLLESS]

const weights = readLearnedFile('search-weights')
/** Changes are dated by the clock, and recent ones do not count as settled yet. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 150))

describe('search index', () => {
  onDatabase(({ db, driver }) => {
    beforeEach(async () => {
      for (const table of [servers, searchIndex, searchSegments, leases]) await db.delete(table)
      await record(CATALOG)
      await settle()
    })

    const record = (catalog: CatalogServer[]) => recordServers(db, FILE, catalog, TEST_EPOCH, uncategorized)
    const jobWith = (more: Partial<IndexJob> = {}): IndexJob => ({
      db,
      build: buildHere,
      weights,
      clock: () => TEST_EPOCH,
      signal: new AbortController().signal,
      ...more,
    })
    const segment = async (name: SegmentName) => {
      const stored = (await listSegments(db))[name]
      const bytes = stored && (await readSegment(db, name, stored))
      return bytes === undefined ? undefined : decodeSegment(bytes)
    }
    const idsIn = async (name: SegmentName) => (await segment(name))?.ids ?? []
    const gone = async () => listGone(db, 'recent', (await listSegments(db)).recent?.version ?? '')

    test('a segment that is no file yet becomes one, once, under the lease of its builder', async () => {
      const place = memoryPlace()
      const files = openPublishedFiles(place, null, () => undefined)
      await rebuildBase(jobWith())
      const { base } = await listSegments(db)
      if (base === undefined) throw new Error('no base')
      const lease = { name: 'search index base', holder: 'builds' }
      await claimLease(db, lease, LEASE_SECONDS, TEST_EPOCH)
      await publishMissingSegments(files, jobWith())
      expect(place.files.size).toBe(0)
      await releaseLease(db, lease)
      await publishMissingSegments(files, jobWith())
      expect([...place.files.keys()]).toEqual([`files/${base.sha256}`])
      expect(await readSegmentFile(files, db, 'base', base)).toEqual(await readSegment(db, 'base', base))
      place.files.clear()
      await publishMissingSegments(files, jobWith())
      expect(place.files.size).toBe(0)
    })

    test('holds every listed subject, with the documents of its catalog; a second run has nothing to do', async () => {
      expect(await refreshSearchIndex(jobWith())).toMatchObject([{ segment: 'base', documents: 4, unchanged: false }])
      const ids = CATALOG.flatMap(documentsOf).map(({ id }) => id)
      expect(await idsIn('base')).toEqual(ids.sort())
      const ranker = new Ranker(decodeWeights(weights), [{ segment: (await segment('base')) as never, hidden: null }])
      expect(ranker.rank('tomorrow weather', 1)[0]).toMatchObject({
        id: 's/weather/get_forecast',
        serverId: 's/weather',
      })
      const before = await listSegments(db)
      expect(await refreshSearchIndex(jobWith())).toEqual([])
      expect(await listSegments(db)).toEqual(before)
    })

    test('an empty catalog has no index', async () => {
      await db.delete(servers)
      expect(await refreshSearchIndex(jobWith())).toEqual([])
      expect(await listSegments(db)).toEqual({})
    })

    test('the worker thread and this one build the same bytes', async () => {
      await rebuildBase(jobWith())
      const here = (await listSegments(db)).base
      await db.delete(searchIndex)
      await rebuildBase(jobWith({ build: buildInWorker }))
      const inThread = (await listSegments(db)).base
      expect(inThread?.version).not.toBe(here?.version)
      expect(inThread?.sha256).toBe(here?.sha256)
    })

    test('changes since base are in recent alone, and the next recent replaces it', async () => {
      await rebuildBase(jobWith())
      const base = (await listSegments(db)).base
      await record([testServer('s/new', { tools: [testTool('send_fax')] })])
      await recordDeletedServers(db, FILE, ['s/currencies'], TEST_EPOCH)
      expect(await refreshSearchIndex(jobWith())).toMatchObject([{ segment: 'recent', documents: 1 }])
      expect([await idsIn('recent'), await gone()]).toEqual([['s/new/send_fax'], ['s/currencies', 's/new']])
      const first = (await listSegments(db)).recent

      await record([{ ...FILES, title: 'Archive' }, TOOLLESS])
      await refreshRecent(jobWith())
      expect(await idsIn('recent')).toEqual([
        's/currencies',
        's/files/read_file',
        's/files/write_file',
        's/new/send_fax',
      ])
      expect(await gone()).toEqual(['s/files', 's/new'])
      const second = await listSegments(db)
      expect(second.base).toEqual(base)
      expect(await readSegment(db, 'recent', first as never)).toBeUndefined()
      const kept = await db.select({ version: searchSegments.version }).from(searchSegments)
      expect(new Set(kept.map(({ version }) => version))).toEqual(new Set([base?.version, second.recent?.version]))
    })

    test('a tool that its server no longer lists is gone, and back when it is listed again', async () => {
      await rebuildBase(jobWith())
      const [server] = await db.select({ key: servers.key }).from(servers).where(eq(servers.id, FILES.id))
      const listing = (tools: CatalogServer['tools']) =>
        db.transaction((tx) =>
          recordListing(
            tx,
            { serverKey: server?.key ?? 0, tools, complete: true, protocolVersion: null },
            TEST_EPOCH,
            uncategorized,
          ),
        )
      await listing(FILES.tools.slice(0, 1))
      await refreshRecent(jobWith())
      expect(await gone()).toContain('s/files/write_file')
      await listing(FILES.tools)
      await refreshRecent(jobWith())
      expect(await gone()).not.toContain('s/files/write_file')
      expect(await idsIn('recent')).toContain('s/files/write_file')
    })

    test('a write that changes no text changes no segment', async () => {
      await rebuildBase(jobWith())
      await record([{ ...FILES, version: '2.0.0' }])
      await refreshRecent(jobWith())
      const before = await listSegments(db)
      await record([{ ...FILES, version: '3.0.0' }])
      expect(await refreshRecent(jobWith())).toMatchObject({ segment: 'recent', documents: 0, unchanged: true })
      expect(await listSegments(db)).toEqual(before)
    })

    test('many changes, other weights or age make a new base, and recent starts over', async () => {
      await rebuildBase(jobWith())
      await db.update(subjects).set({ wordsChangedAt: sql`clock_timestamp()` })
      await refreshRecent(jobWith())
      expect(await idsIn('recent')).toHaveLength(4)
      await settle()
      const hoursOn = (hours: number) => () => new Date(TEST_EPOCH.getTime() + hours * 3_600_000)
      const reports = await refreshSearchIndex(jobWith({ clock: hoursOn(25) }))
      expect(reports).toMatchObject([
        { segment: 'base', documents: 4 },
        { segment: 'recent', documents: 0 },
      ])
      const others = new Uint8Array(weights.length + 1)
      others.set(weights)
      const withOthers = jobWith({ clock: hoursOn(26), weights: others })
      expect(await refreshRecent(withOthers)).toBeUndefined()
      expect(await refreshSearchIndex(withOthers)).toMatchObject([{ segment: 'base' }, { segment: 'recent' }])

      // The build of the large segment is slow, and the same for both databases.
      if (driver !== 'pglite') return
      // On two servers, since one may have 2,000 tools.
      const tools = Array.from({ length: 2001 }, (_, i) => testTool(`tool_${i}`))
      await record([
        testServer('s/large-1', { tools: tools.slice(0, 1000) }),
        testServer('s/large-2', { tools: tools.slice(1000) }),
      ])
      await settle()
      expect(await refreshSearchIndex(jobWith({ clock: hoursOn(27), weights: others }))).toMatchObject([
        { segment: 'base', documents: 2005 },
        { segment: 'recent' },
      ])
    })

    test('one process builds at a time; after the lease of a killed one another builds, and the killed one cannot store its result', async () => {
      const killed = { name: 'search index base', holder: 'killed' }
      expect(await claimLease(db, killed, LEASE_SECONDS, TEST_EPOCH)).toBe(true)
      const later = (seconds: number) => () => new Date(TEST_EPOCH.getTime() + seconds * 1000)
      expect(await rebuildBase(jobWith({ clock: later(LEASE_SECONDS - 1) }))).toBeUndefined()
      expect(await rebuildBase(jobWith({ clock: later(LEASE_SECONDS) }))).toMatchObject({ segment: 'base' })

      await db.delete(searchIndex)
      const build: IndexJob['build'] = async (given, pages) => {
        const bytes = await buildHere(given, pages)
        await db.update(leases).set({ holder: 'another' })
        return bytes
      }
      expect(await rebuildBase(jobWith({ build }))).toBeUndefined()
      expect([await listSegments(db), await db.select().from(searchSegments)]).toEqual([{}, []])
    })

    test('is stored in parts of the given size, and read as a whole', async () => {
      await rebuildBase(jobWith())
      const whole = await segment('base')
      await db.delete(searchIndex)
      await rebuildBase(jobWith({ partBytes: 500 }))
      const sizes = await db.select({ size: sql<number>`octet_length(${searchSegments.bytes})` }).from(searchSegments)
      expect(sizes.length).toBe((await listSegments(db)).base?.parts)
      expect(sizes.length).toBeGreaterThan(3)
      expect(Math.max(...sizes.map(({ size }) => size))).toBe(500)
      expect(await segment('base')).toEqual(whole)
    })

    test('a builder that fails, or a process that stops, keeps the current segment and frees the lease', async () => {
      const failing: IndexJob['build'] = async () => {
        throw new Error('no memory')
      }
      await expect(rebuildBase(jobWith({ build: failing }))).rejects.toThrow('no memory')
      await expect(rebuildBase(jobWith({ build: buildInWorker, weights: new Uint8Array(8) }))).rejects.toThrow()
      await expect(rebuildBase(jobWith({ signal: AbortSignal.abort() }))).rejects.toThrow('aborted')
      expect(await rebuildBase(jobWith())).toMatchObject({ segment: 'base' })
    })

    test.skipIf(driver === 'pglite')(
      'a change that was still being written while base was built is in recent',
      async () => {
        let commit = () => {}
        const held = new Promise<void>((resolve) => {
          commit = resolve
        })
        const writing = db.transaction(async (tx) => {
          await tx
            .update(subjects)
            .set({ wordsChangedAt: sql`clock_timestamp()` })
            .where(eq(subjects.id, 's/currencies'))
          await tx.update(servers).set({ title: 'Exchange' }).where(eq(servers.id, 's/currencies'))
          await held
        })
        await settle()
        await rebuildBase(jobWith())
        commit()
        await writing
        await refreshRecent(jobWith())
        expect(await idsIn('recent')).toContain('s/currencies')
      },
    )
  })
})

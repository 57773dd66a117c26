import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { CatalogServer } from '../../core/catalog/catalog'
import { streamable, testServer, testTool, uncategorized } from '../test-catalog'
import { onDatabase, TEST_EPOCH } from '../test-databases'
import { NO_CHANGE, recordDeletedServers, recordServers } from './catalog'
import { servers, subjects, tools } from './catalog-schema'
import { recordListing } from './observed-listing'
import { recordReleases } from './releases'

const FILE = { source: 'file', precedence: 1 }
const LIVE = { source: 'reference', precedence: 3 }
const now = TEST_EPOCH
const listingOf = (serverKey: number, names: string[]) => ({
  serverKey,
  tools: names.map((name) => testTool(name)),
  complete: true,
  protocolVersion: '2025-11-25',
})

describe('catalog', () => {
  onDatabase(({ db }) => {
    const fromFile = (...entries: CatalogServer[]) => recordServers(db, FILE, entries, now, uncategorized)
    const keyOf = async (id: string) =>
      (await db.select({ key: servers.key }).from(servers).where(eq(servers.id, id)))[0]?.key ?? -1
    const listedIds = async (serverId: string) => {
      const rows = await db
        .select()
        .from(subjects)
        .where(eq(subjects.serverKey, await keyOf(serverId)))
      return rows
        .filter((row) => row.listed)
        .map((row) => row.id)
        .sort()
    }

    test('a server with tools is listed by its tools, one without by itself', async () => {
      const change = await fromFile(
        testServer('a/with', { tools: [testTool('x'), testTool('y/z')] }),
        testServer('a/without'),
      )
      expect(change).toEqual({ ...NO_CHANGE, serversAdded: 2, toolsAdded: 2 })
      expect(await listedIds('a/with')).toEqual(['a/with/x', 'a/with/y/z'])
      expect(await listedIds('a/without')).toEqual(['a/without'])
    })

    test('recording the same again writes nothing', async () => {
      const batch = [testServer('a/again', { tools: [testTool('x')] })]
      await recordServers(db, FILE, batch, now, uncategorized)
      const later = new Date(now.getTime() + 1000)
      expect(await recordServers(db, FILE, batch, later, uncategorized)).toEqual(NO_CHANGE)
      const [row] = await db.select().from(servers).where(eq(servers.id, 'a/again'))
      expect(row?.updatedAt).toEqual(now)
    })

    test('a change is written, and the rating stays', async () => {
      await fromFile(testServer('a/changes', { tools: [testTool('x')] }))
      await db
        .update(subjects)
        .set({ verdict: 'healthy', score: 91.5, grade: 'A' })
        .where(eq(subjects.id, 'a/changes/x'))
      const change = await fromFile(testServer('a/changes', { tools: [testTool('x', { description: 'New words.' })] }))
      expect(change).toEqual({ ...NO_CHANGE, toolsChanged: 1 })
      const [row] = await db.select().from(subjects).where(eq(subjects.id, 'a/changes/x'))
      expect(row).toMatchObject({ summary: 'New words.', verdict: 'healthy', score: 91.5, grade: 'A' })
    })

    test('of several times of a release the newest is kept', async () => {
      const [first, newest] = ['2026-01-02T00:00:00.000Z', '2026-03-01T00:00:00.000Z']
      await fromFile(testServer('a/released', { releasedAt: first }))
      const serverKey = await keyOf('a/released')
      const known = async () => (await db.select().from(servers).where(eq(servers.key, serverKey)))[0]?.lastReleaseAt
      expect(await known()).toEqual(new Date(first))
      await recordReleases(db, [{ serverKey, at: new Date(newest) }])
      await recordReleases(db, [{ serverKey, at: new Date(first) }])
      await fromFile(testServer('a/released', { title: 'Says nothing of it' }))
      expect(await known()).toEqual(new Date(newest))
    })

    test('a source of lower precedence leaves a row alone, one of higher takes it over', async () => {
      const remotes = [streamable('http://127.0.0.1:1/mcp')]
      await fromFile(testServer('a/owned', { title: 'from a file' }))
      await recordServers(db, LIVE, [testServer('a/owned', { title: 'live', remotes })], now, uncategorized)
      const change = await fromFile(testServer('a/owned', { title: 'from a file', tools: [testTool('x')] }))
      expect(change).toEqual(NO_CHANGE)
      const [row] = await db.select().from(servers).where(eq(servers.id, 'a/owned'))
      expect(row).toMatchObject({ title: 'live', source: 'reference', remotes })
    })

    test('a listing overrides the catalog: new tools are added, removed ones marked and kept, returning ones restored', async () => {
      await fromFile(testServer('a/lists', { tools: [testTool('old'), testTool('both')] }))
      const key = await keyOf('a/lists')
      const first = await recordListing(db, listingOf(key, ['both', 'new']), now, uncategorized)
      expect(first.removedToolIds).toEqual(['a/lists/old'])
      expect(await listedIds('a/lists')).toEqual(['a/lists/both', 'a/lists/new'])
      const [gone] = await db.select().from(tools).where(eq(tools.id, 'a/lists/old'))
      expect(gone?.removedAt).toEqual(now)

      expect(await fromFile(testServer('a/lists', { tools: [testTool('old'), testTool('both')] }))).toEqual(NO_CHANGE)
      await recordListing(db, listingOf(key, ['both', 'new', 'old']), now, uncategorized)
      expect(await listedIds('a/lists')).toEqual(['a/lists/both', 'a/lists/new', 'a/lists/old'])
    })

    test('what a cut listing lacks is not marked as removed', async () => {
      await fromFile(testServer('a/cut', { tools: [testTool('x'), testTool('y')] }))
      const change = await recordListing(
        db,
        { ...listingOf(await keyOf('a/cut'), ['x']), complete: false },
        now,
        uncategorized,
      )
      expect(change.removedToolIds).toEqual([])
      expect(await listedIds('a/cut')).toEqual(['a/cut/x', 'a/cut/y'])
    })

    test('a server that no longer lists any tool is listed as itself', async () => {
      await fromFile(testServer('a/empties', { tools: [testTool('x')] }))
      await recordListing(db, listingOf(await keyOf('a/empties'), []), now, uncategorized)
      expect(await listedIds('a/empties')).toEqual(['a/empties'])
    })

    test('an id that another subject has stays with it and is counted', async () => {
      await fromFile(testServer('a/n', { tools: [testTool('n/t')] }))
      const change = await fromFile(testServer('a/n/n', { tools: [testTool('t'), testTool('u')] }))
      expect(change).toMatchObject({ idTaken: 1, toolsAdded: 1 })
      expect(await listedIds('a/n')).toEqual(['a/n/n/t'])
      expect(await listedIds('a/n/n')).toEqual(['a/n/n/u'])
    })

    test('a tool whose name no id can hold is refused and counted', async () => {
      const change = await fromFile(
        testServer('a/odd', { tools: [testTool('../up'), testTool('a b'), testTool('天气')] }),
      )
      expect(change).toMatchObject({ idRefused: 1, toolsAdded: 2 })
      expect(await listedIds('a/odd')).toEqual(['a/odd/a b', 'a/odd/天气'])
    })

    test('a deleted server leaves the listings, keeps its row, and comes back with its tools', async () => {
      const server = testServer('a/deleted', {
        tools: [testTool('x')],
        remotes: [streamable('https://example.org/mcp')],
      })
      await fromFile(server)
      expect(await recordDeletedServers(db, FILE, ['a/deleted', 'a/never-known'], now)).toBe(1)
      expect(await recordDeletedServers(db, FILE, ['a/deleted'], now)).toBe(0)
      expect(await listedIds('a/deleted')).toEqual([])
      expect(await db.select().from(subjects).where(eq(subjects.id, 'a/deleted/x'))).toHaveLength(1)
      await fromFile(server)
      expect(await listedIds('a/deleted')).toEqual(['a/deleted/x'])
    })

    test('a batch is written whole or not at all', async () => {
      const broken = { ...testServer('a/broken'), title: null } as never
      await expect(fromFile(testServer('a/whole'), broken)).rejects.toThrow()
      expect(await keyOf('a/whole')).toBe(-1)
      expect(await fromFile(testServer('a/whole'))).toMatchObject({
        serversAdded: 1,
      })
    })
  })
})

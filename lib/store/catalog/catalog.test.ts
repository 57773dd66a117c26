import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { streamable, testServer, testTool, uncategorized } from '../test-catalog'
import { onDatabase, TEST_EPOCH } from '../test-databases'
import { NO_CHANGE, recordDeletedServers, recordServers } from './catalog'
import { servers, subjects, tools } from './catalog-schema'
import { recordListing } from './observed-listing'

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
      const change = await recordServers(
        db,
        FILE,
        [testServer('a/with', { tools: [testTool('x'), testTool('y/z')] }), testServer('a/without')],
        now,
        uncategorized,
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
      await recordServers(db, FILE, [testServer('a/changes', { tools: [testTool('x')] })], now, uncategorized)
      await db
        .update(subjects)
        .set({ verdict: 'healthy', score: 91.5, grade: 'A' })
        .where(eq(subjects.id, 'a/changes/x'))
      const change = await recordServers(
        db,
        FILE,
        [testServer('a/changes', { tools: [testTool('x', { description: 'New words.' })] })],
        now,
        uncategorized,
      )
      expect(change).toEqual({ ...NO_CHANGE, toolsChanged: 1 })
      const [row] = await db.select().from(subjects).where(eq(subjects.id, 'a/changes/x'))
      expect(row).toMatchObject({ summary: 'New words.', verdict: 'healthy', score: 91.5, grade: 'A' })
    })

    test('a source of lower precedence leaves a row alone, one of higher takes it over', async () => {
      const remotes = [streamable('http://127.0.0.1:1/mcp')]
      await recordServers(db, FILE, [testServer('a/owned', { title: 'from a file' })], now, uncategorized)
      await recordServers(db, LIVE, [testServer('a/owned', { title: 'live', remotes })], now, uncategorized)
      const change = await recordServers(
        db,
        FILE,
        [testServer('a/owned', { title: 'from a file', tools: [testTool('x')] })],
        now,
        uncategorized,
      )
      expect(change).toEqual(NO_CHANGE)
      const [row] = await db.select().from(servers).where(eq(servers.id, 'a/owned'))
      expect(row).toMatchObject({ title: 'live', source: 'reference', remotes })
    })

    test('a listing overrides the catalog: new tools are added, removed ones marked and kept, returning ones restored', async () => {
      await recordServers(
        db,
        FILE,
        [testServer('a/lists', { tools: [testTool('old'), testTool('both')] })],
        now,
        uncategorized,
      )
      const key = await keyOf('a/lists')
      const first = await recordListing(db, listingOf(key, ['both', 'new']), now, uncategorized)
      expect(first.removedToolIds).toEqual(['a/lists/old'])
      expect(await listedIds('a/lists')).toEqual(['a/lists/both', 'a/lists/new'])
      const [gone] = await db.select().from(tools).where(eq(tools.id, 'a/lists/old'))
      expect(gone?.removedAt).toEqual(now)

      expect(
        await recordServers(
          db,
          FILE,
          [testServer('a/lists', { tools: [testTool('old'), testTool('both')] })],
          now,
          uncategorized,
        ),
      ).toEqual(NO_CHANGE)
      await recordListing(db, listingOf(key, ['both', 'new', 'old']), now, uncategorized)
      expect(await listedIds('a/lists')).toEqual(['a/lists/both', 'a/lists/new', 'a/lists/old'])
    })

    test('what a cut listing lacks is not marked as removed', async () => {
      await recordServers(
        db,
        FILE,
        [testServer('a/cut', { tools: [testTool('x'), testTool('y')] })],
        now,
        uncategorized,
      )
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
      await recordServers(db, FILE, [testServer('a/empties', { tools: [testTool('x')] })], now, uncategorized)
      await recordListing(db, listingOf(await keyOf('a/empties'), []), now, uncategorized)
      expect(await listedIds('a/empties')).toEqual(['a/empties'])
    })

    test('an id that another subject has stays with it and is counted', async () => {
      await recordServers(db, FILE, [testServer('a/n', { tools: [testTool('n/t')] })], now, uncategorized)
      const change = await recordServers(
        db,
        FILE,
        [testServer('a/n/n', { tools: [testTool('t'), testTool('u')] })],
        now,
        uncategorized,
      )
      expect(change).toMatchObject({ idTaken: 1, toolsAdded: 1 })
      expect(await listedIds('a/n')).toEqual(['a/n/n/t'])
      expect(await listedIds('a/n/n')).toEqual(['a/n/n/u'])
    })

    test('a tool whose name no id can hold is refused and counted', async () => {
      const change = await recordServers(
        db,
        FILE,
        [testServer('a/odd', { tools: [testTool('../up'), testTool('a b'), testTool('天气')] })],
        now,
        uncategorized,
      )
      expect(change).toMatchObject({ idRefused: 1, toolsAdded: 2 })
      expect(await listedIds('a/odd')).toEqual(['a/odd/a b', 'a/odd/天气'])
    })

    test('a deleted server leaves the listings, keeps its row, and comes back with its tools', async () => {
      const server = testServer('a/deleted', {
        tools: [testTool('x')],
        remotes: [streamable('https://example.org/mcp')],
      })
      await recordServers(db, FILE, [server], now, uncategorized)
      expect(await recordDeletedServers(db, FILE, ['a/deleted', 'a/never-known'], now)).toBe(1)
      expect(await recordDeletedServers(db, FILE, ['a/deleted'], now)).toBe(0)
      expect(await listedIds('a/deleted')).toEqual([])
      expect(await db.select().from(subjects).where(eq(subjects.id, 'a/deleted/x'))).toHaveLength(1)
      await recordServers(db, FILE, [server], now, uncategorized)
      expect(await listedIds('a/deleted')).toEqual(['a/deleted/x'])
    })

    test('a batch is written whole or not at all', async () => {
      const broken = { ...testServer('a/broken'), title: null } as never
      await expect(recordServers(db, FILE, [testServer('a/whole'), broken], now, uncategorized)).rejects.toThrow()
      expect(await keyOf('a/whole')).toBe(-1)
      expect(await recordServers(db, FILE, [testServer('a/whole')], now, uncategorized)).toMatchObject({
        serversAdded: 1,
      })
    })
  })
})

import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { streamable, testServer, testTool, uncategorized } from '../test-catalog'
import { onDatabase, TEST_EPOCH } from '../test-databases'
import { NO_CHANGE, recordDeletedServers, recordServers } from './catalog'
import { servers, subjects } from './catalog-schema'
import { disownServers, type SourceOwner } from './own-servers'

const FILE: SourceOwner = { source: 'file', precedence: 1 }
const OWN: SourceOwner = { ...FILE, own: true }
const REGISTRY: SourceOwner = { source: 'official-registry', precedence: 2 }
const RUN_HERE: SourceOwner = { source: 'reference', precedence: 3, own: true }
const ID = 'o/one'
const HERE = 'http://127.0.0.1:1/mcp'
const ELSEWHERE = 'http://127.0.0.1:2/mcp'
const now = TEST_EPOCH

describe('the operator’s own servers', () => {
  onDatabase(({ db }) => {
    beforeEach(async () => {
      await db.delete(servers)
    })
    const entry = (url: string) => testServer(ID, { remotes: [streamable(url)], tools: [testTool(`of ${url.length}`)] })
    const record = (owner: SourceOwner, url: string) => recordServers(db, owner, [entry(url)], now, uncategorized)
    const stored = async () => {
      const [row] = await db.select().from(servers).where(eq(servers.id, ID))
      return row && { own: row.own, url: row.remotes[0]?.url, source: row.source, lifecycle: row.lifecycle }
    }
    const OWN_HERE = { own: true, url: HERE, source: 'file', lifecycle: 'active' }

    test('are those imported as such, and no catalog line makes itself one', async () => {
      await recordServers(db, FILE, [{ ...entry(HERE), own: true } as never], now, uncategorized)
      expect(await stored()).toMatchObject({ own: false })
      await record(OWN, HERE)
      expect(await stored()).toEqual(OWN_HERE)
    })

    test.each([
      ['a file without the mark', FILE],
      ['the registry', REGISTRY],
      ['a source above all', { source: 'other', precedence: 9 }],
    ])('%s neither changes nor deletes one', async (_, other) => {
      await record(OWN, HERE)
      expect(await record(other, ELSEWHERE)).toEqual({ ...NO_CHANGE, ownKept: 1 })
      expect(await record(other, HERE)).toEqual({ ...NO_CHANGE, ownKept: 1 })
      expect(await recordDeletedServers(db, other, [ID], now)).toBe(0)
      expect(await stored()).toEqual(OWN_HERE)
    })

    test.each([
      ['a file', FILE],
      ['the registry', REGISTRY],
    ])('what %s listed before is taken over, also where the line is the same', async (_, other) => {
      for (const url of [HERE, ELSEWHERE]) {
        await db.delete(servers)
        await record(other, url)
        expect(await record(OWN, HERE)).toMatchObject({ serversChanged: 1, ownKept: 0 })
        expect(await stored()).toEqual(OWN_HERE)
      }
    })

    test('one that this service runs is not taken over', async () => {
      await record(RUN_HERE, HERE)
      await record(OWN, ELSEWHERE)
      expect(await stored()).toMatchObject({ own: true, url: HERE, source: 'reference' })
      expect(await disownServers(db, [ID], 'file')).toEqual([])
    })

    test('importing the same again changes nothing, a change and a deletion do', async () => {
      await record(OWN, HERE)
      expect(await record(OWN, HERE)).toEqual(NO_CHANGE)
      await record(OWN, ELSEWHERE)
      expect(await stored()).toMatchObject({ own: true, url: ELSEWHERE })
      expect(await recordDeletedServers(db, OWN, [ID], now)).toBe(1)
    })

    test('one that is disowned is an ordinary entry, which any source may change', async () => {
      await record(OWN, HERE)
      expect(await disownServers(db, [ID, 'o/none'], 'file')).toEqual([ID])
      expect(await stored()).toEqual({ ...OWN_HERE, own: false })
      expect(await disownServers(db, [ID], 'file')).toEqual([])
      await record(REGISTRY, ELSEWHERE)
      expect(await stored()).toMatchObject({ own: false, url: ELSEWHERE, source: 'official-registry' })
      expect((await db.select().from(subjects).where(eq(subjects.id, ID))).length).toBe(1)
    })

    test('an import that began before one was marked does not overwrite it', async () => {
      let release: () => void = () => undefined
      const marked = new Promise<void>((resolve) => {
        release = resolve
      })
      const slow = db.transaction(async (tx) => {
        await marked
        return recordServers(tx, REGISTRY, [entry(ELSEWHERE)], now, uncategorized)
      })
      const own = record(OWN, HERE)
      release()
      await Promise.all([slow, own])
      expect(await stored()).toEqual(OWN_HERE)
    })
  })
})

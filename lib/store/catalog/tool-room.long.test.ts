import { DAY_MS } from 'assay-verify/duration'
import { inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { MOST_LIVE_TOOLS, MOST_TOOL_ROWS, REMOVED_TOOL_DAYS } from '../../core/catalog/tool-room'
import { testServer, testTool, uncategorized } from '../test-catalog'
import { onDatabase } from '../test-databases'
import { recordServers } from './catalog'
import { toolChanges, unconfirmedListings } from './drift-schema'
import { FILE, names, openToolRoom } from './test-tool-room'

describe('room for thousands of tools', () => {
  onDatabase(({ db }) => {
    const { reset, probe, count, later, now, serverKey } = openToolRoom(db)
    beforeEach(reset)

    test('nine probes with new names each time, more than are read: none of them is added', async () => {
      for (let at = 0; at < 9; at += 1) await probe(names(`n${at}_`, 0, 2_000), false)
      expect(await count()).toEqual({ live: 0, rows: 0 })
      const [waiting] = await db.select().from(unconfirmedListings)
      expect(waiting?.cutKeys?.length).toBe(22_000)
    })

    test('almost half of the names new at each probe: rows and live tools stay bounded', async () => {
      for (let at = 0; at < 4; at += 1) await probe(names('n', at * 950, at * 950 + 2_000), true)
      const { live, rows } = await count()
      expect(rows).toBe(MOST_TOOL_ROWS)
      expect(live).toBeLessThanOrEqual(MOST_LIVE_TOOLS)
    })

    test('names that are listed twice each, and then no more: rows stay bounded', async () => {
      for (let at = 0; at < 6; at += 1) await probe(names(`n${Math.floor(at / 2)}_`, 0, 2_000), false)
      const { live, rows } = await count()
      expect(rows).toBe(MOST_TOOL_ROWS)
      expect(live).toBeLessThanOrEqual(MOST_LIVE_TOOLS)
    })

    test('a server with more tools than are read keeps those that are, and what it then leaves out is removed', async () => {
      const all = names('t', 0, 2_000)
      await probe(all, false)
      expect(await count()).toEqual({ live: 0, rows: 0 })
      expect(await probe(all, false)).toMatchObject({
        toolsAdded: 2_000,
        removedToolIds: [],
        isFirst: true,
        isCut: true,
      })
      expect(await probe(all, false)).toMatchObject({ toolsAdded: 0, removedToolIds: [], isCut: true })
      expect(await count()).toEqual({ live: 2_000, rows: 2_000 })
      const others = [...names('t', 10, 2_000), ...names('u', 0, 10)]
      expect(await probe(others, false)).toMatchObject({ toolsAdded: 0, removedToolIds: [] })
      const change = await probe(others, false)
      expect(change).toMatchObject({ toolsAdded: 10, toolsRemoved: 10, isFirst: false, isCut: true })
      expect(change.removedToolIds.toSorted()).toEqual(names('r/one/t', 0, 10))
      expect(await count()).toEqual({ live: 2_000, rows: 2_010 })
    })

    test('a catalog gives a server no more tools than it may have', async () => {
      const offer = (prefix: string) =>
        recordServers(
          db,
          FILE,
          [testServer('r/one', { tools: names(prefix, 0, 1_500).map((name) => testTool(name)) })],
          now(),
          uncategorized,
        )
      expect(await offer('a')).toMatchObject({ toolsAdded: 1_500, toolsLeftOut: 0 })
      expect(await offer('b')).toMatchObject({ toolsAdded: 500, toolsLeftOut: 1_000 })
      expect(await count()).toEqual({ live: 2_000, rows: 2_000 })
    })

    test('where a server needs the room, tools removed long ago are deleted with their history; others stay', async () => {
      await probe(names('old', 0, 1_900), true)
      for (const prefix of ['a', 'b']) {
        // A listing that removes much counts when a second one confirms it.
        await probe(names(prefix, 0, 1_900), true)
        await probe(names(prefix, 0, 1_900), true)
      }
      const listed = names('b', 0, 1_900).concat(names('c', 0, 100))
      expect(await probe(listed, true)).toMatchObject({ toolsAdded: 0, toolsLeftOut: 1_800 })
      const ids = ['r/one/old0', 'r/one/b0']
      await db
        .insert(toolChanges)
        .values(
          ids.map((toolId) => ({ serverKey: serverKey(), toolId, at: now(), class: 'wording' as const, changes: [] })),
        )
      expect((await count()).rows).toBe(MOST_TOOL_ROWS)

      later(REMOVED_TOOL_DAYS * DAY_MS)
      expect(await probe(listed, true), 'the same listing is read again').toMatchObject({ toolsAdded: 1_800 })
      expect(await count()).toEqual({ live: 2_000, rows: 2_000 })
      const left = await db.select({ id: toolChanges.toolId }).from(toolChanges).where(inArray(toolChanges.toolId, ids))
      expect(left).toEqual([{ id: 'r/one/b0' }])
    })
  })
})

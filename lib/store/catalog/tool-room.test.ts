import { beforeEach, describe, expect, test } from 'vitest'
import { testTool, uncategorized } from '../test-catalog'
import { onDatabase } from '../test-databases'
import { recordListing } from './observed-listing'
import { names, openToolRoom, QUARTER_MS } from './test-tool-room'

describe('room for tools', () => {
  onDatabase(({ db }) => {
    const { reset, probe, count, later, now, serverKey } = openToolRoom(db)
    beforeEach(reset)

    test('endless pages of one new tool each: none of them is added, and the former tools are removed', async () => {
      await probe(names('t', 0, 50), true)
      for (let at = 0; at < 9; at += 1) await probe(names(`page${at}_`, 0, 100), false)
      expect(await count()).toEqual({ live: 0, rows: 50 })
    })

    test('500 new names at each probe: the first 500 stay', async () => {
      for (let at = 0; at < 9; at += 1) await probe(names(`n${at}_`, 0, 500), true)
      expect(await count()).toEqual({ live: 500, rows: 500 })
    })

    test('a whole listing between two cut ones: they do not confirm each other', async () => {
      await probe(names('t', 0, 30), true)
      await probe(names('u', 0, 100), false)
      await probe(names('t', 0, 30), true)
      await probe(names('u', 0, 100), false)
      expect(await count()).toEqual({ live: 30, rows: 30 })
    })

    test('a tool that changes while its listing is cut changes at once', async () => {
      await probe(['a', 'b'], true)
      later(QUARTER_MS)
      const changed = [testTool('a', { description: 'New words.' }), testTool('c')]
      const record = { serverKey: serverKey(), tools: changed, complete: false, protocolVersion: null }
      const change = await db.transaction((tx) => recordListing(tx, record, now(), uncategorized))
      expect(change).toMatchObject({ toolsAdded: 0, toolsChanged: 1, drift: [{ toolId: 'r/one/a' }] })
    })
  })
})

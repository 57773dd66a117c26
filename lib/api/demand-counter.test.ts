import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordServers } from '../store/catalog/catalog'
import { servers } from '../store/catalog/catalog-schema'
import { serverDemand } from '../store/evidence/demand-schema'
import { scheduleServers } from '../store/evidence/scheduled-targets'
import { streamable, targetingBy, testServer, uncategorized } from '../store/test-catalog'
import { onDatabase, TEST_EPOCH } from '../store/test-databases'
import { openDemandCounter } from './demand-counter'

const now = TEST_EPOCH

describe('the demand counter', () => {
  onDatabase(({ db }) => {
    beforeAll(async () => {
      const catalog = ['a/one', 'a/two'].map((id) =>
        testServer(id, { remotes: [streamable(`https://${id.replace('/', '-')}.example/mcp`)] }),
      )
      await recordServers(db, { source: 'file', precedence: 1 }, catalog, now, uncategorized)
      await scheduleServers(db, targetingBy('streamable-http'), 'changed', 100, now)
    })
    beforeEach(async () => {
      await db.delete(serverDemand)
    })
    const counted = async () =>
      Object.fromEntries(
        (
          await db
            .select({ id: servers.id, minutes: serverDemand.minutes })
            .from(serverDemand)
            .innerJoin(servers, eq(servers.key, serverDemand.serverKey))
        ).map(({ id, minutes }) => [id, minutes]),
      )
    const failing = () => {
      throw new Error('must not fail')
    }

    test('a server counts once between two writes, however often it is asked for', async () => {
      const counter = openDemandCounter(db, failing)
      for (let n = 0; n < 1000; n += 1) counter.note('a/one', now)
      counter.note('a/two', now)
      await counter.flush()
      expect(await counted()).toEqual({ 'a/one': 1, 'a/two': 1 })
      counter.note('a/one', now)
      await counter.flush()
      await counter.flush()
      expect(await counted()).toEqual({ 'a/one': 2, 'a/two': 1 })
    })

    test('a crowd of ids fills no memory, and those that came first are counted', async () => {
      const counter = openDemandCounter(db, failing, 3)
      for (const id of ['a/one', 'x/1', 'x/2', 'x/3', 'a/two']) counter.note(id, now)
      await counter.flush()
      expect(await counted()).toEqual({ 'a/one': 1 })
      counter.note('a/two', now)
      await counter.flush()
      expect(await counted()).toEqual({ 'a/one': 1, 'a/two': 1 })
    })

    test('what cannot be written is logged once and dropped', async () => {
      const lines: string[] = []
      const broken = new Proxy(db, {
        get: () => () => {
          throw new Error('no database')
        },
      })
      const counter = openDemandCounter(broken, (line) => lines.push(line))
      counter.note('a/one', now)
      await counter.flush()
      await counter.flush()
      expect(lines).toEqual(['Which servers were asked for could not be written.'])
    })
  })
})

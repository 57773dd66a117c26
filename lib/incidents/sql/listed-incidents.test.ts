import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBreakages } from '../../store/breakages/breakage-openings'
import { closeBreakages, listOpenOfServers } from '../../store/breakages/breakages'
import { recordServers } from '../../store/catalog/catalog'
import { servers } from '../../store/catalog/catalog-schema'
import { testServer, testTool } from '../../store/test-catalog'
import { onDatabase, TEST_EPOCH } from '../../store/test-databases'
import { findIncident, type IncidentFilter, listBreakagesOfIncidents, listIncidents } from './listed-incidents'

const at = (minutes: number) => new Date(TEST_EPOCH.getTime() + minutes * 60_000)
const CATALOG = ['s/a', 's/b', 's/c', 's/d'].map((id) => testServer(id, { tools: [testTool('one'), testTool('two')] }))

describe('incidents that are listed', () => {
  onDatabase(({ db }) => {
    const keyOf = new Map<string, number>()
    beforeAll(async () => {
      await recordServers(db, { source: 'file', precedence: 1 }, CATALOG.slice(0, 3), at(0), () => ['files'])
      await recordServers(db, { source: 'file', precedence: 1 }, CATALOG.slice(3), at(0), () => ['databases'])
      for (const { id, key } of await db.select({ id: servers.id, key: servers.key }).from(servers)) keyOf.set(id, key)
      // a and b share a host; b recovers. c fails later and recovers. A tool of d is removed.
      await open('s/a', 'gateway', 0)
      await open('s/b', 'gateway', 1)
      await open('s/c', 'alone', 60)
      await open('s/d', 'd', 90, 's/d/one')
      await close('s/b', 30)
      await close('s/c', 75)
    })

    const open = (id: string, host: string, minute: number, toolId: string | null = null) =>
      db.transaction((tx) =>
        openBreakages(
          tx,
          [
            {
              serverKey: keyOf.get(id) ?? 0,
              toolId,
              kind: toolId === null ? 'down' : 'tool_removed',
              severity: toolId === null ? 'minor' : 'major',
              evidence: { code: 'timed_out', text: 'It did not answer.', at: at(minute).toISOString() },
              correlationKeys: [{ cause: 'host', what: host }],
              startWindow: { after: at(minute), before: at(minute) },
            },
          ],
          at(minute),
        ),
      )
    const close = (id: string, minute: number) =>
      db.transaction(async (tx) => {
        const found = await listOpenOfServers(tx, [keyOf.get(id) ?? 0])
        await closeBreakages(
          tx,
          found.map(({ key }) => key),
          at(minute),
        )
      })
    const listed = async (filter: IncidentFilter, limit = 10, offset = 0) =>
      (await listIncidents(db, filter, limit, offset)).map(({ what }) => what)

    test('come open first, the worst first, then past ones, the last closed first; in pages', async () => {
      expect(await listed({})).toEqual(['d', 'gateway', 'alone'])
      expect(await listed({}, 1, 1)).toEqual(['gateway'])
      expect(await listed({}, 10, 3)).toEqual([])
    })

    test.each([
      [{ state: 'open' }, ['d', 'gateway']],
      [{ state: 'past' }, ['alone']],
      [{ kind: 'tool_removed' }, ['d']],
      [{ severity: 'minor' }, ['gateway', 'alone']],
      [{ serverIds: ['s/c'] }, ['alone']],
      [{ serverIds: ['s/b', 's/none'] }, []],
      [{ serverIds: ['s/none'] }, []],
      [{ category: 'files' }, ['gateway', 'alone']],
      [{ category: 'databases', state: 'past' }, []],
    ] as const)('with the filter %j are %j', async (filter, expected) => {
      expect(await listed(filter)).toEqual(expected)
    })

    test('count of an open one what is broken now, of a past one all, and all servers apart', async () => {
      const all = await listIncidents(db, {}, 10)
      expect(all.map(({ servers: now, serversInAll, tools, kinds }) => [now, serversInAll, tools, kinds])).toEqual([
        [1, 1, 1, ['tool_removed']],
        [1, 2, 2, ['down']],
        [1, 1, 2, ['down']],
      ])
      expect(all.map(({ openedAt, closedAt }) => [openedAt, closedAt])).toEqual([
        [at(90), null],
        [at(0), null],
        [at(60), at(75)],
      ])
    })

    test('are found by their key, with breakages that ended', async () => {
      const [, gateway] = await listIncidents(db, {}, 10)
      const key = gateway?.key ?? 0
      expect(await findIncident(db, key)).toEqual(gateway)
      expect(await findIncident(db, key + 100)).toBeUndefined()
      const counted = await listBreakagesOfIncidents(db, [key], 10)
      expect(counted.map(({ serverId, closedAt }) => [serverId, closedAt])).toEqual([['s/a', null]])
      const all = await listBreakagesOfIncidents(db, [key], 10, 'all')
      expect(all.map(({ serverId, closedAt }) => [serverId, closedAt])).toEqual([
        ['s/b', at(30)],
        ['s/a', null],
      ])
      expect(await listBreakagesOfIncidents(db, [key], 1, 'all')).toMatchObject([{ serverId: 's/a' }])
    })

    test('are read in the order of an index', async () => {
      await db.execute(sql`INSERT INTO incidents (cause, what, severity, began_after, began_before, opened_at, closed_at)
        SELECT 'server', 'x' || n, 'minor', now(), now(), now(), now() - n * interval '1 minute' FROM generate_series(1, 3000) AS n`)
      await db.execute(sql`ANALYZE incidents`)
      const plan = await db.execute(
        sql`EXPLAIN SELECT * FROM incidents ORDER BY closed_at DESC, severity DESC, opened_at DESC, key DESC LIMIT 25`,
      )
      expect(JSON.stringify(plan)).toContain('incidents_listed_idx')
    })

    test('of deleted servers are none', async () => {
      await db.delete(servers).where(sql`${servers.id} = 's/d'`)
      expect(await listed({})).toEqual(['gateway', 'alone'])
    })
  })
})

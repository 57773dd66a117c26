import { EMPTY_SCORE_FACTS } from 'assay-verify/score/score'
import { probes, watch } from 'assay-verify/state/test-observations'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { uptimeFrom } from '../../core/history/uptime'
import { openBreakages } from '../../store/breakages/breakage-openings'
import { recordDeletedServers, recordServers } from '../../store/catalog/catalog'
import { servers } from '../../store/catalog/catalog-schema'
import { recordListing } from '../../store/catalog/observed-listing'
import { recordServerStates } from '../../store/evidence/evidence'
import { noteChangedRatings, recordRatings } from '../../store/ratings/ratings'
import { testServer, testTool, uncategorized } from '../../store/test-catalog'
import { onDatabase, TEST_EPOCH } from '../../store/test-databases'
import { databaseSeconds, findFeedVersion, listFeedBreakages, listFeedServers, publishFeedVersion } from './feed'
import { feedVersions } from './feed-schema'

const OWNER = { source: 'file', precedence: 1 }
const CATALOG = [
  testServer('f/one', { tools: [testTool('a'), testTool('b')] }),
  testServer('f/two', { tools: [testTool('c')] }),
  testServer('f/api'),
]
const hash = (letter: string) => letter.repeat(43)

describe('the feed', () => {
  onDatabase(({ db }) => {
    beforeEach(async () => {
      await db.delete(servers)
      await db.delete(feedVersions)
      await recordServers(db, OWNER, CATALOG, TEST_EPOCH, uncategorized)
    })

    const keyOf = async (id: string) =>
      (await db.select({ id: servers.id, key: servers.key }).from(servers)).find((row) => row.id === id)?.key ?? 0
    const all = () => listFeedServers(db, 0, 100)
    const idsOf = async () => (await all()).flatMap(({ subjects }) => subjects.map(({ id }) => id)).sort()
    const listed = async () =>
      (await all()).flatMap((server) => server.subjects.flatMap(({ id, listed: is }) => (is ? [id] : []))).sort()
    /** Ids whose change times show that this write changed them; all others were changed an hour ago. */
    const changedBy = async (write: () => Promise<unknown>) => {
      await db.execute(
        sql`UPDATE subjects SET words_changed_at = now() - interval '1 hour', rating_changed_at = now() - interval '1 hour'`,
      )
      await db.execute(sql`UPDATE server_states SET changed_at = now() - interval '1 hour'`)
      const before = await databaseSeconds(db)
      await write()
      return (await all())
        .flatMap(({ changedAt, subjects }) =>
          subjects.flatMap(({ id, listed: is, listedChangedAt, ratingChangedAt }) =>
            Math.max(listedChangedAt, is ? Math.max(changedAt, ratingChangedAt) : 0) >= before ? [id] : [],
          ),
        )
        .sort()
    }
    const seen = async (id: string) => {
      const { serverState } = watch(probes(0, 3))
      const facts = { uptime: uptimeFrom([], null, TEST_EPOCH), scoreFacts: EMPTY_SCORE_FACTS }
      const state = { serverState, verdict: 'healthy', asOf: TEST_EPOCH, staleAfter: TEST_EPOCH } as const
      await recordServerStates(db, [{ serverKey: await keyOf(id), ...state, ...facts }])
    }

    test('reads every server once, in pages, with its subjects', async () => {
      const paged: string[] = []
      for (let after = 0; ; ) {
        const page = await listFeedServers(db, after, 2)
        if (page.length === 0) break
        expect(page.length).toBeLessThanOrEqual(2)
        paged.push(...page.flatMap(({ subjects }) => subjects.map(({ id }) => id)))
        after = page.at(-1)?.key ?? 0
      }
      expect(paged.sort()).toEqual(await idsOf())
      expect(await listed()).toEqual(['f/api', 'f/one/a', 'f/one/b', 'f/two/c'])
    })

    test('every write that changes a row sets its change time', async () => {
      await seen('f/one')
      expect(await changedBy(async () => undefined)).toEqual([])
      expect(await changedBy(() => seen('f/one'))).toEqual(['f/one/a', 'f/one/b'])
      const better = { verdict: 'unknown', score: 50, grade: 'D' } as const
      // Its server was never probed: only reported outcomes of the tool itself moved its score.
      expect(await changedBy(() => recordRatings(db, [{ id: 'f/two/c', ...better }]))).toEqual(['f/two/c'])
      expect(await changedBy(async () => noteChangedRatings(db, [await keyOf('f/one')]))).toEqual([
        'f/one/a',
        'f/one/b',
      ])
      const added = testServer('f/new')
      expect(await changedBy(() => recordServers(db, OWNER, [added], TEST_EPOCH, uncategorized))).toEqual(['f/new'])
    })

    test('what is no longer listed has its change time set too', async () => {
      const record = { tools: [testTool('a')], complete: true, protocolVersion: null, generation: null }
      const serverKey = await keyOf('f/one')
      const lost = await changedBy(() =>
        db.transaction((tx) => recordListing(tx, { ...record, serverKey }, TEST_EPOCH, uncategorized)),
      )
      expect(lost).toContain('f/one/b')
      expect(await listed()).not.toContain('f/one/b')
      expect(await changedBy(() => recordDeletedServers(db, OWNER, ['f/api'], TEST_EPOCH))).toEqual(['f/api'])
      expect(await listed()).toEqual(['f/one/a', 'f/two/c'])
    })

    test('lists open breakages', async () => {
      const evidence = { code: 'x', text: 'It broke.', at: TEST_EPOCH.toISOString() }
      const opening = {
        serverKey: await keyOf('f/two'),
        toolId: 'f/two/c',
        kind: 'tool_removed',
        severity: 'major',
        evidence,
      } as const
      const correlationKeys = {
        correlationKeys: [{ cause: 'listing', what: 'f/two' }],
        startWindow: { after: TEST_EPOCH, before: TEST_EPOCH },
      } as const
      await db.transaction((tx) => openBreakages(tx, [{ ...opening, ...correlationKeys }], TEST_EPOCH))
      expect(await listFeedBreakages(db, 10)).toMatchObject([
        { serverId: 'f/two', toolId: 'f/two/c', kind: 'tool_removed', severity: 'major', openedAt: TEST_EPOCH },
      ])
    })

    const found = (letter: string, minutes: number) => {
      const at = new Date(TEST_EPOCH.getTime() + minutes * 60_000)
      return { contentHash: hash(letter), readAt: at, assessedAt: at }
    }

    test('processes that build the same content get the same version, and each later content a higher one', async () => {
      const [first, same] = await Promise.all([
        publishFeedVersion(db, found('a', 0)),
        publishFeedVersion(db, found('a', 0)),
      ])
      expect(same).toEqual(first)
      const other = await publishFeedVersion(db, found('b', 1))
      const back = await publishFeedVersion(db, found('a', 2))
      expect(first.key).toBeLessThan(other.key)
      expect(other.key).toBeLessThan(back.key)
      expect(back).toMatchObject(found('a', 2))
      expect(await findFeedVersion(db, other.key, 'bbbb')).toEqual(other)
      expect(await findFeedVersion(db, other.key, 'aaaa')).toBeUndefined()
      expect(await findFeedVersion(db, 123_456_789, 'bbbb')).toBeUndefined()
    })

    test('versions older than a day are deleted, the newest never', async () => {
      const [old, young] = [await publishFeedVersion(db, found('a', 0)), await publishFeedVersion(db, found('b', 60))]
      const now = await publishFeedVersion(db, found('c', 24 * 60 + 1))
      expect(await findFeedVersion(db, old.key, 'a')).toBeUndefined()
      expect(await findFeedVersion(db, young.key, 'b')).toEqual(young)
      expect(await publishFeedVersion(db, found('c', 60 * 60))).toEqual(now)
    })
  })
})

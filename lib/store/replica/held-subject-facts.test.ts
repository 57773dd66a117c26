import { EMPTY_SCORE_FACTS } from 'assay-verify/score/score'
import { at, HOURS, probes, watch } from 'assay-verify/state/test-observations'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { uptimeFrom } from '../../core/history/uptime'
import { askedSubject } from '../../core/lookup/asked-subject'
import { recordDeletedServers, recordServers } from '../catalog/catalog'
import { servers, subjects } from '../catalog/catalog-schema'
import { openSubjectFacts, type SubjectFactsReader } from '../catalog/subject-facts'
import type { Database } from '../database'
import { recordServerStates } from '../evidence/evidence'
import { openRatingReplica, type RatingReplica } from '../ratings/rating-replica'
import { noteChangedRatings, openRatingReader } from '../ratings/ratings'
import { readsOf } from '../reads/reads'
import { testServer, testTool, uncategorized } from '../test-catalog'
import { onDatabase } from '../test-databases'

const FILE = { source: 'file', precedence: 1 }
const now = at(6 * HOURS)
const SCHEMA = { type: 'object', properties: { zone: { type: 'string' }, a: { type: 'number' } }, required: ['zone'] }
const CATALOG = [
  testServer('mcpm/org/time', {
    title: 'Time Keeper',
    repository: 'https://github.com/Org/Servers/tree/main/src/time',
    packages: [{ registry: 'npm', name: '@org/time' }],
    tools: [
      testTool('get_time', { inputSchema: SCHEMA, annotations: { readOnlyHint: true } }),
      testTool('list/zones', { inputSchema: null, description: '' }),
    ],
  }),
  testServer('mcpm/org/git', { title: 'Git', packages: [{ registry: 'pypi', name: 'mcp-server-git' }] }),
  testServer('smithery/clock/my-clock', { title: 'Clock', tools: [testTool('get time'), testTool('gone')] }),
  testServer('smithery/gone/git', { title: 'Gone', tools: [testTool('get_time')] }),
]
const TEXTS = [
  ...['mcpm/org/time', 'org/time', 'Time Keeper', 'time.keeper', 'git', 'clock', 'my clock', '@org/time', 'gone'],
  ...['npx -y @org/time', 'mcp-server-git', 'https://github.com/org/servers', 'org/servers', 'get_time', 'Get Time'],
  ...['time/get-time', 'mcpm/org/time/get_time', 'list/zones', 'smithery/clock/my-clock/gone', 'smithery/gone/git'],
]

describe('facts of found subjects from memory', () => {
  onDatabase(({ db }) => {
    let statements = 0
    let replica: RatingReplica
    const fromDatabase = openSubjectFacts(db)
    /** Counts statements that drizzle prepares or runs apart from those of refreshes. */
    const counted = (): Database =>
      new Proxy(db, {
        get: (target, name) => {
          if (name === 'select') statements += 1
          return Reflect.get(target, name)
        },
      })
    const open = async (wordBytes = 64_000_000, ratingBytes = 64_000_000) => {
      replica = openRatingReplica(readsOf(counted()), openRatingReader(db), (cause) => expect.fail(String(cause)), {
        ...{ ratingBytes, wordBytes },
      })
      await replica.start()
      statements = 0
    }

    beforeEach(async () => {
      await db.delete(servers)
      await recordServers(db, FILE, CATALOG, now, uncategorized)
      const { serverState, stored: _ } = watch(probes(0, 24))
      const [{ key = -1 } = {}] = await db
        .select({ key: servers.key })
        .from(servers)
        .where(eq(servers.id, 'mcpm/org/time'))
      const state = { serverState, verdict: 'healthy' as const, asOf: now, staleAfter: now }
      const facts = { uptime: uptimeFrom([], null, now), scoreFacts: EMPTY_SCORE_FACTS }
      await recordServerStates(db, [{ serverKey: key, ...state, ...facts }])
      await recordDeletedServers(db, FILE, ['smithery/gone/git'], now)
    })
    afterEach(() => replica.close())

    const allIds = async () => [
      ...(await db.select({ id: subjects.id }).from(subjects)).map(({ id }) => id),
      'no/such/id',
    ]
    const same = async (read: (reader: SubjectFactsReader) => Promise<unknown>) =>
      expect(await read(replica.subjectFacts)).toEqual(await read(fromDatabase))
    const byId = (rows: { id: string; by: string }[]) =>
      rows.map((row) => `${row.id} ${row.by} ${JSON.stringify(row)}`).sort()

    test.each<[name: string, wordBytes?: number | undefined, ratingBytes?: number]>([
      ['all of it', undefined],
      ['none of it', 0],
      ['a part', 2500],
      ['what was asked for', 0, 15_000],
      ['a part of what was asked for', 0, 5000],
      ['nothing, as it may not', 0, 0],
    ])('rows are those of the database, held: %s', async (_name, wordBytes, ratingBytes) => {
      await open(wordBytes, ratingBytes)
      expect(replica.use().holds).toBe(ratingBytes === undefined ? 'all' : 'part')
      const ids = await allIds()
      for (let times = 0; times < 2; times += 1) {
        expect(await replica.subjectFacts.listSubjectFacts(ids)).toMatchObject(await fromDatabase.listSubjectFacts(ids))
        await same((reader) => reader.listSearchFacts(ids))
        expect(await replica.subjectFacts.listSubjectDetails(ids)).toMatchObject(
          await fromDatabase.listSubjectDetails(ids),
        )
        await same((reader) => reader.listTexts(ids))
      }
      for (const text of TEXTS) {
        const asked = askedSubject(text)
        if (asked === undefined) throw new Error(text)
        const names = {
          text: asked.text,
          tail: asked.tail,
          repositories: asked.repositories.map(({ name }) => name),
          packages: asked.packages.flat().map(({ name }) => name),
        }
        const [ours, stored] = [await replica.subjectFacts.listNamed(names), await fromDatabase.listNamed(names)]
        expect([text, byId(ours)]).toEqual([text, byId(stored)])
      }
      const { bytes, hits, subjects } = replica.use()
      if (ratingBytes === undefined) return
      expect(bytes).toBeLessThanOrEqual(ratingBytes)
      expect(subjects > 0).toBe(ratingBytes > 0)
      expect(hits > 0).toBe(ratingBytes > 0)
    })

    test('tools of a server are in the published order, removed ones last', async () => {
      await db.update(subjects).set({ verdict: 'healthy', score: 70 }).where(eq(subjects.name, 'gone'))
      await db.update(subjects).set({ removedAt: now }).where(eq(subjects.name, 'get_time'))
      await noteChangedRatings(
        db,
        (await db.select({ key: servers.key }).from(servers)).map(({ key }) => key),
      )
      await open()
      const ordered = []
      for (const { key } of await db.select({ key: servers.key }).from(servers)) {
        const ours = await replica.subjectFacts.listToolIds(key, 9)
        expect(ours).toEqual(await fromDatabase.listToolIds(key, 9))
        ordered.push(ours)
      }
      expect(ordered).toContainEqual(['mcpm/org/time/list/zones', 'mcpm/org/time/get_time'])
      expect(ordered).toContainEqual(['smithery/clock/my-clock/gone', 'smithery/clock/my-clock/get time'])
      expect(await replica.subjectFacts.listToolIds(-1, 9)).toEqual([])
    })

    test('what is held is read without a statement', async () => {
      await open()
      await replica.subjectFacts.listSearchFacts(['mcpm/org/time/get_time', 'mcpm/org/git'])
      await replica.subjectFacts.listTexts(['mcpm/org/time/get_time'])
      await replica.subjectFacts.listNamed({ text: 'git', tail: null, repositories: [], packages: [] })
      expect(statements).toBe(0)
      expect(replica.marks.isWhole()).toBe(true)
    })

    test('changed words, ratings of servers never probed, and new tools are seen, and change the marks', async () => {
      await open()
      const [before] = await replica.subjectFacts.listSubjectFacts(['mcpm/org/git'])
      const key = before?.serverKey ?? -1
      const mark = replica.marks.ofServer(key)
      await db.transaction(async (tx) => {
        await tx.update(subjects).set({ score: 12.5 }).where(eq(subjects.id, 'mcpm/org/git'))
        await noteChangedRatings(tx, [key])
      })
      const score = async () => (await replica.subjectFacts.listSubjectFacts(['mcpm/org/git']))[0]?.score
      await expect.poll(score, { timeout: 5000 }).toBe(12.5)
      expect(replica.marks.ofServer(key)).not.toBe(mark)

      const names = replica.marks.ofNames()
      await recordServers(
        db,
        FILE,
        [testServer('mcpm/org/git', { title: 'Git', tools: [testTool('blame')] })],
        now,
        uncategorized,
      )
      const listed = async () =>
        (await replica.subjectFacts.listSubjectDetails(['mcpm/org/git', 'mcpm/org/git/blame'])).map(({ id }) => id)
      await expect.poll(listed, { timeout: 5000 }).toEqual(['mcpm/org/git/blame'])
      const isHeld = async () =>
        (await replica.subjectFacts.listNamed({ text: 'blame', tail: null, repositories: [], packages: [] })).length
      await expect.poll(isHeld, { timeout: 5000 }).toBe(1)
      expect(replica.marks.ofNames()).not.toBe(names)
    })
  })
})

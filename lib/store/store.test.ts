import { readdirSync } from 'node:fs'
import { VERDICTS } from 'assay-verify/verdict'
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CatalogServer } from '../core/catalog/catalog'
import { CATEGORIES } from '../core/catalog/taxonomy'
import { dayOf } from '../core/day'
import { openBreakages } from './breakages/breakage-openings'
import { closeBreakages, listOpenBreakagesOf, listOpenOfServers } from './breakages/breakages'
import { listNearbyIds, listSubjectDetails } from './catalog/candidates'
import { recordServers } from './catalog/catalog'
import { findProfile, findServerAround } from './catalog/profiles'
import { claimSource, recordSourceFailure, recordSourceSuccess } from './catalog/source-states'
import { countTotals } from './catalog/totals'
import { rowsOf } from './database'
import { dropPartitions, makeObservationPartitions } from './evidence/partitions'
import { countCategories, countCategory } from './listings/category-counts'
import { listCategory } from './listings/category-listings'
import { openRatingReader, recordRatings } from './ratings/ratings'
import { testServer, testTool, uncategorized } from './test-catalog'
import { onEveryDriver, TEST_EPOCH } from './test-databases'

const FILE = { source: 'file', precedence: 1 }
const now = TEST_EPOCH
const secondsOn = (seconds: number) => new Date(now.getTime() + seconds * 1000)

describe('store', () => {
  onEveryDriver(({ db }) => {
    const fromFile = (...entries: CatalogServer[]) => recordServers(db, FILE, entries, now, uncategorized)
    beforeAll(async () => {
      const tools = ['read_file', 'writeFile', 'list-directory'].map((name) => testTool(name))
      await fromFile(
        testServer('s/files', { tools }),
        testServer('s/weather', { tools: [testTool('forecast', { description: 'Weather for a city. 天气预报' })] }),
      )
    })

    test('the tables of the migration are those of the schema, column by column', async () => {
      const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
      const exported = await Promise.all(
        files
          .filter((name) => name.endsWith('-schema.ts'))
          .map(async (name) => Object.values(await import(/* @vite-ignore */ `./${name}`))),
      )
      const tables = exported.flat().filter((value): value is PgTable => is(value, PgTable))
      expect(tables.length).toBeGreaterThan(30)
      for (const table of tables) {
        const wanted = Object.values(getTableColumns(table)).map(
          (column) => `${column.name}${column.notNull ? ' not null' : ''}`,
        )
        const found = await rowsOf<{ name: string; nullable: string }>(
          db,
          sql`SELECT column_name AS name, is_nullable AS nullable FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ${getTableName(table)}`,
        )
        expect(
          found.map(({ name, nullable }) => `${name}${nullable === 'NO' ? ' not null' : ''}`).sort(),
          getTableName(table),
        ).toEqual(wanted.sort())
      }
    })

    test('a rating is found by exactly its id, several at once by one statement', async () => {
      const { findRating } = openRatingReader(db)
      const found = await Promise.all(
        ['s/files/read_file', 's/files', 's/files/READ_FILE', 's/files/read_file', 's/file'].map(findRating),
      )
      expect(found.map((rating) => rating?.id)).toEqual([
        's/files/read_file',
        's/files',
        undefined,
        's/files/read_file',
        undefined,
      ])
      expect(found[0]).toMatchObject({
        kind: 'tool',
        verdict: 'unknown',
        grade: 'unrated',
        serverState: null,
        declaredAccess: 'unknown',
      })
    })

    test('ids near an unknown one are found under its server and next to it', async () => {
      expect(await listNearbyIds(db, 's/files/read_fil', 20)).toContain('s/files/read_file')
      expect(await listNearbyIds(db, 's/weathers', 20)).toContain('s/weather/forecast')
    })

    test('found subjects come in the order of the ids given, with their server; what is not listed is left out', async () => {
      const odd = 'q/"quoted" \\ {braces}, NULL'
      await fromFile(
        testServer(odd, {
          declaredAuth: 'oauth',
          tools: [testTool('a', { annotations: { title: 'A' }, inputSchema: null })],
        }),
      )
      const ids = ['s/weather/forecast', 's/nothing', `${odd}/a`, 's/files', 's/files/read_file']
      const found = await listSubjectDetails(db, ids)
      expect(found.map((row) => row.id)).toEqual(['s/weather/forecast', `${odd}/a`, 's/files/read_file'])
      expect(found[1]).toMatchObject({ kind: 'tool', serverId: odd, annotations: { title: 'A' }, serverState: null })
      expect(await listSubjectDetails(db, [])).toEqual([])
      expect(found.map(({ hasInputSchema, declaredAuth }) => [hasInputSchema, declaredAuth])).toEqual([
        [true, null],
        [false, 'oauth'],
        [true, null],
      ])
      await db.execute(sql`DELETE FROM servers WHERE id = ${odd}`)
    })

    test('the server of an unknown tool has the longest known id that ends before one of its slashes', async () => {
      expect((await findServerAround(db, 's/files/no/such'))?.id).toBe('s/files')
      expect((await findServerAround(db, 's/files/read_file/more'))?.id).toBe('s/files')
      expect(await findServerAround(db, 's/files')).toBeUndefined()
      expect(await findServerAround(db, 's/filesystem/read')).toBeUndefined()
      expect(await findServerAround(db, 's')).toBeUndefined()
    })

    test('open breakages of a tool are its own and its server’s, newest first', async () => {
      const serverKey = (await findProfile(db, 's/files'))?.server.key ?? 0
      const evidence = { code: 'timed_out', text: 'It did not answer.', at: now.toISOString() }
      const alone = {
        correlationKeys: [{ cause: 'server', what: 's/files' }],
        startWindow: { after: now, before: now },
      } as const
      const open = (toolId: string | null, kind: 'down' | 'tool_removed', seconds: number) =>
        db.transaction((tx) =>
          openBreakages(tx, [{ serverKey, toolId, kind, severity: 'major', evidence, ...alone }], secondsOn(seconds)),
        )
      await open(null, 'down', 0)
      await open('s/files/read_file', 'tool_removed', 1)
      await open('s/files/writeFile', 'tool_removed', 2)
      const kinds = async () => (await listOpenBreakagesOf(db, serverKey, 's/files/read_file')).map(({ kind }) => kind)
      expect(await kinds()).toEqual(['tool_removed', 'down'])
      const ofServer = (await listOpenOfServers(db, [serverKey])).filter(({ toolId }) => toolId === null)
      await db.transaction((tx) =>
        closeBreakages(
          tx,
          ofServer.map(({ key }) => key),
          secondsOn(3),
        ),
      )
      expect(await kinds()).toEqual(['tool_removed'])
    })

    test('a category is ranked by verdict as published, then score, then id by bytes', async () => {
      const names = ['b', 'B', 'a', 'ä', 'z', 'y', 'x', 'w']
      await fromFile(testServer('r/s', { tools: names.map((name) => testTool(name)) }))
      await db.execute(sql`UPDATE subjects SET categories = ARRAY['auth'] WHERE id LIKE 'r/s/%'`)
      const rate = (name: string, verdict: (typeof VERDICTS)[number], score: number) => ({
        id: `r/s/${name}`,
        verdict,
        score,
        grade: 'C' as const,
      })
      await recordRatings(db, [
        rate('w', 'down', 99),
        rate('x', 'unknown', 98),
        rate('y', 'degraded', 97),
        rate('z', 'healthy', 10),
        rate('b', 'healthy', 50),
        rate('B', 'healthy', 50),
        rate('ä', 'healthy', 50),
        rate('a', 'healthy', 50.1),
      ])
      const rows = await listCategory(db, 'auth', { filter: {}, sort: 'rank', limit: 20, offset: 0 })
      expect(rows.map((row) => row.id)).toEqual(['a', 'B', 'b', 'ä', 'z', 'y', 'x', 'w'].map((name) => `r/s/${name}`))
      expect(await countCategory(db, 'auth')).toEqual({
        ...{ tracked: 8, healthy: 5, working: 5, unrated: 0, servers: 1 },
      })
      expect(
        (await listCategory(db, 'auth', { filter: {}, sort: 'rank', limit: 3, offset: 6 })).map((row) => row.id),
      ).toEqual(['r/s/x', 'r/s/w'])
    })

    test('counts of categories and totals agree with each other', async () => {
      const counts = await countCategories(db)
      expect(counts.every(({ slug }) => CATEGORIES.some((category) => category.slug === slug))).toBe(true)
      for (const count of counts)
        expect(await countCategory(db, count.slug)).toMatchObject({ tracked: count.tracked, healthy: count.healthy })
      const totals = await countTotals(db)
      expect(totals).toMatchObject({ servers: 3, tools: 12 })
      expect(Object.keys(totals.byVerdict)).toEqual([...VERDICTS])
    })

    test('partitions are made ahead, can be made again, and are dropped by whole days', async () => {
      const count = async () =>
        (
          await rowsOf<{ n: number }>(
            db,
            sql`SELECT count(*)::int AS n FROM pg_inherits WHERE inhparent = 'observations'::regclass`,
          )
        )[0]?.n
      const before = await count()
      await makeObservationPartitions(db, now)
      expect(await count()).toBe(before)
      expect(await dropPartitions(db, 'observations', dayOf(secondsOn(3 * 86_400)))).toBe(3)
      expect(await count()).toBe((before ?? 0) - 3)
      await makeObservationPartitions(db, now)
    })

    test('a source is claimed by one process when it is due, and continues from its last success', async () => {
      const EVERY_HOUR = { leaseSeconds: 60, intervalMs: 3_600_000 }
      const claims = await Promise.all([
        claimSource(db, 'src', EVERY_HOUR, now),
        claimSource(db, 'src', EVERY_HOUR, now),
      ])
      expect(claims.filter((state) => state !== undefined)).toEqual([
        { name: 'src', since: null, failures: 0, succeededAt: null },
      ])
      await recordSourceSuccess(db, 'src', '2026-11-01T00:00:00Z', secondsOn(3600), now)
      expect(await claimSource(db, 'src', EVERY_HOUR, secondsOn(3599))).toBeUndefined()
      expect(await claimSource(db, 'src', EVERY_HOUR, secondsOn(3600))).toMatchObject({
        since: '2026-11-01T00:00:00Z',
        failures: 0,
        succeededAt: now.getTime(),
      })
      await recordSourceFailure(db, 'src', 'no network', secondsOn(3660))
      expect(await claimSource(db, 'src', EVERY_HOUR, secondsOn(3660))).toMatchObject({
        since: '2026-11-01T00:00:00Z',
        failures: 1,
      })
    })

    test('a failed statement leaves the next one unharmed', async () => {
      await expect(db.transaction((tx) => tx.execute(sql`SELECT 1/0`))).rejects.toThrow()
      expect(await rowsOf(db, sql`SELECT 1 AS one`)).toEqual([{ one: 1 }])
    })
  })
})

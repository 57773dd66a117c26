import { DAY_MS, HOUR_MS } from 'assay-verify/duration'
import { getTableColumns } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CREDIT_DAYS } from '../../core/caller/credits'
import { dayOf } from '../../core/day'
import { recordServers } from '../../store/catalog/catalog'
import { dropOldKeyDays, findKey } from '../../store/keys/keys'
import { apiKeys, countedBatches, keyDays } from '../../store/keys/keys-schema'
import { listUsage, recordOutcomes } from '../../store/outcomes/outcomes'
import { outcomeCounts, reporters } from '../../store/outcomes/usage-schema'
import { testServer, testTool, uncategorized } from '../../store/test-catalog'
import { onDatabase } from '../../store/test-databases'
import { eraseKey, findKeyUsage, insertKey } from './keys'

const now = new Date('2026-11-20T12:30:00Z')
const TODAY = dayOf(now)

test('there is no column for a name, an address or an agent', () => {
  expect(Object.keys(getTableColumns(apiKeys)).sort()).toEqual([
    'createdAt',
    'credits',
    'hash',
    'keyId',
    'ownLimit',
    'reporterKey',
  ])
  expect(Object.keys(getTableColumns(keyDays)).sort()).toEqual(['credits', 'day', 'events', 'keyId'])
  expect(Object.keys(getTableColumns(countedBatches)).sort()).toEqual([
    'accepted',
    // A keyed digest of the batch: it shows only whether another batch is the same.
    'content',
    // Numbers of partitions of the stream.
    'countedParts',
    'credits',
    'expiresAt',
    'hash',
    'ignored',
  ])
})

describe('keys', () => {
  onDatabase(({ db }) => {
    beforeAll(async () => {
      const catalog = [testServer('o/s', { tools: [testTool('x')] })]
      await recordServers(db, { source: 'file', precedence: 1 }, catalog, now, uncategorized)
    })
    beforeEach(async () => {
      for (const table of [outcomeCounts, countedBatches, apiKeys, reporters]) await db.delete(table)
      await insertKey(db, { keyId: 'key_a', hash: 'hash a', ownLimit: null }, now)
    })
    const ledger = (...days: [day: number, events: number, credits: number][]) =>
      db.insert(keyDays).values(days.map(([day, events, credits]) => ({ keyId: 'key_a', day, events, credits })))

    test('are found by their hash, each with a reporter of its own', async () => {
      await insertKey(db, { keyId: 'key_b', hash: 'hash b', ownLimit: 9000 }, now)
      const [a, b] = [await findKey(db, 'hash a', now), await findKey(db, 'hash b', now)]
      expect(a).toEqual({
        keyId: 'key_a',
        reporterKey: expect.any(Number),
        createdAt: now,
        ownLimit: null,
        credits: 0,
        recentCredits: 0,
      })
      expect(b).toMatchObject({ keyId: 'key_b', ownLimit: 9000 })
      expect(b?.reporterKey).not.toBe(a?.reporterKey)
      expect(await db.select().from(reporters)).toEqual(
        [a, b].map((key) => ({ key: key?.reporterKey, keyedSince: now, corroborated: 0 })),
      )
      for (const hash of ['hash c', 'key_a', '', 'hash a ']) expect(await findKey(db, hash, now), hash).toBeUndefined()
    })

    test('never share an id or a hash, and a failed insert leaves no reporter behind', async () => {
      await expect(insertKey(db, { keyId: 'key_a', hash: 'hash c', ownLimit: null }, now)).rejects.toThrow()
      await expect(insertKey(db, { keyId: 'key_c', hash: 'hash a', ownLimit: null }, now)).rejects.toThrow()
      expect(await db.$count(reporters)).toBe(1)
    })

    test('have their use summed over the days that count, and no others', async () => {
      await ledger(
        [TODAY, 7, 5],
        [TODAY - 1, 20, 10],
        [TODAY - CREDIT_DAYS + 1, 200, 100],
        [TODAY - CREDIT_DAYS, 3000, 1000],
      )
      expect(await findKey(db, 'hash a', now)).toMatchObject({ recentCredits: 115 })
      expect(await findKeyUsage(db, 'key_a', now)).toEqual({
        credits: 0,
        recentCredits: 115,
        creditsToday: 5,
        recentEvents: 227,
        eventsToday: 7,
      })
      const midnight = new Date((TODAY + 1) * DAY_MS)
      expect(await findKeyUsage(db, 'key_a', midnight)).toMatchObject({ creditsToday: 0, recentCredits: 15 })
      expect(await findKeyUsage(db, 'key_b', now)).toBeUndefined()
    })

    test('that were not used have used nothing', async () => {
      expect(await findKeyUsage(db, 'key_a', now)).toEqual({
        credits: 0,
        recentCredits: 0,
        creditsToday: 0,
        recentEvents: 0,
        eventsToday: 0,
      })
    })

    test('that are erased lose their ledger and their reporter, whose outcomes count for nothing', async () => {
      await insertKey(db, { keyId: 'key_b', hash: 'hash b', ownLimit: null }, now)
      await ledger([TODAY, 7, 5])
      const counted = async (hash: string) => ({
        subjectId: 'o/s/x',
        reporterKey: (await findKey(db, hash, now))?.reporterKey ?? 0,
        hour: Math.floor(now.getTime() / HOUR_MS),
        successes: 3,
        transportFailures: 0,
        callerFailures: 0,
        otherFailures: 0,
      })
      const reported = [await counted('hash a'), await counted('hash b')]
      await db.transaction((tx) => recordOutcomes(tx, reported, now))
      const heard = async () =>
        (await listUsage(db, ['o/s/x'], new Date(now.getTime() - DAY_MS), now)).get('o/s/x')?.length
      expect(await heard()).toBe(2)
      await eraseKey(db, 'key_a')
      expect(await heard()).toBe(1)
      expect(await findKey(db, 'hash a', now)).toBeUndefined()
      expect(await findKeyUsage(db, 'key_a', now)).toBeUndefined()
      expect(await db.$count(keyDays)).toBe(0)
      expect(await db.$count(reporters)).toBe(1)
      await eraseKey(db, 'key_a')
      expect((await findKey(db, 'hash b', now))?.keyId).toBe('key_b')
    })

    test('lose ledger days and batches that no longer count', async () => {
      await ledger([TODAY, 1, 1], [TODAY - CREDIT_DAYS, 2, 2], [TODAY - CREDIT_DAYS - 1, 4, 4], [TODAY - 400, 8, 8])
      const batch = { accepted: 1, ignored: 0, credits: 1 }
      await db.insert(countedBatches).values([
        { ...batch, hash: 'over', expiresAt: new Date(now.getTime() - 1) },
        { ...batch, hash: 'over now', expiresAt: now },
        { ...batch, hash: 'not yet', expiresAt: new Date(now.getTime() + 1) },
      ])
      expect(await dropOldKeyDays(db, now)).toBe(4)
      expect((await db.select().from(keyDays)).map(({ day }) => day).sort()).toEqual([TODAY - CREDIT_DAYS, TODAY])
      expect((await db.select().from(countedBatches)).map(({ hash }) => hash)).toEqual(['not yet'])
      expect(await dropOldKeyDays(db, now)).toBe(0)
    })
  })
})

import { eq, inArray, like } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordServers } from '../catalog/catalog'
import { servers } from '../catalog/catalog-schema'
import { streamable, targetingBy, testServer, uncategorized } from '../test-catalog'
import { onDatabase, TEST_EPOCH } from '../test-databases'
import { serverDemand } from './demand-schema'
import { probeTargets } from './evidence-schema'
import {
  addDemand,
  askForCheck,
  countAskedChecks,
  countFirstChecks,
  dropOldDemand,
  findWaitingCheck,
  rankFirstChecks,
} from './first-checks'
import { claimDueTargets, completeClaims, releaseClaims } from './schedule'
import { scheduleServers } from './scheduled-targets'

const now = TEST_EPOCH
const secondsOn = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const DAY = 86_400
/** Two first probes a minute at one host. */
const BUDGET = { perMinute: 1000, hostPerMinute: 2, gateways: new Map<string, number>() }
const claim = {
  leaseId: 'one',
  leaseSeconds: 60,
  limit: 1,
  mostRechecks: 50,
  perHost: 50,
  busyHosts: [] as string[],
  networks: ['public'] as const,
  probers: ['mcp-http'],
  vantage: 'here',
  otherVantages: false,
}

describe('first checks', () => {
  onDatabase(({ db }) => {
    beforeAll(async () => {
      const single = (id: string, host = id.replace('/', '-')) =>
        testServer(id, { remotes: [streamable(`https://${host}.example/mcp`)] })
      const gateway = Array.from({ length: 5 }, (_, nth) =>
        testServer(`gate/${nth}`, { remotes: [streamable(`https://gate.example/${nth}`)] }),
      )
      const listed = [single('a/plain'), single('a/wanted'), single('a/famous', 'famous'), single('b/famous', 'famous')]
      const local = testServer('a/local', { remotes: [streamable('http://127.0.0.1:3901/mcp')] })
      const file = { source: 'file', precedence: 1 }
      await recordServers(db, file, [...listed, ...gateway, local, testServer('a/bare')], now, uncategorized)
      await db.update(servers).set({ productId: 'famous' }).where(like(servers.id, '%/famous'))
      await scheduleServers(db, targetingBy('streamable-http'), 'changed', 100, now, BUDGET)
    })
    beforeEach(async () => {
      await db.delete(serverDemand)
      await db.update(probeTargets).set({ seenFrom: null, firstProbedAt: null, askedAt: null, isRecheck: false })
      await db.update(probeTargets).set({ leaseUntil: null, leaseId: null })
      await schedule()
    })

    const keyOf = async (id: string) =>
      (await db.select({ key: servers.key }).from(servers).where(eq(servers.id, id)))[0]?.key ?? -1
    /** Each target is due as it was planned at first, and ranked by its listings alone. */
    const schedule = async () => {
      await db.update(probeTargets).set({ dueAt: now, priority: 1 })
      for (const id of ['a/famous', 'b/famous'])
        await db
          .update(probeTargets)
          .set({ priority: 2 })
          .where(eq(probeTargets.serverKey, await keyOf(id)))
      for (const [nth, minute] of [0, 0, 1, 1, 2].entries())
        await db
          .update(probeTargets)
          .set({ dueAt: secondsOn(minute * 60) })
          .where(eq(probeTargets.serverKey, await keyOf(`gate/${nth}`)))
    }
    /** The ids that claims of one each get, in their order. */
    const claimedInTurn = async (count: number, at = now, leaseId = 'one') => {
      const ids: string[] = []
      for (let n = 0; n < count; n += 1)
        ids.push(...(await claimDueTargets(db, { ...claim, leaseId }, at)).map(({ serverId }) => serverId))
      return ids
    }
    const waitingOf = async (id: string) => {
      const found = await findWaitingCheck(db, id)
      if (found == null) throw new Error(`${id} does not wait`)
      return found
    }
    const seen = async (id: string, dueAt: Date, more: Partial<typeof probeTargets.$inferInsert> = {}) =>
      db
        .update(probeTargets)
        .set({ seenFrom: 'here', dueAt, ...more })
        .where(eq(probeTargets.serverKey, await keyOf(id)))

    test('demand goes first, then what most registries list, then what waits longest', async () => {
      await seen('gate/0', secondsOn(900))
      await seen('gate/1', secondsOn(900))
      await db.update(probeTargets).set({ priority: 0 })
      await addDemand(db, ['a/famous', 'a/wanted'], now)
      await addDemand(db, ['a/wanted', 'a/plain', 'b/famous', 'no/such'], now)
      await addDemand(db, ['a/wanted', 'a/bare'], now)
      expect(await claimedInTurn(5)).toEqual(['a/wanted', 'a/famous', 'b/famous', 'a/plain'])
    })

    test('a server and the others of its product are ranked by the registries that list it', async () => {
      const rankOf = async (id: string) =>
        (
          await db
            .select()
            .from(probeTargets)
            .where(eq(probeTargets.serverKey, await keyOf(id)))
        )[0]?.priority
      const ids = ['a/famous', 'b/famous', 'a/bare', 'a/plain']
      await db.update(servers).set({ productId: 'famous' }).where(eq(servers.id, 'a/bare'))
      await db.update(probeTargets).set({ priority: 0 })
      await rankFirstChecks(db, [await keyOf('a/famous'), await keyOf('a/plain')], now)
      expect(await Promise.all(ids.map(rankOf))).toEqual([2, 2, undefined, 1])
      await db.update(servers).set({ lifecycle: 'deleted' }).where(eq(servers.id, 'b/famous'))
      await rankFirstChecks(db, [await keyOf('a/bare')], now)
      expect(await Promise.all(ids.map(rankOf))).toEqual([1, 1, undefined, 1])
      await db.update(servers).set({ lifecycle: 'active' })
      await db.update(servers).set({ productId: null }).where(eq(servers.id, 'a/bare'))
    })

    test('demand counts on a logarithmic scale, is halved in a week, and is dropped in the end', async () => {
      const rank = async () => (await waitingOf('a/plain')).ahead
      for (let n = 0; n < 7; n += 1) await addDemand(db, ['a/wanted'], now)
      for (let n = 0; n < 6; n += 1) await addDemand(db, ['a/plain'], now)
      expect(await rank()).toBe(1)
      await addDemand(db, ['a/plain'], now)
      expect(await rank()).toBe(0)
      await addDemand(db, ['a/plain'], secondsOn(7 * DAY))
      expect((await db.select().from(serverDemand)).map(({ minutes }) => minutes).sort()).toEqual([4.5, 7])
      await dropOldDemand(db, secondsOn(7 * DAY))
      expect(await db.select().from(serverDemand)).toHaveLength(2)
      await dropOldDemand(db, secondsOn(35 * DAY))
      expect(await db.select().from(serverDemand)).toHaveLength(0)
    })

    test('nothing is counted of what was checked or cannot be', async () => {
      await seen('a/plain', now)
      await addDemand(db, ['a/plain', 'a/bare', 'no/such'], now)
      expect(await db.select().from(serverDemand)).toEqual([])
    })

    test('first checks and others take turns, and however much demand there is, it moves no other', async () => {
      const again = ['gate/0', 'gate/1', 'gate/2', 'a/plain']
      for (const [nth, id] of again.entries()) await seen(id, secondsOn(-nth), { priority: 0 })
      for (let n = 0; n < 50; n += 1) await addDemand(db, ['a/wanted', ...again], now)
      await askForCheck(db, await waitingOf('b/famous'), now)
      const together = await claimDueTargets(db, { ...claim, limit: 4 }, now)
      expect(together.map(({ serverId }) => serverId).sort()).toEqual(['a/plain', 'a/wanted', 'b/famous', 'gate/2'])
      const rest = await claimedInTurn(9)
      expect(rest.filter((id) => again.includes(id))).toEqual(['gate/1', 'gate/0'])
      expect(rest.filter((id) => !again.includes(id))).toEqual(['a/famous'])
    })

    test('what was asked for is claimed next, and its host gets no more probes a minute than were planned', async () => {
      await askForCheck(db, await waitingOf('gate/4'), now)
      const planned = await db
        .select({ id: servers.id, dueAt: probeTargets.dueAt })
        .from(probeTargets)
        .innerJoin(servers, eq(servers.key, probeTargets.serverKey))
        .where(eq(probeTargets.host, 'gate.example'))
        .orderBy(probeTargets.dueAt, servers.id)
      expect(planned.map(({ id, dueAt }) => [id, (dueAt.getTime() - now.getTime()) / 60_000])).toEqual([
        ['gate/1', 0],
        ['gate/4', 0],
        ['gate/2', 1],
        ['gate/3', 1],
        ['gate/0', 2],
      ])
      expect(await claimedInTurn(1)).toEqual(['gate/4'])
    })

    test('where all that a host may have is asked for or under way, what is asked for next waits for its time', async () => {
      await askForCheck(db, await waitingOf('gate/0'), now)
      await askForCheck(db, await waitingOf('gate/1'), now)
      await askForCheck(db, await waitingOf('gate/2'), now)
      expect((await waitingOf('gate/2')).dueAt).toEqual(secondsOn(60))
      expect(await countAskedChecks(db, 'gate.example', secondsOn(-3600))).toEqual({ count: 3, firstAt: now })
      expect((await countAskedChecks(db, 'gate.example', now)).count).toBe(0)
      await claimedInTurn(1)
      await askForCheck(db, await waitingOf('gate/0'), secondsOn(1))
      expect((await countAskedChecks(db, 'gate.example', now)).count).toBe(0)
      await releaseClaims(db, 'one', secondsOn(60))
    })

    test('a server waits until it was probed; what was claimed and left has not been', async () => {
      expect(await findWaitingCheck(db, 'no/such')).toBeUndefined()
      expect(await findWaitingCheck(db, 'a/bare')).toBeNull()
      expect(await findWaitingCheck(db, 'a/local')).toBeNull()
      expect(await waitingOf('a/plain')).toMatchObject({ serverId: 'a/plain', host: 'a-plain.example', ahead: 2 })
      const [claimed] = await claimDueTargets(db, claim, now)
      const { serverKey, targetNo, serverId } = claimed ?? { serverKey: -1, targetNo: 0, serverId: '' }
      const done = { serverKey, targetNo, dueAt: secondsOn(600), isRecheck: false }
      await completeClaims(db, 'one', [{ ...done, vantage: null }])
      expect(await waitingOf(serverId)).toMatchObject({ dueAt: secondsOn(600) })
      expect(await countFirstChecks(db, now)).toEqual({ checkable: 9, checked: 0, lastHour: 0 })
      await claimDueTargets(db, { ...claim, limit: 50 }, secondsOn(600))
      await completeClaims(db, 'one', [{ ...done, vantage: 'here', probedAt: secondsOn(600) }])
      expect(await findWaitingCheck(db, serverId)).toBeNull()
      expect(await countFirstChecks(db, secondsOn(600))).toEqual({ checkable: 9, checked: 1, lastHour: 1 })
      expect(await countFirstChecks(db, secondsOn(4300))).toEqual({ checkable: 9, checked: 1, lastHour: 0 })
    })

    test('many priorities at once are written where nobody else has the row', async () => {
      const ids = ['a/plain', 'a/wanted', 'a/famous', 'b/famous']
      await Promise.all(Array.from({ length: 5 }, () => addDemand(db, ids, now)))
      const keys = await Promise.all(ids.map(keyOf))
      const rows = await db.select().from(serverDemand).where(inArray(serverDemand.serverKey, keys))
      expect(rows.map(({ minutes }) => minutes)).toEqual([5, 5, 5, 5])
    })
  })
})

import { eq, inArray } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordServers } from '../catalog/catalog'
import { servers } from '../catalog/catalog-schema'
import { streamable, targetingBy, testServer, uncategorized } from '../test-catalog'
import { onDatabase, TEST_EPOCH } from '../test-databases'
import { countDueTargets } from './due-times'
import { probeTargets } from './evidence-schema'
import { claimDueTargets, completeClaims, makeDue, releaseClaims } from './schedule'
import { scheduleServers } from './scheduled-targets'

const FILE = { source: 'file', precedence: 1 }
const now = TEST_EPOCH
const secondsOn = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const targeting = targetingBy('streamable-http')
const claim = {
  leaseId: 'one',
  leaseSeconds: 60,
  limit: 50,
  mostRechecks: 50,
  perHost: 50,
  busyHosts: [],
  networks: ['public', 'local'] as const,
  probers: ['mcp-http'],
  vantage: 'here',
  otherVantages: false,
}

describe('schedule', () => {
  onDatabase(({ db }) => {
    beforeAll(async () => {
      const great = Array.from({ length: 30 }, (_, i) =>
        testServer(`great/${i}`, { remotes: [streamable(`https://great.example/${i}`)] }),
      )
      const small = Array.from({ length: 10 }, (_, i) =>
        testServer(`small/${i}`, { remotes: [streamable(`https://small-${i}.example/mcp`)] }),
      )
      const local = testServer('local/one', { remotes: [streamable('http://127.0.0.1:3901/mcp')] })
      const template = testServer('never/template', {
        remotes: [{ transport: 'streamable-http', url: 'https://{host}/mcp', template: true }],
      })
      await recordServers(db, FILE, [...great, ...small, local, template, testServer('never/bare')], now, uncategorized)
      await scheduleServers(db, targeting, 'changed', 100, now)
    })
    beforeEach(async () => {
      await db
        .update(probeTargets)
        .set({ dueAt: now, leaseUntil: null, leaseId: null, isRecheck: false, seenFrom: null })
    })

    test('only servers with an address that can be dialled are queued', async () => {
      expect(await countDueTargets(db, ['public', 'local'], now)).toBe(41)
      expect(await countDueTargets(db, ['local'], now)).toBe(1)
      expect(await countDueTargets(db, [], now)).toBe(0)
      expect(await countDueTargets(db, ['public'], secondsOn(-1))).toBe(0)
    })

    test('concurrent claimers never get the same server, and together get all', async () => {
      const claimers = Array.from({ length: 6 }, (_, i) =>
        claimDueTargets(db, { ...claim, leaseId: `c${i}`, limit: 10 }, now),
      )
      const first = (await Promise.all(claimers)).flat()
      const rest: typeof first = []
      for (let i = 0; i < 6; i += 1)
        rest.push(...(await claimDueTargets(db, { ...claim, leaseId: `r${i}`, limit: 10 }, now)))
      const ids = [...first, ...rest].map((server) => server.serverId)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).toHaveLength(41)
    })

    test('one large host does not fill a claim', async () => {
      const claimed = await claimDueTargets(db, { ...claim, perHost: 2, limit: 50 }, now)
      expect(claimed.filter((server) => server.serverId.startsWith('great/'))).toHaveLength(2)
      expect(claimed).toHaveLength(13)
    })

    test('a host that is busy neither fills a claim nor hides what waits behind it', async () => {
      await db
        .update(probeTargets)
        .set({ dueAt: secondsOn(-3600) })
        .where(eq(probeTargets.host, 'great.example'))
      const claimed = await claimDueTargets(db, { ...claim, busyHosts: ['great.example'], limit: 5 }, now)
      expect(claimed).toHaveLength(5)
      expect(claimed.filter((server) => server.serverId.startsWith('great/'))).toEqual([])
    })

    test('rechecks take their share of a claim, and no more, while others are due', async () => {
      await db.update(probeTargets).set({ isRecheck: true }).where(eq(probeTargets.host, 'great.example'))
      const claimed = await claimDueTargets(db, { ...claim, mostRechecks: 4, limit: 10 }, now)
      expect(claimed.map(({ isRecheck }) => isRecheck).sort()).toEqual([
        ...Array(6).fill(false),
        ...Array(4).fill(true),
      ])
      expect(await claimDueTargets(db, { ...claim, leaseId: 'two', mostRechecks: 0 }, now)).toHaveLength(5)
    })

    test('at one host rechecks and regular probes take turns', async () => {
      const great = await db.select().from(probeTargets).where(eq(probeTargets.host, 'great.example'))
      const failing = great.slice(0, 20).map(({ serverKey }) => serverKey)
      await db.update(probeTargets).set({ isRecheck: true }).where(inArray(probeTargets.serverKey, failing))
      const claimed = await claimDueTargets(db, { ...claim, perHost: 2 }, now)
      const ofGreat = claimed.filter((server) => server.serverId.startsWith('great/'))
      expect(ofGreat.map(({ isRecheck }) => isRecheck).sort()).toEqual([false, true])
    })

    test('only the given networks are claimed', async () => {
      const claimed = await claimDueTargets(db, { ...claim, networks: ['local'] }, now)
      expect(claimed.map((server) => server.serverId)).toEqual(['local/one'])
      expect(claimed[0]).toMatchObject({
        target: { url: 'http://127.0.0.1:3901/mcp', network: 'local' },
        state: null,
        generation: null,
      })
    })

    test('a lease keeps others out until it ends, and then the work comes back', async () => {
      await claimDueTargets(db, claim, now)
      expect(await claimDueTargets(db, { ...claim, leaseId: 'two' }, secondsOn(59))).toEqual([])
      expect(await claimDueTargets(db, { ...claim, leaseId: 'two' }, secondsOn(60))).toHaveLength(41)
    })

    test('a completed claim is due at its own time; one taken over meanwhile is left to the new holder', async () => {
      const [server] = await claimDueTargets(db, { ...claim, networks: ['local'] }, now)
      const serverKey = server?.serverKey ?? -1
      await completeClaims(db, 'somebody else', [
        { serverKey, targetNo: 0, dueAt: secondsOn(900), isRecheck: false, vantage: 'here' },
      ])
      expect(await claimDueTargets(db, { ...claim, networks: ['local'] }, secondsOn(1))).toEqual([])
      await completeClaims(db, 'one', [
        { serverKey, targetNo: 0, dueAt: secondsOn(900), isRecheck: false, vantage: 'here' },
      ])
      expect(await claimDueTargets(db, { ...claim, networks: ['local'] }, secondsOn(899))).toEqual([])
      expect(await claimDueTargets(db, { ...claim, networks: ['local'] }, secondsOn(900))).toHaveLength(1)
    })

    test('a recheck goes before everything else, and to another vantage first', async () => {
      const [server] = await claimDueTargets(db, { ...claim, limit: 1, networks: ['public'] }, now)
      const serverKey = server?.serverKey ?? -1
      await completeClaims(db, 'one', [
        { serverKey, targetNo: 0, dueAt: secondsOn(20), isRecheck: true, vantage: 'here' },
      ])
      const soon = { ...claim, leaseId: 'two', limit: 1, networks: ['public'] as const }
      const here = await claimDueTargets(db, { ...soon, otherVantages: true }, secondsOn(21))
      expect(here.map(({ serverKey: key }) => key)).not.toContain(serverKey)
      await releaseClaims(db, 'two', secondsOn(21))
      const there = await claimDueTargets(db, { ...soon, vantage: 'there', otherVantages: true }, secondsOn(21))
      expect(there.map(({ serverKey: key }) => key)).toEqual([serverKey])
      await releaseClaims(db, 'two', secondsOn(21))
      const alone = await claimDueTargets(db, soon, secondsOn(21))
      expect(alone.map(({ serverKey: key }) => key)).toEqual([serverKey])
      await releaseClaims(db, 'two', secondsOn(21))
      const waited = await claimDueTargets(db, { ...soon, otherVantages: true }, secondsOn(28))
      expect(waited.map(({ serverKey: key }) => key)).toEqual([serverKey])
    })

    test('released claims are due as before', async () => {
      await claimDueTargets(db, claim, now)
      await releaseClaims(db, 'one', now)
      expect(await countDueTargets(db, ['public', 'local'], now)).toBe(41)
    })

    test('servers known to have just started are due at once', async () => {
      await db.update(probeTargets).set({ dueAt: secondsOn(900) })
      await makeDue(db, ['small/1', 'great/3', 'never/bare'], now)
      expect(await countDueTargets(db, ['public'], now)).toBe(2)
    })

    test('a server that moves to another host is due at once; one with other words is not', async () => {
      const ids = ['small/1', 'small/2']
      await db.update(probeTargets).set({ dueAt: secondsOn(900) })
      const moved = testServer('small/1', { remotes: [streamable('https://moved.example/mcp')] })
      const reworded = testServer('small/2', { title: 'New', remotes: [streamable('https://small-2.example/mcp')] })
      await recordServers(db, FILE, [moved, reworded], secondsOn(10), uncategorized)
      await scheduleServers(db, targeting, 'changed', 100, secondsOn(10))
      const rows = await db
        .select({ id: servers.id, dueAt: probeTargets.dueAt })
        .from(probeTargets)
        .innerJoin(servers, eq(servers.key, probeTargets.serverKey))
        .where(inArray(servers.id, ids))
        .orderBy(servers.id)
      expect(rows).toEqual([
        { id: 'small/1', dueAt: secondsOn(10) },
        { id: 'small/2', dueAt: secondsOn(900) },
      ])
    })
  })
})

import { DAY_MS } from 'assay-verify/duration'
import { EMPTY_SCORE_FACTS } from 'assay-verify/score/score'
import { NOTHING_SEEN } from 'assay-verify/state/server-state-fields'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { uptimeFrom } from '../../core/history/uptime'
import { recordServers } from '../catalog/catalog'
import { servers } from '../catalog/catalog-schema'
import { claimSource, recordSourceSuccess } from '../catalog/source-states'
import { claimLease } from '../leases'
import { streamable, targetingBy, testServer, uncategorized } from '../test-catalog'
import { onDatabase, TEST_EPOCH } from '../test-databases'
import { clampDueTimes } from './due-times'
import { recordServerStates } from './evidence'
import { probeTargets } from './evidence-schema'
import { claimDueTargets, completeClaims, renewClaims } from './schedule'
import { scheduleServers } from './scheduled-targets'

const now = TEST_EPOCH
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const AHEAD_SECONDS = (40 * DAY_MS) / 1000
const LATEST = { usual: later(1732), spreadUntil: later(990), longest: later(86_400), checks: later(95_040) }
const targeting = targetingBy('streamable-http')

describe('a clock that was 40 days ahead for a while', () => {
  onDatabase(({ db }) => {
    let key = 0
    beforeEach(async () => {
      await db.delete(servers)
      const server = testServer('c/one', { remotes: [streamable('https://one.example/mcp')] })
      await recordServers(db, { source: 'file', precedence: 1 }, [server], now, uncategorized)
      await scheduleServers(db, targeting, 'all', 10, now)
      key = (await db.select({ key: servers.key }).from(servers))[0]?.key ?? 0
    })
    const claimed = (leaseId: string, at: Date) =>
      claimDueTargets(
        db,
        {
          leaseId,
          leaseSeconds: 45,
          limit: 10,
          mostRechecks: 5,
          perHost: 5,
          busyHosts: [],
          probers: ['mcp-http'],
          networks: ['public', 'local'],
          vantage: 'test',
          otherVantages: false,
        },
        at,
      )
    const plan = (dueAt: Date) => db.update(probeTargets).set({ dueAt })
    const dueAt = async () => (await db.select().from(probeTargets).where(eq(probeTargets.serverKey, key)))[0]?.dueAt

    test('servers planned by it are due again within the usual interval', async () => {
      await plan(later(AHEAD_SECONDS))
      expect(await clampDueTimes(db, LATEST, now)).toBe(1)
      const due = (await dueAt())?.getTime() ?? 0
      expect(due).toBeGreaterThanOrEqual(now.getTime())
      expect(due).toBeLessThanOrEqual(LATEST.spreadUntil.getTime())
      expect(await clampDueTimes(db, LATEST, now)).toBe(0)
    })

    test('a long pause that a server asked for is kept, unless its evidence is dated ahead', async () => {
      await plan(later(40_000))
      expect(await clampDueTimes(db, LATEST, now)).toBe(0)
      const state = { serverKey: key, serverState: NOTHING_SEEN, uptime: uptimeFrom([], null, now) }
      const rest = { scoreFacts: EMPTY_SCORE_FACTS, verdict: 'unknown' as const, staleAfter: now }
      await recordServerStates(db, [{ ...state, ...rest, asOf: now }])
      expect(await clampDueTimes(db, LATEST, now)).toBe(0)
      await recordServerStates(db, [{ ...state, ...rest, asOf: later(39_000) }])
      expect(await clampDueTimes(db, LATEST, now)).toBe(1)
    })

    test('a claim that it made is claimed again, one of now is not', async () => {
      expect(await claimed('ahead', later(AHEAD_SECONDS))).toHaveLength(1)
      expect(await claimed('now', now)).toHaveLength(1)
      expect(await claimed('late', later(40))).toHaveLength(0)
    })

    test('leases of jobs and of sources that it left are claimed', async () => {
      const [ahead, mine] = ['ahead', 'mine'].map((holder) => ({ name: 'job', holder }))
      expect(await claimLease(db, ahead ?? { name: '', holder: '' }, 45, later(AHEAD_SECONDS))).toBe(true)
      expect(await claimLease(db, mine ?? { name: '', holder: '' }, 45, now)).toBe(true)
      const hourly = { leaseSeconds: 45, intervalMs: 3_600_000 }
      expect(await claimSource(db, 'src', hourly, later(AHEAD_SECONDS))).toBeDefined()
      expect(await claimSource(db, 'src', hourly, now)).toBeDefined()
      await recordSourceSuccess(db, 'src', null, later(AHEAD_SECONDS), now)
      expect(await claimSource(db, 'src', hourly, now)).toBeDefined()
    })

    test('the servers of a process that is killed are claimed again within a minute; one that lives renews its claims', async () => {
      expect(await claimed('killed', now)).toHaveLength(1)
      expect(await claimed('other', later(44))).toHaveLength(0)
      expect(await claimed('other', later(45))).toHaveLength(1)
      await renewClaims(db, 'other', 45, later(85))
      expect(await claimed('third', later(100))).toHaveLength(0)
      await completeClaims(db, 'other', [
        { serverKey: key, targetNo: 0, dueAt: now, isRecheck: false, vantage: 'test' },
      ])
      expect(await claimed('third', later(100))).toHaveLength(1)
    })
  })
})

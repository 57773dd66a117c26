import { MINUTE_MS } from 'assay-verify/duration'
import type { ProbeReason } from 'assay-verify/state/observation'
import { beforeEach, describe, expect, test } from 'vitest'
import { COUNTED_POLICY, policyAccuracy } from '../core/accuracy/policy-accuracy'
import { NOTHING_FOUND } from '../probers/prober'
import { RECORDING_STEPS } from '../runtime/recording-steps'
import { policyTallies } from '../store/accuracy/accuracy-schema'
import { sumPolicyTallies } from '../store/accuracy/policy-tallies'
import { dropAccuracyBefore } from '../store/accuracy/verdict-accuracy'
import { recordServers } from '../store/catalog/catalog'
import { servers } from '../store/catalog/catalog-schema'
import { targetAt, testServer, uncategorized } from '../store/test-catalog'
import { onDatabase, TEST_EPOCH } from '../store/test-databases'
import { addTestTargets } from '../store/test-targets'
import { recordProbeResults } from './record-probe-results'

const LEASE = { leaseId: 'test', intervalSeconds: 900, recheckSeconds: 20 }
const minutesOn = (minutes: number) => new Date(TEST_EPOCH.getTime() + minutes * MINUTE_MS)

type Step = [minute: number, reason: ProbeReason, planned?: { isRecheck?: boolean; dueAt?: number } | null]
const recheck = { isRecheck: true }

describe('accuracy of the default policy', () => {
  onDatabase(({ db }) => {
    let serverKey = 0
    beforeEach(async () => {
      await db.delete(servers)
      await db.delete(policyTallies)
      await recordServers(db, { source: 'file', precedence: 1 }, [testServer('c/one')], minutesOn(0), uncategorized)
      await addTestTargets(db, minutesOn(0))
      serverKey = (await db.select({ key: servers.key }).from(servers))[0]?.key ?? 0
    })

    const see = async (...steps: Step[]) => {
      for (const [minute, reason, planned] of steps) {
        const at = minutesOn(minute)
        const observation = { observedAt: at, reason, latencyMs: 100, httpStatus: null, vantage: 'test' }
        const plan = { isRecheck: planned?.isRecheck ?? false, dueAt: minutesOn(planned?.dueAt ?? minute) }
        const finished = {
          ...{ serverKey, targetNo: 0, target: targetAt('https://one.example/mcp') },
          probe: { ...NOTHING_FOUND, reason, httpStatus: null, observation },
          ...(planned === null ? {} : { planned: plan }),
        }
        await recordProbeResults(db, LEASE, [finished], at, RECORDING_STEPS)
      }
    }
    const counted = async () => sumPolicyTallies(db, COUNTED_POLICY, '2000-01-01')

    test('an outage: what was known a moment before each regular check, against what came', async () => {
      await see([0, 'answered'], [1, 'answered', recheck], [15, 'answered'], [30, 'timed_out'])
      expect(await counted()).toEqual({ deniedAnswered: 0, deniedFailed: 0, allowedAnswered: 1, allowedFailed: 1 })
      await see(
        [31, 'timed_out', recheck],
        [32, 'timed_out', recheck],
        [33, 'timed_out', recheck],
        [34, 'timed_out', recheck],
        [37, 'timed_out'],
        [42, 'connectivity_lost'],
      )
      await see([43, 'timed_out', null], [47, 'answered'], [48, 'answered', recheck], [63, 'rate_limited'])
      expect(await counted()).toEqual({ deniedAnswered: 1, deniedFailed: 1, allowedAnswered: 2, allowedFailed: 1 })
    })

    test('a check that is long overdue finds a verdict that nobody relies on any more', async () => {
      await see([0, 'answered'], [1, 'answered', recheck], [15, 'timed_out'], [16, 'timed_out', recheck])
      await see(
        [17, 'timed_out', recheck],
        [18, 'timed_out', recheck],
        [39, 'timed_out', { dueAt: 20 }],
        [40, 'timed_out', { dueAt: 26 }],
      )
      await see([85, 'timed_out', { dueAt: 60 }])
      expect(await counted()).toEqual({ deniedAnswered: 0, deniedFailed: 1, allowedAnswered: 0, allowedFailed: 3 })
    })

    test('sums of another policy or an older day are apart, and old days are dropped', async () => {
      await see([0, 'answered'], [1, 'answered', recheck], [15, 'answered'])
      const day = minutesOn(15).toISOString().slice(0, 10)
      expect(await sumPolicyTallies(db, 'another', '2000-01-01')).toMatchObject({ allowedAnswered: 0 })
      await dropAccuracyBefore(db, day)
      expect(await counted()).toMatchObject({ allowedAnswered: 1 })
      await dropAccuracyBefore(
        db,
        minutesOn(15 + 24 * 60)
          .toISOString()
          .slice(0, 10),
      )
      expect(await counted()).toMatchObject({ allowedAnswered: 0 })
    })
  })

  test('shares have no value where nothing is counted', () => {
    const tally = { deniedAnswered: 0, deniedFailed: 0, allowedAnswered: 0, allowedFailed: 0 }
    expect(policyAccuracy(tally)).toMatchObject({
      ...{ wronglyDeniedShare: null, wronglyDeniedOneIn: null, failuresDeniedShare: null },
    })
    expect(
      policyAccuracy({ ...tally, allowedAnswered: 5999, deniedAnswered: 1, deniedFailed: 3, allowedFailed: 1 }),
    ).toMatchObject({
      ...{ wronglyDeniedShare: 0.000167, wronglyDeniedOneIn: 6000, failuresDeniedShare: 0.75 },
    })
  })
})

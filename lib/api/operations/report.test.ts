import { tallyForecast } from 'assay-verify/accuracy/forecast-accuracy'
import { at, MINUTES, probes } from 'assay-verify/state/test-observations'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPERATIONS } from '../../contract/operations'
import { COUNTED_POLICY } from '../../core/accuracy/policy-accuracy'
import { countEcosystem, recordReport } from '../../store/accuracy/ecosystem'
import { addForecastTallies } from '../../store/accuracy/forecast-samples'
import { addPolicyTally } from '../../store/accuracy/policy-tallies'
import { addDetectionDelays, addVerdictTallies } from '../../store/accuracy/verdict-accuracy'
import { subjects } from '../../store/catalog/catalog-schema'
import { streamable, testServer, testTool } from '../../store/test-catalog'
import { openMemo } from '../cache/memo'
import { openTestContext } from '../test-context'
import { report } from './report'

const NOW = at(20 * 15 * MINUTES)
const DAY = NOW.toISOString().slice(0, 10)

const catalog = [
  testServer('p/alive', { remotes: [streamable('https://alive.example/mcp')], tools: [testTool('a'), testTool('b')] }),
  testServer('p/door', { remotes: [streamable('https://door.example/mcp')], declaredAccess: 'open' }),
  testServer('p/package', { packages: [{ registry: 'npm', name: 'a-package' }] }),
]

describe('the report', () => {
  let test_: Awaited<ReturnType<typeof openTestContext>>
  const ask = () => report({}, { ...test_.context, memo: openMemo(), baseUrl: 'https://assay.example' })

  beforeAll(async () => {
    test_ = await openTestContext(catalog, NOW)
    await test_.watched('p/alive', probes(0, 20))
    await test_.watched('p/door', probes(0, 20, 'credentials_required'))
  })
  afterAll(() => test_.close())

  test('is counted on the spot where no job has made one, and keeps the contract', async () => {
    const answer = await ask()
    expect(OPERATIONS.report.output.parse(answer)).toEqual(answer)
    expect(answer).toMatchObject({
      asOf: NOW.toISOString(),
      license: 'CC-BY-4.0',
      totals: {
        servers: 3,
        tools: 2,
        byVerdict: { healthy: 0, degraded: 0, unknown: 4, down: 0 },
        byStatus: { healthy: 0, degraded: 0, unknown: 2, down: 0, auth: 1 },
        byAccess: { open: 1, auth: 1, paid: 0, unknown: 1 },
        byRegistry: [{ registry: 'npm', servers: 1 }],
        byTransport: [{ transport: 'streamable-http', servers: 2 }],
        withoutAddress: 1,
        byProtocol: [{ revision: null, servers: 3 }],
      },
      breakages: { open: { down: 0 }, openedLast24h: 0, closedLast24h: 0 },
      drift: { last7d: { safety: 0 }, last30d: { wording: 0 } },
      accuracy: { windowDays: 30, forecasts: [], verdicts: { down: { begun: 0, timed: 0 } } },
      method: { page: 'https://assay.example/trust/method' },
    })
    expect(answer.totals.byCategory.find(({ slug }) => slug === 'other')).toMatchObject({ tracked: 4, healthy: 0 })
    expect(answer.latency).toMatchObject({ servers: 1 })
    expect(answer.latency.medianMs?.p50).toBeGreaterThan(0)
    expect(answer.latency.distribution.reduce((sum, { servers }) => sum + servers, 0)).toBe(1)
    expect(answer.failures).toEqual([])
  })

  test('has the accuracy figures, as the job stored them', async () => {
    const { db } = test_.context
    const place = { day: DAY, method: 'a-method', hours: 6 }
    await addForecastTallies(db, [
      { ...place, bin: 18, ...tallyForecast(0.9, true, true) },
      { ...place, bin: 3, ...tallyForecast(0.2, false, null) },
    ])
    await addForecastTallies(db, [{ ...place, bin: 18, ...tallyForecast(0.92, true, false) }])
    await addVerdictTallies(db, DAY, [{ verdict: 'down', begun: 4, reversed: 2, takenBack: 1 }])
    await addPolicyTally(db, DAY, COUNTED_POLICY, {
      ...{ deniedAnswered: 1, deniedFailed: 40, allowedAnswered: 2999, allowedFailed: 10 },
    })
    await addDetectionDelays(db, DAY, [{ since: 'last_answer', bin: 40, n: 3 }])
    const builtAt = new Date(NOW.getTime() - 60_000)
    await recordReport(db, await countEcosystem(db, NOW), builtAt)

    const answer = await ask()
    expect(OPERATIONS.report.output.parse(answer)).toEqual(answer)
    expect(answer.asOf).toBe(builtAt.toISOString())
    expect(answer.accuracy.forecasts).toMatchObject([
      {
        method: 'a-method',
        hours: 6,
        settled: 2,
        unsettled: 1,
        upShare: 0.5,
        reliability: [{ from: 0.9, to: 0.95, n: 2, meanForecast: 0.91, upShare: 0.5 }],
      },
    ])
    expect(answer.accuracy.policy).toEqual({
      ...{ policy: COUNTED_POLICY, deniedAnswered: 1, deniedFailed: 40, allowedAnswered: 2999, allowedFailed: 10 },
      ...{ wronglyDeniedShare: 0.000333, wronglyDeniedOneIn: 3000, failuresDeniedShare: 0.8 },
    })
    expect(answer.accuracy.verdicts.down).toMatchObject({ begun: 4, takenBack: 1, takenBackShare: 0.25, timed: 3 })
    expect(answer.accuracy.verdicts.down.secondsSinceLastAnswer?.p50).toBeGreaterThan(1000)
    expect(answer.accuracy.verdicts.down.knownWithin).toContainEqual({ seconds: 900, share: 0 })
    expect(answer.accuracy.verdicts.down.knownWithin).toContainEqual({ seconds: 1800, share: 1 })
  })

  test('says why the servers that are down fail', async () => {
    const { db } = test_.context
    await test_.watched('p/alive', probes(0, 20, 'timed_out'))
    await db.update(subjects).set({ verdict: 'down' }).where(eq(subjects.id, 'p/alive'))
    const { counts } = await countEcosystem(db, NOW)
    expect(counts.failures).toEqual([{ reason: 'timed_out', servers: 1 }])
    expect(counts.byStatus.down).toBe(1)
    await recordReport(db, await countEcosystem(db, NOW), NOW)
    expect((await ask()).failures).toEqual([
      { reason: 'timed_out', description: 'It did not answer within the time allowed.', servers: 1 },
    ])
  })

  test('leaves out what is older than the window', async () => {
    const facts = await countEcosystem(test_.context.db, new Date(NOW.getTime() + 40 * 24 * 3_600_000))
    expect(facts.accuracy.forecasts).toEqual([])
    expect(facts.accuracy.verdicts.down.begun).toBe(0)
  })
})

import { signingKeyFromSeed } from 'assay-verify/attestation'
import type { ProbeReason } from 'assay-verify/state/observation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordProbeResults } from '../../monitor/record-probe-results'
import { NOTHING_FOUND } from '../../probers/prober'
import { RECORDING_STEPS } from '../../runtime/recording-steps'
import { servers } from '../../store/catalog/catalog-schema'
import { probeTargets } from '../../store/evidence/evidence-schema'
import { openRatingReader } from '../../store/ratings/ratings'
import { testServer, testTool } from '../../store/test-catalog'
import { TEST_EPOCH } from '../../store/test-databases'
import { addTestTargets } from '../../store/test-targets'
import { openMemo } from '../cache/memo'
import { openAttester } from '../signing/attester'
import { openTestContext } from '../test-context'
import { onlyKey } from '../test-keys'
import { health } from './health'
import { findRoute } from './route'
import { score } from './score'

const GONE = 's/gone/get_weather'
const PUBLISHED = 's/published/get_weather'
const HOUR_MS = 3_600_000
const LEASE = { leaseId: 'lease', intervalSeconds: 900, recheckSeconds: 20 }
const TARGET = {
  prober: 'npm-package',
  evidence: 'publication',
  kind: 'npm',
  url: 'weather',
  network: 'public',
  host: 'index.example',
} as const

/** Two servers that are known by a package only: one is gone from its index, the other is published. */
async function openPackages() {
  const packages = [{ registry: 'npm' as const, name: 'weather' }]
  const catalog = ['s/gone', 's/published'].map((id) =>
    testServer(id, { packages, remotes: [], tools: [testTool('get_weather')] }),
  )
  const opened = await openTestContext(catalog, TEST_EPOCH)
  const { db } = opened.context
  await addTestTargets(db, TEST_EPOCH)
  await db.update(probeTargets).set(TARGET)
  const rows = await db.select({ id: servers.id, key: servers.key }).from(servers)
  let now = TEST_EPOCH
  for (let round = 0; round < 3; round += 1) {
    now = new Date(now.getTime() + HOUR_MS)
    const probes = rows.map(({ id, key }) => {
      const reason: ProbeReason = id === 's/gone' && round > 0 ? 'package_gone' : 'published'
      const observation = { observedAt: now, reason, latencyMs: 100, httpStatus: null, vantage: 'test' }
      return { serverKey: key, targetNo: 0, target: TARGET, probe: { ...NOTHING_FOUND, reason, observation } }
    })
    await recordProbeResults(db, LEASE, probes, now, RECORDING_STEPS)
  }
  const signingKeys = onlyKey(signingKeyFromSeed(new Uint8Array(32).fill(7)))
  const attester = openAttester(signingKeys, 'http://assay.test')
  const baseUrl = 'http://assay.test'
  const ratings = openRatingReader(db)
  const context = { ...opened.context, now, memo: openMemo(), ratings, signingKeys, attester, baseUrl }
  opened.finder.find = () => [GONE, PUBLISHED].map((id, nth) => ({ id, relevance: 0.9 - nth * 0.04 }))
  return { ...opened, context, now }
}

let world: Awaited<ReturnType<typeof openPackages>>
beforeAll(async () => {
  world = await openPackages()
})
afterAll(() => world.close())

test('a server whose only package is gone is down in every answer, and its forecast is that it stays down', async () => {
  const { context, now } = world
  const found = await health({ toolId: GONE }, context)
  expect(found).toMatchObject({
    verdict: 'down',
    recommendation: 'avoid',
    axes: { reachable: false },
    grade: 'unrated',
  })
  expect(found.forecast).toMatchObject({
    horizons: [
      { hours: 1, up: 0.0001 },
      { hours: 6, up: 0.0001 },
      { hours: 24, up: 0.0001 },
    ],
    trend: 'steady',
    basis: 'own',
    asOf: now.toISOString(),
  })
  const rated = await score({ toolId: GONE, explain: true }, context)
  expect(rated).toMatchObject({ verdict: 'down', recommendation: 'avoid', score: found.score, grade: found.grade })
  expect(rated.reasons).toEqual(found.reasons)
})

test('one that is published is unknown, and its forecast is that of the population', async () => {
  const { verdict, forecast } = await health({ toolId: PUBLISHED }, world.context)
  expect({ verdict, basis: forecast.basis, asOf: forecast.asOf }).toEqual({
    verdict: 'unknown',
    basis: 'population',
    asOf: null,
  })
  expect(forecast.horizons[0]?.up).toBeGreaterThan(0.5)
})

test('route chooses the published one, and never falls back on what is gone', async () => {
  const answer = await findRoute({ task: 'get the weather', readOnly: false }, 10, world.context)
  expect(answer.chosen).toMatchObject({ toolId: PUBLISHED, verdict: 'unknown' })
  expect(answer.fallbacks).toEqual([])
})

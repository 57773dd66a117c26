import { DAY_MS } from 'assay-verify/duration'
import { describe, expect, test } from 'vitest'
import { canMakeSandbox, scriptLauncher, serverScript } from '../probers/launch/test-launch'
import { launchSettings } from '../probers/launch/test-launch-settings'
import { recordServers } from '../store/catalog/catalog'
import { probeTargets } from '../store/evidence/evidence-schema'
import { openRatingReader } from '../store/ratings/ratings'
import { testServer, uncategorized } from '../store/test-catalog'
import { onDatabase, TEST_EPOCH } from '../store/test-databases'
import { runProbes } from './run-probes'
import { TEST_PROBE_SETTINGS, testProbeJob } from './test-probe-job'

/** The clock of the test runs this much faster, so that a recheck comes after half a second. */
const SPEED = 40

describe.skipIf(!canMakeSandbox)(
  'a server that is only a package (needs bubblewrap, and the right to make namespaces)',
  () => {
    onDatabase(({ db }) => {
      let skippedMs = 0
      const startedAt = performance.now()
      const clock = () => new Date(TEST_EPOCH.getTime() + skippedMs + (performance.now() - startedAt) * SPEED)
      let installs = 0
      const launcher = scriptLauncher(serverScript(), () => {
        installs += 1
      })
      const jobFor = (isOn: boolean) => {
        const settings = { ...TEST_PROBE_SETTINGS, launch: isOn ? launchSettings() : null }
        return testProbeJob(db, clock, { settings, probers: { 'npm-launch': launcher } })
      }

      test('is healthy once it was launched, and not launched again at the same version', async () => {
        const server = testServer('p/packaged', { remotes: [], packages: [{ registry: 'npm', name: 'scripted' }] })
        await recordServers(db, { source: 'file', precedence: 1 }, [server], clock(), uncategorized)
        expect(await runProbes({ ...jobFor(false), scope: 'all' })).toMatchObject({ probes: 0 })
        expect(await runProbes({ ...jobFor(true), scope: 'all' })).toMatchObject({ servers: 1 })
        const rating = await openRatingReader(db).findRating('p/packaged')
        expect(rating?.verdict).toBe('healthy')
        expect(rating?.serverState?.targets).toMatchObject([{ evidence: 'launch', reason: 'started' }])
        expect(await db.select().from(probeTargets)).toMatchObject([{ prober: 'npm-launch', version: '1.0.0' }])
        const launched = installs
        expect(launched).toBeGreaterThan(0)
        skippedMs = 2 * DAY_MS
        await db.update(probeTargets).set({ dueAt: clock() })
        expect((await runProbes(jobFor(true))).probes).toBeGreaterThan(0)
        expect(installs).toBe(launched)
      })
    })
  },
)

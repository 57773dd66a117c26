import { DAY_MS } from 'assay-verify/duration'
import { describe, expect, test } from 'vitest'
import { canMakeSandbox, scriptLauncher, serverScript } from '../probers/launch/test-launch'
import { launchSettings } from '../probers/launch/test-launch-settings'
import { RECORDING_STEPS } from '../runtime/recording-steps'
import { recordServers } from '../store/catalog/catalog'
import { probeTargets } from '../store/evidence/evidence-schema'
import { openRatingReader } from '../store/ratings/ratings'
import { testServer, uncategorized } from '../store/test-catalog'
import { onDatabase, TEST_EPOCH } from '../store/test-databases'
import { openConnectivity } from './connectivity'
import { type ProbeJob, runProbes } from './run-probes'

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
      const log = () => undefined
      const jobFor = (isOn: boolean): ProbeJob => ({
        db,
        steps: RECORDING_STEPS,
        settings: {
          userAgent: 'AssayTest/1',
          vantage: 'test',
          deadlineMs: 2000,
          maxAnswerBytes: 1_000_000,
          maxTools: 100,
          dial: { allowedOrigins: [] },
          stdioCommands: new Map(),
          launch: isOn ? launchSettings() : null,
        },
        probers: { 'npm-launch': launcher },
        intervalSeconds: 900,
        recheckSeconds: 20,
        concurrency: 16,
        perHost: 16,
        connectivity: openConnectivity({ canaryUrls: [], userAgent: 'AssayTest/1', allowedOrigins: [], log }),
        probeLocally: true,
        budgetSeconds: 20,
        clock,
        signal: new AbortController().signal,
        log,
      })

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

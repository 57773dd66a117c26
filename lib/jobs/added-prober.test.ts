import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Remote } from '../core/catalog/catalog'
import { placeOfAddress } from '../core/catalog/probe-target'
import { type ProbeJob, runProbes } from '../monitor/run-probes'
import { openTestConnectivity, TEST_PROBE_SETTINGS, testProbeJob } from '../monitor/test-probe-job'
import { PROBERS } from '../probers'
import { NOTHING_FOUND, type Prober } from '../probers/prober'
import { recordServers } from '../store/catalog/catalog'
import { servers } from '../store/catalog/catalog-schema'
import { probeTargets } from '../store/evidence/evidence-schema'
import { openRatingReader } from '../store/ratings/ratings'
import { streamable, testServer, uncategorized } from '../store/test-catalog'
import { onDatabase, TEST_EPOCH } from '../store/test-databases'

const FILE = { source: 'file', precedence: 1 }
const api = (url: string): Remote => ({ transport: 'other', url, template: false })
const later = (seconds: number) => new Date(TEST_EPOCH.getTime() + seconds * 1000)

describe('a prober that is added or removed', () => {
  onDatabase(({ db }) => {
    const probed: string[] = []
    const trial: Prober = {
      evidence: 'endpoint',
      takes: ['other', 'nuget'],
      placeOf: (url) => placeOfAddress(url) ?? { network: 'local', host: null },
      probe: async ({ serverId }, _settings, controls) => {
        probed.push(serverId)
        controls.answered(200)
        return { ...NOTHING_FOUND, reason: 'answered', httpStatus: 200 }
      },
    }
    beforeAll(async () => {
      const catalog = [
        testServer('api/one', { remotes: [api('http://127.0.0.1:9/api')] }),
        testServer('nuget/one', { packages: [{ registry: 'nuget', name: 'one' }] }),
        testServer('mcp/one', { remotes: [api('http://127.0.0.1:9/api'), streamable('http://127.0.0.1:8/mcp')] }),
        testServer('docs/one', { packages: [{ registry: 'oci', name: 'docs' }] }),
        testServer('gone/one', { remotes: [api('http://127.0.0.1:9/gone')], lifecycle: 'deleted' }),
      ]
      await recordServers(db, FILE, catalog, TEST_EPOCH, uncategorized)
    })

    const allowedOrigins: string[] = []
    const settings = { ...TEST_PROBE_SETTINGS, maxAnswerBytes: 1000, maxTools: 10, dial: { allowedOrigins } }
    /** One run; without a budget it schedules and probes nothing. */
    const run = (more: Partial<ProbeJob>, seconds = 0) =>
      runProbes(
        testProbeJob(db, () => later(seconds), {
          settings,
          ...{ recheckSeconds: 10, concurrency: 4, perHost: 4 },
          connectivity: openTestConnectivity(allowedOrigins),
          budgetSeconds: 0,
          ...more,
        }),
      )
    const queue = async () => {
      const { host, network, dueAt } = probeTargets
      const rows = await db
        .select({ id: servers.id, host, network, dueAt })
        .from(probeTargets)
        .innerJoin(servers, eq(servers.key, probeTargets.serverKey))
        .orderBy(servers.id, probeTargets.targetNo)
      return rows.map((row) => [row.id, row.network, row.host, (+row.dueAt - +TEST_EPOCH) / 1000])
    }
    const MCP = ['mcp/one', 'local', '127.0.0.1:8', 0]

    test('catalog servers of its kinds are scheduled at the next start, and others stay as they are', async () => {
      await run({ scope: 'all' })
      expect(await queue()).toEqual([MCP])
      await run({ probers: { ...PROBERS, trial } }, 100)
      expect(await queue(), 'only a start schedules them').toEqual([MCP])
      await run({ probers: { ...PROBERS, trial }, scope: 'all' }, 100)
      const withAdded = [
        ['api/one', 'local', '127.0.0.1:9', 100],
        MCP,
        ['mcp/one', 'local', '127.0.0.1:9', 100],
        ['nuget/one', 'local', 'nuget', 100],
      ]
      expect(await queue()).toEqual(withAdded)
      await run({ probers: { ...PROBERS, trial }, scope: 'all' }, 200)
      expect(await queue(), 'a second time changes nothing').toEqual(withAdded)
    })

    test('it probes them, and its findings become their state', async () => {
      await db
        .update(probeTargets)
        .set({ dueAt: later(9000) })
        .where(eq(probeTargets.host, '127.0.0.1:8'))
      const probers = { ...PROBERS, trial }
      expect(await run({ probers, budgetSeconds: 1 }, 300)).toMatchObject({ probes: 3, servers: 3 })
      expect(await run({ probers, budgetSeconds: 1 }, 310)).toMatchObject({ probes: 3, servers: 3 })
      expect(probed.toSorted()).toEqual(['api/one', 'api/one', 'mcp/one', 'mcp/one', 'nuget/one', 'nuget/one'])
      const reader = openRatingReader(db)
      expect((await reader.findRating('api/one'))?.verdict).toBe('healthy')
      expect((await reader.findRating('nuget/one'))?.verdict).toBe('healthy')
    })

    test('a server that a source changes is scheduled again by the next run', async () => {
      const moved = testServer('api/one', { remotes: [api('http://127.0.0.1:10/api')] })
      await recordServers(db, FILE, [moved], later(400), uncategorized)
      await run({ probers: { ...PROBERS, trial } }, 400)
      expect(await queue()).toContainEqual(['api/one', 'local', '127.0.0.1:10', 400])
    })

    test('servers that only a removed prober takes leave the queue at the next start', async () => {
      await run({ scope: 'all' }, 500)
      expect((await queue()).map(([id]) => id)).toEqual(['mcp/one'])
    })
  })
})

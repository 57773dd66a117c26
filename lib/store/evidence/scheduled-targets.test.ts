import { beforeEach, describe, expect, test } from 'vitest'
import type { ProbedTarget, Targeting } from '../../core/catalog/probe-target'
import { updateNonEndpointState } from '../../core/evidence/non-endpoint-state'
import { recordServers } from '../catalog/catalog'
import { servers } from '../catalog/catalog-schema'
import { streamable, targetAt, testServer, uncategorized } from '../test-catalog'
import { onDatabase, TEST_EPOCH } from '../test-databases'
import { probeTargets, targetStates } from './evidence-schema'
import { scheduleServers } from './scheduled-targets'
import { recordTargetStates } from './target-states'

const FILE = { source: 'file', precedence: 1 }
const now = TEST_EPOCH
const packageTarget = (name: string): ProbedTarget => ({
  prober: 'npm-package',
  evidence: 'publication',
  kind: 'npm',
  url: name,
  network: 'public',
  host: 'index.example',
})
/** Endpoints and packages of a server, as its remotes and packages have them. */
const targeting: Targeting = {
  version: 'test',
  targetsOf: ({ remotes, packages }) => [
    ...remotes.map(({ url }) => targetAt(url)),
    ...packages.map(({ name }) => packageTarget(name)),
  ],
}

describe('targets of servers', () => {
  onDatabase(({ db }) => {
    beforeEach(async () => {
      await db.delete(servers)
    })
    const schedule = async (urls: readonly string[], packages: readonly string[] = []) => {
      const server = testServer('s/one', {
        remotes: urls.map(streamable),
        packages: packages.map((name) => ({ registry: 'npm', name })),
      })
      await recordServers(db, FILE, [server], now, uncategorized)
      await scheduleServers(db, targeting, 'changed', 100, now)
      const rows = await db.select().from(probeTargets).orderBy(probeTargets.position)
      return rows.map(({ targetNo, url }) => [targetNo, url])
    }
    const remember = async (targetNo: number) => {
      const serverKey = (await db.select().from(servers))[0]?.key ?? -1
      const observation = {
        observedAt: now,
        reason: 'published',
        latencyMs: null,
        httpStatus: 200,
        vantage: 'test',
      } as const
      const state = updateNonEndpointState(null, observation, { version: '1.0.0', packageFacts: null })
      await recordTargetStates(db, [{ serverKey, targetNo, state, asOf: now }])
    }
    const remembered = async () => (await db.select().from(targetStates)).map(({ targetNo }) => targetNo).sort()

    test('are numbered, and keep number and state while they exist', async () => {
      expect(await schedule(['https://a.example/mcp'], ['one'])).toEqual([
        [0, 'https://a.example/mcp'],
        [1, 'one'],
      ])
      await remember(0)
      await remember(1)
      expect(await schedule(['https://b.example/mcp', 'https://a.example/mcp'], ['one'])).toEqual([
        [2, 'https://b.example/mcp'],
        [0, 'https://a.example/mcp'],
        [1, 'one'],
      ])
      expect(await remembered()).toEqual([0, 1])
    })

    test('an endpoint that moves keeps its state; a package that is replaced is another one', async () => {
      await schedule(['https://a.example/mcp'], ['one'])
      await remember(0)
      await remember(1)
      expect(await schedule(['https://moved.example/mcp'], ['two'])).toEqual([
        [0, 'https://moved.example/mcp'],
        [1, 'two'],
      ])
      expect(await remembered()).toEqual([0])
    })

    test('a process whose settings switch a prober off leaves its targets as they are, until the catalog does not name them', async () => {
      await schedule(['https://a.example/mcp'], ['one'])
      await remember(1)
      const withoutPackages: Targeting = {
        version: 'other settings',
        targetsOf: ({ remotes }) => remotes.map(({ url }) => targetAt(url)),
        others: new Set(['npm-package']),
      }
      const urls = async () =>
        (await db.select().from(probeTargets).orderBy(probeTargets.targetNo)).map(({ url }) => url)
      await scheduleServers(db, withoutPackages, 'all', 100, now)
      expect(await urls()).toEqual(['https://a.example/mcp', 'one'])
      expect(await remembered()).toEqual([1])
      await recordServers(
        db,
        FILE,
        [testServer('s/one', { remotes: [streamable('https://a.example/mcp')] })],
        now,
        uncategorized,
      )
      await scheduleServers(db, withoutPackages, 'changed', 100, now)
      expect(await urls()).toEqual(['https://a.example/mcp'])
    })

    test('more new targets of a host than its budget allows are due minute by minute', async () => {
      const many = Array.from({ length: 25 }, (_, i) =>
        testServer(`many/${i}`, { remotes: [streamable(`https://gateway.example/${i}`)] }),
      )
      await recordServers(db, FILE, many, now, uncategorized)
      const budget = { perMinute: 1000, hostPerMinute: 10, gateways: new Map<string, number>() }
      await scheduleServers(db, targeting, 'changed', 12, now, budget)
      await scheduleServers(db, targeting, 'changed', 100, now, budget)
      const rows = await db.select({ dueAt: probeTargets.dueAt }).from(probeTargets)
      const minutes = rows.map(({ dueAt }) => (dueAt.getTime() - now.getTime()) / 60_000)
      expect([0, 1, 2].map((minute) => minutes.filter((other) => other === minute).length)).toEqual([10, 10, 5])
    })
  })
})

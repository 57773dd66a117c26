import { beforeEach, describe, expect, test } from 'vitest'
import { PROBERS } from '../probers'
import { healthCheck, serveDescription } from '../probers/test-openapi'
import { serve, settingsFor } from '../probers/test-servers'
import { originPolicies } from '../store/access/access-schema'
import { recordServers } from '../store/catalog/catalog'
import { servers } from '../store/catalog/catalog-schema'
import { observations, probeTargets } from '../store/evidence/evidence-schema'
import { streamable, testServer, uncategorized } from '../store/test-catalog'
import { onDatabase, TEST_EPOCH } from '../store/test-databases'
import { openProbingPolicies, type ProbingPolicies } from './probing-policies'
import { runProbes } from './run-probes'
import { testProbeJob } from './test-probe-job'

const OWN = { source: 'file', precedence: 1, own: true }
const POLICY = 'GET /.well-known/tool-reliability.json'
const HEALTH = 'GET /health'

describe('requests that descriptions mark at another host', () => {
  onDatabase(({ db }) => {
    let atMs = 0
    let allowed: string[] = []
    let policies: ProbingPolicies
    /** The policy of the other host; null: it has none. */
    let file: object | null = null
    let asked: string[] = []
    let other = ''
    const clock = () => new Date(TEST_EPOCH.getTime() + atMs)
    const settings = () => settingsFor('', { allowedOrigins: allowed })

    beforeEach(async () => {
      await db.delete(servers)
      await db.delete(originPolicies)
      atMs = 0
      file = null
      asked = []
      other = await serve(({ method, url }, response) => {
        asked.push(`${method} ${url}`)
        const isFound = url === '/health' || file !== null
        response
          .writeHead(isFound ? 200 : 404, { 'content-type': 'application/json' })
          .end(JSON.stringify(url === '/health' ? {} : file))
      })
      allowed = [other]
    })

    /**
     * So many own servers, each with a description of its own that marks a request at the other host; resolves to the
     * addresses.
     */
    async function describe(count = 1) {
      const described = await Promise.all(
        Array.from({ length: count }, () => serveDescription(healthCheck({}, { servers: [{ url: other }] }))),
      )
      allowed.push(...described.map(({ origin }) => origin))
      const entries = described.map(({ url }, n) =>
        testServer(`p/${n}`, { remotes: [{ ...streamable(url), transport: 'openapi' }] }),
      )
      await recordServers(db, OWN, entries, clock(), uncategorized)
      policies = openProbingPolicies(db, settings())
      return described.map(({ url }) => url)
    }

    /** One run with everything due; resolves to what the other host was asked and to what was recorded. */
    async function run({ hostPerMinute = 60, probers = PROBERS } = {}) {
      asked = []
      await db.delete(observations)
      await db.update(probeTargets).set({ dueAt: clock() })
      const budget = { perMinute: 4000, hostPerMinute, gateways: new Map() }
      const time = { recheckSeconds: 600, budgetSeconds: 1, concurrency: 8, perHost: 8 }
      await runProbes(testProbeJob(db, clock, { settings: settings(), policies, probers, budget, ...time }))
      return asked
    }

    test('without a policy that names the description only the policy is asked for, once a day', async () => {
      await describe()
      expect(await run()).toEqual([POLICY])
      atMs += 900_000
      expect(await run()).toEqual([])
    })

    test('a policy that names another description does not agree', async () => {
      await describe()
      file = { descriptions: ['https://example.com/openapi.json'] }
      expect(await run()).toEqual([POLICY])
    })

    test('with the agreement of its host it is made', async () => {
      file = { descriptions: await describe() }
      expect(await run()).toEqual([POLICY, HEALTH])
      atMs += 900_000
      expect(await run()).toEqual([HEALTH])
    })

    test('a host that agreed and refuses probes is not asked', async () => {
      file = { descriptions: await describe(), probe: 'none' }
      expect(await run()).toEqual([POLICY])
    })

    test('a host that asks for fewer probes is asked once in that time, whichever descriptions name it', async () => {
      file = { descriptions: await describe(3), probe: { everyMinutes: 60 } }
      expect(await run()).toEqual([POLICY, HEALTH])
      atMs += 59 * 60_000
      expect(await run()).toEqual([])
      atMs += 60_000
      expect(await run()).toEqual([HEALTH])
    })

    test('what many descriptions mark, and its policy, stays within the budget of the host', async () => {
      file = { descriptions: await describe(6) }
      expect(await run({ hostPerMinute: 3 })).toEqual([POLICY, HEALTH, HEALTH])
      expect(await run({ hostPerMinute: 3 })).toEqual([])
      atMs += 60_000
      expect(await run({ hostPerMinute: 3 })).toEqual([HEALTH, HEALTH, HEALTH])
    })
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { accessConflicts } from '../core/access/access-conflicts'
import type { ProbingPolicy } from '../core/access/probing-policy'
import { assess } from '../core/verdict/assessment'
import {
  INITIALIZED,
  type Responder,
  result,
  rpcError,
  type Scripted,
  scripted,
  silence,
  status,
  tool,
} from '../probers/test-mcp'
import { settingsFor } from '../probers/test-servers'
import { originPolicies } from '../store/access/access-schema'
import { recordServers } from '../store/catalog/catalog'
import { servers } from '../store/catalog/catalog-schema'
import { listRecentObservations } from '../store/evidence/evidence'
import { probeTargets } from '../store/evidence/evidence-schema'
import { setMaintenance } from '../store/evidence/maintenance'
import { openRatingReader } from '../store/ratings/ratings'
import { streamable, testServer, uncategorized } from '../store/test-catalog'
import { onDatabase, TEST_EPOCH } from '../store/test-databases'
import { openProbingPolicies, type ProbingPolicies } from './probing-policies'
import { runProbes } from './run-probes'
import { testProbeJob } from './test-probe-job'

const OWN = { source: 'file', precedence: 1, own: true }
const PATH = '/.well-known/tool-reliability.json'
const HOUR_MS = 3_600_000

describe('policies of operators', () => {
  onDatabase(({ db }) => {
    let atMs = 0
    let origin: Scripted
    let file: Responder
    let mcp: Responder | undefined
    const clock = () => new Date(TEST_EPOCH.getTime() + atMs)
    const json = (value: unknown, headers = {}): Responder => status(200, headers, JSON.stringify(value))

    beforeEach(async () => {
      await db.delete(servers)
      await db.delete(originPolicies)
      atMs = 0
      file = status(404)
      mcp = undefined
      origin = await scripted({
        GET: (...given) => (given[0].path === PATH ? file : status(405))(...given),
        'server/discover': (...given) => (mcp ?? rpcError(-32_000, 400))(...given),
        initialize: result(INITIALIZED),
        'notifications/initialized': status(202),
        'tools/list': result({ tools: [tool('echo')] }),
      })
    })

    const settings = () => settingsFor(origin.url)
    const open = () => openProbingPolicies(db, settings())
    const add = async (count = 1) => {
      const entries = Array.from({ length: count }, (_, n) =>
        testServer(`p/${n}`, { remotes: [streamable(`${origin.url}?${n}`)] }),
      )
      await recordServers(db, OWN, entries, clock(), uncategorized)
    }
    /** One run, with every server due, without time for rechecks. */
    const run = async (policies: ProbingPolicies = open()) => {
      const from = origin.seen.length
      await db.update(probeTargets).set({ dueAt: clock() })
      const time = { recheckSeconds: 600, budgetSeconds: 1, concurrency: 8, perHost: 8 }
      await runProbes(testProbeJob(db, clock, { settings: settings(), policies, ...time }))
      const seen = origin.seen.slice(from)
      return { files: seen.filter(({ path }) => path === PATH), others: seen.filter(({ path }) => path !== PATH) }
    }
    /** What is decided of the first server, and how often the file was asked for. */
    const decide = async (policies: ProbingPolicies = open(), url = origin.url) => {
      const from = origin.seen.length
      const server = { serverKey: await keyOf(), target: { url, own: true }, state: null }
      const decision = await policies.decide(server, new AbortController().signal, clock())
      return { do: decision.do, files: origin.seen.length - from }
    }
    const rating = () => openRatingReader(db).findRating('p/0')
    const keyOf = async () => (await db.select({ key: servers.key }).from(servers))[0]?.key ?? 0
    const healthy = async () => {
      await run()
      atMs += 60_000
      await run()
    }

    test('an origin with many servers is asked once a day, by all processes together', async () => {
      await add()
      const [one, other] = [open(), open()]
      const askAll = () =>
        Promise.all(Array.from({ length: 60 }, (_, n) => decide(n % 2 === 0 ? one : other, `${origin.url}/${n}`)))
      const asked = () => origin.seen.length
      await askAll()
      expect(asked()).toBe(1)
      atMs += 20 * HOUR_MS
      await askAll()
      await decide()
      expect(asked()).toBe(1)
      atMs += 4 * HOUR_MS
      await askAll()
      expect(asked()).toBe(2)
    })

    test('"none" holds from the next run on: no request, shown, and no worse score', async () => {
      await add(3)
      await healthy()
      const before = await rating()
      expect(before?.verdict).toBe('healthy')
      file = json({ probe: 'none' }, { etag: '"a"' })
      atMs += 24 * HOUR_MS
      const policies = open()
      const { files, others } = await run(policies)
      expect([files.length, others.length]).toEqual([1, 0])
      const after = await rating()
      expect(after?.score).toBeGreaterThanOrEqual(before?.score ?? 100)
      expect((await listRecentObservations(db, await keyOf(), 1))[0]?.reason).toBe('opted_out')
      const reasons = assess(after?.serverState ?? null, 'open', null, clock()).reasons
      expect(reasons).toContainEqual({ code: 'opted_out', text: 'Its operator asked not to be probed.' })
      atMs += HOUR_MS
      await run(policies)
      expect(
        (await listRecentObservations(db, await keyOf(), 9)).filter(({ reason }) => reason === 'opted_out'),
      ).toHaveLength(1)
      atMs += 23 * HOUR_MS
      file = status(304)
      const again = await run()
      expect(again.files[0]?.headers['if-none-match']).toBe('"a"')
      expect(again.others).toEqual([])
      atMs += 24 * HOUR_MS
      file = status(404)
      expect((await run()).others.length).toBeGreaterThan(0)
    })

    test('what is known of a server stays shown beside the refusal while it counts', async () => {
      await add()
      await healthy()
      file = json({ probe: 'none' })
      await db.delete(originPolicies)
      atMs += 900_000
      expect((await run()).others).toEqual([])
      const known = await rating()
      const assessment = assess(known?.serverState ?? null, 'open', null, clock())
      expect(assessment.verdict).toBe('healthy')
      expect(assessment.reasons.map(({ code }) => code)).toEqual(['answered', 'verified_by_probe_only', 'opted_out'])
    })

    test('a slower pace', async () => {
      file = json({ probe: { everyMinutes: 240 } })
      await add()
      expect((await run()).others.length).toBeGreaterThan(0)
      for (const hours of [1, 2]) {
        atMs += hours * HOUR_MS
        expect((await run()).others).toEqual([])
        const [planned] = await db.select().from(probeTargets)
        expect(planned).toMatchObject({
          dueAt: new Date(TEST_EPOCH.getTime() + 4 * HOUR_MS),
          leaseId: null,
          isRecheck: false,
        })
      }
      atMs += HOUR_MS
      expect((await run()).others.length).toBeGreaterThan(0)
    })

    test('a 403 with the header: not probed again for a day', async () => {
      await add()
      mcp = status(403, { 'Tool-Reliability': 'no-probe' })
      expect((await run()).others).toHaveLength(1)
      atMs += 23 * HOUR_MS
      expect((await run()).others).toHaveLength(0)
      atMs += HOUR_MS
      expect((await run()).others).toHaveLength(1)
    })

    test.each<[string, Responder]>([
      ['missing', status(404)],
      ['that hangs', silence],
      ['of 100 MB', (_, response) => response.writeHead(200, { 'content-length': '100000000' }).write('{')],
      ['that is a web page', status(200, {}, '<html>')],
      ['of another form', status(200, {}, '{"probe":"NONE"}')],
      ['that redirects to a private address', status(302, { location: 'http://127.0.0.1:1/' })],
      ['that redirects to itself', status(302, { location: PATH })],
      ['with an error', status(500)],
    ])('a file %s changes nothing', async (_, answer) => {
      file = answer
      await add()
      const { files, ...decided } = await decide()
      expect(decided).toEqual({ do: 'probe' })
      expect(files).toBeGreaterThan(0)
    })

    test('a file that can no longer be read counts for thirty days', async () => {
      file = json({ probe: 'none' })
      await add()
      expect(await decide()).toEqual({ do: 'note_opt_out', files: 1 })
      file = status(500)
      atMs += 29 * 24 * HOUR_MS
      expect(await decide()).toEqual({ do: 'note_opt_out', files: 1 })
      atMs += 24 * HOUR_MS
      expect(await decide()).toEqual({ do: 'probe', files: 1 })
    })

    test('maintenance windows are taken over, moved and withdrawn, and never replace one set by command', async () => {
      const window = (from: number, to: number) => ({
        from: new Date(TEST_EPOCH.getTime() + from * HOUR_MS).toISOString(),
        to: new Date(TEST_EPOCH.getTime() + to * HOUR_MS).toISOString(),
      })
      const announce = async (...maintenance: object[]) => {
        file = json({ maintenance })
        await db.delete(originPolicies)
        await decide()
        const known = (await rating())?.maintenance
        return (
          known &&
          window(
            known.from.getTime() / HOUR_MS - TEST_EPOCH.getTime() / HOUR_MS,
            known.to.getTime() / HOUR_MS - TEST_EPOCH.getTime() / HOUR_MS,
          )
        )
      }
      await add()
      expect(await announce(window(-5, -4), window(2, 4), window(10, 12))).toEqual(window(2, 4))
      expect(await announce(window(3, 5))).toEqual(window(3, 5))
      expect(await announce()).toBeNull()
      expect(await announce(window(-1, 1)), 'never before it was read').toEqual(window(0, 1))
      atMs += HOUR_MS / 2
      expect(await announce(window(-1, 1)), 'unchanged').toEqual(window(0, 1))
      atMs += HOUR_MS
      await setMaintenance(db, await keyOf(), { from: clock(), to: new Date(clock().getTime() + HOUR_MS) }, clock())
      expect(await announce(window(6, 7))).toEqual(window(1.5, 2.5))
      expect(await announce()).toEqual(window(1.5, 2.5))
    })

    test('how to sign in is read once a day, and published with what contradicts the catalog', async () => {
      await recordServers(
        db,
        OWN,
        [testServer('p/0', { declaredAccess: 'open', remotes: [streamable(origin.url)] })],
        clock(),
        uncategorized,
      )
      mcp = status(401, { 'www-authenticate': 'Bearer scope="s"' })
      const metadata = (seen: { path: string }[]) => seen.filter(({ path }) => path.includes('oauth'))
      expect(metadata((await run()).others).length).toBeGreaterThan(0)
      atMs += 60_000
      expect(metadata((await run()).others)).toEqual([])
      const known = await rating()
      expect(known?.signIns).toMatchObject([
        { endpoint: origin.url, schemes: ['bearer'], scopes: ['s'], registration: 'unknown' },
      ])
      const { access } = known?.serverState ?? { access: null }
      expect(accessConflicts(access, null, { access: 'open', scheme: null }).map(({ code }) => code)).toEqual([
        'declared_open',
      ])
      atMs += 24 * HOUR_MS
      expect(metadata((await run()).others).length).toBeGreaterThan(0)
    })

    test('a policy that was stored is read as it was', async () => {
      file = json({
        probe: { everyMinutes: 60 },
        maintenance: [{ from: '2030-01-01T00:00:00Z', to: '2030-01-02T00:00:00Z' }],
      })
      await add()
      await decide()
      const [row] = await db.select().from(originPolicies)
      expect(row?.policy).toEqual({
        probe: 'slower',
        everyMinutes: 60,
        maintenance: [{ from: '2030-01-01T00:00:00.000Z', to: '2030-01-02T00:00:00.000Z' }],
        descriptions: [],
      } satisfies Omit<ProbingPolicy, 'maintenance'> & { maintenance: unknown })
    })
  })
})

import type { CatalogTool } from 'assay-verify/catalog-tool'
import { DAY_MS } from 'assay-verify/duration'
import type { ProbeReason } from 'assay-verify/state/observation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestContext } from '../../api/test-context'
import { registryNameOf } from '../../core/catalog/registry-name'
import { recordProbeResults } from '../../monitor/record-probe-results'
import type { ProbeResult } from '../../probers/probe'
import { NOTHING_FOUND } from '../../probers/prober'
import { ENDPOINTS } from '../../runtime/endpoints'
import { RECORDING_STEPS } from '../../runtime/recording-steps'
import { recordDeletedServers } from '../../store/catalog/catalog'
import { servers } from '../../store/catalog/catalog-schema'
import { openRatingReader, recordRatings } from '../../store/ratings/ratings'
import { streamable, targetAt, testServer, testTool } from '../../store/test-catalog'
import { TEST_EPOCH } from '../../store/test-databases'
import { addTestTargets } from '../../store/test-targets'
import { OFFICIAL_META, RATING_META, RegistryEntry, RegistryList } from '../contract/registry'
import type { RegistryPolicy } from '../rules/policy'

const QUARTER_MS = 15 * 60_000
const addressOf = (id: string) => `https://${id.replace('/', '-')}.example/mcp`
const FILE = { source: 'file', precedence: 1 }
const PATH_REQUIRED = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }
const IDS = ['p/steady', 'p/drifts', 'p/worded', 'p/silent', 'p/signs-in', 'p/graded']
const POLICIES: [string, RegistryPolicy][] = [
  ['calm', { maxDrift: 'wording' }],
  ['fresh', { maxAgeDays: 1 }],
  ['open', { access: new Set(['open']) }],
  ['rated', { minGrade: 'B' }],
]

describe('policies of the registry', () => {
  let world: Awaited<ReturnType<typeof openTestContext>>
  let keys: Map<string, number>
  let now = TEST_EPOCH

  /** One probe of one server, recorded as the monitor records it. */
  const probe = async (id: string, reason: ProbeReason, tools: CatalogTool[] | null) => {
    now = new Date(now.getTime() + QUARTER_MS)
    const observation = { observedAt: now, reason, latencyMs: 100, httpStatus: null, vantage: 'test' }
    const result: ProbeResult = { ...NOTHING_FOUND, reason, tools, observation }
    const finished = { serverKey: keys.get(id) ?? -1, targetNo: 0, target: targetAt(addressOf(id)), probe: result }
    const lease = { leaseId: 'lease', intervalSeconds: 900, recheckSeconds: 20 }
    await recordProbeResults(world.context.db, lease, [finished], now, RECORDING_STEPS)
  }

  beforeAll(async () => {
    const catalog = IDS.map((id) => testServer(id, { remotes: [streamable(addressOf(id))] }))
    world = await openTestContext(catalog, TEST_EPOCH)
    const { db } = world.context
    await addTestTargets(db, TEST_EPOCH)
    keys = new Map(
      (await db.select({ id: servers.id, key: servers.key }).from(servers)).map(({ id, key }) => [id, key]),
    )
    for (let round = 0; round < 3; round += 1) {
      for (const id of ['p/steady', 'p/drifts', 'p/worded', 'p/graded']) await probe(id, 'answered', [testTool('read')])
      await probe('p/signs-in', 'credentials_required', null)
    }
  })
  afterAll(() => world.close())

  const contextAt = (at: Date) => ({
    ...world.context,
    ratings: openRatingReader(world.context.db),
    now: at,
    registry: { policies: new Map(POLICIES), driftDays: 30 },
  })
  const ask = (
    name: 'registryServers' | 'policyServers' | 'policyVersion' | 'policyVersions',
    path: string,
    at = now,
  ) => ENDPOINTS[name].handle(new Request(`http://assay.test${path}`), contextAt(at))
  const idsIn = async (response: Response) => {
    expect(response.status, await response.clone().text()).toBe(200)
    const { servers: entries } = RegistryList.parse(await response.json())
    return entries.map(({ _meta }) => _meta[RATING_META].serverId)
  }
  const under = async (query: string, at = now) => idsIn(await ask('registryServers', `/v0.1/servers?${query}`, at))
  const named = async (policy: string, query = '', at = now) =>
    idsIn(await ask('policyServers', `/registries/${policy}/v0.1/servers${query}`, at))
  const versionUnder = (policy: string, id: string, query = '') =>
    ask(
      'policyVersion',
      `/registries/${policy}/v0.1/servers/${encodeURIComponent(registryNameOf(id))}/versions/latest${query}`,
    )

  test('unknown grades, access and drift are outside unless the policy takes them', async () => {
    expect(await under('minGrade=F')).toEqual([])
    expect(await under('minGrade=unrated')).toEqual(IDS)
    expect(await under('access=open')).toEqual(['p/steady', 'p/drifts', 'p/worded', 'p/graded'])
    expect(await under('access=open,auth')).not.toContain('p/silent')
    expect(await under('access=open,auth,unknown')).toEqual(IDS)
    expect(await under('maxDrift=safety')).toEqual(['p/steady', 'p/drifts', 'p/worded', 'p/graded'])
    expect(await under('maxDrift=unknown')).toEqual(IDS)
    expect(await under('maxAgeDays=1')).not.toContain('p/silent')
  })

  test('a server that breaks a policy is gone with the one probe that finds it, from the list and by its name', async () => {
    expect(await named('calm')).toContain('p/drifts')
    expect((await versionUnder('calm', 'p/drifts')).status).toBe(200)
    await probe('p/drifts', 'answered', [testTool('read', { inputSchema: PATH_REQUIRED })])
    const response = await ask('policyServers', '/registries/calm/v0.1/servers')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await idsIn(response)).toEqual(['p/steady', 'p/worded', 'p/graded'])
    const refused = await versionUnder('calm', 'p/drifts')
    expect(refused.status).toBe(404)
    expect(await refused.json()).toMatchObject({
      code: 'unknown_server',
      error: 'Server not found. It does not meet the policy of this registry. With include_deleted=1 it is shown.',
    })
    const shown = RegistryEntry.parse(await (await versionUnder('calm', 'p/drifts', '?include_deleted=1')).json())
    expect(shown._meta[OFFICIAL_META].status).toBe('deleted')
    expect(shown._meta[RATING_META].drift).toEqual({ level: 'breaking', days: 30 })
    expect(await under('maxDrift=breaking')).toContain('p/drifts')
    expect(await under('maxDrift=additive')).not.toContain('p/drifts')
  })

  test('a mirror that asks for changes learns that a server left the policy', async () => {
    const before = now
    await probe('p/worded', 'answered', [testTool('read', { description: 'Other words.' })])
    expect(await named('calm')).toContain('p/worded')
    const query = `/registries/calm/v0.1/servers?maxDrift=none&updated_since=2000-01-01T00:00:00Z`
    const { servers: entries } = RegistryList.parse(await (await ask('policyServers', query)).json())
    const states = new Map(entries.map(({ _meta }) => [_meta[RATING_META].serverId, _meta[OFFICIAL_META].status]))
    expect(states.get('p/worded')).toBe('deleted')
    expect(states.get('p/steady')).toBe('active')
    expect(before.getTime()).toBeLessThan(now.getTime())
  })

  test('drift ends with its window', async () => {
    const after = new Date(now.getTime() + 31 * DAY_MS)
    expect(await under('maxDrift=none', after)).toContain('p/drifts')
  })

  test('evidence that is too old puts a server outside', async () => {
    expect(await named('fresh')).toContain('p/steady')
    expect(await named('fresh', '', new Date(now.getTime() + 2 * DAY_MS))).toEqual([])
    expect(await under('maxAgeDays=3', new Date(now.getTime() + 2 * DAY_MS))).toContain('p/steady')
  })

  test('a grade that a probe lowers puts a server outside', async () => {
    const rating = { id: 'p/graded', verdict: 'healthy', score: 85, grade: 'B' } as const
    await recordRatings(world.context.db, [rating])
    expect(await named('rated')).toEqual(['p/graded'])
    expect(await under('minGrade=A')).toEqual([])
    await probe('p/graded', 'answered', [testTool('read')])
    expect(await named('rated')).toEqual([])
  })

  test('a server of a good grade that is down now is outside a policy of verdicts or advice, and a mirror learns it', async () => {
    const asks = ['verdict=healthy,degraded', 'recommendation=proceed,proceed_with_caution']
    for (const ask of asks) expect(await under(ask)).toContain('p/graded')
    const before = now
    for (let round = 0; round < 5; round += 1) await probe('p/graded', 'timed_out', null)
    await recordRatings(world.context.db, [{ id: 'p/graded', verdict: 'down', score: 85, grade: 'B' }])
    expect(await under('minGrade=B')).toEqual(['p/graded'])
    for (const ask of asks) expect(await under(`minGrade=B&${ask}`)).toEqual([])
    expect(await under('verdict=down&recommendation=avoid')).toEqual(['p/graded'])
    const since = `updated_since=${before.toISOString()}`
    expect(await under(`verdict=healthy&${since}`)).toContain('p/graded')
    for (let round = 0; round < 3; round += 1) await probe('p/graded', 'answered', [testTool('read')])
  })

  test('parameters narrow a named policy, and never widen it', async () => {
    expect(await named('open', '?maxDrift=wording')).toEqual(['p/steady', 'p/worded', 'p/graded'])
    expect(await named('open', '?access=auth')).toEqual([])
    expect(await named('rated', '?minGrade=unrated')).toEqual([])
  })

  test('a server that a source removes is gone', async () => {
    expect(await named('open')).toContain('p/steady')
    await recordDeletedServers(world.context.db, FILE, ['p/steady'], now)
    expect(await named('open')).not.toContain('p/steady')
    expect((await versionUnder('open', 'p/steady')).status).toBe(404)
  })

  test('a policy that is not configured is refused', async () => {
    for (const name of ['none', 'CALM', '__proto__', 'constructor']) {
      const response = await ask('policyServers', `/registries/${name}/v0.1/servers`)
      expect(response.status).toBe(404)
      expect((await response.json()).code).toBe('unknown_policy')
    }
  })
})

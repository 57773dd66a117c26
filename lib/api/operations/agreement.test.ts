import { VERDICTS } from 'assay-verify/verdict'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { OPERATIONS } from '../../contract/operations'
import { CompactHealth } from '../../contract/shapes/health'
import { CompactScore } from '../../contract/shapes/score'
import { COMPACT_REASONS } from '../../contract/shapes/terms'
import { registryNameOf } from '../../core/catalog/registry-name'
import { feed } from '../../feed/operations/feed'
import { type Breakage, CompactBreakagesAnswer } from '../../incidents/contract/breakages'
import { brokenNow, openBreakages } from '../../incidents/operations/breakages'
import { closeOldBreakages } from '../../jobs/keep/close-breakages'
import { RATING_META, RegistryEntry } from '../../registry/contract/registry'
import { ENDPOINTS } from '../../runtime/endpoints'
import type { ServiceContext } from '../../runtime/service-app'
import type { StateCounts } from '../../store/catalog/totals'
import { openRatingReplica } from '../../store/ratings/rating-replica'
import { badgeAppearance } from '../badge-appearance'
import { getRating } from '../get-rating'
import { overview } from '../page-data/overview'
import { profile } from '../page-data/profile'
import { serverTools } from '../page-data/server-tools'
import { WHOLE_LISTING } from '../test-context'
import { openStates } from '../test-states'
import { findAlternatives } from './alternatives'
import { categories } from './categories'
import { category } from './category'
import { health } from './health'
import { lookup } from './lookup'
import { report } from './report'
import { findRoute } from './route'
import { score } from './score'
import { findResults } from './search'

const sumOf = (counts: StateCounts) => Object.values(counts).reduce((sum, count) => sum + count, 0)

const DAY_MS = 86_400_000
const ANY_ROUTE = { task: 'read a file', readOnly: false } as const
const MOST = 20
const RELEVANCE = 0.9

/** The parts of an answer about one subject that must agree; each answer has some of them. */
interface Said {
  by: string
  verdict: string
  recommendation?: string
  reasons?: readonly { code: string; text: string }[]
  reason?: unknown
}

describe('the answers agree', () => {
  let world: Awaited<ReturnType<typeof openStates>>
  let context: ServiceContext
  beforeAll(async () => {
    world = await openStates()
    context = world.context()
  })
  afterAll(() => world.close())

  /** The index finds these ids, and they are alike whatever is asked. */
  const find = (ids: readonly string[]) => {
    world.finder.find = () => ids.map((id) => ({ id, relevance: RELEVANCE }))
    world.finder.alike = () => ids.map((id) => ({ id, similarity: RELEVANCE }))
  }
  const readFeed = async () =>
    OPERATIONS.feed.output.parse(JSON.parse((await feed({}, world.context())).bodies.identity.toString()))
  const listedRows = async () => {
    const all = await categories({}, context)
    const tracked = all.categories.filter((one) => one.tracked > 0)
    const pages = await Promise.all(tracked.map(({ slug }) => category({ slug, page: 1, ...WHOLE_LISTING }, context)))
    return { tracked, pages, rows: pages.flatMap(({ rows }) => rows) }
  }
  const onServerPage = async (id: string) => {
    const { serverKey, serverId } = await profile({ toolId: id }, context)
    const tools = await serverTools(serverKey, await getRating(serverId, context), context)
    return tools.find(({ toolId }) => toolId === id)
  }
  const everything = async (id: string): Promise<Said[]> => {
    find([id])
    const [results, routed, alike, rated, { rows }, fed] = [
      await findResults({ q: 'read a file', readOnly: false }, 10, context),
      await findRoute(ANY_ROUTE, MOST, context),
      await findAlternatives('s/healthy/keep_file', 10, context),
      await score({ toolId: id, explain: true }, context),
      await listedRows(),
      await readFeed(),
    ]
    // Fits better, so that it is the other one that is chosen.
    world.finder.find = () => [
      { id: 's/healthy/read_file', relevance: RELEVANCE },
      { id, relevance: RELEVANCE - 0.2 },
    ]
    const { fallbacks } = await findRoute(ANY_ROUTE, MOST, context)
    world.finder.find = () => [{ id, relevance: RELEVANCE / 2 }]
    const { candidates } = await findRoute(ANY_ROUTE, MOST, context)
    const own = (list: readonly (Omit<Said, 'by'> & { toolId: string })[], by: string): Said[] =>
      list.filter(({ toolId }) => toolId === id).map((row) => ({ ...row, by }))
    return [
      { ...(await health({ toolId: id }, context)), by: 'health' },
      { ...rated, by: 'score' },
      { ...(await score({ toolId: id, explain: false }, context)), by: 'signed score' },
      ...own(results, 'search'),
      ...own(routed.chosen === null ? [] : [routed.chosen], 'route'),
      ...own(
        routed.unavailable.map(({ reason, ...row }) => ({ ...row, reasons: [reason] })),
        'unavailable',
      ),
      ...own(fallbacks, 'fallbacks'),
      ...own(candidates, 'candidates'),
      ...own(alike.alternatives, 'alternatives'),
      ...own(rows, 'category'),
      ...own(fed.scores, 'feed'),
    ]
  }
  const LISTED = ['health', 'score', 'signed score', 'search', 'route', 'candidates', 'category', 'feed']
  const AVOIDED = LISTED.map((by) => (by === 'route' ? 'unavailable' : by))
  const CALLABLE = [...LISTED, 'fallbacks', 'alternatives']

  it.each([
    ['s/healthy/read_file', 'healthy', 'proceed', 'answered', LISTED],
    ['s/open-world/read_file', 'healthy', 'proceed_with_caution', 'unsafe_change', CALLABLE],
    ['s/destructive/read_file', 'healthy', 'proceed_with_caution', 'unsafe_change', CALLABLE],
    ['s/breaking/read_file', 'healthy', 'proceed_with_caution', 'breaking_change', CALLABLE],
    ['s/hostile/read_file', 'healthy', 'avoid', 'unsafe_text', AVOIDED],
    ['s/hostile-from-the-start/read_file', 'healthy', 'avoid', 'unsafe_text', AVOIDED],
    ['s/removed/read_file', 'down', 'avoid', 'removed_from_listing', ['health', 'score', 'signed score']],
    ['s/down/read_file', 'down', 'avoid', 'connect_failed', AVOIDED],
    ['s/changed-then-down/read_file', 'down', 'avoid', 'connect_failed', AVOIDED],
    ['s/used/read_file', 'healthy', 'proceed', 'verified_by_usage', CALLABLE],
    ['s/reported/read_file', 'healthy', 'proceed', 'answered', CALLABLE],
  ])('%s is %s in all of them: %s, for %s', async (id, verdict, recommendation, code, named) => {
    const said = await everything(id)
    const others = said.filter((one) => one.verdict !== verdict)
    expect(others).toEqual([])
    const advised = said.filter(({ by }) => by !== 'feed' && by !== 'candidates')
    // Candidates have the code alone, and only of what speaks against them.
    const isSaid = recommendation === 'avoid' || recommendation === 'proceed_with_caution'
    for (const { reason } of said.filter(({ by }) => by === 'candidates')) expect(reason).toBe(isSaid ? code : null)
    expect(said.filter((one) => one.recommendation !== recommendation)).toEqual([])
    expect(advised.filter((one) => one.reasons?.[0]?.code !== code)).toEqual([])
    expect(new Set(advised.map((one) => one.reasons?.[0]?.text)).size).toBe(1)
    expect([...new Set(said.map(({ by }) => by))].sort()).toEqual([...named].sort())
    expect((await onServerPage(id))?.status).toBe(verdict)
  })

  it.each([
    ['s/healthy', 'proceed'],
    ['s/destructive', 'proceed_with_caution'],
    ['s/breaking', 'proceed_with_caution'],
    ['s/removed', 'proceed_with_caution'],
    ['s/hostile', 'avoid'],
    ['s/hostile-from-the-start', 'avoid'],
    ['s/down', 'avoid'],
  ])('all answers about the server %s advise the same: %s', async (id, recommendation) => {
    const answerOf = async (name: 'health' | 'registryVersion', path: string) => {
      const response = await ENDPOINTS[name].handle(new Request(`http://assay.test${path}`), world.context())
      expect(response.status).toBe(200)
      return response.json()
    }
    const named = `/v0.1/servers/${encodeURIComponent(registryNameOf(id))}/versions/latest`
    const { _meta } = RegistryEntry.parse(await answerOf('registryVersion', named))
    const { resolved } = await lookup({ body: { ids: [id] } }, context)
    const said = [
      ['health', (await health({ toolId: id }, context)).recommendation],
      ['short health', (await answerOf('health', `/v1/health/${id}?compact=1`)).recommendation],
      ['score', (await score({ toolId: id, explain: false }, context)).recommendation],
      ['lookup', resolved[0]?.recommendation],
      ['registry', _meta[RATING_META].recommendation],
    ]
    expect(said.filter(([, advised]) => advised !== recommendation)).toEqual([])
  })

  it('route chooses what neither changed nor is down where it fits, and falls back on nothing to be avoided', async () => {
    const changed = ['s/open-world', 's/destructive', 's/breaking'].map((id) => `${id}/read_file`)
    find([...changed, 's/down/read_file', 's/removed/read_file', 's/reported/read_file'])
    const answer = await findRoute(ANY_ROUTE, MOST, context)
    expect(answer).toMatchObject({ chosen: { toolId: 's/reported/read_file' }, recommendation: 'proceed' })
    expect(answer.fallbacks.map(({ toolId }) => toolId).sort()).toEqual([...changed].sort())
    find(['s/destructive/read_file', 's/down/read_file'])
    expect(await findRoute(ANY_ROUTE, MOST, context)).toMatchObject({
      chosen: { toolId: 's/destructive/read_file' },
      recommendation: 'proceed_with_caution',
      fallbacks: [],
    })
    find(['s/removed/read_file'])
    expect(await findRoute(ANY_ROUTE, MOST, context)).toMatchObject({ chosen: null, fallbacks: [] })
  })

  it('readOnly gives avoid for a tool that withdrew a safety annotation', async () => {
    const asked = { ...ANY_ROUTE, readOnly: true }
    find(['s/open-world/read_file', 's/destructive/read_file', 's/breaking/read_file'])
    const found = await findResults({ q: 'read a file', readOnly: true }, 10, context)
    // Listings of one tool are one result: the listing that is not to be avoided.
    expect(found).toMatchObject([
      {
        toolId: 's/breaking/read_file',
        recommendation: 'proceed_with_caution',
        alsoListedAs: ['s/open-world/read_file'],
      },
    ])
    expect(await findRoute(asked, MOST, context)).toMatchObject({
      chosen: { toolId: 's/breaking/read_file' },
      recommendation: 'proceed_with_caution',
      fallbacks: [],
    })
    find(['s/open-world/read_file'])
    expect(await findResults({ q: 'read a file', readOnly: true }, 10, context)).toMatchObject([
      { toolId: 's/open-world/read_file', recommendation: 'avoid' },
    ])
    const only = await findRoute(asked, MOST, context)
    expect(only).toMatchObject({
      chosen: null,
      recommendation: 'avoid',
      unavailable: [
        { toolId: 's/open-world/read_file', verdict: 'healthy', recommendation: 'avoid', expectedBack: null },
      ],
    })
    expect(only.unavailable[0]?.reason.code).toBe('unsafe_change')
    expect(only.unavailable[0]?.since).not.toBeNull()
  })

  it('every outage is open from the first failure on, as in health; for a server that was never up it is minor', async () => {
    const open = (await openBreakages({ limit: 100 }, context)).breakages
    const fed = new Map((await readFeed()).openBreakages.map((entry) => [entry.id, entry]))
    const incidents = await brokenNow({ limit: 100 }, context)
    const ids = ['s/down', 's/changed-then-down', 's/never-up']
    const downs = open.filter(({ kind }) => kind === 'down')
    expect(downs.map(({ serverId }) => serverId).sort()).toEqual([...ids].sort())
    const { resolved } = await lookup({ body: { ids: open.map(({ serverId }) => serverId) } }, context)
    expect(
      resolved
        .filter(({ verdict }) => verdict === 'down')
        .map(({ serverId }) => serverId)
        .sort(),
    ).toEqual([...ids].sort())
    for (const { id, serverId, openedAt, severity, recommendation } of downs) {
      const answer = await health({ toolId: serverId }, context)
      expect(answer).toMatchObject({ verdict: 'down', downSince: openedAt, recommendation })
      const since = answer.reasons.find(({ code }) => code === 'down_since')
      expect(since?.text).toContain(openedAt.replace(/\.\d{3}Z$/, 'Z'))
      expect(fed.get(id)).toMatchObject({ openedAt, severity, recommendation })
      expect(incidents.find((incident) => incident.breakages.some((entry) => entry.id === id))?.openedAt).toBe(openedAt)
      expect(severity).toBe(serverId === 's/never-up' ? 'minor' : 'major')
    }
    const removed = open.find(({ kind, serverId }) => kind === 'tool_removed' && serverId === 's/removed')
    const gone = await health({ toolId: 's/removed/read_file' }, context)
    expect([removed?.openedAt, removed?.recommendation]).toEqual([gone.downSince, gone.recommendation])
  })

  it('short answers have the same members with the same values, of reasons the codes', async () => {
    const answerOf = async (name: 'health' | 'score' | 'breakages', path: string) => {
      const response = await ENDPOINTS[name].handle(new Request(`http://assay.test${path}`), world.context())
      return response.json() as Promise<Record<string, unknown>>
    }
    for (const id of ['s/healthy/read_file', 's/destructive/read_file', 's/down']) {
      for (const [name, shape] of [['health', CompactHealth] as const, ['score', CompactScore] as const]) {
        const whole = await answerOf(name, `/v1/${name}/${id}`)
        const answer = await answerOf(name, `/v1/${name}/${id}?compact=1`)
        expect(shape.parse(answer)).toEqual(answer)
        const { reasons, ...others } = answer
        expect(whole).toMatchObject(others)
        const codes = (whole.reasons as { code: string }[]).map(({ code }) => code)
        const first = codes.filter((code) => code !== 'down_since').slice(0, COMPACT_REASONS)
        expect(reasons).toEqual(first.map((code) => ({ code })))
        expect(Object.values(answer)).not.toContain(null)
        expect(answer).not.toHaveProperty('attestation')
      }
    }
    const answer = await answerOf('breakages', '/v1/breakages?compact=1&limit=3')
    const compact = CompactBreakagesAnswer.parse(answer)
    expect(compact).toEqual(answer)
    const whole = await openBreakages({ limit: 3 }, world.context())
    expect(whole.breakages).toMatchObject(compact.breakages)
    expect(compact.incidents).toEqual([])
    expect(whole.incidents.every(({ cause }) => cause === 'server' || cause === 'listing')).toBe(true)
  })

  it('all count the same', async () => {
    const [home, counted, fed, { tracked, pages }, open] = [
      await overview(world.context()),
      await report({}, world.context()),
      await readFeed(),
      await listedRows(),
      (await openBreakages({ limit: 100 }, context)).breakages,
    ]
    for (const verdict of VERDICTS)
      expect(fed.scores.filter((row) => row.verdict === verdict)).toHaveLength(counted.totals.byVerdict[verdict])
    expect([counted.totals.tools, counted.totals.servers]).toEqual([sumOf(home.tools), sumOf(home.servers)])
    // Listed are the tools, and the servers without tools.
    for (const verdict of ['healthy', 'degraded', 'down'] as const) {
      const listed = counted.totals.byVerdict[verdict]
      expect(home.tools[verdict]).toBeLessThanOrEqual(listed)
      const avoided = home.tools.avoid + home.servers.avoid
      expect(home.tools[verdict] + home.servers[verdict] + avoided).toBeGreaterThanOrEqual(listed)
    }
    for (const [index, { rows, healthy, working, tracked: all }] of pages.entries()) {
      expect(tracked[index]).toMatchObject({ healthy, working, tracked: all })
      const isWorking = (row: (typeof rows)[number]) => row.verdict === 'healthy' && row.recommendation !== 'avoid'
      expect(rows.filter(isWorking)).toHaveLength(working)
      expect(rows.filter((row) => row.verdict === 'healthy')).toHaveLength(healthy)
      expect(rows).toHaveLength(all)
    }
    const kinds = Object.entries(counted.breakages.open) as [Breakage['kind'], number][]
    for (const [kind, count] of kinds) expect(open.filter((entry) => entry.kind === kind)).toHaveLength(count)
    expect(fed.openBreakages.map(({ id }) => id).sort()).toEqual(open.map(({ id }) => id).sort())
  })

  it('health and score agree on whether real use was counted', async () => {
    for (const id of ['s/healthy', 's/used', 's/reported']) {
      const toolId = `${id}/read_file`
      const [{ reasons, axes }, { components, reasons: rated }] = [
        await health({ toolId }, context),
        await score({ toolId, explain: true }, context),
      ]
      expect(rated).toEqual(reasons)
      const usage = components?.find(({ name }) => name === 'usage')
      const isCounted = (usage?.value ?? null) !== null
      expect(isCounted).toBe(id !== 's/healthy')
      const verified = reasons.find(({ code }) => code.startsWith('verified_by'))
      expect(/no outcome of real use has been counted/.test(verified?.text ?? '')).toBe(!isCounted)
      expect(axes.verified).toBe(id === 's/used' ? 'usage' : 'probe')
    }
  })

  it('a server that only throttles has that reason while it was observed', async () => {
    const { status, reasons } = await health({ toolId: 's/throttled' }, context)
    expect(status).toBe('unknown')
    expect(reasons[0]?.code).toBe('throttled')
    expect(reasons[0]?.text).toMatch(/since 2026-11-01T00:15:00Z, for 2 hours/)
    expect(reasons[0]?.text).not.toContain('24 hours')
  })

  it('a badge warns of a fault that its verdict does not show', async () => {
    const messageOf = async (id: string) => (await badgeAppearance(`${id}/read_file`, context)).message
    expect(await messageOf('s/destructive')).toMatch(/^unsafe change/)
    expect(await messageOf('s/breaking')).toMatch(/^breaking change/)
    expect(await messageOf('s/hostile')).toMatch(/^unsafe$/)
    expect(await messageOf('s/removed')).toMatch(/^removed/)
    expect(await messageOf('s/healthy')).toMatch(/^healthy/)
    expect(await messageOf('s/changed-then-down')).toMatch(/^down/)
    const ofServer = async (id: string) => (await badgeAppearance(id, context)).message
    expect(await ofServer('s/destructive')).toMatch(/^a tool is less safe/)
    expect(await ofServer('s/breaking')).toMatch(/^a tool changed/)
    expect(await ofServer('s/removed')).toMatch(/^a tool was removed/)
  })

  it('what is fixed, returns or grows too old loses its warning in every answer, also in one from memory', async () => {
    const failures: unknown[] = []
    const replica = openRatingReplica(context.reads, context.ratings, (cause) => failures.push(cause))
    await replica.start()
    const advised = async (id: string, ratings = context.ratings) =>
      (await health({ toolId: `${id}/read_file` }, { ...world.context(), ratings })).recommendation
    await world.again('s/destructive', 0)
    await world.again('s/removed', 0)
    await world.again('s/hostile', 0)
    for (const id of ['s/destructive', 's/removed', 's/hostile']) {
      expect(await advised(id), id).toBe('proceed')
      await vi.waitFor(async () => expect(await advised(id, replica)).toBe('proceed'), { timeout: 10_000 })
    }
    expect(await advised('s/breaking', replica)).toBe('proceed_with_caution')
    await closeOldBreakages(context.db, new Date(world.context().now.getTime() + 8 * DAY_MS))
    expect(await advised('s/breaking')).toBe('proceed')
    await vi.waitFor(async () => expect(await advised('s/breaking', replica)).toBe('proceed'), { timeout: 10_000 })
    await replica.close()
    expect(failures).toEqual([])
  })
})

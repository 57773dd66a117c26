import { ACCESS_KINDS, RECOMMENDATION_BY_VERDICT, VERDICTS } from 'assay-verify/verdict'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { backendKeys, sharesBackend } from '../alternatives/independence'
import { MOST_NEAR } from './candidates'
import { chooseRoute, idsToReplace, type Route } from './choose-route'
import cases from './choose-route.cases.json' with { type: 'json' }
import { CONFIDENT_AT, MOST_UNAVAILABLE } from './fit'
import { expectedSuccess, isAvoided, meets, type RouteConstraints, type RouteOption } from './route-option'

const ANY: RouteConstraints = {
  openOnly: false,
  readOnlyOnly: false,
  maxLatencyMs: null,
  minScore: null,
  exclude: new Set(),
}

interface Given extends Partial<Omit<RouteOption, 'origin'>> {
  server?: string
  repository?: string
  host?: string
}

/** An option of a server of its own, by default healthy and open. */
function option(id: string, relevance: number, { server, repository, host, ...facts }: Given = {}): RouteOption {
  const serverId = server ?? `s/${id}`
  return {
    id,
    kind: 'tool',
    act: null,
    origin: backendKeys({
      serverId,
      repository: repository ?? null,
      packages: [],
      remotes: [
        { transport: 'streamable-http', url: `https://${host ?? `${id}.example`}/${serverId}`, template: false },
      ],
    }),
    relevance,
    verdict: 'healthy',
    recommendation: RECOMMENDATION_BY_VERDICT[facts.verdict ?? 'healthy'],
    changed: false,
    up: 0.99,
    access: 'open',
    score: 80,
    serverKey: 1,
    usage: null,
    latencyP95Ms: 500,
    callable: 'endpoint',
    hasInputSchema: true,
    readOnly: false,
    ...facts,
  }
}

const NONE: ReadonlySet<string> = new Set()
const route = (options: RouteOption[], constraints: Partial<RouteConstraints> = {}, limit = 5) =>
  chooseRoute(options, [], { ...ANY, ...constraints }, limit, () => NONE)
/** The same where `listed` are the alternatives of `replaced`. */
const routeWith = (options: RouteOption[], replaced: string, ...listed: string[]) =>
  chooseRoute(options, [], ANY, 5, (id) => (id === replaced ? new Set(listed) : NONE))
const idsOf = ({ fallbacks }: { fallbacks: { option: RouteOption }[] }) => fallbacks.map((entry) => entry.option.id)
const nearOf = ({ near }: Route) => near.map(({ id }) => id)
const namesOf = ({ unavailable }: { unavailable: { option: RouteOption }[] }) =>
  unavailable.map(({ option: { id } }) => id)

describe('what is chosen', () => {
  test('fit comes first: reliability does not make up for another capability', () => {
    const options = [option('right', 0.9, { up: 0.6, score: 40 }), option('other', 0.44)]
    expect(route(options).chosen?.id).toBe('right')
  })

  test.each(cases.fitting as [string, Given, Given][])('among those that fit about as well: %s', (_, worse, better) => {
    expect(route([option('a', 0.8, worse), option('b', 0.79, better)]).chosen?.id).toBe('b')
  })

  test('state decides only among what fits within 0.05 of the best', () => {
    const caution = { changed: true, recommendation: 'proceed_with_caution' } as const
    expect(route([option('tidies', 0.99, caution), option('reads', 0.93)]).chosen?.id).toBe('tidies')
    for (const facts of [caution, { callable: null }, { verdict: 'degraded', up: 0.5 }, { access: 'paid' }] as const) {
      expect(route([option('best', 0.9, facts), option('near', 0.85)]).chosen?.id).toBe('near')
      expect(route([option('best', 0.9, facts), option('far', 0.849)]).chosen?.id).toBe('best')
    }
  })

  test('what does something else is not preferred for its state, nor a whole server to a tool', () => {
    const caution = { changed: true, recommendation: 'proceed_with_caution' } as const
    const runs = option('runs', 0.9, { ...caution, act: 'compute' })
    expect(route([runs, option('lists', 0.89, { act: 'list' })]).chosen?.id).toBe('runs')
    expect(route([runs, option('server', 0.89, { kind: 'server' })]).chosen?.id).toBe('runs')
    expect(route([runs, option('solves', 0.86, { act: 'compute' })]).chosen?.id).toBe('solves')
    expect(route([runs, option('unnamed', 0.86)]).chosen?.id).toBe('unnamed')
    const away = { ...runs, verdict: 'down' } as const
    expect(route([away, option('lists', 0.89, { act: 'list' })]).chosen?.id).toBe('lists')
    const replaced = [away, option('server', 0.89, { kind: 'server' }), option('solves', 0.8, { act: 'compute' })]
    expect(routeWith(replaced, 'runs', 'solves').chosen?.id).toBe('server')
    const options = [away, option('lists', 0.89, { act: 'list' }), option('solves', 0.8, { act: 'compute' })]
    expect(routeWith(options, 'runs', 'solves').chosen?.id).toBe('solves')
  })

  test.each([
    ['down', { verdict: 'down', up: 0.01 }],
    ['to be avoided', { recommendation: 'avoid' }],
    ['down, whatever its recommendation', { verdict: 'down', recommendation: 'proceed_with_caution' }],
  ] as const)(
    'what is %s is never chosen: only what fits as well, or is listed among its alternatives, takes its place',
    (_, facts) => {
      const best = option('best', 0.95, facts)
      expect(route([best, option('near', 0.9)])).toMatchObject({
        chosen: { id: 'near' },
        unavailable: [],
        fallbacks: [],
      })
      const options = [best, option('other', 0.89), option('listed', 0.7), option('unfit', 0.66)]
      const none = route(options)
      expect(none).toMatchObject({ chosen: null, confidence: 0.95, unavailable: [{ option: { id: 'best' }, step: 1 }] })
      expect(idsOf(none)).toEqual(['other', 'listed'])
      expect(none.fallbacks.every(({ independent }) => independent === null)).toBe(true)
      const replaced = routeWith(options, 'best', 'listed', 'unfit')
      expect(replaced).toMatchObject({ chosen: { id: 'listed' }, confidence: 0.7, unavailable: [] })
      expect(idsOf(replaced)).toEqual(['other'])
      expect(routeWith(options, 'best', 'unfit').chosen).toBeNull()
      expect(routeWith([best, option('down too', 0.9, facts)], 'best', 'down too').chosen).toBeNull()
    },
  )

  test('of the listed alternatives, fit comes first too', () => {
    const best = option('best', 0.99, { verdict: 'down' })
    const options = [best, option('changed', 0.9, { changed: true }), option('plain', 0.84), option('other', 0.93)]
    expect(routeWith(options, 'best', 'changed', 'plain').chosen?.id).toBe('changed')
  })

  test('unavailable names what fits, the best fit first, and no more than three', () => {
    const down = ['a', 'b', 'c', 'd'].map((id, n) => option(id, 0.7 + n / 100, { verdict: 'down' }))
    expect(namesOf(route([...down, option('unfit', 0.6, { verdict: 'down' })]))).toEqual(['d', 'c', 'b'])
    expect(route([option('unfit', 0.6, { verdict: 'down' })])).toMatchObject({
      chosen: null,
      unavailable: [],
      fallbacks: [],
    })
    expect(route([option('a', 0.9, { verdict: 'down' })], { exclude: new Set(['a']) }).unavailable).toEqual([])
  })

  test('what does something else than what is down is neither unavailable nor a near miss', () => {
    const down = { verdict: 'down', server: 's/down' } as const
    const answer = route([
      option('lists', 0.94, { ...down, act: 'list' }),
      option('reads', 0.75, { ...down, act: 'read' }),
      option('finds', 0.7, { ...down, act: 'search' }),
      option('writes', 0.78, { server: 's/other', act: 'create' }),
      option('lists too', 0.77, { server: 's/other', act: 'list' }),
    ])
    expect([namesOf(answer), idsOf(answer)]).toEqual([['lists', 'finds'], ['lists too']])
  })

  test('alternatives are asked for only where what fits as well cannot be used', () => {
    const down = option('down', 0.9, { verdict: 'down' })
    const asked = (...options: RouteOption[]) => [...idsToReplace([options], ANY)]
    expect(asked(down, option('far', 0.8))).toEqual(['down'])
    expect(asked(down, option('near', 0.86))).toEqual([])
    expect(asked(option('best', 0.96), down)).toEqual([])
    expect(asked(option('unfit', 0.6, { verdict: 'down' }))).toEqual([])
    expect([...idsToReplace([[down]], { ...ANY, exclude: new Set(['down']) })]).toEqual([])
  })

  test('one that cannot be called is chosen where nothing callable fits as well', () => {
    const paper = option('paper', 0.95, { callable: null })
    const docs = option('docs', 0.9, { callable: 'documentation', verdict: 'unknown', hasInputSchema: false })
    expect(route([paper, docs])).toMatchObject({ chosen: { id: 'docs' }, confidence: 0.9 })
    expect(idsOf(route([paper, docs]))).toEqual(['paper'])
    expect(route([paper, { ...docs, relevance: 0.89 }])).toMatchObject({ chosen: { id: 'paper' }, confidence: 0.95 })
    expect(route([paper, { ...docs, kind: 'server' }]).chosen?.id).toBe('docs')
  })

  test('what comes near is listed by fit, whatever its state, and is no fallback', () => {
    const near = [
      option('far', 0.1),
      option('near', 0.45),
      option('down', 0.5, { verdict: 'down' }),
      option('paper', 0.49, { callable: null }),
    ]
    expect(nearOf(route(near))).toEqual(['down', 'paper', 'near', 'far'])
    expect(idsOf(route(near))).toEqual([])
    expect(nearOf(route([...near, option('fits', 0.9)]))).toEqual([])
    expect(nearOf(route([...near, option('fits', 0.9, { verdict: 'down' })]))).toEqual([])
  })

  test('where even the best does not come near, nothing is listed; else thirty at most', () => {
    expect(nearOf(route([option('far', 0.06), option('farther', 0.05)]))).toEqual([])
    const many = Array.from({ length: 40 }, (_, n) => option(`t${n}`, 0.5))
    expect(nearOf(route(many))).toHaveLength(MOST_NEAR)
  })

  test('equal options are ordered by id, whatever the input order', () => {
    const options = [option('c', 0.8), option('a', 0.8), option('b', 0.8)]
    expect(route(options)).toMatchObject({ chosen: { id: 'a' } })
    expect(idsOf(route(options))).toEqual(idsOf(route([...options].reverse())))
    expect(idsOf(route(options))).toEqual(['b', 'c'])
  })
})

describe('no confident match', () => {
  test('below the threshold nothing is chosen, and what comes near is returned', () => {
    const answer = route([option('near', CONFIDENT_AT - 0.001), option('far', 0.1)])
    expect(answer).toMatchObject({ chosen: null, confidence: CONFIDENT_AT - 0.001 })
    expect([nearOf(answer), idsOf(answer)]).toEqual([['near', 'far'], []])
  })

  test('at the threshold there is a choice', () => {
    expect(route([option('just', CONFIDENT_AT)]).chosen?.id).toBe('just')
  })

  test('without options nothing is chosen, with no confidence', () => {
    expect(route([])).toEqual({ chosen: null, fallbacks: [], unavailable: [], near: [], confidence: 0 })
  })

  test('constraints that exclude all that fits leave no confident match', () => {
    const answer = route([option('fits', 0.9), option('far', 0.2)], { exclude: new Set(['s/fits']) })
    expect(answer).toMatchObject({ chosen: null, confidence: 0.2 })
    expect(nearOf(answer)).toEqual(['far'])
  })
})

describe('what the constraints leave does not mean something else', () => {
  const readOnly = true
  const sends = option('sends', 0.97, { act: 'send' })
  const searches = option('searches', 0.805, { act: 'search', readOnly })

  test('where what fits may change something, what only reads is not chosen in its place', () => {
    const answer = route([sends, searches], { readOnlyOnly: true })
    expect(answer).toMatchObject({ chosen: null, fallbacks: [], confidence: 0.97 })
    expect(namesOf(answer)).toEqual(['sends'])
    const near = { ...searches, relevance: 0.95 }
    expect(route([sends, near], { readOnlyOnly: true }).chosen).toBeNull()
    const tidies = option('tidies', 0.99)
    expect(namesOf(route([tidies, option('reads', 0.93, { act: 'read', readOnly })], { readOnlyOnly: true }))).toEqual([
      'tidies',
    ])
  })

  test('what does the same, fits as well, or is listed among its alternatives is chosen', () => {
    const [lists, finds] = [option('lists', 0.97, { act: 'list' }), option('finds', 0.8, { act: 'search', readOnly })]
    expect(route([lists, finds], { readOnlyOnly: true }).chosen?.id).toBe('finds')
    const [best, near, far] = [
      option('best', 0.9),
      option('near', 0.85, { readOnly }),
      option('far', 0.8, { readOnly }),
    ]
    expect(route([best, near], { readOnlyOnly: true }).chosen?.id).toBe('near')
    expect(route([best, far], { readOnlyOnly: true })).toMatchObject({ chosen: null, fallbacks: [] })
    const listed = chooseRoute([best, far], [], { ...ANY, readOnlyOnly: true }, 5, () => new Set(['far']))
    expect(listed).toMatchObject({ chosen: { id: 'far' }, unavailable: [] })
    expect([...idsToReplace([[best, far]], { ...ANY, readOnlyOnly: true })]).toEqual(['best'])
  })

  test('other constraints: what does something else by its name is no answer, and what is unnamed is one', () => {
    const [paid, open] = [option('paid', 0.97, { act: 'send', access: 'paid' }), { ...searches, readOnly: false }]
    expect(namesOf(route([paid, open], { openOnly: true }))).toEqual(['paid'])
    expect(route([paid, open], { openOnly: true })).toMatchObject({ chosen: null, confidence: 0.97 })
    expect(route([sends, open], { exclude: new Set(['sends']) })).toMatchObject({ chosen: null, unavailable: [] })
    expect(route([paid, option('unnamed', 0.8)], { openOnly: true }).chosen?.id).toBe('unnamed')
  })

  test('a further step that only a change can do names it beside the choice of the first', () => {
    const [reads, mail] = [option('reads', 0.9, { act: 'read', readOnly }), option('mails', 0.9, { act: 'send' })]
    const constraints = { ...ANY, readOnlyOnly: true }
    const answer = chooseRoute([{ ...reads, relevance: 0.7 }], [[reads], [mail, searches]], constraints, 5, () => NONE)
    expect(answer.chosen?.id).toBe('reads')
    expect(answer.unavailable.map(({ option: { id }, step }) => [id, step])).toEqual([['mails', 2]])
  })
})

describe('constraints', () => {
  const held = (facts: Given, constraints: Partial<RouteConstraints>) =>
    meets(option('a', 0.9, facts), { ...ANY, ...constraints })

  test.each<[Given, Partial<RouteConstraints>, boolean]>([
    [{ access: 'open' }, { openOnly: true }, true],
    [{ access: 'unknown' }, { openOnly: true }, false],
    [{ access: 'auth' }, { openOnly: true }, false],
    [{ readOnly: true }, { readOnlyOnly: true }, true],
    [{ readOnly: false }, { readOnlyOnly: true }, false],
    [{ latencyP95Ms: 500 }, { maxLatencyMs: 500 }, true],
    [{ latencyP95Ms: 501 }, { maxLatencyMs: 500 }, false],
    [{ latencyP95Ms: null }, { maxLatencyMs: 500 }, false],
    [{ score: 70 }, { minScore: 70 }, true],
    [{ score: 69.9 }, { minScore: 70 }, false],
    [{}, { exclude: new Set(['a']) }, false],
    [{}, { exclude: new Set(['s/a']) }, false],
    [{}, { exclude: new Set(['s']) }, true],
  ])('%j with %j: %s', (facts, constraints, met) => {
    expect(held(facts, constraints)).toBe(met)
  })
})

describe('the fallback chain', () => {
  test('leaves out the chosen one’s repository and backend, and names what differs', () => {
    const options = [
      option('chosen', 0.9, { repository: 'https://github.com/a/b', host: 'one.example' }),
      option('sibling', 0.89, { server: 's/chosen' }),
      option('fork', 0.88, { repository: 'git@github.com:A/b.git' }),
      option('neighbour', 0.8, { host: 'one.example' }),
      option('elsewhere', 0.7),
    ]
    expect(route(options).fallbacks).toMatchObject([
      { option: { id: 'neighbour' }, independent: { repository: true, backend: true, host: false } },
      { option: { id: 'elsewhere' }, independent: { repository: true, backend: true, host: true } },
    ])
  })

  test('another host comes first where it fits about as well', () => {
    const chosen = option('chosen', 0.9, { host: 'one.example' })
    const near = option('near', 0.8, { host: 'one.example' })
    expect(idsOf(route([chosen, near, option('far', 0.71)]))).toEqual(['far', 'near'])
    expect(idsOf(route([chosen, near, option('far', 0.69)]))).toEqual(['near', 'far'])
  })

  test('contains one of each backend, only confident matches, and no more than asked for', () => {
    const options = [
      option('chosen', 0.95),
      option('b1', 0.85, { server: 's/b' }),
      option('b2', 0.84, { server: 's/b' }),
      option('c', 0.78),
      option('d', CONFIDENT_AT),
      option('unfit', 0.66),
    ]
    expect(idsOf(route(options))).toEqual(['b1', 'c', 'd'])
    expect(idsOf(route(options, {}, 2))).toEqual(['b1', 'c'])
  })

  test('leaves out what does something else, and orders by state only what fits about as well', () => {
    const options = [
      option('sends', 0.92, { act: 'send' }),
      option('sorts', 0.9, { act: 'list' }),
      option('changed', 0.88, { act: 'send', changed: true }),
      option('creates', 0.83, { act: 'create' }),
      option('unnamed', 0.8),
      option('far', 0.7, { act: 'send' }),
    ]
    expect(idsOf(route(options))).toEqual(['creates', 'changed', 'unnamed', 'far'])
  })
})

describe('a task of several steps', () => {
  const weather = option('weather', 0.9)
  const mail = option('mail', 0.8)
  const whole = [option('weather', CONFIDENT_AT + 0.02), option('mail', CONFIDENT_AT)]
  const plan = (steps: RouteOption[][], all = whole, limit = 5, constraints = ANY) =>
    chooseRoute(all, steps, constraints, limit, () => NONE)

  test('the first step’s tool is chosen; its fallbacks come first, then the tool of each further step', () => {
    const answer = plan([
      [weather, option('forecast', 0.7)],
      [mail, option('post', 0.7)],
    ])
    expect(answer).toMatchObject({ chosen: { id: 'weather' }, confidence: 0.9 })
    expect(answer.fallbacks.map(({ option: { id }, step }) => [id, step])).toEqual([
      ['forecast', 1],
      ['mail', 2],
    ])
  })

  test('the tools of further steps keep their place, however few are asked for', () => {
    const steps = [[weather, option('forecast', 0.7)], [mail], [option('calendar', 0.7)]]
    expect(idsOf(plan(steps, whole, 2))).toEqual(['mail', 'calendar'])
    expect(idsOf(plan(steps, whole, 1))).toEqual(['mail'])
    expect(idsOf(plan(steps, whole, 3))).toEqual(['forecast', 'mail', 'calendar'])
  })

  test.each<[string, RouteOption[][]]>([
    ['a step has no confident match', [[weather], [option('mail', 0.3)]]],
    ['a step finds nothing', [[weather], []]],
    ['two steps want the same tool', [[weather], [option('weather', 0.7)]]],
  ])('is taken as one where %s', (_, steps) => {
    const answer = plan(steps)
    expect(answer).toMatchObject({ chosen: { id: 'weather' }, confidence: CONFIDENT_AT + 0.02 })
    expect(answer.fallbacks.every(({ step }) => step === 1)).toBe(true)
  })

  test('what fits a step but is down is unavailable for that step', () => {
    const away = option('mail', 0.9, { verdict: 'down' })
    const later = plan([[weather], [away]])
    expect(later).toMatchObject({
      chosen: { id: 'weather' },
      confidence: 0.9,
      unavailable: [{ option: { id: 'mail' }, step: 2 }],
    })
    expect(later.fallbacks.every(({ step }) => step === 1)).toBe(true)
    const first = plan([[away], [weather]])
    expect(first).toMatchObject({ chosen: null, confidence: 0.9, unavailable: [{ option: { id: 'mail' }, step: 1 }] })
    expect(first.fallbacks).toMatchObject([{ option: { id: 'weather' }, independent: null, step: 2 }])
  })

  test('is taken as one where one tool fits the whole better than each step’s fits its step', () => {
    expect(plan([[weather], [mail]], [option('all', 0.95)]).chosen?.id).toBe('all')
    expect(plan([[weather], [mail]], [option('all', 0.85)]).chosen?.id).toBe('weather')
  })

  test('one that cannot be called, or is down, does not do the whole where each step has one that works', () => {
    const plain = [[weather], [mail]]
    for (const facts of [{ callable: null }, { verdict: 'down' as const }])
      expect(plan(plain, [option('all', 0.95, facts)]).chosen?.id).toBe('weather')
    const paper = [[weather], [option('mail', 0.8, { callable: null })]]
    expect(plan(paper, [option('all', 0.95, { callable: null })]).chosen?.id).toBe('all')
  })

  test('constraints hold for every step', () => {
    const answer = plan([[weather], [mail, option('post', 0.69)]], whole, 5, { ...ANY, exclude: new Set(['mail']) })
    expect(answer.chosen?.id).toBe('weather')
    expect(idsOf(answer)).toEqual(['post'])
  })
})

const anyOption = fc
  .record({
    id: fc.integer({ min: 0, max: 40 }).map((n) => `t${n}`),
    relevance: fc.double({ min: 0, max: 1, noNaN: true }),
    server: fc.integer({ min: 0, max: 12 }).map((n) => `s/${n}`),
    host: fc.constantFrom('one.example', 'two.example'),
    verdict: fc.constantFrom(...VERDICTS),
    access: fc.constantFrom(...ACCESS_KINDS),
    up: fc.double({ min: 0, max: 1, noNaN: true }),
    score: fc.double({ min: 0, max: 100, noNaN: true }),
    callable: fc.constantFrom(null, 'endpoint' as const, 'documentation' as const),
    hasInputSchema: fc.boolean(),
  })
  .map(({ id, relevance, ...facts }) => option(id, relevance, facts))
const anyOptions = fc.uniqueArray(anyOption, { selector: ({ id }) => id, maxLength: 25 })

const bestOf = (options: RouteOption[]) => Math.max(0, ...options.map(({ relevance }) => relevance))

function expectFitFirst(options: RouteOption[], { chosen, unavailable, fallbacks, confidence }: Route): void {
  expect(chosen !== null || unavailable.length > 0).toBe(confidence >= CONFIDENT_AT)
  expect(confidence).toBe(chosen?.relevance ?? bestOf(options))
  expect(unavailable.length).toBeLessThanOrEqual(MOST_UNAVAILABLE)
  for (const { option: one } of unavailable)
    expect([isAvoided(one), one.relevance >= CONFIDENT_AT]).toEqual([true, true])
  if (chosen === null) return
  expect(isAvoided(chosen)).toBe(false)
  expect(bestOf(options) - chosen.relevance).toBeLessThan(0.0506)
  for (const { option: one } of fallbacks) expect(one.relevance).toBeGreaterThanOrEqual(CONFIDENT_AT)
}

test('of any options: fit first, confident exactly when chosen or unavailable, no fallback to be avoided, independent, each backend once, in any order the same', () => {
  fc.assert(
    fc.property(anyOptions, fc.integer({ min: 1, max: 20 }), (options, limit) => {
      const answer = route(options, {}, limit)
      expectFitFirst(options, answer)
      const { chosen } = answer
      for (const fallback of answer.fallbacks) expect(fallback.option.verdict).not.toBe('down')
      expect(answer.fallbacks.length).toBeLessThanOrEqual(limit)
      for (const fallback of answer.fallbacks) expect(fallback.option.recommendation).not.toBe('avoid')
      for (const [index, { option: one }] of answer.fallbacks.entries()) {
        if (chosen !== null) expect(sharesBackend(one.origin, chosen.origin)).toBe(false)
        for (const { option: other } of answer.fallbacks.slice(index + 1))
          expect(sharesBackend(one.origin, other.origin)).toBe(false)
      }
      expect(route([...options].reverse(), {}, limit)).toEqual(answer)
    }),
  )
})

test('the expected success is a probability, and nothing worse raises it', () => {
  fc.assert(
    fc.property(anyOption, (one) => {
      const expected = expectedSuccess(one)
      expect(expected).toBeGreaterThanOrEqual(0)
      expect(expected).toBeLessThanOrEqual(1)
      expect(expectedSuccess({ ...one, access: 'open' })).toBeGreaterThanOrEqual(expected)
      expect(expectedSuccess({ ...one, latencyP95Ms: 60_000 })).toBeLessThanOrEqual(expected)
      expect(expectedSuccess({ ...one, hasInputSchema: true })).toBeGreaterThanOrEqual(expected)
      expect(expectedSuccess({ ...one, score: 0 })).toBeLessThanOrEqual(expected)
    }),
  )
})

describe('several that the task names by one id, as the tools of a server', () => {
  const named = (id: string, act: RouteOption['act'], more: Given = {}) =>
    option(id, 0.99, { server: 's/named', isNamed: true, act, ...more })
  const changed = named('a', 'compute', { changed: true, recommendation: 'proceed_with_caution' })
  const reader = named('b', 'list', { readOnly: true })
  const others = [option('c', 1, { readOnly: true })]

  test('the one that works best is chosen, whatever each does', () => {
    expect(route([changed, reader, ...others]).chosen?.id).toBe('b')
    expect(route([named('a', 'compute', { recommendation: 'avoid' }), reader, ...others]).chosen?.id).toBe('b')
  })

  test('those that meet the constraints are meant', () => {
    expect(route([changed, reader, ...others], { readOnlyOnly: true }).chosen?.id).toBe('b')
  })

  test('all are unavailable where none can be used', () => {
    const down = [changed, reader].map((one) => ({ ...one, verdict: 'down', recommendation: 'avoid' }) as const)
    const { chosen, unavailable } = route([...down, ...others])
    expect({ chosen, ids: unavailable.map(({ option: { id } }) => id) }).toEqual({ chosen: null, ids: ['a', 'b'] })
    const writers = [changed, named('d', 'send')]
    const withheld = route([...writers, ...others], { readOnlyOnly: true })
    expect(withheld.unavailable.map(({ option: { id } }) => id)).toEqual(['a', 'd'])
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ACCESS_KINDS, RECOMMENDATION_BY_VERDICT, VERDICTS } from '../../core/verdict/verdict'
import { originKeys, sharesBackend } from '../alternatives/independence'
import { CONFIDENT_AT, chooseRoute } from './choose-route'
import { expectedSuccess, meets, type RouteConstraints, type RouteOption } from './route-option'

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
    origin: originKeys({
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
    usage: null,
    latencyP95Ms: 500,
    callable: 'endpoint',
    hasInputSchema: true,
    readOnly: false,
    ...facts,
  }
}

const route = (options: RouteOption[], constraints: Partial<RouteConstraints> = {}, limit = 5) =>
  chooseRoute(options, [], { ...ANY, ...constraints }, limit)
const idsOf = ({ fallbacks }: { fallbacks: { option: RouteOption }[] }) => fallbacks.map((entry) => entry.option.id)

describe('what is chosen', () => {
  test('fit comes first: reliability does not make up for another capability', () => {
    const options = [option('right', 0.9, { up: 0.6, score: 40 }), option('other', 0.44)]
    expect(route(options).chosen?.id).toBe('right')
  })

  test.each<[string, Given, Given]>([
    ['the likelier to be up', { up: 0.6 }, { up: 0.99 }],
    ['the open one', { access: 'auth' }, { access: 'open' }],
    ['the open one before one of unknown access', { access: 'unknown' }, { access: 'open' }],
    ['one that asks for credentials before one that asks for payment', { access: 'paid' }, { access: 'auth' }],
    ['the better rated', { score: 20 }, { score: 90 }],
    ['the one with successful real calls', { usage: { successRate: 0.5, weight: 1 } }, {}],
    ['the healthy one', { verdict: 'degraded' }, {}],
    ['the faster', { latencyP95Ms: 9000 }, { latencyP95Ms: 400 }],
    ['the one whose input schema is known', { hasInputSchema: false }, { score: 60 }],
    [
      'the one that can be called',
      { callable: null },
      { verdict: 'unknown', up: 0.3, access: 'paid', hasInputSchema: false },
    ],
    ['the measured', { latencyP95Ms: null }, { latencyP95Ms: 600 }],
  ])('among those that fit about as well: %s', (_, worse, better) => {
    expect(route([option('a', 0.8, worse), option('b', 0.79, better)]).chosen?.id).toBe('b')
  })

  test('one that is down is never chosen before one that fits and is not, and is no fallback', () => {
    const options = [
      option('down', 0.95, { verdict: 'down', up: 0.7 }),
      option('unknown', 0.7, { verdict: 'unknown', up: 0.2, access: 'paid' }),
      option('healthy', CONFIDENT_AT),
    ]
    expect(route(options)).toMatchObject({ chosen: { id: 'healthy' }, confidence: CONFIDENT_AT })
    expect(idsOf(route(options))).toEqual(['unknown'])
  })

  test('one that cannot be called is chosen only where nothing callable fits, and comes last among the fallbacks', () => {
    const paper = option('paper', 0.95, { callable: null })
    const docs = option('docs', CONFIDENT_AT, { callable: 'documentation', verdict: 'unknown', hasInputSchema: false })
    const down = option('down', 0.94, { verdict: 'down', up: 0.01 })
    const changed = option('changed', 0.75, { changed: true })
    expect(route([paper, docs])).toMatchObject({ chosen: { id: 'docs' }, confidence: CONFIDENT_AT })
    expect(idsOf(route([paper, docs, changed]))).toEqual(['changed', 'paper'])
    expect(route([paper, down])).toMatchObject({ chosen: { id: 'down' } })
    expect(route([paper, option('unfit', 0.47)])).toMatchObject({ chosen: { id: 'paper' }, confidence: 0.95 })
    expect(route([paper, option('far', 0.3)])).toMatchObject({ chosen: { id: 'paper' }, fallbacks: [] })
  })

  test('one that is down is no fallback, whatever its recommendation', () => {
    const down = option('down', 0.9, { verdict: 'down', recommendation: 'proceed_with_caution' })
    expect(route([option('up', 0.8), down])).toMatchObject({ chosen: { id: 'up' }, fallbacks: [] })
    expect(route([{ ...down, relevance: 0.4 }]).fallbacks).toEqual([])
  })

  test('near misses that fit about as well as the best come before the others', () => {
    const near = [option('paper', 0.49, { callable: null }), option('far', 0.1), option('near', 0.3)]
    expect(idsOf(route(near))).toEqual(['near', 'paper', 'far'])
  })

  test('one that is down is chosen when nothing else fits', () => {
    const options = [option('down', 0.9, { verdict: 'down', up: 0.01 }), option('healthy', 0.3)]
    expect(route(options)).toMatchObject({ chosen: { id: 'down' }, fallbacks: [] })
  })

  test('one with a broken contract is chosen only before one to be avoided, and is a fallback', () => {
    const changed = option('changed', 0.95, { changed: true, recommendation: 'proceed_with_caution' })
    const unsafe = option('unsafe', 0.96, { changed: true, recommendation: 'avoid' })
    const plain = option('plain', CONFIDENT_AT, { verdict: 'degraded', up: 0.5 })
    expect(route([unsafe, changed, plain])).toMatchObject({ chosen: { id: 'plain' } })
    expect(idsOf(route([unsafe, changed, plain]))).toEqual(['changed'])
    expect(route([unsafe, changed])).toMatchObject({ chosen: { id: 'changed' }, fallbacks: [] })
    expect(route([unsafe])).toMatchObject({ chosen: { id: 'unsafe' }, fallbacks: [] })
  })

  test('a near miss to be avoided is not returned', () => {
    const near = [option('down', 0.4, { verdict: 'down' }), option('near', 0.3)]
    expect(route(near).chosen).toBeNull()
    expect(idsOf(route(near))).toEqual(['near'])
  })

  test('equal options are ordered by id, whatever the input order', () => {
    const options = [option('c', 0.8), option('a', 0.8), option('b', 0.8)]
    expect(route(options)).toMatchObject({ chosen: { id: 'a' } })
    expect(idsOf(route(options))).toEqual(idsOf(route([...options].reverse())))
    expect(idsOf(route(options))).toEqual(['b', 'c'])
  })
})

describe('no confident match', () => {
  test('below the threshold nothing is chosen, and the near misses are returned', () => {
    const answer = route([option('near', CONFIDENT_AT - 0.001), option('far', 0.1)])
    expect(answer).toMatchObject({ chosen: null, confidence: CONFIDENT_AT - 0.001 })
    expect(answer.fallbacks.map(({ option: { id }, independent, step }) => [id, independent, step])).toEqual([
      ['near', null, 1],
      ['far', null, 1],
    ])
  })

  test('at the threshold there is a choice', () => {
    expect(route([option('just', CONFIDENT_AT)]).chosen?.id).toBe('just')
  })

  test('without options nothing is chosen, with no confidence', () => {
    expect(route([])).toEqual({ chosen: null, fallbacks: [], confidence: 0 })
  })

  test('constraints that exclude all that fits leave no confident match', () => {
    const answer = route([option('fits', 0.9), option('far', 0.2)], { exclude: new Set(['s/fits']) })
    expect(answer).toMatchObject({ chosen: null, confidence: 0.2 })
    expect(idsOf(answer)).toEqual(['far'])
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
      option('elsewhere', 0.5),
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

  test('contains one of each backend, only what fits, and no more than asked for', () => {
    const options = [
      option('chosen', 0.9),
      option('b1', 0.8, { server: 's/b' }),
      option('b2', 0.79, { server: 's/b' }),
      option('c', 0.7),
      option('d', 0.6),
      option('unfit', 0.44),
    ]
    expect(idsOf(route(options))).toEqual(['b1', 'c', 'd'])
    expect(idsOf(route(options, {}, 2))).toEqual(['b1', 'c'])
  })
})

describe('a task of several steps', () => {
  const weather = option('weather', 0.9)
  const mail = option('mail', 0.8)
  const whole = [option('weather', CONFIDENT_AT + 0.02), option('mail', CONFIDENT_AT)]
  const plan = (steps: RouteOption[][], all = whole, limit = 5, constraints = ANY) =>
    chooseRoute(all, steps, constraints, limit)

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
    ['a further step has only what is to be avoided', [[weather], [option('mail', 0.9, { verdict: 'down' })]]],
    ['two steps want the same tool', [[weather], [option('weather', 0.7)]]],
  ])('is taken as one where %s', (_, steps) => {
    const answer = plan(steps)
    expect(answer).toMatchObject({ chosen: { id: 'weather' }, confidence: CONFIDENT_AT + 0.02 })
    expect(answer.fallbacks.every(({ step }) => step === 1)).toBe(true)
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

const bestOf = (options: RouteOption[]) => Math.max(...options.map(({ relevance }) => relevance))

test('of any options: confident exactly when chosen, no fallback to be avoided, independent, each backend once, in any order the same', () => {
  fc.assert(
    fc.property(anyOptions, fc.integer({ min: 1, max: 20 }), (options, limit) => {
      const answer = route(options, {}, limit)
      expect(answer.chosen !== null).toBe(answer.confidence >= CONFIDENT_AT)
      if (answer.chosen !== null) expect(answer.confidence).toBe(answer.chosen.relevance)
      const least = Math.max(CONFIDENT_AT, bestOf(options) / 2)
      if (answer.chosen?.callable === null)
        expect(options.some(({ callable, relevance }) => callable !== null && relevance >= least)).toBe(false)
      for (const fallback of answer.fallbacks) expect(fallback.option.verdict).not.toBe('down')
      expect(answer.fallbacks.length).toBeLessThanOrEqual(limit)
      for (const fallback of answer.fallbacks) expect(fallback.option.recommendation).not.toBe('avoid')
      const { chosen } = answer
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

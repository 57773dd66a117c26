import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  COMPACT_DESCRIPTION_LENGTH,
  CompactAlternativesAnswer,
  CompactRouteAnswer,
  CompactSearchAnswer,
  EitherAlternativesAnswer,
  EitherRouteAnswer,
  EitherSearchAnswer,
  limitOf,
} from '../contract/compact'
import { EXAMPLES } from '../contract/examples'
import type { SearchResult } from '../contract/shapes/candidates'
import type { CallHints, RouteAnswer } from '../contract/shapes/route'
import { compactAlternatives, compactRoute, compactSearch } from './compact-answers'

const LONG =
  'Reads every file of a folder and all the folders in it, and answers their texts in the order of their names.'
const [EXAMPLE] = EXAMPLES.search.results as [SearchResult]
const WHOLE: SearchResult = { ...EXAMPLE, alsoListedAs: [], description: LONG }
const routeOf = (hints: Partial<CallHints>): RouteAnswer => {
  const { chosen, ...rest } = EXAMPLES.route
  if (chosen === null) throw new Error('the example has a tool chosen')
  return { ...rest, chosen: { ...chosen, callHints: { ...chosen.callHints, ...hints } } }
}
const hintsOf = (hints: Partial<CallHints>) => compactRoute(routeOf(hints)).chosen?.callHints

test.each<[name: string, compact: z.ZodType, either: z.ZodType, whole: unknown, answer: unknown, example: unknown]>([
  [
    'search',
    CompactSearchAnswer,
    EitherSearchAnswer,
    EXAMPLES.search,
    compactSearch([...EXAMPLES.search.results] as unknown as SearchResult[], EXAMPLES.search.product),
    EXAMPLES.compactSearch,
  ],
  ['route', CompactRouteAnswer, EitherRouteAnswer, EXAMPLES.route, compactRoute(EXAMPLES.route), EXAMPLES.compactRoute],
  [
    'alternatives',
    CompactAlternativesAnswer,
    EitherAlternativesAnswer,
    EXAMPLES.alternatives,
    compactAlternatives(
      { ...EXAMPLES.alternatives, alternatives: [...EXAMPLES.alternatives.alternatives] },
      EXAMPLES.alternatives.alternatives[0]?.replaces ?? '',
    ),
    EXAMPLES.compactAlternatives,
  ],
])(
  'of %s: the documented example is what is answered, and one shape takes both forms',
  (_, compact, either, whole, answer, example) => {
    expect(answer).toEqual(example)
    expect(compact.parse(answer)).toEqual(answer)
    expect(either.parse(answer)).toEqual(answer)
    expect(either.parse(whole)).toEqual(whole)
    expect(JSON.stringify(answer)).not.toContain('inputSchema')
  },
)

test('a status is kept where it is not the verdict, and what is null is absent', () => {
  const [signIn] = compactSearch([{ ...WHOLE, verdict: 'unknown', status: 'auth', asOf: null }], null).results
  expect(signIn).toMatchObject({ verdict: 'unknown', status: 'auth' })
  expect(signIn).not.toHaveProperty('asOf')
  const asked = { intent: 'name', name: 'x', match: 'none', meant: null, alsoNamed: [], nearest: [] } as const
  const { product } = compactSearch([], { ...asked, alsoNamed: [], nearest: [], alsoNamedCount: 0 })
  expect(product).toEqual({ intent: 'name', name: 'x', match: 'none' })
})

test('a description is cut at the end of a word, and only the first sentence of it is kept', () => {
  const [result] = compactSearch([WHOLE], null).results
  expect(result?.description).toBe('Reads every file of a folder and all the folders in it, and answers their…')
  expect([...(result?.description ?? '')].length).toBeLessThanOrEqual(COMPACT_DESCRIPTION_LENGTH)
  const two = {
    ...WHOLE,
    description: '# Title\n\nReads one file of a folder as text. And much more that is said here.',
  }
  expect(compactSearch([two], null).results[0]?.description).toBe('Reads one file of a folder as text.')
})

describe('call hints', () => {
  test('leave out what is null or empty, and keep every way to call', () => {
    const none = {
      endpoint: null,
      transport: null,
      requiredParams: null,
      exampleArguments: null,
      notes: [],
      knownErrors: [],
    }
    const { timeoutMs } = EXAMPLES.route.chosen?.callHints ?? {}
    const auth = { type: 'none', required: false }
    const run = { registry: 'npm', name: '@x/y', command: 'npx -y @x/y' } as const
    const started = { version: null, args: [], env: [], ...run }
    const hints = { callable: 'package', auth, timeoutMs }
    expect(hintsOf({ ...none, callable: 'package', package: started })).toEqual({ ...hints, package: run })
    const flags = { place: 'package', required: true, repeated: false } as const
    const unnamed = { ...flags, name: null, valueHint: null, description: null, value: '/tmp' }
    const token = { name: 'TOKEN', required: true, secret: true }
    const filled = { ...started, args: [unnamed], env: [{ ...token, description: null }] }
    expect(hintsOf({ ...none, callable: 'package', package: filled })).toEqual({
      ...hints,
      package: { ...run, args: [{ ...flags, value: '/tmp' }], env: [token] },
    })
    const api = { baseUrl: 'https://api.example', documentation: 'https://docs.example' }
    expect(hintsOf({ ...none, callable: 'documentation', ...api })).toEqual({
      callable: 'documentation',
      ...api,
      auth,
      timeoutMs,
    })
    const notes = [{ code: 'not_callable', text: 'It cannot be called.' }]
    expect(hintsOf({ ...none, callable: null, notes })).toEqual({ callable: null, auth, timeoutMs, notes })
    const template = { callable: 'endpoint', endpointTemplate: 'https://{host}/mcp', transport: 'sse' } as const
    expect(hintsOf({ ...none, ...template })).toEqual({ ...template, auth, timeoutMs })
  })

  test('leave out example arguments that are large, whole: a part of them would be no valid call', () => {
    expect(hintsOf({ exampleArguments: { text: 'x'.repeat(300) } })).toHaveProperty('exampleArguments.text')
    expect(hintsOf({ exampleArguments: { text: 'x'.repeat(400) } })).not.toHaveProperty('exampleArguments')
  })

  test('keep two known errors', () => {
    const knownErrors = ['a', 'b', 'c'].map((code) => ({ code, text: code, since: null }))
    expect(hintsOf({ knownErrors })?.knownErrors).toEqual(['a', 'b'].map((code) => ({ code, text: code })))
  })
})

test('fallbacks keep their id, and the step where it is a later one', () => {
  const [fallback] = EXAMPLES.route.fallbacks
  if (fallback === undefined) throw new Error('the example has a fallback')
  const { fallbacks } = compactRoute({ ...EXAMPLES.route, fallbacks: [fallback, { ...fallback, step: 2 }] })
  const { toolId, verdict, recommendation, relevance } = fallback
  expect(fallbacks).toEqual([
    { toolId, verdict, recommendation, relevance },
    { toolId, verdict, recommendation, relevance, step: 2 },
  ])
  expect(compactRoute({ ...EXAMPLES.route, chosen: null }).chosen).toBeNull()
})

test('what is the same in both tools is left out of the map of arguments, and four others are kept', () => {
  const [alternative] = EXAMPLES.alternatives.alternatives
  if (alternative === undefined) throw new Error('the example has an alternative')
  const same = { from: 'a', to: 'a', kind: 'same' } as const
  const missing = Array.from({ length: 6 }, (_, n) => ({ from: `m${n}`, to: null, kind: 'missing' as const }))
  const mapOf = (parameterMap: (typeof alternative)['parameterMap']) =>
    compactAlternatives(
      { alternatives: [{ ...alternative, parameterMap }], floor: 0.6, reason: null },
      alternative.replaces,
    ).alternatives[0]
  expect(mapOf([same, ...missing])?.parameterMap).toEqual(missing.slice(0, 4))
  expect(mapOf([same])).not.toHaveProperty('parameterMap')
  expect(mapOf([same])).not.toHaveProperty('replaces')
})

test('a compact answer is shorter unless the caller says how many', () => {
  expect(limitOf('search', { compact: false })).toBe(10)
  expect(limitOf('search', { compact: true })).toBe(3)
  expect(limitOf('search', { compact: true, limit: 7 })).toBe(7)
})

import { describe, expect, expectTypeOf, it } from 'vitest'
import type { z } from 'zod'
import { openApiDocument } from '../../../lib/contract/openapi'
import { type InputOf, OPERATIONS } from '../../../lib/contract/operations'
import type { IngestAnswer, OutcomeEvent } from '../../../lib/contract/operations/reporting-operations'
import { MOST_EVENTS } from '../../../lib/contract/operations/reporting-operations'
import type { Candidate } from '../../../lib/contract/shapes/candidates'
import { Health } from '../../../lib/contract/shapes/health'
import {
  type CallHints,
  type Chosen,
  type Fallback,
  RouteAnswer,
  type RouteCandidate,
  type Unavailable,
} from '../../../lib/contract/shapes/route'
import type { Axes } from '../../../lib/contract/shapes/terms'
import { ERROR_CLASSES, MOST_LATENCY_MS } from '../../../lib/core/caller/outcome'
import * as ours from './answer-forms.ts'
import { HEALTH, ROUTE, ROUTE_CANDIDATE, UNAVAILABLE } from './test-oracle.ts'

const { schemas: SCHEMAS } = openApiDocument('https://assay.example').components as {
  schemas: Record<string, { properties?: Record<string, unknown> }>
}
/** As `ROUTE`, whose lists are read-only. */
const ROUTE_TYPED: ours.Route = structuredClone(ROUTE) as unknown as ours.ChosenRoute

/** The part of a contract's answer that this client reads, to be of exactly the same type. */
type Part<Promised, Read> = Pick<Promised, keyof Read & keyof Promised>

describe('the client’s types of answers', () => {
  it('are those of the contract', () => {
    expectTypeOf<Part<z.infer<typeof Health>, ours.Health>>().toEqualTypeOf<ours.Health>()
    expectTypeOf<z.infer<typeof Candidate>>().toEqualTypeOf<ours.Candidate>()
    expectTypeOf<z.infer<typeof CallHints>>().toEqualTypeOf<ours.CallHints>()
    expectTypeOf<z.infer<typeof Chosen>>().toExtend<ours.Chosen>()
    expectTypeOf<z.infer<typeof Fallback>>().toExtend<ours.Fallback>()
    expectTypeOf<keyof z.infer<typeof Fallback>>().toEqualTypeOf<keyof ours.Fallback>()
    expectTypeOf<z.infer<typeof Unavailable>>().toEqualTypeOf<ours.Unavailable>()
    expectTypeOf<z.infer<typeof RouteCandidate>>().toEqualTypeOf<ours.RouteCandidate>()
    expectTypeOf<ours.Route>().toExtend<z.infer<typeof RouteAnswer>>()
    expectTypeOf<keyof z.infer<typeof RouteAnswer>>().toEqualTypeOf<keyof ours.Route>()
    expectTypeOf<z.infer<typeof RouteAnswer>['recommendation']>().toEqualTypeOf<ours.Route['recommendation']>()
    expectTypeOf<z.infer<typeof Axes>['access']>().toEqualTypeOf<ours.Access>()
    expectTypeOf<Part<z.infer<typeof IngestAnswer>, ours.IngestAnswer>>().toEqualTypeOf<ours.IngestAnswer>()
    // The types above leave out members the contract does not have, so these check the names.
    expect(Object.keys(HEALTH).filter((name) => !(name in Health.shape))).toEqual([])
  })

  it.each([
    ['Chosen', Object.keys(ROUTE.chosen)],
    ['CallHints', Object.keys(ROUTE.chosen.callHints)],
    ['Fallback', Object.keys(ROUTE.fallbacks[0])],
    ['Unavailable', Object.keys(UNAVAILABLE)],
    ['RouteCandidate', Object.keys(ROUTE_CANDIDATE)],
    ['RouteAnswer', Object.keys(ROUTE)],
  ])('have every member of %s in the OpenAPI document, and no other', (shape, names) => {
    expect([...names].sort()).toEqual(Object.keys(SCHEMAS[shape]?.properties ?? {}).sort())
    expect(RouteAnswer.parse(ROUTE)).toEqual(ROUTE)
  })

  it('tell a route with nothing chosen by its `chosen`', () => {
    const tell = (route: ours.Route) => {
      if (route.chosen === null) {
        expectTypeOf(route.recommendation).toEqualTypeOf<'no_confident_match' | 'avoid'>()
        return 'nothing'
      }
      expectTypeOf(route.recommendation).toEqualTypeOf<Exclude<ours.Recommendation, 'avoid'>>()
      return route.chosen.toolId
    }
    expect(tell(ROUTE_TYPED)).toBe(ROUTE.chosen.toolId)
    const empty = { chosen: null, fallbacks: [], candidates: [], unavailable: [], fit: 0, confidence: 0 } as const
    expect(tell({ ...structuredClone(empty), recommendation: 'no_confident_match' } as unknown as ours.NoRoute)).toBe(
      'nothing',
    )
  })

  it.each(Object.keys(HEALTH))('refuse a health with a wrong %s', (name) => {
    expect(ours.isHealth(HEALTH)).toBe(true)
    expect(ours.isHealth({ ...HEALTH, more: 1 })).toBe(true)
    expect(ours.isHealth({ ...HEALTH, [name]: undefined })).toBe(false)
    expect(ours.isHealth({ ...HEALTH, [name]: { is: 'nonsense' } })).toBe(false)
  })

  it('refuse a route that contradicts itself', () => {
    const empty = { chosen: null, fallbacks: [], candidates: [], unavailable: [], fit: 0, confidence: 0 }
    const nothing = { ...empty, recommendation: 'no_confident_match' }
    const avoided = { ...nothing, unavailable: [UNAVAILABLE], recommendation: 'avoid' }
    expect(ours.isRoute(ROUTE)).toBe(true)
    expect(ours.isRoute(nothing)).toBe(true)
    expect(ours.isRoute(avoided)).toBe(true)
    expect(ours.isRoute({ ...avoided, recommendation: 'no_confident_match' })).toBe(false)
    expect(ours.isRoute({ ...nothing, recommendation: 'avoid' })).toBe(false)
    expect(ours.isRoute({ ...avoided, unavailable: [{}] })).toBe(false)
    const toAvoid = { ...ROUTE, chosen: { ...ROUTE.chosen, recommendation: 'avoid' }, recommendation: 'avoid' }
    expect(ours.isRoute(toAvoid)).toBe(false)
    expect(ours.isRoute({ ...ROUTE, chosen: null })).toBe(false)
    expect(ours.isRoute({ ...nothing, recommendation: 'proceed' })).toBe(false)
    expect(ours.isRoute({ ...ROUTE, recommendation: 'avoid' })).toBe(false)
    expect(ours.isRoute({ ...ROUTE, chosen: { ...ROUTE.chosen, callHints: null } })).toBe(false)
    expect(ours.isRoute({ ...ROUTE, fallbacks: [{}] })).toBe(false)
    expect(ours.isRoute({ ...ROUTE, fallbacks: {} })).toBe(false)
    expect(ours.isRoute({ ...nothing, candidates: [ROUTE_CANDIDATE] })).toBe(true)
    expect(ours.isRoute({ ...nothing, candidates: [{ ...ROUTE_CANDIDATE, differs: null }] })).toBe(false)
    expect(ours.isRoute({ ...nothing, candidates: {} })).toBe(false)
    expect(ours.isRoute({ ...ROUTE, confidence: '1' })).toBe(false)
    expect(ours.isRoute({ ...ROUTE, fit: null })).toBe(false)
    for (const value of [null, [], 'x', 1]) expect(ours.isRoute(value)).toBe(false)
  })
})

describe('the client’s types of requests', () => {
  it('are those of the contract, with its limits', () => {
    expectTypeOf<z.infer<typeof OutcomeEvent>>().toEqualTypeOf<ours.OutcomeEvent>()
    expect([...ours.ERROR_CLASSES].sort()).toEqual(Object.keys(ERROR_CLASSES).sort())
    expect(ours.MOST_LATENCY_MS).toBe(MOST_LATENCY_MS)
    expect(ours.MOST_EVENTS).toBe(MOST_EVENTS)
    expect(ours.MOST_BATCH_BYTES).toBe(OPERATIONS.ingest.body.maxBytes)
  })

  it('have all the constraints of a route', () => {
    type Given<Options> = {
      [Name in Exclude<keyof Options, 'task' | 'exclude' | 'compact'>]-?: NonNullable<Options[Name]>
    }
    expectTypeOf<Given<ours.RouteOptions>>().toEqualTypeOf<Given<InputOf<'route'>>>()
    const names: Record<keyof Required<ours.RouteOptions>, true> = {
      access: true,
      readOnly: true,
      maxLatencyMs: true,
      minScore: true,
      exclude: true,
      fold: true,
      limit: true,
    }
    // The client reads the whole form of an answer, so it has no `compact`.
    expect(['task', 'compact', ...Object.keys(names)].sort()).toEqual(Object.keys(OPERATIONS.route.input.shape).sort())
  })
})

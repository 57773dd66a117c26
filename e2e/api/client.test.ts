import { createClient } from 'assay-client/client'
import { expect, test } from 'vitest'
import { eventsOf, newKey, TOOL } from '../contract-requests'
import { openService } from './test-service'

const origin = await openService()
const ODD_TOOL = 'garden/cabinet-of/curious names/already%2Fescaped'
const LONG_MS = 3_600_000
const PATIENCE = { timeoutMs: 20_000 }

test('checks what the service answers, and distinguishes an unknown tool from an unreachable service', async () => {
  const client = createClient({ baseUrl: origin, ...PATIENCE })
  for (const toolId of [TOOL, ODD_TOOL]) {
    expect(await client.check(toolId)).toMatchObject({ toolId, reachable: true, problem: null })
  }
  const health = await (await fetch(`${origin}/v1/health/${TOOL}`)).json()
  const { verdict, score, grade, recommendation, status } = health
  expect(await client.check(TOOL)).toMatchObject({ verdict, score, grade, recommendation, status })
  expect(await client.check('no/such/tool')).toMatchObject({
    verdict: 'unknown',
    recommendation: 'unknown',
    score: null,
    reachable: true,
    problem: 'unknown_tool',
  })
})

test('routes, and passes on the constraints', async () => {
  const client = createClient({ baseUrl: origin, ...PATIENCE })
  const routed = await client.route('convert an amount of money from one currency to another')
  expect(routed).toMatchObject({ reachable: true, problem: null })
  expect(routed.chosen?.callHints.timeoutMs).toBeGreaterThan(0)
  const without = await client.route('convert an amount of money from one currency to another', {
    exclude: [routed.chosen?.toolId ?? ''],
    readOnly: false,
    limit: 2,
  })
  expect(without.reachable).toBe(true)
  expect(without.fallbacks.length).toBeLessThanOrEqual(2)
  expect([without.chosen, ...without.fallbacks, ...without.candidates].map((found) => found?.toolId)).not.toContain(
    routed.chosen?.toolId,
  )
  expect(await client.route('convert money', { minScore: 100, maxLatencyMs: 1 })).toMatchObject({
    chosen: null,
    recommendation: 'avoid',
    unavailable: expect.arrayContaining([
      expect.objectContaining({ reason: expect.objectContaining({ code: 'too_slow' }) }),
    ]),
    reachable: true,
  })
  expect(await client.route('convert money', { limit: 99 })).toMatchObject({
    chosen: null,
    reachable: true,
    problem: 'invalid_parameter',
  })
})

test('calls of wrapped functions are counted, and only once although an answer was lost', async () => {
  const key = await newKey(origin)
  let lost = 0
  const losing = async (url: string, init: RequestInit) => {
    const response = await fetch(url, init)
    if (lost > 0) return response
    lost += 1
    throw new TypeError('the connection broke on the way back')
  }
  const client = createClient({ baseUrl: origin, key, fetch: losing, flushIntervalMs: LONG_MS })
  const works = client.wrap(TOOL, async (path: string) => `text of ${path}`)
  const fails = client.wrap(ODD_TOOL, () => {
    throw Object.assign(new Error('of the tool'), { status: 503 })
  })
  const stray = client.wrap('garden/nobody/has/this', () => 1)
  expect(await works('a')).toBe('text of a')
  expect(fails).toThrow('of the tool')
  expect(stray()).toBe(1)
  expect(await client.close(30_000)).toBe(true)
  expect(lost).toBe(1)
  expect(client.stats()).toEqual({ pending: 0, accepted: 2, ignored: 1, dropped: 0, lastProblem: 'no_answer' })
  expect(await eventsOf(origin, key)).toBe(2)
})

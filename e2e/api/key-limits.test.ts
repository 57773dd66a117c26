import { expect, test } from 'vitest'
import { OPERATIONS } from '../../lib/contract/operations'
import { expectProblem, newKey, sendGood } from '../contract-requests'
import { openService } from './test-service'

const origin = await openService()

/** A lookup of 1,500 entries, which costs 31 points. */
const HEAVY = Array.from({ length: 500 }, (_, n) => `nobody/server-${n}`)
const heavy = JSON.stringify({ repos: HEAVY, packages: HEAVY, ids: HEAVY })
const policyOf = (response: Response) => response.headers.get('ratelimit-policy')
const leftOf = (response: Response) => Number(/;r=(\d+);/.exec(response.headers.get('ratelimit') ?? '')?.[1])

test(`a key over its limit is refused, and other callers are not`, async () => {
  const [greedy, other] = [await newKey(origin), await newKey(origin)]
  const first = await sendGood(origin, 'ping', { key: greedy })
  expect([policyOf(first), leftOf(first)]).toEqual(['"keyed";q=600;w=60', 599])
  let left = 599
  for (; left >= 31; left -= 31) {
    const response = await sendGood(origin, 'lookup', { key: greedy, body: heavy })
    expect(response.status).toBe(200)
    expect(leftOf(response)).toBe(left - 31)
  }
  const over = await sendGood(origin, 'lookup', { key: greedy, body: heavy })
  expect((await expectProblem('lookup', over)).code).toBe('rate_limited')
  const refused = await sendGood(origin, 'health', { key: greedy })
  const problem = await expectProblem('health', refused)
  expect(problem).toMatchObject({ status: 429, code: 'rate_limited' })
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThanOrEqual(1)
  expect(wait).toBeLessThanOrEqual(60)
  expect(policyOf(refused)).toBe('"keyed";q=600;w=60')
  expect(refused.headers.get('ratelimit')).toBe(`"keyed";r=0;t=${wait}`)

  const others = await sendGood(origin, 'showKey', { key: other })
  expect(others.status).toBe(200)
  expect(OPERATIONS.showKey.output.parse(await others.json()).usage.remaining).toBe(599)
  const keyless = await sendGood(origin, 'ping')
  expect([keyless.status, policyOf(keyless)]).toEqual([200, '"keyless";q=1000000;w=60'])
})

import { expect, test } from 'vitest'
import type { OperationContract } from '../../lib/contract/operation'
import { OPERATIONS, type OperationName } from '../../lib/contract/operations'
import { expectProblem, GOOD, NAMES, newKey, pathWith, sendGood } from '../contract-requests'
import { sendHalf } from '../slow-request'
import { openService, publishTlog } from './test-service'

interface Described {
  operationId: OperationName
  responses: Record<string, { content?: Record<string, unknown> }>
}
/** Causes one documented status, with as small a change to the operation's good request as possible. */
type Recipe = (name: OperationName) => Promise<Response>

const origin = await openService()
const good: Recipe = (name) => sendGood(origin, name)
/** Statuses of a failing process, which `lib/runtime/endpoint-failures.test.ts` checks. */
const ELSEWHERE = ['500', '503']
/**
 * Statuses of a service without a log, and of a document that is kept no longer, which
 * `lib/tlog/operations/log.test.ts` checks.
 */
const OF_OTHER_SERVICES: Partial<Record<OperationName, readonly string[]>> = {
  log: ['404'],
  logCheckpoint: ['404'],
  logLeaves: ['404'],
  logDocument: ['410'],
}
const isElsewhere = (name: OperationName, status: string) =>
  ELSEWHERE.includes(status) || OF_OTHER_SERVICES[name]?.includes(status)
/** Operations with limits of their own, too high here to use up: `lib/http/gate.test.ts` checks their 429. */
const TAKES_NO_POINTS = NAMES.filter((name) => (OPERATIONS[name] as OperationContract).limitedBy !== undefined)

const RECIPES: Record<string, Recipe> = {
  '200': good,
  '201': good,
  '202': good,
  '204': good,
  '304': async (name) => {
    // What waits for the log is in an answer, with its age.
    await publishTlog()
    let answer = await good(name)
    for (let turn = 0; turn < 10 && answer.status === 200; turn += 1)
      answer = await sendGood(origin, name, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })
    return answer
  },
  '400': (name) => sendGood(origin, name, { path: `${GOOD[name].path.split('?')[0]}?nothing=1` }),
  '401': (name) => sendGood(origin, name, { key: 'assay_mistyped' }),
  '404': (name) => sendGood(origin, name, { path: MISSING[name] ?? pathWith(name, 'no-such-thing') }),
  '405': (name) => sendGood(origin, name, { method: 'PATCH', body: null }),
  '408': (name) => sendHalf(origin, OPERATIONS[name].method, GOOD[name].path),
  '409': (name) => sendGood(origin, name, { path: pathWith(name, 'garden/southwind/paper-drawer') }),
  '413': (name) => sendGood(origin, name, { body: 'x'.repeat(2_000_000) }),
  '415': (name) => sendGood(origin, name, { body: '{}', headers: { 'content-type': 'text/plain' } }),
  '422': (name) => sendGood(origin, name, { body: '{"nothing":1}' }),
  '429': async (name) => sendGood(origin, name, { key: await usedUpKey() }),
}

/** Paths of what is not there, of operations that have no id in their path or one of a form of its own. */
const MISSING: Partial<Record<OperationName, string>> = {
  incidents: '/v1/incidents?category=none',
  incident: '/v1/incidents/inc_999999999',
  logProof: '/v1/log/proof?leaf=999999999',
  bundleTile: `/v1/bundle/tiles/${'A'.repeat(43)}`,
  logTile: '/log/tile/entries/999',
  logDocument: `/v1/log/documents/sha256:${'0'.repeat(64)}`,
  registryVersions: '/v0.1/servers/no%2Fsuch/versions',
  registryVersion: '/v0.1/servers/no%2Fsuch/versions/latest',
  breakagesRss: '/v1/breakages.rss?server=no/such',
  breakagesAtom: '/v1/breakages.atom?category=none',
  breakagesJsonFeed: '/v1/breakages.feed.json?server=no/such',
}

/** Tried for all operations at once, as each waits until the body is late. */
const LATE = '408'

/** A key that has used up the points of its current minute. */
let usedUp: { key: string; at: number } | undefined
async function usedUpKey(): Promise<string> {
  if (usedUp !== undefined && Date.now() - usedUp.at < 30_000) return usedUp.key
  const key = await newKey(origin)
  const at = Date.now()
  const names = Array.from({ length: 500 }, (_, n) => `nobody/${n}`)
  const body = JSON.stringify({ repos: names, packages: names, ids: names })
  for (let status = 200; status === 200; ) status = (await sendGood(origin, 'lookup', { key, body })).status
  usedUp = { key, at }
  return key
}

async function described(): Promise<Map<OperationName, Described>> {
  const document = await (await fetch(`${origin}/openapi.json`)).json()
  const operations = Object.values(document.paths as Record<string, Record<string, Described>>).flatMap(Object.values)
  return new Map(operations.map((one: Described) => [one.operationId, one]))
}

test('the served document describes every operation, and every status of it has a recipe', async () => {
  const document = await described()
  expect([...document.keys()].sort()).toEqual([...NAMES].sort())
  const without = [...document].flatMap(([name, { responses }]) =>
    Object.keys(responses)
      .filter((status) => RECIPES[status] === undefined && !isElsewhere(name, status))
      .map((status) => `${name} ${status}`),
  )
  expect(without).toEqual([])
})

for (const name of NAMES) {
  test(`${name} answers each status that the served document lists, as it lists it`, async () => {
    const responses = (await described()).get(name)?.responses ?? {}
    const contract: OperationContract = OPERATIONS[name]
    // Without keys and limits neither 401 nor 429 is possible.
    expect(Object.keys(responses).length).toBeGreaterThan(contract.admission === 'none' ? 3 : 5)
    await Promise.all(
      Object.entries(responses).map(async ([status, { content = {} }]) => {
        if (status === LATE || isElsewhere(name, status) || (status === '429' && TAKES_NO_POINTS.includes(name))) return
        const recipe = RECIPES[status]
        expect(recipe, `a recipe for ${name} ${status}`).toBeDefined()
        const answer = await recipe?.(name)
        expect(answer?.status, `${name} ${status}`).toBe(Number(status))
        if (answer === undefined) return
        if (answer.status >= 400) await expectProblem(name, answer, status)
        const type = answer.status === 304 || answer.status === 204 ? undefined : answer.headers.get('content-type')
        expect(type?.replace(/;.*$/, '')).toBe(Object.keys(content)[0])
      }),
    )
  })
}

test('every operation with a body says so where it is late', async () => {
  const listed = [...(await described())].filter(([, { responses }]) => responses[LATE] !== undefined)
  expect(listed.length).toBeGreaterThan(3)
  await Promise.all(
    listed.map(async ([name]) => {
      const answer = await sendHalf(origin, OPERATIONS[name].method, GOOD[name].path)
      expect(answer.status, name).toBe(Number(LATE))
      expect((await expectProblem(name, answer, LATE)).code).toBe('body_too_slow')
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
    }),
  )
})

import { signingKeyFromSeed } from 'assay-verify/attestation'
import { withOpenChange } from 'assay-verify/score/tool-facts'
import type { ServerState } from 'assay-verify/state/server-state'
import { anyProbes, at, HOURS, outage, probe, probes, watch } from 'assay-verify/state/test-observations'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { uptimeFrom } from '../../core/history/uptime'
import { NOBODY, OPEN_GATE } from '../../http/gate'
import type { Rating } from '../../store/ratings/ratings'
import { openMemo } from '../cache/memo'
import type { Context } from '../context'
import { NO_PRODUCTS } from '../product-directory'
import { openAttester } from '../signing/attester'
import { onlyKey } from '../test-keys'
import { health, healthEndpoint } from './health'
import { score, scoreEndpoint } from './score'

const ID = 'catalog/owner/server/tool'
const BASE_URL = 'https://assay.example'
const key = signingKeyFromSeed(new Uint8Array(32).fill(7))
const uptime = uptimeFrom([], null, at(0))

function ratingOf(serverState: ServerState | null, more: Partial<Rating> = {}): Rating {
  const rated = { verdict: 'healthy', score: 81.5, grade: 'B', declaredAccess: 'open' } as const
  return {
    id: ID,
    kind: 'tool',
    serverKey: 1,
    removedAt: null,
    facts: null,
    ...rated,
    serverState,
    uptime,
    maintenance: null,
    ...more,
  }
}

/** Contexts of one process, which answers from these ratings. */
function openProcess() {
  const held = new Map<string, Rating>()
  const attester = openAttester(onlyKey(key), BASE_URL)
  const shared = {
    memo: openMemo(),
    attester,
    gate: OPEN_GATE,
    ratings: { findRating: async (id: string) => held.get(id) },
    products: { current: () => NO_PRODUCTS },
  }
  const contextAt = (now: Date) =>
    ({
      ...shared,
      now,
      caller: NOBODY,
      address: null,
      log: fail,
      reads: { db: NO_LEARNED_WEIGHTS },
    }) as unknown as Context
  const ask = async (endpoint: typeof healthEndpoint | typeof scoreEndpoint, id: string, now: Date) => {
    const url = `${BASE_URL}/v1/${endpoint.name}/${id}`
    const answer = await endpoint.handle(new Request(url), contextAt(now))
    expect(answer.status).toBe(200)
    return answer.json()
  }
  /** Both answers at this moment, as sent and as computed afresh. */
  const expectFresh = async (rating: Rating, now: Date) => {
    held.set(rating.id, rating)
    // Fresh: of another object, so that nothing is kept for it.
    const fresh = structuredClone(rating)
    const sent = [await ask(healthEndpoint, rating.id, now), await ask(scoreEndpoint, rating.id, now)]
    held.set(rating.id, fresh)
    const input = { toolId: rating.id }
    const computed = [await health(input, contextAt(now)), await score({ ...input, explain: false }, contextAt(now))]
    expect(sent).toEqual(JSON.parse(JSON.stringify(computed)))
    return sent
  }
  return { expectFresh }
}

const fail = (line: string, cause?: unknown) => {
  throw new Error(line, { cause })
}
const rowsOfNothing = {
  from: () => rowsOfNothing,
  where: () => rowsOfNothing,
  orderBy: () => rowsOfNothing,
  limit: async () => [],
}
const NO_LEARNED_WEIGHTS = { select: () => rowsOfNothing }

test('an answer as sent equals one computed afresh, for any probes and any clock', async () => {
  const anyClock = fc.array(
    fc.oneof(
      { weight: 5, arbitrary: fc.integer({ min: 0, max: 90_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: -200_000, max: 8_000_000 }) },
    ),
    { minLength: 2, maxLength: 12 },
  )
  await fc.assert(
    fc.asyncProperty(anyProbes(), anyClock, async (given, steps) => {
      const { expectFresh } = openProcess()
      const { serverState } = watch(given)
      const rating = ratingOf(serverState)
      let now = serverState.lastInformativeAt ?? at(0).getTime()
      for (const step of steps) {
        now += step
        await expectFresh(rating, new Date(now))
        await expectFresh({ ...rating, id: `${ID}_2`, score: 12, grade: 'F' }, new Date(now))
      }
    }),
    { numRuns: 30 },
  )
})

test('a tool with facts of its own is not answered as the others of its server', async () => {
  const { expectFresh } = openProcess()
  const { serverState } = watch(probes(0, 8))
  const now = at(8 * 900)
  const change = { class: 'breaking', at: at(900).toISOString(), text: 'a parameter is required now' } as const
  const all = [
    ratingOf(serverState),
    ratingOf(serverState, { id: `${ID}_2`, facts: withOpenChange(null, change) }),
    ratingOf(serverState, { id: `${ID}_3`, removedAt: at(1800) }),
    ratingOf(serverState, { id: 'catalog/owner/server', kind: 'server' }),
    ratingOf(serverState, { id: `${ID}_4`, maintenance: { from: at(0), to: at(HOURS * 9) } }),
    ratingOf(serverState, { id: `${ID}_5` }),
  ]
  for (const rating of [...all, ...all]) await expectFresh(rating, now)
})

test('a probe replaces what was kept, and a verdict grows stale on time', async () => {
  const { expectFresh } = openProcess()
  const good = probes(0, 8)
  const seenAt = 7 * 900
  const verdictAt = async (seconds: number, given = good) => {
    const [answer] = await expectFresh(ratingOf(watch(given).serverState), at(seconds))
    return answer.verdict
  }
  const { serverState } = watch(good)
  const rating = ratingOf(serverState)
  for (const [seconds, verdict] of [
    [seenAt, 'healthy'],
    [seenAt + 2 * HOURS - 0.5, 'healthy'],
    [seenAt + 2 * HOURS, 'healthy'],
    [seenAt + 2 * HOURS + 0.001, 'unknown'],
    [seenAt + 1, 'healthy'],
  ] as const) {
    const [answer] = await expectFresh(rating, at(seconds))
    expect(answer.verdict).toBe(verdict)
  }
  expect(await verdictAt(seenAt + 200, [...good, ...outage(seenAt + 100)])).toBe('down')
  expect(
    await verdictAt(seenAt + 400, [...good, ...outage(seenAt + 100), probe(seenAt + 300), probe(seenAt + 330)]),
  ).toBe('healthy')
})

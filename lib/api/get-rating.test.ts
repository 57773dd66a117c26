import { NOTHING_SEEN } from 'assay-verify/state/server-state-fields'
import { describe, expect, test } from 'vitest'
import { OPEN_GATE } from '../http/gate'
import { DatabaseUnavailable } from '../store/connection/database-unavailable'
import type { Rating } from '../store/ratings/ratings'
import type { Context } from './context'
import { badgeSvgEndpoint } from './operations/badge/badge'

const PROBED_AT = Date.UTC(2026, 10, 22, 12)
const RATING = {
  id: 'a/b',
  kind: 'server',
  removedAt: null,
  facts: null,
  serverKey: 1,
  verdict: 'healthy',
  score: 50,
  grade: 'unrated',
  declaredAccess: 'open',
  serverState: { ...NOTHING_SEEN, lastInformativeAt: PROBED_AT, liveness: 'up' },
  uptime: null,
  maintenance: null,
} satisfies Rating

async function badgeAt(minutes: number, held: Rating | undefined) {
  const context = {
    gate: OPEN_GATE,
    now: new Date(PROBED_AT + minutes * 60_000),
    address: null,
    log: (line: string) => expect.fail(line),
    ratings: {
      findRating: async () => {
        throw new Error('Failed query', { cause: new DatabaseUnavailable('unreachable') })
      },
      heldRating: () => held,
    },
  } as unknown as Context
  const { status, headers } = await badgeSvgEndpoint.handle(new Request('http://assay.test/badge/a/b.svg'), context)
  return { status, cacheStatus: headers.get('cache-status'), retryAfter: headers.get('retry-after') }
}

describe('a rating while the database cannot be asked', () => {
  test('is answered from memory until its verdict is stale, and the answer says so', async () => {
    expect(await badgeAt(10, RATING)).toEqual({
      status: 200,
      cacheStatus: 'assay; hit; ttl=6600; detail=database-unavailable',
      retryAfter: null,
    })
  })

  test.each<[string, number, Rating | undefined]>([
    ['a stale one', 121, RATING],
    ['one without evidence', 10, { ...RATING, serverState: null }],
    ['one that is not in memory', 10, undefined],
  ])('%s is 503 with Retry-After', async (_, minutes, held) => {
    expect(await badgeAt(minutes, held)).toEqual({ status: 503, cacheStatus: null, retryAfter: '5' })
  })
})

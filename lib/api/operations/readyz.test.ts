import { expect, test } from 'vitest'
import { ApiError } from '../../contract/errors'
import type { Database } from '../../store/database'
import { readsOf } from '../../store/reads/reads'
import type { Context } from '../context'
import { readyzEndpoint } from './readyz'

interface State {
  database?: boolean
  /** The state of its only replica. */
  replica?: 'used' | 'behind'
  /** null: still being read. */
  ratingsAgeMs?: number | null
  files?: 'ok' | 'unreadable'
  index?: 'loaded' | 'building' | 'absent' | 'late'
}

async function answerIn({ database = true, replica, ratingsAgeMs, files, index = 'loaded' }: State) {
  const building = () => Promise.reject(new ApiError('not_ready', 'The search index is being built.'))
  const rankers = {
    loaded: async () => ({}),
    absent: async () => undefined,
    building,
    late: () => new Promise(() => undefined),
  }
  const context = {
    role: 'all',
    reads: {
      ...readsOf({} as Database),
      isOnReplica: () => replica === 'used',
      replicas: () => (replica === undefined ? [] : [{ state: replica, behindSeconds: 7200 }]),
    },
    publishing: () => null,
    files: files === undefined ? null : { condition: () => files },
    reachability: async () => database,
    replica: ratingsAgeMs === undefined ? undefined : { ageMs: () => ratingsAgeMs },
    searchIndex: { ranker: rankers[index] },
    tlogCondition: () => Promise.reject(new Error('the log cannot be read')),
  }
  const request = new Request('http://assay.test/readyz', { headers: { authorization: 'Bearer assay_mistyped' } })
  const response = await readyzEndpoint.handle(request, context as unknown as Context)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

test.each<[string, State]>([
  ['a service that keeps ratings in memory and has read them', { ratingsAgeMs: 900 }],
  ['a process that keeps none', {}],
  ['an empty catalog, which has no index', { ratingsAgeMs: 10, index: 'absent' }],
])('is ready: %s', async (_, state) => {
  const { status, headers, body } = await answerIn(state)
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('ratelimit')).toBeNull()
  const checks = { database: 'ok', ratings: 'ok', searchIndex: 'ok' }
  expect(body).toEqual({ ready: true, role: 'all', checks, log: 'unknown' })
})

test.each<[string, State, string[]]>([
  ['the database does not answer', { database: false }, ['database']],
  ['the ratings are being read', { ratingsAgeMs: null }, ['ratings']],
  ['the index is being built', { index: 'building' }, ['search index']],
  ['the index takes longer to load than the check may', { index: 'late' }, ['search index']],
  [
    'nothing is there',
    { database: false, ratingsAgeMs: null, index: 'building' },
    ['database', 'ratings', 'search index'],
  ],
])('is not ready while %s, and names it', async (_, state, missing) => {
  const { status, headers, body } = await answerIn(state)
  expect(status).toBe(503)
  expect(headers.get('retry-after')).toBe('2')
  expect(body).toMatchObject({ code: 'not_ready', instance: '/readyz' })
  const named = ['database', 'ratings', 'search index'].filter((check) => body.detail.includes(check))
  expect(named).toEqual(missing)
})

test('a process whose files fail is ready, and says so', async () => {
  const { status, body } = await answerIn({ files: 'unreadable' })
  expect([status, body.files]).toEqual([200, 'unreadable'])
})

test('a process whose primary is away is ready while a replica is fresh, and says how its replicas are', async () => {
  const away = await answerIn({ database: false, replica: 'used' })
  expect([away.status, away.body]).toMatchObject([200, { replicas: [{ state: 'used', behindSeconds: 7200 }] }])
  expect((await answerIn({ database: false, replica: 'behind' })).status).toBe(503)
  const behind = await answerIn({ replica: 'behind' })
  expect([behind.status, behind.body.replicas]).toEqual([200, [{ state: 'behind', behindSeconds: 7200 }]])
})

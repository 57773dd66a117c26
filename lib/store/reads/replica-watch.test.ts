import { beforeEach, expect, test } from 'vitest'
import type { Database } from '../database'
import type { ReplicaAnswer, ReplicaConnection } from './replica'
import { ReplicaWatch } from './replica-watch'

const MOST_BEHIND_MS = 10_000
const IDENTITY = '7:5'

let log: string[]
let isAvailable: boolean
beforeEach(() => {
  log = []
  isAvailable = true
})

const connection = (): ReplicaConnection => ({
  db: {} as Database,
  query: async () => undefined,
  ask: async () => '08006',
  isAvailable: () => isAvailable,
  close: async () => undefined,
})
const answer = (replayed: number, more: Partial<ReplicaAnswer> = {}): ReplicaAnswer => ({
  ...{ identity: IDENTITY, isReplica: true, replayed, quietSeconds: 0 },
  ...more,
})
const open = (connections: ReplicaConnection[], first = 0) =>
  new ReplicaWatch(connections, first, MOST_BEHIND_MS, (line) => log.push(line))
const primary = (position: number, timeline = 1) => ({ identity: IDENTITY, position, timeline })

test('a replica is as old as the last moment at which the primary had no more than the replica has', () => {
  const one = connection()
  const watch = open([one])
  watch.primaryAnswered(primary(100), 0)
  watch.primaryAnswered(primary(200), 1000)
  watch.primaryAnswered(primary(300), 2000)
  watch.replicaAnswered(one, answer(250), 2010)
  expect(watch.behindMs(2010)).toBe(1010)
  watch.replicaAnswered(one, answer(300), 2020)
  expect(watch.behindMs(2020)).toBe(20)
})

test('an idle primary is no lag, whatever the replica’s clock says', () => {
  const one = connection()
  const watch = open([one])
  for (let at = 0; at <= 3_600_000; at += 1000) watch.primaryAnswered(primary(100), at)
  watch.replicaAnswered(one, answer(100, { quietSeconds: 3600 }), 3_600_100)
  expect(watch.choose(3_600_100)).toBe(one)
  expect(watch.reports(3_600_100)).toEqual([{ state: 'used', behindSeconds: 0.1 }])
})

test('beyond the bound it is left out at that moment, and comes back when it is half as far behind', () => {
  const one = connection()
  const watch = open([one])
  watch.primaryAnswered(primary(100), 0)
  watch.replicaAnswered(one, answer(100), 10)
  expect(watch.choose(MOST_BEHIND_MS)).toBe(one)
  expect(watch.choose(MOST_BEHIND_MS + 1)).toBeUndefined()
  expect(watch.reports(MOST_BEHIND_MS + 1)).toEqual([{ state: 'behind', behindSeconds: 10.001 }])
  watch.primaryAnswered(primary(900), 11_000)
  watch.replicaAnswered(one, answer(100), 11_000)
  watch.primaryAnswered(primary(1000), 18_000)
  watch.replicaAnswered(one, answer(900), 18_000)
  expect(watch.choose(18_000)).toBeUndefined()
  watch.replicaAnswered(one, answer(1000), 18_010)
  expect(watch.choose(18_010)).toBe(one)
  expect(log).toEqual([
    'Replica 1 of DATABASE_READ_URL is fresh and may be read from.',
    'Replica 1 of DATABASE_READ_URL is left out: it is behind the primary, by 11 s.',
    'Replica 1 of DATABASE_READ_URL is fresh and may be read from.',
  ])
})

test.each([
  ['hours behind', answer(1, { quietSeconds: 7200 }), 'behind', 7200],
  ['which has replayed nothing', answer(0, { replayed: null, quietSeconds: null }), 'behind', null],
  ['which does not answer', '08006', 'unreachable', null],
  ['of another database', answer(100, { identity: '7:6' }), 'foreign', null],
  ['which takes writes', answer(100, { isReplica: false, replayed: null }), 'primary', null],
])('one %s is not read from', (_, replied, state, behindSeconds) => {
  const one = connection()
  const watch = open([one])
  watch.primaryAnswered(primary(100), 0)
  watch.replicaAnswered(one, replied, 5)
  expect(watch.choose(5)).toBeUndefined()
  expect(watch.reports(5)).toEqual([{ state, behindSeconds }])
  expect(watch.isForeign(one)).toBe(state === 'foreign')
})

test('a process keeps to its own choice, and takes another one while that is not fresh', () => {
  const [one, two] = [connection(), connection()]
  const watch = open([one, two], 1)
  watch.primaryAnswered(primary(100), 0)
  for (const each of [one, two]) watch.replicaAnswered(each, answer(100), 1)
  expect(watch.choose(1)).toBe(two)
  watch.replicaAnswered(two, '28P01', 2)
  expect(watch.choose(2)).toBe(one)
  expect(watch.reports(2).map(({ state }) => state)).toEqual(['used', 'unreachable'])
  expect(log.at(-1)).toBe('Replica 2 of DATABASE_READ_URL is left out: it does not answer (28P01).')
  watch.replicaAnswered(two, answer(100), 3)
  expect(watch.choose(3)).toBe(two)
  isAvailable = false
  expect(watch.choose(3)).toBeUndefined()
})

test('without an answer of the primary a replica is read from as long as the bound allows, and no longer', () => {
  const one = connection()
  const watch = open([one])
  watch.primaryAnswered(primary(100), 0)
  for (let now = 0; now <= MOST_BEHIND_MS; now += 1000) watch.replicaAnswered(one, answer(500), now)
  expect(watch.choose(MOST_BEHIND_MS)).toBe(one)
  expect(watch.choose(MOST_BEHIND_MS + 1)).toBeUndefined()
})

test('after a promotion a replica counts once it has replayed what the new primary wrote', () => {
  const [one, two] = [connection(), connection()]
  const watch = open([one, two])
  watch.primaryAnswered(primary(1000), 0)
  for (const each of [one, two]) watch.replicaAnswered(each, answer(1000), 1)
  // The new primary had not received all of it; the replicas have what was lost.
  watch.primaryAnswered(primary(900, 2), 5000)
  for (const each of [one, two]) watch.replicaAnswered(each, answer(1000), 5001)
  expect(watch.choose(5001)).toBeUndefined()
  watch.primaryAnswered(primary(1200, 2), 6000)
  watch.replicaAnswered(one, answer(1000), 6001)
  watch.replicaAnswered(two, answer(1200), 6001)
  expect(watch.choose(6001)).toBe(two)
})

test('a replica that has what the primary never wrote is not read from', () => {
  const one = connection()
  const watch = open([one])
  watch.primaryAnswered(primary(900, 2), 0)
  watch.replicaAnswered(one, answer(1000), 1)
  watch.primaryAnswered(primary(950, 2), 1000)
  watch.replicaAnswered(one, answer(1000), 1001)
  expect(watch.choose(1001)).toBeUndefined()
  // Nor when the log of the primary has become as long.
  watch.primaryAnswered(primary(2000, 2), 2000)
  watch.replicaAnswered(one, answer(1000), 2001)
  expect(watch.choose(2001)).toBeUndefined()
})

import { afterEach, expect, test } from 'vitest'
import { DatabaseUnavailable } from '../connection/database-unavailable'
import type { Database } from '../database'
import { openReplicas } from './open-replicas'
import { PRIMARY_QUESTION, type ReplicaAnswer, type ReplicaConnection } from './replica'

type Query = (...given: unknown[]) => Promise<unknown>

const IDENTITY = '7:5'
const closed: string[] = []
let close: (() => Promise<void>) | undefined
afterEach(async () => {
  await close?.()
  close = undefined
  closed.length = 0
})

/** A database whose `execute` is the query of its client, and whose transactions run with its name. */
function databaseOf(name: string, query: Query): Database {
  const transaction = async (work: (tx: string) => Promise<unknown>) => {
    await query('begin')
    return work(name)
  }
  return { execute: query, transaction } as unknown as Database
}

const answering = (name: string) => async (text: unknown) =>
  text === PRIMARY_QUESTION ? { rows: [{ identity: IDENTITY, position: 100, timeline: 1 }] } : name

function replica(name: string, query: Query, more: Partial<ReplicaAnswer> = {}): ReplicaConnection {
  return {
    db: databaseOf(name, query),
    query,
    ask: async () => ({ identity: IDENTITY, isReplica: true, replayed: 100, quietSeconds: 0, ...more }),
    isAvailable: () => true,
    close: async () => {
      closed.push(name)
    },
  }
}

async function open(...connections: ReplicaConnection[]) {
  const primary = answering('primary')
  const opened = await openReplicas({
    primary: { db: databaseOf('primary', primary), query: primary },
    connections,
    mostBehindMs: 10_000,
    databaseOf: ({ query }) => databaseOf('routed', query),
    log: () => undefined,
  })
  close = opened.close
  return opened.reads
}

const READ_ONLY = { accessMode: 'read only' } as const
const name = async (tx: unknown) => tx

test('statements and read-only transactions go to the replica, all others to the primary', async () => {
  const reads = await open(replica('replica', answering('replica')))
  expect(await reads.db.execute('SELECT')).toBe('replica')
  expect(await reads.db.transaction(name, READ_ONLY)).toBe('replica')
  expect(await reads.db.transaction(name)).toBe('primary')
  expect(await reads.db.transaction(name, { accessMode: 'read write' })).toBe('primary')
  expect(await reads.pinned().execute('SELECT')).toBe('replica')
  expect(reads.replicas()).toMatchObject([{ state: 'used' }])
})

test.each([
  ['it is gone', new DatabaseUnavailable('unreachable')],
  ['it has no connection left', new Error('Failed query', { cause: new DatabaseUnavailable('busy') })],
  [
    'it has to replay what contradicts the read',
    Object.assign(new Error('conflict'), { code: '40001', severity: 'ERROR' }),
  ],
  ['the statement writes', Object.assign(new Error('read only'), { code: '25006', severity: 'ERROR' })],
])('a read moves to the primary where %s', async (_, failure) => {
  const reads = await open(replica('replica', () => Promise.reject(failure)))
  expect(await reads.db.execute('SELECT')).toBe('primary')
  expect(await reads.db.transaction(name, READ_ONLY)).toBe('primary')
  // Statements that build on each other are begun anew by whoever makes them.
  await expect(reads.pinned().execute('SELECT')).rejects.toBe(failure)
})

test('a fault of the statement itself is not tried again', async () => {
  const failure = Object.assign(new Error('no column'), { code: '42703', severity: 'ERROR' })
  const reads = await open(replica('replica', () => Promise.reject(failure)))
  await expect(reads.db.execute('SELECT')).rejects.toBe(failure)
})

test('a replica of another database ends the start, and nothing stays open', async () => {
  const opening = open(replica('one', answering('one')), replica('two', answering('two'), { identity: '8:5' }))
  await expect(opening).rejects.toThrow('Replica 2 of DATABASE_READ_URL is of another database than DATABASE_URL')
  expect(closed).toEqual(['one', 'two'])
})

test('without a fresh replica everything is read from the primary, as of now', async () => {
  const reads = await open(replica('replica', answering('replica'), { replayed: 99, quietSeconds: 3600 }))
  const now = new Date()
  expect(await reads.db.execute('SELECT')).toBe('primary')
  expect(reads.isOnReplica()).toBe(false)
  expect(reads.asOf(now)).toEqual(now)
  expect(reads.replicas()).toMatchObject([{ state: 'behind', behindSeconds: 3600 }])
})

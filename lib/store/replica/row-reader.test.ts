import { beforeEach, expect, test } from 'vitest'
import type { Database } from '../database'
import { CachedRows } from './cached-rows'
import type { ReadRow } from './read-rows'
import { openRowReader, type RowReader } from './row-reader'
import { testRow } from './test-rows'

/** A database of these tests: its statements wait until they are let through, with what they read when they began. */
interface TestDatabase {
  db: Database
  ratedAt: number
  fails: boolean
}

const open = (ratedAt: number): TestDatabase => ({ db: {} as Database, ratedAt, fails: false })
const SERVER = 1
const ID = 's/1/a'

let [primary, replica] = [open(1), open(1)]
let current = primary
let rows: CachedRows
let reader: RowReader
let asked: (readonly string[])[] = []
let waiting: (() => void)[] = []
let isHeldBack = false

beforeEach(() => {
  ;[primary, replica] = [open(1), open(1)]
  current = primary
  rows = new CachedRows(1_000_000)
  ;[asked, waiting, isHeldBack] = [[], [], false]
  const read = async (db: Database, ids: readonly string[]): Promise<ReadRow[]> => {
    asked.push(ids)
    const of = db === replica.db ? replica : primary
    const found = ids
      .filter((id) => id.startsWith('s/'))
      .map((id) => testRow(SERVER, id.slice('s/1/'.length), { ratedAt: of.ratedAt }))
    if (isHeldBack) await new Promise<void>((resolve) => waiting.push(resolve))
    if (of.fails) throw new Error('gone')
    return found
  }
  const reads = {
    get db() {
      return primary.db
    },
    pinned: () => current.db,
    isOnReplica: () => current === replica,
  }
  reader = openRowReader(reads, rows, { rated: read, worded: read })
  follow()
})

/** Changes are read, of the database of the moment. */
const follow = (...changed: number[]) =>
  reader.apply(
    changed.map((ratedAt) => ({ key: SERVER, ratedAt, wordedAt: null })),
    current.db,
  )
const isHeld = () => rows.get(ID) !== undefined
const untilWaiting = (statements: number) => expect.poll(() => waiting.length).toBe(statements)
const letThrough = () => {
  isHeldBack = false
  for (const go of waiting.splice(0)) go()
}

test('calls for one id share its read, and many ids a statement', async () => {
  const found = await Promise.all([ID, ID, 's/1/b', ID].map(reader.rated))
  expect(found.map((row) => row?.rating.id)).toEqual([ID, ID, 's/1/b', ID])
  expect(asked).toEqual([[ID, 's/1/b']])
  isHeldBack = true
  const first = reader.rated('s/1/c')
  await untilWaiting(1)
  const second = reader.rated('s/1/c')
  letThrough()
  expect(await first).toBe(await second)
  expect(asked).toEqual([[ID, 's/1/b'], ['s/1/c']])
})

test('what was read before a change became known is answered, and not held; later calls do not share it', async () => {
  isHeldBack = true
  const before = reader.rated(ID)
  await untilWaiting(1)
  primary.ratedAt = 2
  follow(2)
  letThrough()
  expect((await before)?.ratedAt).toBe(1)
  expect(isHeld()).toBe(false)

  isHeldBack = true
  const early = reader.rated(ID)
  await untilWaiting(1)
  follow(2)
  // Read again, as changes overlap: it is no change.
  primary.ratedAt = 3
  follow(3)
  const late = reader.rated(ID)
  await untilWaiting(2)
  letThrough()
  expect([(await early)?.ratedAt, (await late)?.ratedAt]).toEqual([2, 3])
  expect(isHeld()).toBe(true)
  follow(3)
  expect(isHeld()).toBe(true)
})

test('a change drops what is held of its server', async () => {
  await reader.rated(ID)
  expect(isHeld()).toBe(true)
  reader.apply([{ key: SERVER + 1, ratedAt: 2, wordedAt: null }], current.db)
  expect(isHeld()).toBe(true)
  reader.apply([{ key: SERVER, ratedAt: null, wordedAt: 2 }], current.db)
  expect(isHeld()).toBe(false)
})

test('a row of a replica is held only where its changes were read from it last', async () => {
  primary.ratedAt = 2
  follow(2)
  current = replica
  await reader.rated(ID)
  expect(isHeld()).toBe(false)
  // The replica is at an earlier moment: what it says then is held until it has the change.
  follow()
  expect((await reader.rated(ID))?.ratedAt).toBe(1)
  expect(isHeld()).toBe(true)
  replica.ratedAt = 2
  follow(2)
  expect(isHeld()).toBe(false)
  expect((await reader.rated(ID))?.ratedAt).toBe(2)
  expect(isHeld()).toBe(true)
})

test('a read that began before another database was followed is not held', async () => {
  current = replica
  isHeldBack = true
  const reading = reader.rated(ID)
  await untilWaiting(1)
  follow()
  letThrough()
  await reading
  expect(isHeld()).toBe(false)
})

test('what a replica cannot answer is read where else it is known, and not held', async () => {
  current = replica
  follow()
  replica.fails = true
  expect((await reader.rated(ID))?.ratedAt).toBe(1)
  expect(isHeld()).toBe(false)
  current = primary
  primary.fails = true
  await expect(reader.rated(ID)).rejects.toThrow('gone')
  primary.fails = false
  expect(await reader.rated(ID)).toBeDefined()
})

test('ids that no subject has are asked for once, until something changed or a second has passed', async () => {
  for (let times = 0; times < 3; times += 1) expect(await reader.rated('no/such')).toBeUndefined()
  expect(await reader.worded('no/such')).toBeUndefined()
  expect(asked).toEqual([['no/such']])
  follow(2)
  await reader.rated('no/such')
  expect(asked).toHaveLength(2)
})

test('a crowd of ids that no subject has drops nothing that is held', async () => {
  await reader.rated(ID)
  const { bytes } = rows
  await Promise.all(Array.from({ length: 20_000 }, (_, n) => reader.rated(`no/such-${n}`)))
  expect([isHeld(), rows.bytes]).toEqual([true, bytes])
  // The newest ones are remembered, the first ones are not.
  asked = []
  await Promise.all(['no/such-0', 'no/such-19999'].map(reader.rated))
  expect(asked).toEqual([['no/such-0']])
})

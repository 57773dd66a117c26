import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordServers } from '../store/catalog/catalog'
import { servers } from '../store/catalog/catalog-schema'
import type { Database } from '../store/database'
import { testServer, testTool, uncategorized } from '../store/test-catalog'
import { openTestDatabase, type TestDatabase } from '../store/test-databases'
import { type KnownIds, openKnownIds } from './known-ids'

const now = new Date('2026-11-20T12:30:00Z')
let opened: TestDatabase
let asked: number
let knownIds: KnownIds
let counting: Database
const hold = (tools: readonly string[]) =>
  recordServers(
    opened.db,
    { source: 'file', precedence: 1 },
    [testServer('o/s', { tools: tools.map((name) => testTool(name)) })],
    now,
    uncategorized,
  )

beforeAll(async () => {
  opened = await openTestDatabase()
})
afterAll(() => opened.close())
beforeEach(async () => {
  await opened.db.delete(servers)
  await hold(['x', 'y', '図書'])
  asked = 0
  counting = new Proxy(opened.db, {
    get: (target, name) => {
      if (name === 'select') asked += 1
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  knownIds = openKnownIds(counting)
})

test('servers and tools are known, whole and as they are written', async () => {
  const given = ['o/s', 'o/s/x', 'o/s/図書', 'o/s/X', 'o', 'o/s/', 'o/s/x ', 'o/s/z']
  expect(await knownIds.unknownAmong(given)).toEqual(new Set(['o/s/X', 'o', 'o/s/', 'o/s/x ', 'o/s/z']))
  expect(await knownIds.unknownAmong([])).toEqual(new Set())
})

test('what is known is asked for once, what is not is asked for again', async () => {
  await knownIds.unknownAmong(['o/s/x', 'o/s/y'])
  await knownIds.unknownAmong(['o/s/y', 'o/s/x'])
  expect(asked).toBe(1)
  expect(await knownIds.unknownAmong(['o/s/x', 'o/s/z'])).toEqual(new Set(['o/s/z']))
  await hold(['x', 'y', 'z'])
  expect(await knownIds.unknownAmong(['o/s/x', 'o/s/z'])).toEqual(new Set())
  expect(asked).toBe(3)
})

test('of more ids than are kept, those that came up last are', async () => {
  const few = openKnownIds(counting, 2)
  for (const id of ['o/s', 'o/s/x', 'o/s/y', 'o/s/x', 'o/s/図書'])
    expect(await few.unknownAmong([id])).toEqual(new Set())
  expect(asked).toBe(4)
  await few.unknownAmong(['o/s/x'])
  expect(asked).toBe(4)
  expect(await few.unknownAmong(['o/s'])).toEqual(new Set())
  expect(asked).toBe(5)
})

test('a tool that is not listed any more is known all the same', async () => {
  await hold(['y'])
  expect(await knownIds.unknownAmong(['o/s/x'])).toEqual(new Set())
})

test('what cannot be an id never reaches the database', async () => {
  const none = ['', 'a//b', '../a', 'a/./b', 'a\u0000b', 'a\nb', 'a\u202eb', '\ud800', 'x'.repeat(513)]
  expect(await knownIds.unknownAmong(none)).toEqual(new Set(none))
  expect(asked).toBe(0)
})

test('any number of ids is asked for in pieces', async () => {
  const many = Array.from({ length: 2500 }, (_, n) => `nobody/${n}`)
  expect(await knownIds.unknownAmong([...many, 'o/s/x'])).toEqual(new Set(many))
  expect(asked).toBe(3)
})

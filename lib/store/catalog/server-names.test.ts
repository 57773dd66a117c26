import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { testServer, testTool, uncategorized } from '../test-catalog'
import { onDatabase, TEST_EPOCH } from '../test-databases'
import { recordDeletedServers, recordServers } from './catalog'
import { servers } from './catalog-schema'
import { serverNames } from './names-schema'
import {
  listServersByEndpoint,
  listServersById,
  listServersByPackage,
  listServersByRepository,
  nameServers,
} from './server-names'

const FILE = { source: 'file', precedence: 1 }
const now = TEST_EPOCH
const TIME = testServer('a/time', {
  repository: 'https://github.com/Foo/Servers/tree/main/src/Time',
  packages: [
    { registry: 'npm', name: '@foo/time' },
    { registry: 'pypi', name: 'Foo_Time' },
  ],
  remotes: [{ transport: 'sse', url: 'https://time.example/sse/', template: false }],
  tools: [testTool('now'), testTool('then')],
})
const GIT = testServer('a/git', { repository: 'git@github.com:foo/servers.git' })

describe('names of servers', () => {
  onDatabase(({ db }) => {
    beforeEach(async () => {
      await db.delete(servers)
      await recordServers(db, FILE, [TIME, GIT], now, uncategorized)
    })

    const idsBy = async (kind: 'repository' | 'npm' | 'pypi', ...names: string[]) => {
      const list = kind === 'repository' ? listServersByRepository : listServersByPackage
      return (await list(db, names)).flatMap((row) => (row.kind === kind ? [row.id] : [])).sort()
    }

    test('a recorded server is found by its repository and by each of its packages', async () => {
      expect(await idsBy('repository', 'github.com/foo/servers')).toEqual(['a/git', 'a/time'])
      expect(await idsBy('npm', '@foo/time', 'foo-time')).toEqual(['a/time'])
      expect(await idsBy('pypi', 'foo-time')).toEqual(['a/time'])
      expect(await idsBy('npm', 'foo-time')).toEqual([])
      expect(await listServersByPackage(db, [])).toEqual([])
      expect(await listServersByEndpoint(db, ['time.example/sse', 'time.example'])).toMatchObject([{ id: 'a/time' }])
      expect(await listServersByEndpoint(db, [])).toEqual([])
    })

    test('a row has the path, the rating of no evidence and the number of listed tools', async () => {
      const rows = await listServersByRepository(db, ['github.com/foo/servers'])
      const places = rows.map(({ id, path, tools, serverState, grade }) => ({ id, path, tools, serverState, grade }))
      expect(places.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
        { id: 'a/git', path: '', tools: 0, serverState: null, grade: 'unrated' },
        { id: 'a/time', path: 'src/time', tools: 2, serverState: null, grade: 'unrated' },
      ])
    })

    test('a changed server is found by its present names, and by no former one', async () => {
      const moved = { ...TIME, repository: 'https://github.com/foo/servers', packages: [] }
      await recordServers(db, FILE, [moved], now, uncategorized)
      expect(await listServersByPackage(db, ['@foo/time', 'foo-time'])).toEqual([])
      const rows = await listServersByRepository(db, ['github.com/foo/servers'])
      expect(rows.map(({ id, kind, path }) => `${kind} ${id} ${path}`).sort()).toEqual([
        'repository a/git ',
        'repository a/time ',
      ])
    })

    test('a source of lower precedence changes no name', async () => {
      await recordServers(db, { source: 'live', precedence: 3 }, [{ ...GIT, title: 'Owned' }], now, uncategorized)
      await recordServers(db, FILE, [{ ...GIT, repository: 'other/place' }], now, uncategorized)
      expect(await idsBy('repository', 'github.com/other/place', 'github.com/foo/servers')).toEqual(['a/git', 'a/time'])
    })

    test('a deleted server is found by its id alone', async () => {
      await recordDeletedServers(db, FILE, ['a/time'], now)
      expect(await idsBy('repository', 'github.com/foo/servers')).toEqual(['a/git'])
      expect((await listServersById(db, ['a/time', 'a/git', 'a/none'])).map(({ id }) => id).sort()).toEqual([
        'a/git',
        'a/time',
      ])
    })

    test('deleting the row of a server deletes its names', async () => {
      await db.delete(servers).where(eq(servers.id, 'a/time'))
      expect(await db.select().from(serverNames)).toHaveLength(1)
    })

    test('names that no text column can hold do not prevent the rest', async () => {
      const strange = testServer('a/strange', {
        repository: 'https://git.example.org/%00/x',
        packages: [
          { registry: 'npm', name: '𝒳'.repeat(256) },
          { registry: 'pypi', name: 'x'.repeat(2048) },
        ],
      })
      await recordServers(db, FILE, [strange], now, uncategorized)
      expect(await idsBy('npm', '𝒳'.repeat(256))).toEqual(['a/strange'])
    })

    test('servers without names are named, whoever wrote them, and once', async () => {
      const many = Array.from({ length: 450 }, (_, n) => testServer(`m/${n}`, { repository: `foo/many-${n}` }))
      await recordServers(db, FILE, many, now, uncategorized)
      await db.delete(serverNames)
      await db.update(servers).set({ named: false })
      expect(await nameServers(db)).toBe(452)
      expect(await nameServers(db)).toBe(0)
      expect(await idsBy('repository', 'github.com/foo/many-7', 'github.com/foo/servers')).toEqual([
        'a/git',
        'a/time',
        'm/7',
      ])
    })
  })
})

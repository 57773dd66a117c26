import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../database'
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

test('opening a database from before names were kept adds them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-names-'))
  try {
    await makeOlderDatabase(
      join(folder, 'data', 'postgres'),
      await migrationsBefore('finds_servers_by_their_names', folder),
    )
    const opened = await openDatabase({ databaseUrl: null, dataDir: join(folder, 'data') })
    const found = [
      ...(await listServersByRepository(opened.db, ['github.com/foo/old'])),
      ...(await listServersByPackage(opened.db, ['@foo/old'])),
    ]
    await opened.close()
    expect(found.map(({ kind, id, path }) => ({ kind, id, path }))).toEqual(
      expect.arrayContaining([
        { kind: 'npm', id: 'old/one', path: '' },
        { kind: 'repository', id: 'old/one', path: 'sub' },
      ]),
    )
    expect(found).toHaveLength(2)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  // Two times all migrations.
}, 120_000)

/** A copy of the migrations up to the named one, without it. */
async function migrationsBefore(name: string, folder: string): Promise<string> {
  const copy = join(folder, 'drizzle')
  await cp('drizzle', copy, { recursive: true })
  const path = join(copy, 'meta', '_journal.json')
  const journal = JSON.parse(await readFile(path, 'utf8')) as { entries: { tag: string }[] }
  const at = journal.entries.findIndex(({ tag }) => tag.endsWith(name))
  expect(at).toBeGreaterThan(0)
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }))
  return copy
}

async function makeOlderDatabase(dataDir: string, migrationsFolder: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const client = await PGlite.create({ dataDir })
  const db = drizzle(client)
  await migrate(db, { migrationsFolder })
  await db.execute(sql`
    INSERT INTO servers (id, registry, source, precedence, title, description, repository, packages, remotes, tags, declared_access, lifecycle, content_hash, first_seen_at, updated_at)
    VALUES ('old/one', 'old', 'file', 1, 'One', '', 'https://github.com/Foo/Old/tree/main/sub', '[{"registry":"npm","name":"@foo/old"}]', '[]', '{}', 'open', 'active', 'x', now(), now())`)
  await db.execute(sql`
    INSERT INTO subjects (id, kind, server_key, name, summary, verdict, score, grade, categories, listed)
    SELECT id, 'server', key, title, '', 'unknown', 0, 'unrated', '{}', true FROM servers`)
  await client.close()
}

import { describe, expect, test } from 'vitest'
import { Adjustments } from './adjustments'
import { readCatalogServer, serverIdOf } from './catalog-line'
import cases from './catalog-line.cases.json' with { type: 'json' }
import type { Rejection } from './source'

function read(line: Record<string, unknown>) {
  const found = serverIdOf(line)
  if ('why' in found) throw new Error(found.why)
  const adjusted = new Adjustments()
  const rejected: Rejection[] = []
  const server = readCatalogServer(line, found.id, 'one.jsonl:1', adjusted, rejected)
  return { server, adjusted: adjusted.take(), rejected }
}

function readOne(parts: object) {
  return read({
    registry: 'r',
    server: 'owner/s',
    title: 'T',
    description: 'D',
    repository: null,
    packages: [],
    remotes: [],
    tools: [],
    ...parts,
  })
}

describe('a line', () => {
  test('keeps the facts of the catalog', () => {
    const { server, adjusted, rejected } = readOne(cases.line)
    expect(server).toEqual(cases.expected)
    expect({ adjusted, rejected }).toEqual({ adjusted: {}, rejected: [] })
  })

  test.each(['yesterday', '2026-13-40T00:00:00Z', '2026-01-01', 7, null])(
    '%j is no time of a release',
    (releasedAt) => {
      expect(readOne({ releasedAt }).server).not.toHaveProperty('releasedAt')
    },
  )

  test('only registry and server are needed', () => {
    const { server, adjusted, rejected } = read({ registry: 'r', server: 'owner/s' })
    expect(server).toMatchObject({ id: 'r/owner/s', title: 's', description: '', declaredAccess: 'unknown', tools: [] })
    expect({ adjusted, rejected }).toEqual({ adjusted: {}, rejected: [] })
  })

  test.each(cases.authDeclares as [string | null, string][])('auth %j declares %s', (auth, access) => {
    expect(readOne({ auth }).server.declaredAccess).toBe(access)
  })

  test.each([
    ['Open', undefined],
    ['No', undefined],
    ['User-Agent', undefined],
    [null, undefined],
    [7, undefined],
    ['OAuth', 'oauth'],
    ['OAuth2.1 🔐', 'oauth'],
    ['OAuth2.1 & API Key', 'apiKey'],
    ['apiKey', 'apiKey'],
    ['X-Mashape-Key', 'apiKey'],
    ['secret', 'apiKey'],
  ])('auth %j declares the scheme %s', (auth, scheme) => {
    expect(readOne({ auth }).server.declaredAuth).toBe(scheme)
  })

  test.each(cases.remotes as [string, string, object][])('a remote %s %s', (type, url, remote) => {
    expect(
      readOne({
        remotes: [
          { type, url },
          { type, url },
        ],
      }).server.remotes,
    ).toEqual([remote])
  })

  test.each([
    'stdio:npm-official/x',
    'javascript:alert(1)',
    'javascript:{x}',
    'file:///etc/passwd',
    'not a url',
    '',
    7,
    null,
    'https://',
    `https://a.example/${'x'.repeat(3_000)}`,
  ])('the remote %j is left out, and that is counted', (url) => {
    const { server, adjusted } = readOne({ remotes: [{ type: 'stdio', url }] })
    expect(server.remotes).toEqual([])
    expect(adjusted).toMatchObject({ remote_dropped: 1 })
  })

  test.each([
    ['https://github.com/a/b', 'https://github.com/a/b'],
    ['git+ssh://git@github.com/a/b.git', 'git+ssh://git@github.com/a/b.git'],
    ['git@github.com:a/b.git', 'git@github.com:a/b.git'],
    ['github:a/b', 'github:a/b'],
    ['a/b', 'a/b'],
    ['https://user:ghp_x@github.com/a/b', 'https://github.com/a/b'],
    ['https://ghp_x@github.com/a/b', 'https://github.com/a/b'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['', null],
  ])('the repository %s', (repository, expected) => {
    expect(readOne({ repository }).server.repository).toBe(expected)
  })

  test('every cut, cleaning and omission is counted', () => {
    const { server, adjusted } = readOne({
      title: 't'.repeat(300),
      description: 'd'.repeat(3_000),
      category: 7,
      tags: Array.from({ length: 60 }, (_, index) => `tag${index}`),
      auth: 'ask us',
      packages: [{ registry: 'cargo', name: 'x' }, { registry: 'npm' }, 'nonsense'],
      tools: [
        {
          name: 'a',
          description: 'd'.repeat(2_001),
          inputSchema: true,
          annotations: { readOnlyHint: 'yes', priority: 1, title: 'A' },
        },
        { name: 'a', description: 'later' },
        { name: 'b', description: null, inputSchema: [] },
      ],
    })
    expect(server.description).toBe(`${'d'.repeat(1_999)}…`)
    expect(server.tags).toHaveLength(50)
    expect(server.tools.map(({ name, description }) => [name, description])).toEqual([
      ['a', `${'d'.repeat(1_999)}…`],
      ['b', ''],
    ])
    expect(adjusted).toEqual({
      access_unclear: 1,
      annotation_dropped: 2,
      description_cut: 2,
      duplicate_tool: 1,
      field_dropped: 1,
      list_cut: 1,
      package_dropped: 3,
      schema_dropped: 2,
      text_cut: 1,
    })
  })

  test('an invalid tool is reported and does not affect the others', () => {
    const { server, rejected } = readOne({
      tools: [
        { name: 'good' },
        { name: '' },
        'text',
        { name: 'a/../b' },
        { name: 'x'.repeat(600) },
        { name: 'bell\u0007' },
        { name: '\ud800' },
        { name: 'a\u200bb' },
        { name: 'fine/too' },
      ],
    })
    expect(server.tools.map((tool) => tool.name)).toEqual(['good', 'fine/too'])
    expect(rejected).toEqual([
      { at: 'one.jsonl:1, tool 2', why: 'a tool without a name' },
      { at: 'one.jsonl:1, tool 3', why: 'a tool without a name' },
      { at: 'one.jsonl:1, tool 4', why: 'its tool id cannot be used: dot_segment' },
      { at: 'one.jsonl:1, tool 5', why: 'its tool id cannot be used: too_long' },
      { at: 'one.jsonl:1, tool 6', why: 'its tool id cannot be used: control_character' },
      { at: 'one.jsonl:1, tool 7', why: 'its tool id cannot be used: lone_surrogate' },
      { at: 'one.jsonl:1, tool 8', why: 'its tool id cannot be used: invisible_character' },
    ])
  })

  test('hostile text is cleaned', () => {
    const { server } = readOne({ title: 'Safe\u202eevil\u0000', description: 'one\u0007\ntwo\u2066' })
    expect(server.title).toBe('Safeevil')
    expect(server.description).toBe('one\ntwo')
  })
})

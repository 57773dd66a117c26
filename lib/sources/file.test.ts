import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CatalogServer } from '../core/catalog/catalog'
import { TEST_CATALOG_FILES, testToolIds } from '../core/catalog/test-catalog-files'
import { openFiles } from './file'
import type { SourceBatch } from './source'
import { SourceUnavailable } from './source'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-file-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, lines: (object | string)[]): string {
  const path = join(folder, name)
  writeFileSync(path, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
  return path
}

function line(server: string, parts: object = {}): object {
  return {
    registry: 'r',
    server,
    title: 'T',
    description: 'D',
    repository: null,
    packages: [],
    remotes: [],
    tools: [],
    ...parts,
  }
}

async function read(...paths: string[]) {
  const batches: SourceBatch[] = []
  for await (const batch of openFiles(paths).batches) batches.push(batch)
  const adjusted: Record<string, number> = {}
  for (const [kind, times] of batches.flatMap((batch) => Object.entries(batch.adjusted)))
    adjusted[kind] = (adjusted[kind] ?? 0) + times
  return {
    batches,
    adjusted,
    servers: batches.flatMap((batch) => batch.servers),
    rejected: batches.flatMap((batch) => batch.rejected),
  }
}

describe('a file', () => {
  test('an invalid line is reported with its number, never its content, and skipped', async () => {
    const path = write('bad.jsonl', [
      '{"secret":',
      line('a/one'),
      '[1,2]',
      '"text"',
      '',
      { server: 'a/b' },
      { registry: 'r', server: '' },
      { registry: 'r/x', server: 'a' },
      { registry: 'r', server: 'a//b' },
      { registry: 'r', server: 'a\u0000' },
      { registry: 'r', server: 'x'.repeat(600) },
      line('a/two'),
    ])
    const { servers, rejected } = await read(path)
    expect(servers.map((server) => server.id)).toEqual(['r/a/one', 'r/a/two'])
    expect(rejected).toEqual([
      { at: 'bad.jsonl:1', why: 'not a JSON object' },
      { at: 'bad.jsonl:3', why: 'not a JSON object' },
      { at: 'bad.jsonl:4', why: 'not a JSON object' },
      { at: 'bad.jsonl:6', why: 'no registry' },
      { at: 'bad.jsonl:7', why: 'no server name' },
      { at: 'bad.jsonl:8', why: 'a registry with a slash in its name' },
      { at: 'bad.jsonl:9', why: 'its server id cannot be used: empty_segment' },
      { at: 'bad.jsonl:10', why: 'its server id cannot be used: control_character' },
      { at: 'bad.jsonl:11', why: 'its server id cannot be used: too_long' },
    ])
  })

  test('a schema 100,000 deep does not crash', async () => {
    const deep = `${'{"properties":'.repeat(100_000)}{}${'}'.repeat(100_000)}`
    const path = write('deep.jsonl', [
      `{"registry":"r","server":"a/b","tools":[{"name":"t","inputSchema":${deep}}]}`,
      line('a/c'),
    ])
    const { servers } = await read(path)
    expect(servers.map((server) => server.id)).toEqual(['r/a/b', 'r/a/c'])
    expect(() => JSON.stringify(servers)).not.toThrow()
  })

  test('a line over 8 MB is reported and skipped', async () => {
    const path = write('long.jsonl', [
      line('a/one'),
      line('a/big', { description: 'x'.repeat(9_000_000) }),
      line('a/two'),
    ])
    const { servers, rejected } = await read(path)
    expect(servers.map((server) => server.id)).toEqual(['r/a/one', 'r/a/two'])
    expect(rejected).toEqual([{ at: 'long.jsonl:2', why: 'longer than 8388608 bytes' }])
  })

  test('probe results are recognised by their first line and skipped by name', async () => {
    const probe = { registry: 'smithery', server: 'exa', checkedAt: 1751941824, ok: true, error: null, toolCount: 8 }
    const path = write('smithery-probe-2025-07.jsonl', [probe, probe, probe])
    const { servers, rejected } = await read(path, write('after.jsonl', [line('a/one')]))
    expect(servers.map((server) => server.id)).toEqual(['r/a/one'])
    expect(rejected).toEqual([{ at: 'smithery-probe-2025-07.jsonl', why: 'probe results, not a catalog: skipped' }])
  })

  test('batches are small, progress grows to 1', async () => {
    const many = Array.from({ length: 250 }, (_, index) => line(`a/${index}`))
    const wide = Array.from({ length: 5 }, (_, index) =>
      line(`b/${index}`, { tools: Array.from({ length: 400 }, (_, tool) => ({ name: `t${tool}` })) }),
    )
    const huge = line('c/huge', { tools: Array.from({ length: 2_500 }, (_, tool) => ({ name: `t${tool}` })) })
    const { batches, adjusted } = await read(write('many.jsonl', [...many, ...wide, huge]))
    for (const { servers } of batches) {
      const tools = servers.reduce((sum, server) => sum + server.tools.length, 0)
      expect(servers.length <= 100 && (tools <= 1_000 || servers.length === 1)).toBe(true)
    }
    expect(batches.flatMap((batch) => batch.servers)).toHaveLength(256)
    expect(adjusted).toEqual({ tools_cut: 500 })
    const progress = batches.map((batch) => batch.progress ?? -1)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(progress.at(-1)).toBe(1)
  })

  test('gives the same when read again', async () => {
    const path = write('twice.jsonl', [line('a/one', { tools: [{ name: 'x' }] }), line('a/two')])
    expect(await read(path)).toEqual(await read(path))
    expect(await read(path, path)).toEqual(await read(path))
  })

  test('an empty file gives nothing', async () => {
    const { servers, rejected, batches } = await read(write('empty.jsonl', []))
    expect({ servers, rejected, progress: batches.at(-1)?.progress }).toEqual({
      servers: [],
      rejected: [],
      progress: 1,
    })
  })

  test.each([
    ['missing.jsonl', 'missing.jsonl: cannot be read (ENOENT).'],
    ['.', /: not a file\.$/],
  ])('%s cannot be read', async (name, message) => {
    const reading = read(join(folder, name))
    await expect(reading).rejects.toThrow(SourceUnavailable)
    await expect(reading).rejects.toThrow(message)
  })
})

describe('a server listed several times', () => {
  test('is merged, also over several files: the later listing counts, nothing is lost', async () => {
    const first = write('first.jsonl', [
      line('a/b', {
        title: 'Old',
        license: 'MIT',
        auth: 'OAuth',
        packages: [{ registry: 'npm', name: 'ab' }],
        tools: [{ name: 'x', description: 'old' }, { name: 'y' }],
      }),
      line('a/other'),
      line('a/b', {
        title: 'Middle',
        remotes: [{ type: 'sse', url: 'https://a.example/sse' }],
        tools: [{ name: 'z' }],
      }),
    ])
    const second = write('second.jsonl', [
      line('a/b', { title: 'New', description: '', tools: [{ name: 'x', description: 'new' }] }),
    ])
    const { servers, adjusted, rejected } = await read(first, second)
    expect(servers.map((server) => server.id)).toEqual(['r/a/other', 'r/a/b'])
    expect(servers[1]).toMatchObject({
      title: 'New',
      description: 'D',
      license: 'MIT',
      declaredAccess: 'auth',
      packages: [{ registry: 'npm', name: 'ab' }],
      remotes: [{ transport: 'sse', url: 'https://a.example/sse' }],
      tools: [{ name: 'x', description: 'new' }, { name: 'y' }, { name: 'z' }],
    })
    expect(adjusted).toEqual({ duplicate_server: 2, duplicate_tool: 1 })
    expect(rejected).toEqual([])
  })
})

describe('catalog files of every form', () => {
  test('are read without an unreported loss', async () => {
    const paths = TEST_CATALOG_FILES.map(({ name, lines }) => write(name, lines))
    const { servers, adjusted, rejected } = await read(...paths)
    const nameless = TEST_CATALOG_FILES.flatMap(({ name, nameless = [] }) => nameless.map((line) => `${name}:${line}`))
    expect(rejected).toEqual([
      { at: 'probes.jsonl', why: 'probe results, not a catalog: skipped' },
      ...nameless.map((at) => ({ at, why: 'no server name' })),
    ])
    const listed = TEST_CATALOG_FILES.filter(({ name }) => name !== 'probes.jsonl').flatMap(({ lines }) => lines)
    expect(servers).toHaveLength(listed.length - nameless.length)
    expect(new Set(servers.map((server) => server.id)).size).toBe(servers.length)
    const toolsOf = (server: CatalogServer) => server.tools.map(({ name }) => `${server.id}/${name}`)
    expect(servers.flatMap(toolsOf).sort()).toEqual(testToolIds().sort())
    // Core decides what is cut or cleaned; no server, tool, address or package may be lost by it.
    expect(adjusted).toEqual({ access_unclear: 2 })
  })

  test('keep every fact of a server', async () => {
    const [garden] = TEST_CATALOG_FILES.filter(({ name }) => name === 'garden.jsonl')
    const { servers } = await read(write('one.jsonl', garden?.lines.slice(0, 1) ?? []))
    expect(servers[0]).toMatchObject({
      id: 'garden/northwind-labs/weather',
      description: 'Number 0. Does what its name says: weather.',
      remotes: [{ transport: 'sse', url: 'https://s0.example/mcp', template: false }],
      categoryHint: 'Files',
      tags: ['mcp', 'tag-0'],
      license: 'MIT',
    })
    expect(servers[0]?.tools).toHaveLength(8)
  })
})

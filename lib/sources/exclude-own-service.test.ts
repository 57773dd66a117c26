import { describe, expect, test } from 'vitest'
import type { CatalogServer, Remote } from '../core/catalog/catalog'
import { withoutOwnService } from './exclude-own-service'
import type { SourceBatch, SourceRun } from './source'

const at = (url: string, template = false): Remote => ({ transport: 'streamable-http', url, template })

function server(id: string, ...remotes: Remote[]): CatalogServer {
  return {
    id,
    registry: 'official',
    title: id,
    description: '',
    repository: null,
    version: null,
    packages: [],
    remotes,
    categoryHint: null,
    tags: [],
    license: null,
    declaredAccess: 'unknown',
    lifecycle: 'active',
    tools: [],
  }
}

function runOf(...servers: CatalogServer[]): SourceRun {
  const batch: SourceBatch = {
    servers,
    deleted: ['official/gone'],
    rejected: [],
    adjusted: { text_cut: 1 },
    progress: 1,
  }
  return {
    batches: (async function* () {
      yield batch
    })(),
    memory: () => ({ since: '2026-11-01T00:00:00Z' }),
  }
}

async function takenFrom(run: SourceRun): Promise<SourceBatch> {
  const batches: SourceBatch[] = []
  for await (const batch of run.batches) batches.push(batch)
  expect(batches).toHaveLength(1)
  return batches[0] as SourceBatch
}

const taken = (baseUrl: string, ...servers: CatalogServer[]) => takenFrom(withoutOwnService(runOf(...servers), baseUrl))

describe('a source that lists this service', () => {
  test('is read without it: it is rejected, and deleted where it was imported before', async () => {
    const other = server('official/other', at('https://other.example/mcp'))
    const own = server('official/assay', at('https://mirror.example/mcp'), at('https://assay.example/mcp'))
    const batch = await taken('https://assay.example', other, own)
    expect(batch.servers).toEqual([other])
    expect(batch.deleted).toEqual(['official/gone', 'official/assay'])
    expect(batch.rejected).toEqual([{ at: 'https://assay.example', why: 'this service itself, which is not rated' }])
    expect(batch).toMatchObject({ adjusted: { text_cut: 1 }, progress: 1 })
  })

  test.each([
    ['https://assay.example', 'https://ASSAY.example/mcp'],
    ['https://assay.example', 'http://assay.example/mcp'],
    ['https://assay.example', 'https://assay.example:443/mcp/'],
    ['https://assay.example', 'https://assay.example/mcp?from=registry'],
    ['https://assay.example', 'https://assay.example/'],
    ['http://localhost:3000', 'http://localhost:3000/mcp'],
    ['https://example.com/assay', 'https://example.com/assay/mcp'],
  ])('at %s knows %s for its own', async (baseUrl, url) => {
    expect((await taken(baseUrl, server('official/assay', at(url)))).servers).toEqual([])
  })

  test.each([
    ['https://assay.example', 'https://mcp.assay.example/mcp'],
    ['https://assay.example', 'https://assay.example.org/mcp'],
    ['https://assay.example', 'https://assay.example:8443/mcp'],
    ['https://assay.example', 'https://other.example/assay.example/mcp'],
    ['http://localhost:3000', 'http://localhost:3901/mcp'],
    ['https://example.com/assay', 'https://example.com/assayer/mcp'],
    ['https://example.com/assay', 'https://example.com/mcp'],
  ])('at %s takes %s for another', async (baseUrl, url) => {
    const batch = await taken(baseUrl, server('official/other', at(url)))
    expect(batch.servers).toHaveLength(1)
    expect(batch.deleted).toEqual(['official/gone'])
    expect(batch.rejected).toEqual([])
  })

  test('keeps servers with templates and invalid addresses', async () => {
    const odd = server('official/odd', at('https://{host}/mcp', true), at('stdio:assay'))
    expect((await taken('https://assay.example', odd)).servers).toEqual([odd])
  })

  test('keeps the memory of the run', () => {
    expect(withoutOwnService(runOf(), 'https://assay.example').memory()).toEqual({ since: '2026-11-01T00:00:00Z' })
  })
})

import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { CatalogServer } from '../core/catalog/catalog'
import { mcpEndpoint } from '../core/catalog/catalog'
import { idFault } from '../core/catalog/subject-id'
import { openReference, REFERENCE_SERVERS, REFERENCE_VERSION, referencePackage } from './reference'

async function servers(): Promise<CatalogServer[]> {
  const run = openReference('http://127.0.0.1:3901')
  const batches = []
  for await (const batch of run.batches) batches.push(batch)
  expect(batches).toHaveLength(1)
  expect(run.memory()).toEqual({ since: null })
  return batches.flatMap((batch) => batch.servers)
}

describe('the reference source', () => {
  test('gives the four servers under the ids of the npm-official catalog', async () => {
    expect((await servers()).map((server) => server.id)).toEqual([
      'npm-official/modelcontextprotocol/server-everything',
      'npm-official/modelcontextprotocol/server-filesystem',
      'npm-official/modelcontextprotocol/server-memory',
      'npm-official/modelcontextprotocol/server-sequential-thinking',
    ])
    for (const server of await servers()) expect(idFault(server.id)).toBeUndefined()
  })

  test('everything is looked at over streamable HTTP, the others over stdio', async () => {
    expect((await servers()).map((server) => mcpEndpoint(server.remotes))).toEqual([
      { transport: 'streamable-http', url: 'http://127.0.0.1:3901/mcp', template: false },
      { transport: 'stdio', url: 'stdio:npm-official/modelcontextprotocol/server-filesystem', template: false },
      { transport: 'stdio', url: 'stdio:npm-official/modelcontextprotocol/server-memory', template: false },
      {
        transport: 'stdio',
        url: 'stdio:npm-official/modelcontextprotocol/server-sequential-thinking',
        template: false,
      },
    ])
  })

  test.each(REFERENCE_SERVERS)('$name says of itself what its package says', async ({ name, description }) => {
    const path = `node_modules/${referencePackage(name)}/package.json`
    const installed = JSON.parse(readFileSync(path, 'utf8'))
    expect({ version: installed.version, description: installed.description }).toEqual({
      version: REFERENCE_VERSION,
      description,
    })
  })

  // The catalogue files are for local evaluation and not part of the repository.
  const file = '../shared/data/catalog/npm-official-2026.jsonl'
  test.skipIf(!existsSync(file))('says the same as the catalog file, so that an import changes nothing', async () => {
    const lines = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(
      (await servers()).map(({ id, title, description, repository, packages, license }) => ({
        id,
        title,
        description,
        repository,
        packages,
        license,
      })),
    ).toEqual(
      lines.map(({ registry, server, title, description, repository, packages, license }) => ({
        id: `${registry}/${server}`,
        title,
        description,
        repository,
        packages,
        license,
      })),
    )
  })
})

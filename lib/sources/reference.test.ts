import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { idFault } from 'assay-verify/subject-id'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { CatalogServer } from '../core/catalog/catalog'
import { mcpEndpoint } from '../core/catalog/catalog'
import { openFiles } from './file'
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
  test('yields the four servers under the ids of the npm-official catalog', async () => {
    expect((await servers()).map((server) => server.id)).toEqual([
      'npm-official/modelcontextprotocol/server-everything',
      'npm-official/modelcontextprotocol/server-filesystem',
      'npm-official/modelcontextprotocol/server-memory',
      'npm-official/modelcontextprotocol/server-sequential-thinking',
    ])
    for (const server of await servers()) expect(idFault(server.id)).toBeUndefined()
  })

  test('the everything server has a streamable HTTP address, the others stdio ones', async () => {
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

  test('says the same as a catalog made from the packages, so that an import changes nothing', async () => {
    const lines = REFERENCE_SERVERS.map(({ name, title }) => {
      const npm = referencePackage(name)
      const { description, license, repository } = JSON.parse(readFileSync(`node_modules/${npm}/package.json`, 'utf8'))
      return {
        registry: 'npm-official',
        server: npm.slice(1),
        ...{ title, description, license, repository: repository.url.replace(/\.git$/, ''), remotes: [], tools: [] },
        packages: [{ registry: 'npm', name: npm }],
      }
    })
    const folder = mkdtempSync(join(tmpdir(), 'assay-reference-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'npm-official.jsonl')
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'))
    const imported: CatalogServer[] = []
    for await (const batch of openFiles([file]).batches) imported.push(...batch.servers)
    const facts = ({ id, title, description, repository, packages, license }: CatalogServer) => ({
      ...{ id, title, description, repository, license },
      // What their processes take is said here, and in no catalog of npm.
      packages: packages.map(({ registry, name }) => ({ registry, name })),
    })
    expect((await servers()).map(facts)).toEqual(imported.map(facts))
  })
})

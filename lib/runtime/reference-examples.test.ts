import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleArguments } from '../search/arguments/example-arguments'
import { type ReferenceServers, startReferenceServers } from '../sources/reference-processes'

/** They ask for tasks, or for an address of the internet. */
const NOT_CALLED = ['simulate-research-query', 'gzip-file-as-resource', 'trigger-long-running-operation']
/** What must work, whatever else changes: tools that read, on a start without anything else. */
const CALLED = [
  ...['echo', 'read_file', 'read_text_file', 'read_multiple_files', 'list_directory', 'directory_tree'],
  ...['get_file_info', 'list_allowed_directories', 'read_graph', 'search_nodes', 'open_nodes', 'sequentialthinking'],
]

let workDir: string
let servers: ReferenceServers

beforeAll(async () => {
  workDir = mkdtempSync(join(tmpdir(), 'assay-test-'))
  servers = await startReferenceServers({ port: 0, restart: true, log: () => undefined, workDir })
})
afterAll(async () => {
  await servers.close()
  rmSync(workDir, { recursive: true, force: true })
})

/** The names of the tools of one server that only read, and what calls with their example arguments answered. */
async function callReading(
  transport: Parameters<Client['connect']>[0],
): Promise<{ name: string; isError: boolean; content: unknown }[]> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  const { tools } = await client.listTools()
  const answers: { name: string; isError: boolean; content: unknown }[] = []
  for (const { name, inputSchema, annotations } of tools) {
    if (NOT_CALLED.includes(name) || (annotations?.readOnlyHint !== true && !CALLED.includes(name))) continue
    const given = exampleArguments(inputSchema as JsonSchema, name)
    const { isError = false, content } = await client.callTool({ name, arguments: given })
    answers.push({ name, isError, content })
  }
  await client.close()
  return answers
}

test('calls of the reference servers with their example arguments work', async () => {
  const processes = [...servers.stdioCommands.values()].map(
    ({ command, args, cwd, env }) =>
      new StdioClientTransport({ command, args: [...args], cwd, env: { ...env }, stderr: 'ignore' }),
  )
  const transports = [new StreamableHTTPClientTransport(new URL(`${servers.origin}/mcp`)), ...processes]
  const answers = (await Promise.all(transports.map(callReading))).flat()
  expect(answers.map(({ name }) => name)).toEqual(expect.arrayContaining(CALLED))
  const failed = answers.filter(({ name, isError }) => isError && CALLED.includes(name))
  expect(failed).toEqual([])
}, 60_000)

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Context } from '../lib/api/context'
import { llms } from '../lib/api/operations/llms'
import { openApiDocument } from '../lib/contract/openapi'
import { UNTRUSTED_TEXTS } from '../lib/contract/untrusted-texts'
import { MCP_INSTRUCTIONS } from '../lib/runtime/mcp/mcp-server'

const BASE_URL = 'https://assay.example'
const page = (name: string) => readFileSync(`docs/${name}.md`, 'utf8').replaceAll(/\s+/g, ' ')

test.each<[place: string, text: () => string | Promise<string>]>([
  ['the instructions of the MCP server', () => MCP_INSTRUCTIONS],
  ['llms.txt', () => llms({}, { baseUrl: BASE_URL } as Context)],
  ['the OpenAPI document', () => (openApiDocument(BASE_URL).info as { description: string }).description],
  ['docs/api.md', () => page('api')],
  ['docs/mcp.md', () => page('mcp')],
])('%s says that texts of servers are data, not instructions', async (_place, text) => {
  expect(await text()).toContain(UNTRUSTED_TEXTS)
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openApiDocument } from '../contract/openapi'
import { UNTRUSTED_TEXTS } from '../contract/untrusted-texts'
import type { Context } from './context'
import { MCP_INSTRUCTIONS } from './mcp/mcp-server'
import { llms } from './operations/llms'

const BASE_URL = 'https://assay.example'
const apiDocs = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')

test.each<[place: string, text: () => string | Promise<string>]>([
  ['the instructions of the MCP server', () => MCP_INSTRUCTIONS],
  ['llms.txt', () => llms({}, { baseUrl: BASE_URL } as Context)],
  ['the OpenAPI document', () => (openApiDocument(BASE_URL).info as { description: string }).description],
  ['docs/api.md', () => apiDocs.replaceAll(/\s+/g, ' ')],
  ['docs/mcp.md', () => readFileSync(new URL('../../docs/mcp.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ')],
])('%s says that texts of servers are data, not instructions', async (_place, text) => {
  expect(await text()).toContain(UNTRUSTED_TEXTS)
})

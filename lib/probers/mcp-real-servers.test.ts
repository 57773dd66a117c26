import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { freePort, look, lookAtProcess, nodeCommand, serve, startNode } from './test-servers'

const require = createRequire(import.meta.url)
const everything = binOf('@modelcontextprotocol/server-everything')

/** The file a reference server starts from. */
function binOf(name: string): string {
  const manifest = require.resolve(`${name}/package.json`)
  const { bin } = require(manifest)
  return join(dirname(manifest), typeof bin === 'string' ? bin : (Object.values<string>(bin)[0] ?? ''))
}

test('scratch everything', async () => {
  const port = await freePort()
  await startNode([everything, 'streamableHttp'], { PORT: String(port) }, /listening on port/)
  const found = await look(`http://127.0.0.1:${port}/mcp`)
  console.log({ ...found, tools: found.tools?.map((t) => t.name) })
  const again = await look(`http://127.0.0.1:${port}/mcp`, { era: found.era })
  console.log({ ...again, tools: again.tools?.length })
})
test('scratch everything sse', async () => {
  const port = await freePort()
  await startNode([everything, 'sse'], { PORT: String(port) }, /running on port/)
  for (const transport of ['sse', 'streamable-http'] as const) {
    const found = await look(`http://127.0.0.1:${port}/sse`, { transport })
    console.log({ ...found, tools: found.tools?.length })
  }
})
test('scratch stdio', async () => {
  const found = await lookAtProcess(nodeCommand(everything))
  console.log({ ...found, tools: found.tools?.length })
  const found2 = await lookAtProcess(nodeCommand(binOf('@modelcontextprotocol/server-memory')), { era: 'initialize' })
  console.log({ ...found2, tools: found2.tools?.length })
})
test('scratch modern', async () => {
  for (const legacy of ['reject', 'stateless'] as const) {
    const handler = createMcpHandler(
      () => {
        const server = new McpServer({ name: 'modern', version: '1.0.0' })
        server.registerTool(
          'echo',
          { description: 'Echo', inputSchema: z.object({ text: z.string() }) },
          async ({ text }) => ({ content: [{ type: 'text', text }] }),
        )
        return server
      },
      { legacy },
    )
    const url = await serve(toNodeHandler(handler))
    for (const era of [null, 'initialize', 'modern', 'sse'] as const) {
      const found = await look(url, { era })
      console.log(legacy, era, { ...found, tools: found.tools?.length })
    }
  }
})

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../processes'

/**
 * `serve.ts <count>`: serves MCP servers of the `initialize` generation with ten tools of their own and without
 * sessions, each on a port of its own, and prints their ports as one line of JSON. Their answers are texts made once,
 * so that they take little of the processor.
 */
const toolsOf = (server: number) =>
  Array.from({ length: 10 }, (_, n) => ({
    name: `search_notes_${n}`,
    description: `Searches the notes of notebook ${server}-${n} and returns the ones that hold all words of the query, newest first.`,
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Words to search for' },
        limit: { type: 'integer', minimum: 1, maximum: 100, description: 'The most notes to return' },
      },
      required: ['query'],
    },
  }))
const resultsOf = (server: number): Readonly<Record<string, string>> => ({
  initialize: JSON.stringify({
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'bench', version: '1' },
  }),
  'tools/list': JSON.stringify({ tools: toolsOf(server) }),
})
const JSON_TYPE = { 'content-type': 'application/json' }

const ports: number[] = []
for (let count = Number(process.argv[2]); count > 0; count -= 1) ports.push(await serve(count))
process.stdout.write(`${JSON.stringify(ports)}\n`)

async function serve(nth: number): Promise<number> {
  const results = resultsOf(nth)
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => {
      body += piece
    })
    request.on('end', () => answer(request, body, results, response))
  })
  server.keepAliveTimeout = 60_000
  return Number(new URL((await listen(server)).url).port)
}

function answer(
  { method }: IncomingMessage,
  body: string,
  results: Readonly<Record<string, string>>,
  response: ServerResponse,
): void {
  if (method !== 'POST') return void response.writeHead(405).end()
  const message = JSON.parse(body) as { id?: number; method: string }
  if (message.id === undefined) return void response.writeHead(202).end()
  const result = results[message.method]
  const rest = result === undefined ? '"error":{"code":-32601,"message":"Method not found"}' : `"result":${result}`
  response.writeHead(result === undefined ? 400 : 200, JSON_TYPE).end(`{"jsonrpc":"2.0","id":${message.id},${rest}}`)
}

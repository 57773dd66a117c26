import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerJson, type HostileKind, listing, type ServedMessage, speaking, tool } from '../hostile/mcp-answers'

/** An MCP server on loopback that can be ended like a killed process, and started again at its address. */
export interface LiveServer {
  name: string
  url: string
  catalogLine: string
  kill(): Promise<void>
  restart(): Promise<void>
}

const takes = (name: string) => ({
  type: 'object',
  properties: { [name]: { type: 'string', description: 'Path of the file.' } },
  required: [name],
})

/** The server that is killed, one that does the same under another name of its argument, and others that do not. */
export async function openLiveServers(count: number): Promise<LiveServer[]> {
  const killed = openLiveServer('oldbarn', [tool('read_file', 'Read a file and return its content.', takes('path'))])
  const alike = openLiveServer('quillwork', [tool('read_file', 'Read the content of a file.', takes('file_path'))])
  const others = Array.from({ length: count - 2 }, (_, at) =>
    openLiveServer(`other-${at}`, [tool(`measure_${at}`, `Measure the ${at}. sensor of a weather station.`)]),
  )
  return Promise.all([killed, alike, ...others])
}

async function openLiveServer(name: string, tools: object[]): Promise<LiveServer> {
  const kind = speaking({
    'tools/list': listing(tools),
    'tools/call': (message, response) => answerJson(message, response, { content: [{ type: 'text', text: 'pong' }] }),
  })
  let server = await listen(kind, 0)
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/mcp`
  return {
    name,
    url,
    catalogLine: JSON.stringify({
      registry: 'live',
      server: `${name}/files`,
      title: name,
      description: `Files of ${name}.`,
      repository: `https://github.com/${name}-example/files`,
      remotes: [{ type: 'streamable-http', url }],
    }),
    kill: async () => {
      const ended = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await ended
    },
    restart: async () => {
      server = await listen(kind, port)
    },
  }
}

async function listen(kind: HostileKind, port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const { id = null, method = request.method ?? 'GET' } = body === '' ? {} : JSON.parse(body)
    const message: ServedMessage = { id, method }
    kind.http(message as never, response, request)
  })
  server.listen(port, '127.0.0.1')
  await new Promise((done, failed) => server.once('listening', done).once('error', failed))
  return server
}

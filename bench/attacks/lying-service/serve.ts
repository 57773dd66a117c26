import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen, type RunningServer } from '../../processes'

/** What a lying service answers in place of what it should; false: it answers this request as it should. */
export type Lie = (request: IncomingMessage, response: ServerResponse, honest: () => Promise<Buffer>) => unknown

/** A service on loopback that tells a lie where there is one, and otherwise what an honest one says. */
export interface LyingService extends RunningServer {
  requests(): number
  tell(lie: Lie): void
}

export async function startLyingService(honestUrl: string): Promise<LyingService> {
  let lie: Lie = () => false
  let requests = 0
  const server = createServer(async (request, response) => {
    requests += 1
    response.on('error', () => undefined)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const ask = () =>
      fetch(honestUrl + request.url, {
        method: request.method ?? 'GET',
        headers: { 'content-type': 'application/json' },
        ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
      })
    const honest = async () => Buffer.from(await (await ask()).arrayBuffer())
    if ((await lie(request, response, honest)) !== false) return
    const answer = await ask()
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  return {
    ...(await listen(server)),
    requests: () => requests,
    tell: (next) => {
      lie = next
      requests = 0
    },
  }
}

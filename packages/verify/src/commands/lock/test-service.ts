import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A service that a test scripts: each path with what answers a body. A number is a status; a text is sent as it is. */
export interface TestService {
  url: string
  /** Bodies that it got, in order. */
  bodies: unknown[]
  close(): Promise<void>
}

export type Responder = (path: string, body: unknown) => unknown

export async function startTestService(answering: Responder): Promise<TestService> {
  const bodies: unknown[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += piece
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    bodies.push(body)
    const answer = await answering(request.url ?? '', body)
    if (answer === 'hang') return
    if (typeof answer === 'number') return void response.writeHead(answer, { 'retry-after': '0' }).end()
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url, bodies, close }
}

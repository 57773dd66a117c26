import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type McpWorld, openMcpWorld } from '../test-mcp'
import { BOTH, expectRefused, INITIALIZE, JSON_TYPE, MARK, post } from './test-mcp-requests'

describe('a service on a machine of its own', () => {
  let world: McpWorld
  beforeAll(async () => {
    world = await openMcpWorld({ LIMITS: 'off' })
  })
  afterAll(() => world.close())

  /** A request with any Host, as it comes through a name rebound to this machine. */
  const postTo = (host: string, origin?: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = { host, 'content-type': JSON_TYPE, accept: BOTH, ...(origin === undefined ? {} : { origin }) }
      const sent = httpRequest(world.url, { method: 'POST', headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      sent.once('error', reject).end(JSON.stringify(INITIALIZE))
    })

  test.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', '192.168.1.20:3000'])('answers to %s', async (host) => {
    expect(await postTo(host)).toBe(200)
  })

  test.each(['rebound.example', 'rebound.example:3000', 'localhost.rebound.example', '127.0.0.1.nip.example'])(
    'does not answer to the name %s',
    async (host) => {
      expect(await postTo(host)).toBe(403)
    },
  )

  test('answers its own pages and no foreign ones', async () => {
    expect(await postTo('localhost:3000', 'http://localhost:6274')).toBe(200)
    expect(await postTo('localhost:3000', 'http://127.0.0.1:3000')).toBe(200)
    expect(await postTo('localhost:3000', `https://${MARK}.example`)).toBe(403)
    expect(await postTo('localhost:3000', 'null')).toBe(403)
    const refused = await post(world.url, INITIALIZE, { origin: `https://${MARK}.example` })
    expectRefused(refused, 403, -32000)
    expect(refused.text).not.toContain(MARK)
  })
})

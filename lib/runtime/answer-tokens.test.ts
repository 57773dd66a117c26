import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStates } from '../api/test-states'
import type { OperationName } from '../contract/operations'
import { type CountTokens, loadTokenizer } from '../jobs/texts/count-tokens'
import { ENDPOINTS } from './endpoints'
import { answerMcp } from './mcp/mcp-endpoint'
import { rpc } from './mcp/test-mcp-requests'

describe('what an agent reads costs', () => {
  let world: Awaited<ReturnType<typeof openStates>>
  let count: CountTokens
  beforeAll(async () => {
    world = await openStates()
    count = await loadTokenizer()
  })
  afterAll(() => world.close())

  const read = async (name: OperationName, path: string) => {
    const response = await ENDPOINTS[name].handle(new Request(`http://assay.test${path}`), world.context())
    const text = await response.text()
    expect(response.status, text).toBe(200)
    return text
  }
  const ask = async (method: string, params: object) => {
    const headers = {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...{ host: 'assay.example', 'mcp-protocol-version': '2025-11-25' },
    }
    const request = new Request('https://assay.example/mcp', {
      ...{ method: 'POST', headers, body: JSON.stringify(rpc(method, params)) },
    })
    const text = await (await answerMcp(request, world.context())).text()
    return /^data: (.+)$/m.exec(text)?.[1] ?? text
  }

  test('at most 2,500 tokens for the list of the MCP tools', async () => {
    const list = await ask('tools/list', {})
    expect(JSON.parse(list).result.tools.length).toBeGreaterThan(0)
    expect(count(list)).toBeLessThanOrEqual(2500)
  })

  test.each(['s/healthy/read_file', 's/destructive/read_file', 's/hostile/read_file', 's/down', 's/never-up'])(
    'at most 120 for the short health of %s, without anything null',
    async (id) => {
      const answer = await read('health', `/v1/health/${id}?compact=1`)
      expect(count(answer)).toBeLessThanOrEqual(120)
      expect(answer).not.toContain('null')
    },
  )

  test('at most 600 for what is broken, in short', async () => {
    const answer = await read('breakages', '/v1/breakages?compact=1')
    expect(JSON.parse(answer).breakages).toHaveLength(10)
    expect(count(answer)).toBeLessThanOrEqual(600)
    expect(answer).not.toContain('null')
  })

  test('at most 800 for the history of a server that was found lately', async () => {
    const answer = await read('history', '/v1/history/s/healthy')
    expect(JSON.parse(answer).latency['24h'].points.length).toBeGreaterThan(0)
    expect(count(answer)).toBeLessThanOrEqual(800)
  })

  test('at most 200 for the score over MCP, of which the attestation comes where it is asked for', async () => {
    const call = (args: object) => ask('tools/call', { name: 'score', arguments: { toolId: 's/healthy', ...args } })
    const answer = await call({})
    expect(count(answer)).toBeLessThanOrEqual(200)
    expect(answer).not.toContain('attestation')
    expect(JSON.parse(await call({ compact: false })).result.structuredContent).toHaveProperty('attestation')
  })
})

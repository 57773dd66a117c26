import { InMemoryTransport, type JSONRPCMessage } from '@modelcontextprotocol/server'
import { afterEach, describe, expect, it } from 'vitest'
import { type Members, UpstreamFailure } from '../upstream/upstream.ts'
import { serveOverStdio } from './fronts/stdio-front.ts'
import { GuardSession } from './guard-session.ts'
import { OPEN_GATE, opening, type TestUpstream, testDefinitions, testUpstream } from './test-double.ts'

type Message = Members & { id?: unknown; method?: string; result?: Members; error?: Members }

/** An agent that sends what it likes. */
class RawAgent {
  readonly received: Message[] = []
  readonly #transport: InMemoryTransport
  readonly served: Promise<void>
  #waiting: (() => void)[] = []

  constructor(upstreams: readonly TestUpstream[]) {
    const [agent, guard] = InMemoryTransport.createLinkedPair()
    this.#transport = agent
    agent.onmessage = (message) => {
      this.received.push(message as Message)
      for (const look of this.#waiting.splice(0)) look()
    }
    const servers = upstreams.map(({ server }) => server)
    const session = new GuardSession({ servers, openUpstream: opening(upstreams), gate: OPEN_GATE, learnMs: 50 })
    this.served = serveOverStdio(session, guard)
    void agent.start()
  }

  send(message: object): void {
    void this.#transport.send({ jsonrpc: '2.0', ...message } as JSONRPCMessage)
  }

  async until(isIt: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.received.find(isIt)
      if (found !== undefined) return found
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  ask(id: string | number, method: string, params: object = {}): Promise<Message> {
    this.send({ id, method, params })
    return this.until((message) => message.id === id && message.method === undefined)
  }

  initialize(id: string | number = 'hello', capabilities: object = {}): Promise<Message> {
    const clientInfo = { name: 'raw', version: '1' }
    return this.ask(id, 'initialize', { protocolVersion: '2025-06-18', capabilities, clientInfo })
  }

  async close(): Promise<void> {
    await this.#transport.close()
    await this.served
  }
}

const agents: RawAgent[] = []
afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.close()))
})

function agentOf(...upstreams: TestUpstream[]): RawAgent {
  const agent = new RawAgent(upstreams)
  agents.push(agent)
  return agent
}

const tool = (name: string) => ({ name, inputSchema: { type: 'object' as const } })
const textOf = ({ result }: Message) => {
  const [first] = (result?.content ?? []) as { text: string }[]
  return first?.text
}

describe('the list', () => {
  it('is whole where servers are down, and starts none of them', async () => {
    const dead = testUpstream('dead', testDefinitions({ tools: [tool('a')] }), () => {
      throw new UpstreamFailure('start', 'dead did not start.', false)
    })
    const good = testUpstream('good', testDefinitions({ tools: [tool('b')] }))
    const agent = agentOf(dead, good)
    await agent.initialize()
    await agent.ask(1, 'tools/call', { name: 'dead__a' })
    const { result } = await agent.ask(2, 'tools/list')
    expect(result?.tools).toEqual([tool('dead__a'), tool('good__b')])
    expect(good.sent).toEqual([])
  })

  it('comes without the servers that nobody has seen, and they are announced once they are', async () => {
    const late = testUpstream('late')
    const agent = agentOf(late, testUpstream('good', testDefinitions({ tools: [tool('b')] })))
    await agent.initialize()
    expect((await agent.ask(1, 'tools/list')).result?.tools).toEqual([tool('good__b')])
    late.known = testDefinitions({ tools: [tool('a')] })
    late.events?.onChanged(new Set(['tools', 'resources', 'resourceTemplates']))
    await agent.until(({ method }) => method === 'notifications/resources/list_changed')
    expect(agent.received.filter(({ method }) => method !== undefined).map(({ method }) => method)).toEqual([
      'notifications/tools/list_changed',
      'notifications/resources/list_changed',
    ])
    expect((await agent.ask(2, 'tools/list')).result?.tools).toEqual([tool('late__a'), tool('good__b')])
  })

  it('of 10,000 tools comes in pages that together are all of them', async () => {
    const tools = Array.from({ length: 10_000 }, (_, at) => tool(`tool-${at}`))
    const agent = agentOf(testUpstream('many', testDefinitions({ tools })))
    await agent.initialize()
    const listed: unknown[] = []
    let cursor: unknown
    for (let page = 0; page < 20; page++) {
      const { result } = await agent.ask(page, 'tools/list', cursor === undefined ? {} : { cursor })
      listed.push(...((result?.tools ?? []) as unknown[]))
      cursor = result?.nextCursor
      if (cursor === undefined) break
    }
    expect(listed).toEqual(tools)
    expect((await agent.ask('wrong', 'tools/list', { cursor: 'none of ours' })).error?.code).toBe(-32_602)
  })

  it('of several servers is without what no client would accept', async () => {
    const wrong = [{ name: 'no-schema' }, { ...tool('annotated'), annotations: 'none' }] as never[]
    const agent = agentOf(
      testUpstream('wrong', testDefinitions({ tools: [...wrong, tool('right')] })),
      testUpstream('good', testDefinitions({ tools: [tool('b')] })),
    )
    await agent.initialize()
    expect((await agent.ask(1, 'tools/list')).result?.tools).toEqual([tool('wrong__right'), tool('good__b')])
  })

  it('of a kind that the only server does not have is no method of it', async () => {
    const agent = agentOf(testUpstream('one', testDefinitions()))
    await agent.initialize()
    expect((await agent.ask(1, 'prompts/list')).error?.code).toBe(-32_601)
  })
})

describe('a server that gives no answer', () => {
  const down = () =>
    testUpstream('down', testDefinitions({ capabilities: { tools: {}, resources: {} }, tools: [tool('a')] }), () => {
      throw new UpstreamFailure('silence', 'down gave no answer.', true)
    })

  it('is told of in the result of a call, and in the error of another request', async () => {
    const agent = agentOf(down())
    await agent.initialize()
    const called = await agent.ask(1, 'tools/call', { name: 'a' })
    expect([called.result?.isError, textOf(called)]).toEqual([true, 'down gave no answer.'])
    const { error } = await agent.ask(2, 'resources/read', { uri: 'x://y' })
    expect(error).toEqual({ code: -32_603, message: 'down gave no answer.' })
  })

  it('holds up no call of another', async () => {
    const never = testUpstream('never', testDefinitions({ tools: [tool('a')] }), () => new Promise(() => {}))
    const good = testUpstream('good', testDefinitions({ tools: [tool('b')] }), () => ({ content: [] }))
    const agent = agentOf(never, good)
    await agent.initialize()
    agent.send({ id: 'held', method: 'tools/call', params: { name: 'never__a' } })
    expect((await agent.ask(1, 'tools/call', { name: 'good__b' })).result).toEqual({ content: [] })
  })
})

describe('an agent that behaves badly', () => {
  const echo = () =>
    testUpstream('one', testDefinitions({ tools: [tool('a')] }), ({ params }) => ({
      content: [{ type: 'text', text: JSON.stringify(params) }],
    }))

  it('asks before its handshake', async () => {
    const agent = agentOf(echo())
    expect((await agent.ask(1, 'tools/list')).result?.tools).toEqual([tool('a')])
    expect(textOf(await agent.ask(2, 'tools/call', { name: 'a' }))).toBe('{"name":"a"}')
  })

  it('makes two handshakes', async () => {
    const agent = agentOf(echo())
    expect((await agent.initialize(1)).result?.serverInfo).toEqual({ name: 's', version: '1' })
    expect((await agent.initialize(2)).result?.serverInfo).toEqual({ name: 's', version: '1' })
    expect(textOf(await agent.ask(3, 'tools/call', { name: 'a' }))).toBe('{"name":"a"}')
  })

  it('uses an id twice, and cancels what is not there', async () => {
    const agent = agentOf(echo())
    await agent.initialize()
    agent.send({ method: 'notifications/cancelled', params: { requestId: 'nothing' } })
    agent.send({ method: 'notifications/cancelled', params: {} })
    for (const name of ['a', 'a']) agent.send({ id: 'same', method: 'tools/call', params: { name } })
    await agent.ask('last', 'ping')
    await agent.until(() => agent.received.filter(({ id }) => id === 'same').length === 2)
  })

  it('cancels a call: the server is told, and nothing is answered', async () => {
    let told: unknown
    let begun = () => {}
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve
    })
    const slow = testUpstream(
      'slow',
      testDefinitions({ tools: [tool('a')] }),
      ({ signal }) =>
        new Promise((_, reject) => {
          begun()
          signal.addEventListener('abort', () => {
            told = signal.reason
            reject(signal.reason)
          })
        }),
    )
    const agent = agentOf(slow)
    await agent.initialize()
    agent.send({ id: 'slow', method: 'tools/call', params: { name: 'a' } })
    await isBegun
    agent.send({ method: 'notifications/cancelled', params: { requestId: 'slow', reason: 'enough' } })
    await agent.ask('after', 'ping')
    expect(told).toBe('enough')
    expect(agent.received.some(({ id }) => id === 'slow')).toBe(false)
  })

  it('calls by names, and in ways, that nobody has', async () => {
    const agent = agentOf(echo(), testUpstream('two', testDefinitions()))
    await agent.initialize()
    const codes = await Promise.all([
      agent.ask(1, 'tools/call', { name: 'nobody__a' }),
      agent.ask(2, 'tools/call', {}),
      agent.ask(3, 'prompts/get', { name: 'x' }),
      agent.ask(4, 'completion/complete', {}),
      agent.ask(5, 'own/method', {}),
      agent.ask(6, 'tasks/get', { taskId: 'x' }),
      agent.ask(7, 'tools/call', { name: 'one__a', requestState: 'assay-guard:gone' }),
      agent.ask(8, 'logging/setLevel', { level: 'loud' }),
    ])
    expect(codes.map(({ error }) => error?.code)).toEqual([
      ...[-32_602, -32_602, -32_602, -32_602],
      ...[-32_601, -32_601, -32_602, -32_602],
    ])
    expect(textOf(await agent.ask(9, 'tools/call', { name: 'one__a', arguments: 'no object' }))).toContain('no object')
  })
})

describe('several servers', () => {
  it('introduce themselves together, each with its instructions', async () => {
    const prompts = testDefinitions({ capabilities: { prompts: {}, logging: {} }, instructions: 'Prompt.' })
    const agent = agentOf(testUpstream('one', testDefinitions({ instructions: 'Call.' })), testUpstream('two', prompts))
    const { result } = await agent.initialize()
    expect(result).toMatchObject({
      capabilities: { tools: { listChanged: true }, prompts: { listChanged: true }, logging: {} },
      serverInfo: { name: 'assay-guard' },
      instructions: '# one\n\nCall.\n\n# two\n\nPrompt.',
    })
  })

  it('are asked for a resource by who lists it, by its template, or one after another', async () => {
    const capabilities = { resources: {} }
    const answer = (name: string, uris: readonly string[]) => (request: { params: Members | undefined }) => {
      if (!uris.includes(String(request.params?.uri))) throw Object.assign(new Error('none'), { code: -32_002 })
      return { contents: [], _meta: { of: name } }
    }
    const listed = { resources: [{ uri: 'x://listed', name: 'l' }] }
    const templates = { resourceTemplates: [{ uriTemplate: 'x://of/{id}', name: 't' }] }
    const a = testUpstream('a', testDefinitions({ capabilities }), answer('a', ['x://listed', 'x://of/1']))
    const b = testUpstream('b', testDefinitions({ capabilities, ...listed }), answer('b', ['x://listed']))
    const c = testUpstream(
      'c',
      testDefinitions({ capabilities, ...templates }),
      answer('c', ['x://of/1', 'x://hidden']),
    )
    const agent = agentOf(a, b, c)
    await agent.initialize()
    const owners = ['x://listed', 'x://of/1', 'x://hidden', 'x://nowhere'].map(async (uri) => {
      const { result, error } = await agent.ask(uri, 'resources/read', { uri })
      return (result?._meta as { of: string } | undefined)?.of ?? error?.code
    })
    expect(await Promise.all(owners)).toEqual(['b', 'c', 'c', -32_002])
  })

  it('are told the level of the log when they start, and once', async () => {
    const capabilities = { logging: {} }
    const running = testUpstream('running', testDefinitions({ capabilities }))
    const later = testUpstream('later', testDefinitions({ capabilities }))
    running.isRunning = true
    const agent = agentOf(running, later)
    await agent.initialize()
    expect((await agent.ask(1, 'logging/setLevel', { level: 'error' })).result).toEqual({})
    expect([running.sent, later.sent]).toEqual([['logging/setLevel'], []])
    later.events?.onStarted()
    later.events?.onStarted()
    expect(later.sent).toEqual(['logging/setLevel'])
  })
})

describe('what a server asks', () => {
  it('waits until the agent has its handshake, and its progress goes back with the token of the server', async () => {
    const one = testUpstream('one', testDefinitions())
    const agent = agentOf(one)
    await agent.initialize('hello', { roots: {} })
    const params = { _meta: { progressToken: 'of the server' } }
    const asked = one.events?.onRequest({ method: 'roots/list', params }, new AbortController().signal)
    expect(agent.received.some(({ method }) => method === 'roots/list')).toBe(false)
    agent.send({ method: 'notifications/initialized' })
    const { id, params: sent } = await agent.until(({ method }) => method === 'roots/list')
    const { progressToken } = (sent as { _meta: { progressToken: unknown } })._meta
    agent.send({ method: 'notifications/progress', params: { progressToken, progress: 1 } })
    agent.send({ id, result: { roots: [] } })
    expect(await asked).toEqual({ roots: [] })
    expect(one.sent).toContain('notifications/progress')
  })

  it('is taken back by the server', async () => {
    const one = testUpstream('one', testDefinitions())
    const agent = agentOf(one)
    await agent.initialize()
    agent.send({ method: 'notifications/initialized' })
    const controller = new AbortController()
    const asked = one.events?.onRequest({ method: 'roots/list' }, controller.signal)
    const { id } = await agent.until(({ method }) => method === 'roots/list')
    controller.abort('not needed')
    await expect(asked).rejects.toThrow()
    const { params } = await agent.until(({ method }) => method === 'notifications/cancelled')
    expect(params).toMatchObject({ requestId: id })
  })
})

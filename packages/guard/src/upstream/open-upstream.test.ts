import { describe, expect, it } from 'vitest'
import { plainLaunch, stdioLaunch, testUpstream, textOf, until } from '../test-upstream.ts'
import { definitionsInMemory } from './definitions-store.ts'
import { UpstreamFailure } from './upstream.ts'

const ELICITING = { capabilities: { elicitation: {} } }

describe('a server of a session', () => {
  it('is not started before it is needed', async () => {
    const { upstream, notifications } = testUpstream(stdioLaunch('no-such-command'))
    upstream.notify({ method: 'notifications/roots/list_changed' })
    expect(upstream.known).toBeNull()
    expect(notifications).toEqual([])
  })

  it('is started once by all that wait for it', async () => {
    const { call, upstream } = testUpstream(plainLaunch())
    const pids = await Promise.all([call('pid'), call('pid'), upstream.learn(30_000).then(() => call('pid'))])
    expect(new Set(pids.map(textOf)).size).toBe(1)
  })

  it('gets the environment of the guard and its own', async () => {
    const launch = { ...plainLaunch(), env: { OWN_VALUE: 'own' } } as never
    const { call } = testUpstream(launch)
    expect(textOf(await call('environment', { name: 'OWN_VALUE' }))).toBe('own')
    expect(textOf(await call('environment', { name: 'VITEST' }))).toBe(String(process.env.VITEST))
  })

  it('is known as it declares itself, with what this protocol does not know', async () => {
    const { upstream, changes, store } = testUpstream(plainLaunch({ tools: ['a', 'b'] }))
    const definitions = await upstream.learn(30_000)
    expect(definitions).toMatchObject({
      era: 'legacy',
      serverInfo: { name: 'plain', version: '1', 'x-own': true },
      capabilities: { tools: { listChanged: true }, 'x-own': { kept: true } },
      instructions: 'Be plain.',
      tools: [
        { name: 'a', description: 'no. 0', inputSchema: { type: 'object' } },
        { name: 'b', description: 'no. 1', inputSchema: { type: 'object' } },
      ],
      prompts: null,
    })
    expect(changes).toEqual([new Set(['tools'])])
    expect(store.read(upstream.server.launch)?.definitions).toEqual(definitions)
  })

  it('is known from before, and nothing is announced where nothing changed', async () => {
    const store = definitionsInMemory()
    await testUpstream(plainLaunch(), { store }).upstream.learn(30_000)
    const { upstream, changes, call } = testUpstream(plainLaunch(), { store })
    expect(upstream.known?.tools).toHaveLength(1)
    const { readAt = 0 } = upstream.known ?? {}
    await call('echo')
    await until(() => (upstream.known?.readAt ?? 0) > readAt)
    expect(changes).toEqual([])
  })

  it('passes results, errors and requests of the server unchanged', async () => {
    const answer = { action: 'accept', content: { kept: true }, 'x-own': 1 }
    const asked: unknown[] = []
    const { call } = testUpstream(plainLaunch(), {
      agent: ELICITING,
      onRequest: async (request) => {
        asked.push(request)
        return answer
      },
    })
    expect(await call('fail')).toEqual({ content: [{ type: 'text', text: 'no such file' }], isError: true })
    await expect(call('unknown')).rejects.toMatchObject({ code: -32_602, data: { kept: true } })
    expect(JSON.parse(textOf(await call('ask')))).toEqual(answer)
    expect(asked).toEqual([{ method: 'elicitation/create', params: { message: 'why?', custom: { kept: true } } }])
  })

  it('passes progress, and takes it as a sign of life', async () => {
    const { call, server } = testUpstream(plainLaunch())
    await call('echo')
    const seen: unknown[] = []
    server.silenceMs = 1000
    await call('progress', { times: 30, everyMs: 50 }, { onProgress: ({ progress }) => seen.push(progress) })
    expect(seen).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
  })

  it('is told of a cancellation, and answers others', async () => {
    const { call } = testUpstream(plainLaunch())
    await call('echo')
    const controller = new AbortController()
    const hung = call('hang', {}, { signal: controller.signal })
    controller.abort('not needed')
    await expect(hung).rejects.toThrow()
    expect(textOf(await call('echo', { a: 1 }))).toBe('{"a":1}')
  })

  it('can be cancelled while it starts', async () => {
    const { call } = testUpstream(plainLaunch({ never: ['initialize'] }))
    const controller = new AbortController()
    const waiting = call('echo', {}, { signal: controller.signal })
    controller.abort(new Error('not needed'))
    await expect(waiting).rejects.toThrow('not needed')
  })

  it('learns nothing within the time of a server that does not answer', async () => {
    const { upstream } = testUpstream(plainLaunch({ never: ['initialize'] }))
    expect(await upstream.learn(50)).toBeNull()
    expect(await testUpstream(stdioLaunch('no-such-command')).upstream.learn(30_000)).toBeNull()
  })

  it('is kept from learning for an agent without capabilities, and started anew for one with', async () => {
    const kept = testUpstream(plainLaunch())
    await kept.upstream.learn(30_000)
    const renewed = testUpstream(plainLaunch(), { agent: ELICITING, onRequest: async () => ({ action: 'decline' }) })
    await renewed.upstream.learn(30_000)
    await kept.call('pid')
    expect(JSON.parse(textOf(await renewed.call('ask')))).toEqual({ action: 'decline' })
  })

  it('is told again what the agent asked it to remember', async () => {
    const { call, upstream } = testUpstream(plainLaunch())
    const request = { signal: new AbortController().signal, onProgress: () => {}, allowInputRequired: false }
    await upstream.request({ ...request, method: 'logging/setLevel', params: { level: 'debug' } })
    await expect(call('die')).rejects.toBeInstanceOf(UpstreamFailure)
    await call('echo')
    expect(textOf(await call('level'))).toBe('debug')
  })

  it('starts nothing any more once it is closed', async () => {
    const { upstream, call } = testUpstream(plainLaunch())
    await call('echo')
    await upstream.close()
    await expect(call('echo')).rejects.toMatchObject({ kind: 'closed', wasSent: false })
  })
})

describe('generations of the protocol', () => {
  it.each(['legacy', 'modern'] as const)('a %s agent reaches servers of both', async (era) => {
    for (const isModern of [false, true]) {
      const { call, upstream } = testUpstream(plainLaunch({ isModern }), { agent: { era } })
      expect(textOf(await call('echo', { era }))).toBe(`{"era":"${era}"}`)
      await until(() => upstream.known !== null)
      expect(upstream.known).toMatchObject({ era: isModern ? 'modern' : 'legacy', tools: [{ name: 'echo' }] })
      expect(upstream.known?.serverInfo?.version).toBe(isModern ? '2' : '1')
    }
  })

  it('what a server refused is not tried again', async () => {
    const store = definitionsInMemory()
    const launch = plainLaunch({ isModern: true })
    await testUpstream(launch, { store }).upstream.learn(30_000)
    expect(store.read(launch)?.spoken).toEqual({ legacy: false, modern: true })
    const { call } = testUpstream(launch, { store })
    expect(textOf(await call('echo', { a: 1 }))).toBe('{"a":1}')
  })

  it('a server that is another by now is reached all the same', async () => {
    const store = definitionsInMemory()
    const launch = plainLaunch()
    await testUpstream(plainLaunch({ isModern: true }), { store }).upstream.learn(30_000)
    const definitions = store.read(plainLaunch({ isModern: true }))
    if (definitions !== null) store.write(launch, { ...definitions, spoken: { legacy: false, modern: true } })
    const { call } = testUpstream(launch, { store })
    expect(textOf(await call('echo', { a: 1 }))).toBe('{"a":1}')
  })
})

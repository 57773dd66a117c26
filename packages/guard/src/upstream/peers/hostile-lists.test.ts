import { describe, expect, it } from 'vitest'
import { besideGoodServer, plainLaunch, testUpstream, textOf, until } from '../../test-upstream.ts'
import { readDefinitions } from '../read-definitions.ts'

// A server that misbehaves, beside a good one whose every call must complete. Silence is short here only where the
// server is silent for ever.

describe('a server with odd lists', () => {
  it('of 10,000 tools', async () => {
    await besideGoodServer(async () => {
      const { upstream } = testUpstream(plainLaunch({ count: 10_000 }))
      const { tools } = (await upstream.learn(30_000)) ?? {}
      expect(tools).toHaveLength(10_000)
      expect(tools?.[9_999]?.name).toBe('tool-9999')
    })
  })

  it('in pages, of which no more than 64 are read, and none twice', async () => {
    const paged = await testUpstream(plainLaunch({ count: 1000, pageSize: 50 })).upstream.learn(30_000)
    expect(paged?.tools).toHaveLength(1000)
    const endless = await testUpstream(plainLaunch({ count: 1000, pageSize: 1 })).upstream.learn(30_000)
    expect(endless?.tools).toHaveLength(64)
    const circular = await testUpstream(plainLaunch({ count: 3, pageSize: 1, isCircular: true })).upstream.learn(30_000)
    expect(circular?.tools).toHaveLength(3)
  })

  it('with the same name twice: the first counts', async () => {
    const { upstream } = testUpstream(plainLaunch({ tools: ['echo', 'fail', 'echo'] }))
    const { tools } = (await upstream.learn(30_000)) ?? {}
    expect(tools?.map(({ name, description }) => [name, description])).toEqual([
      ['echo', 'no. 0'],
      ['fail', 'no. 1'],
    ])
  })

  it('with a schema that is nested so deep that it could not be passed on: it is left out', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(3000)}{}${'}'.repeat(3000)}`)
    const answers = { tools: [{ name: 'deep', inputSchema: deep }, { name: 'echo' }] }
    const known = await readDefinitions(
      {
        client: { getNegotiatedProtocolVersion: () => '' },
        era: 'legacy',
        introduction: { capabilities: { tools: {} } },
      } as never,
      ...([null, ['tools'], 0] as const),
      async () => answers,
    )
    expect(known.tools?.map(({ name }) => name)).toEqual(['echo'])
  })

  it('with entries that are none: they are left out', async () => {
    const { upstream } = testUpstream(plainLaunch({ tools: [null, 7, { a: 1 }, 'echo'] }))
    const { tools } = (await upstream.learn(30_000)) ?? {}
    expect(tools?.map(({ name }) => name)).toEqual(['echo'])
  })

  it('that change names while a call runs: the call completes, and the change is told once', async () => {
    await besideGoodServer(async () => {
      const { call, upstream, changes } = testUpstream(plainLaunch())
      await upstream.learn(30_000)
      expect(textOf(await call('rename'))).toBe('renamed')
      await until(() => changes.length === 2)
      expect(changes[1]).toEqual(new Set(['tools']))
      expect(upstream.known?.tools?.map(({ name }) => name)).toEqual(['repeat'])
    })
  })

  it('that change a thousand times at once: they are read a few times', async () => {
    await besideGoodServer(async () => {
      const { call, upstream } = testUpstream(plainLaunch())
      await upstream.learn(30_000)
      await call('flood')
      await upstream.learn(30_000)
      expect(Number(textOf(await call('lists')))).toBeLessThan(10)
    })
  })

  it('answered with an error: what was known stays', async () => {
    const { call, upstream, changes } = testUpstream(plainLaunch())
    await upstream.learn(30_000)
    await call('forget')
    await call('rename')
    await until(() => changes.length > 0)
    await call('echo')
    expect(upstream.known?.tools?.map(({ name }) => name)).toEqual(['echo'])
  })
})

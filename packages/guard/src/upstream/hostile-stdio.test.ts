import { describe, expect, it } from 'vitest'
import {
  besideGoodServer,
  plainLaunch,
  startedUpstream,
  stdioLaunch,
  testUpstream,
  textOf,
  until,
} from '../test-upstream.ts'

// A server that misbehaves, beside a good one whose every call must complete. Silence is short here only where the
// server is silent for ever.
const SHORT_MS = 200
const SILENT = { kind: 'silence', wasSent: true }
const SILENT_START = { kind: 'silence', wasSent: false }
const NO_START = { kind: 'start', wasSent: false }
const CLOSED = { kind: 'closed', wasSent: true }
const NODE = process.execPath

describe('a server that does not start', () => {
  it.each([
    ['its command does not exist', stdioLaunch('no-such-command'), 'does not exist'],
    ['its folder does not exist', { ...stdioLaunch(NODE), cwd: '/no/such/folder' } as never, 'does not exist'],
    ['it exits at once', stdioLaunch(NODE, ['-e', 'process.exit(3)']), 'ended while it started'],
    ['it exits at the handshake', plainLaunch({ dieAt: 'initialize' }), 'ended while it started'],
    ['it is killed by a signal', stdioLaunch(NODE, ['-e', 'process.kill(process.pid, "SIGKILL")']), 'ended while'],
  ])('%s', async (_, launch, why) => {
    await besideGoodServer(async () => {
      const { call, circuit } = testUpstream(launch)
      for (const failures of [1, 2, 3]) {
        const failure = call('echo')
        await expect(failure).rejects.toMatchObject(NO_START)
        await expect(failure).rejects.toThrow(why)
        expect(circuit.failures).toBe(failures)
      }
      expect(circuit.openSince).not.toBeNull()
    })
  })

  it.each([
    ['it says nothing', stdioLaunch(NODE, ['-e', 'setInterval(() => {}, 1000)'])],
    ['it reads nothing', stdioLaunch(NODE, ['-e', 'setInterval(() => console.log("log"), 10)'])],
    ['it does not answer the handshake', plainLaunch({ never: ['initialize', 'server/discover'] })],
    ['it closes its output', stdioLaunch(NODE, ['-e', 'fs.closeSync(1); setInterval(() => {}, 1000)'])],
  ])('%s', async (_, launch) => {
    await besideGoodServer(async () => {
      const { call, circuit } = testUpstream(launch, { silenceMs: SHORT_MS })
      await expect(call('echo')).rejects.toMatchObject(SILENT_START)
      expect(circuit.failures).toBe(1)
    })
  })

  it('is one failure for all that wait for it', async () => {
    const { call, circuit } = testUpstream(stdioLaunch(NODE, ['-e', 'process.exit(3)']))
    const ends = await Promise.allSettled(Array.from({ length: 10 }, () => call('echo')))
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true)
    expect(circuit.failures).toBe(1)
  })
})

describe('a server that hangs', () => {
  it('in its list: calls of it go on', async () => {
    await besideGoodServer(async () => {
      const { call, upstream } = testUpstream(plainLaunch({ never: ['tools/list'] }))
      expect(textOf(await call('echo', { a: 1 }))).toBe('{"a":1}')
      expect(await upstream.learn(SHORT_MS)).toBeNull()
      expect(textOf(await call('echo', { a: 2 }))).toBe('{"a":2}')
    })
  })

  it('in a call, while it answers pings: the call ends, and it is not down', async () => {
    await besideGoodServer(async () => {
      const { call, circuit, server } = await startedUpstream(plainLaunch(), SHORT_MS)
      for (let n = 0; n < 4; n += 1) await expect(call('hang')).rejects.toMatchObject(SILENT)
      server.silenceMs = 30_000
      await call('echo')
      expect(circuit.openSince).toBeNull()
    })
  })

  it('in a call, and sends pings of its own: those are no signs of life', async () => {
    await besideGoodServer(async () => {
      const { call } = await startedUpstream(plainLaunch({ pingEveryMs: 10 }), SHORT_MS)
      await expect(call('hang')).rejects.toMatchObject(SILENT)
    })
  })

  it('in a call, and does not answer pings: three times open its circuit, and it is started anew', async () => {
    await besideGoodServer(async () => {
      const { call, circuit, server } = await startedUpstream(plainLaunch({ neverLater: ['ping'] }), SHORT_MS, {
        pingMs: SHORT_MS,
      })
      server.silenceMs = 30_000
      const pid = textOf(await call('pid'))
      for (const failures of [1, 2, 3]) {
        server.silenceMs = SHORT_MS
        await expect(call('hang')).rejects.toMatchObject(SILENT)
        await until(() => circuit.failures === failures)
      }
      expect(circuit.openSince).not.toBeNull()
      server.silenceMs = 30_000
      expect(textOf(await call('pid'))).not.toBe(pid)
      expect(circuit.openSince).toBeNull()
    })
  })

  it('is told that the call is not waited for any more', async () => {
    const { call, server } = await startedUpstream(plainLaunch(), SHORT_MS)
    await expect(call('hang')).rejects.toMatchObject(SILENT)
    server.silenceMs = 30_000
    expect(JSON.parse(textOf(await call('cancelled')))).toHaveLength(1)
  })

  it('is not silent while the agent answers it', async () => {
    let answerIt: (answer: object) => void = () => {}
    const answer = new Promise<never>((resolve) => {
      answerIt = resolve as never
    })
    const { call } = await startedUpstream(plainLaunch(), SHORT_MS, {
      agent: { capabilities: { elicitation: {} } },
      onRequest: () => {
        setTimeout(() => answerIt({ action: 'accept' }), SHORT_MS * 4)
        return answer
      },
    })
    expect(JSON.parse(textOf(await call('ask')))).toEqual({ action: 'accept' })
  })
})

describe('a server that ends', () => {
  it('during calls: all end at once as one failure, and the next starts it again', async () => {
    await besideGoodServer(async () => {
      const { call, circuit } = testUpstream(plainLaunch())
      const pid = textOf(await call('pid'))
      const hung = [call('hang'), call('hang')].map((ended) => expect(ended).rejects.toMatchObject(CLOSED))
      await expect(call('die')).rejects.toMatchObject(CLOSED)
      await Promise.all(hung)
      expect(circuit.failures).toBe(1)
      expect(textOf(await call('pid'))).not.toBe(pid)
      expect(circuit.failures).toBe(0)
    })
  })

  it('between calls: the next one starts it again', async () => {
    const { call, circuit } = testUpstream(plainLaunch())
    process.kill(Number(textOf(await call('pid'))))
    let isBack = false
    // The signal may arrive after the call.
    await until(() => {
      call('echo').then(
        () => {
          isBack = true
        },
        () => {},
      )
      return isBack
    })
    expect(circuit.openSince).toBeNull()
  })

  it('by closing its output: what waits ends at once', async () => {
    await besideGoodServer(async () => {
      const { call } = testUpstream(plainLaunch())
      await expect(call('mute')).rejects.toMatchObject(CLOSED)
      expect(textOf(await call('echo', { a: 1 }))).toBe('{"a":1}')
    })
  })

  it('by closing its input: what waits ends by silence, and the next call starts it again', async () => {
    await besideGoodServer(async () => {
      const { call, server } = await startedUpstream(plainLaunch(), SHORT_MS)
      await expect(call('deaf')).rejects.toMatchObject(SILENT)
      server.silenceMs = 30_000
      expect(textOf(await call('echo', { a: 1 }))).toBe('{"a":1}')
    })
  })

  it('again and again: each call is answered or ends as that of a server that ended', async () => {
    await besideGoodServer(async () => {
      const { call, circuit } = testUpstream(plainLaunch({ dieAfterMs: 300 }))
      let answered = 0
      for (let n = 0; n < 200 || answered === 0; n += 1) {
        const end = await call('echo', { n }).then(textOf, (error) => error)
        if (end === `{"n":${n}}`) answered += 1
        else expect(end).toMatchObject({ name: 'UpstreamFailure' })
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      expect(circuit.openSince).toBeNull()
    })
  })
})

describe('a server that answers wrongly', () => {
  it('twice: the first answer counts', async () => {
    await besideGoodServer(async () => {
      const { call } = testUpstream(plainLaunch())
      const results = [call('echo', { n: 1 }), call('twice'), call('echo', { n: 2 })]
      expect((await Promise.all(results)).map(textOf)).toEqual(['{"n":1}', 'first', '{"n":2}'])
      expect(textOf(await call('echo', { n: 3 }))).toBe('{"n":3}')
    })
  })

  it('what nobody asked: it is left out', async () => {
    const { call } = testUpstream(plainLaunch())
    expect(textOf(await call('nobody'))).toBe('asked')
  })

  it('a call in place of another: that one is answered wrongly, this one is silent, and no other server is affected', async () => {
    await besideGoodServer(async () => {
      const { call } = await startedUpstream(plainLaunch(), SHORT_MS * 5)
      const held = call('hold')
      const other = call('other')
      expect(textOf(await held)).toMatch(/^of /)
      await expect(other).rejects.toMatchObject(SILENT)
    })
  })

  it('between lines that are no messages', async () => {
    await besideGoodServer(async () => {
      const { call, upstream } = testUpstream(plainLaunch({ isGarbled: true }))
      expect(await upstream.learn(30_000)).toMatchObject({ tools: [{ name: 'echo' }] })
      expect(textOf(await call('echo', { a: 'Grüße\u2028' }))).toBe('{"a":"Grüße\u2028"}')
    })
  })

  it('with 100 MB: the call ends, and the next starts it again', async () => {
    await besideGoodServer(async () => {
      const { call } = testUpstream(plainLaunch())
      const hung = call('hang')
      await Promise.all([
        expect(call('big', { megabytes: 100 })).rejects.toMatchObject(CLOSED),
        expect(hung).rejects.toMatchObject(CLOSED),
      ])
      expect(textOf(await call('echo', { a: 1 }))).toBe('{"a":1}')
    })
  })

  it('with 9 MB: it is passed on', async () => {
    const { call } = testUpstream(plainLaunch())
    expect(textOf(await call('big', { megabytes: 9 }))).toHaveLength(9_000_000)
  })
})

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

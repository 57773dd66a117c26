import { describe, expect, it } from 'vitest'
import { plainHttp } from '../../test-servers/test-plain-http.ts'
import { besideGoodServer, startedUpstream, testUpstream, textOf } from '../../test-upstream.ts'

// A server over HTTP that misbehaves, beside a good one whose every call must complete.
const SHORT_MS = 200
const ANSWER = '{"a":1}'

describe('a server over HTTP', () => {
  it('is sent the headers of its configuration, and a session is told that it is over', async () => {
    const plain = await plainHttp({ 'X-Key': 'a key' })
    const { call, upstream } = testUpstream(plain.launch)
    expect(textOf(await call('echo', { a: 1 }))).toBe(ANSWER)
    await upstream.learn(30_000)
    expect(upstream.known?.tools).toHaveLength(1)
    expect(plain.headers.every((headers) => headers['x-key'] === 'a key')).toBe(true)
    await upstream.close()
    expect(plain.ended).toBe(1)
  })

  it('that is not there: nothing was sent, and it is used again once it is there', async () => {
    await besideGoodServer(async () => {
      const plain = await plainHttp()
      const { call, circuit } = testUpstream(plain.launch)
      await plain.stop()
      for (let n = 0; n < 3; n += 1) {
        const failure = call('echo')
        await expect(failure).rejects.toMatchObject({ kind: 'start', wasSent: false })
        await expect(failure).rejects.toThrow('ECONNREFUSED')
      }
      expect(circuit.openSince).not.toBeNull()
      await plain.listen()
      expect(textOf(await call('echo', { a: 1 }))).toBe(ANSWER)
      expect(circuit.openSince).toBeNull()
    })
  })

  it('that goes away between calls, and comes back without its sessions', async () => {
    await besideGoodServer(async () => {
      const plain = await plainHttp()
      const { call } = await startedUpstream(plain.launch, 30_000)
      await plain.stop()
      await expect(call('echo')).rejects.toMatchObject({ name: 'UpstreamFailure' })
      plain.forgetSessions()
      await plain.listen()
      expect(textOf(await call('echo', { a: 1 }))).toBe(ANSWER)
    })
  })

  it.each([
    ['resets the connection', 'resets', { kind: 'closed', wasSent: true }, 1],
    ['ends its stream without an answer', 'cuts off', { kind: 'closed', wasSent: true }, 1],
    ['answers with a page', 'sends a page', { kind: 'closed', wasSent: true }, 1],
    ['answers with more than the limit', 'sends much', { kind: 'closed', wasSent: true }, 1],
    ['is not reached by its gateway', 502, { kind: 'closed', wasSent: true }, 1],
    ['is unavailable', 503, { kind: 'closed', wasSent: true }, 1],
    ['is not answered to its gateway', 504, { kind: 'closed', wasSent: true }, 1],
    ['fails', 500, { code: -32_000, message: 'as told' }, 0],
    ['does not know who asks', 401, { code: -32_000 }, 0],
    ['does not allow it', 403, { code: -32_000 }, 0],
    ['has enough', 429, { code: -32_000 }, 0],
  ] as const)('that %s', async (_, behaviour, expected, failures) => {
    await besideGoodServer(async () => {
      const plain = await plainHttp()
      const { call, circuit } = await startedUpstream(plain.launch, 30_000)
      plain.calls = behaviour
      await expect(call('echo')).rejects.toMatchObject(expected)
      expect(circuit.failures).toBe(failures)
      plain.calls = 'answers'
      expect(textOf(await call('echo', { a: 1 }))).toBe(ANSWER)
      expect(circuit.failures).toBe(0)
    })
  })

  it('that opens a stream and never sends a byte', async () => {
    await besideGoodServer(async () => {
      const plain = await plainHttp()
      const { call } = await startedUpstream(plain.launch, SHORT_MS)
      plain.calls = 'sends nothing'
      await expect(call('echo')).rejects.toMatchObject({ kind: 'silence', wasSent: true })
    })
  })

  it('that sends bytes while it works is not silent', async () => {
    const plain = await plainHttp()
    const { call } = await startedUpstream(plain.launch, 700)
    plain.calls = 'sends bytes'
    expect(textOf(await call('echo', { a: 1 }))).toBe(ANSWER)
  })

  it.each([404, 400])(
    'that lost the session, which it says by %d: it is opened anew, and the request sent again once',
    async (status) => {
      await besideGoodServer(async () => {
        const plain = await plainHttp()
        plain.lostStatus = status
        const { call, circuit } = await startedUpstream(plain.launch, 30_000)
        plain.forgetSessions()
        plain.received.length = 0
        const answers = await Promise.all([call('echo', { a: 1 }), call('echo', { a: 1 }), call('echo', { a: 1 })])
        expect(answers.map(textOf)).toEqual([ANSWER, ANSWER, ANSWER])
        expect(plain.received.filter((method) => method === 'initialize')).toHaveLength(1)
        expect(circuit.failures).toBe(0)
      })
    },
  )

  it.each([
    ['resets', 'start'],
    ['cuts off', 'start'],
    ['sends nothing', 'silence'],
    ['sends a page', 'start'],
    [503, 'start'],
  ] as const)('whose handshake %s', async (behaviour, kind) => {
    await besideGoodServer(async () => {
      const plain = await plainHttp()
      plain.starts = behaviour
      const { call, circuit } = testUpstream(plain.launch, { silenceMs: kind === 'silence' ? SHORT_MS : 30_000 })
      await expect(call('echo')).rejects.toMatchObject({ kind, wasSent: false })
      expect(circuit.failures).toBe(1)
    })
  })

  it.each([401, 403, 404, 429, 500])('whose handshake is answered %d: that is an answer', async (status) => {
    const plain = await plainHttp()
    plain.starts = status
    const { call, circuit } = testUpstream(plain.launch)
    await expect(call('echo')).rejects.toMatchObject({ name: 'ProtocolError' })
    expect(circuit.failures).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import { besideGoodServer, plainLaunch, startedUpstream, testUpstream, textOf, until } from '../../test-upstream.ts'

// A server that misbehaves, beside a good one whose every call must complete. Silence is short here only where the
// server is silent for ever.
const SHORT_MS = 200
const SILENT = { kind: 'silence', wasSent: true }
const CLOSED = { kind: 'closed', wasSent: true }

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

import { describe, expect, it } from 'vitest'
import { besideGoodServer, plainLaunch, startedUpstream, testUpstream, textOf, until } from '../../test-upstream.ts'

// A server that misbehaves, beside a good one whose every call must complete. Silence is short here only where the
// server is silent for ever.
const SHORT_MS = 200
const SILENT = { kind: 'silence', wasSent: true }

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

import { describe, expect, it } from 'vitest'
import { plainHttp } from '../../test-servers/test-plain-http.ts'
import { plainLaunch, startedUpstream, stdioLaunch, testUpstream, textOf, until } from '../../test-upstream.ts'

// What breakers of other gateways and clients were reported for.
const SHORT_MS = 200
const NOW = { trialMs: 0, wantedMs: 60_000 }

describe('traps of breakers', () => {
  it('three domain errors are not "unreachable"', async () => {
    const { call, circuit } = testUpstream(plainLaunch())
    for (let n = 0; n < 5; n += 1) {
      expect(await call('fail')).toMatchObject({ isError: true })
      await expect(call('unknown')).rejects.toMatchObject({ code: -32_602 })
      expect(circuit.failures).toBe(0)
    }
    expect(circuit.admit(Date.now())).toBe(true)
  })

  it('a 401 in half-open closes', async () => {
    const plain = await plainHttp()
    const { call, circuit } = testUpstream(plain.launch, { limits: NOW })
    await plain.stop()
    for (let n = 0; n < 3; n += 1) await expect(call('echo')).rejects.toThrow()
    expect(circuit.openSince).not.toBeNull()
    await plain.listen()
    plain.starts = 401
    expect(circuit.admit(Date.now())).toBe(true)
    await expect(call('echo')).rejects.toMatchObject({ name: 'ProtocolError' })
    expect(circuit.openSince).toBeNull()
  })

  it('a half-open grant that never ends does not wedge', async () => {
    const plain = await plainHttp()
    const { call, circuit } = testUpstream(plain.launch, { limits: NOW })
    await plain.stop()
    for (let n = 0; n < 3; n += 1) await expect(call('echo')).rejects.toThrow()
    await plain.listen()
    // The trial hangs as long as it likes.
    plain.starts = 'sends nothing'
    expect(circuit.admit(Date.now())).toBe(true)
    const controller = new AbortController()
    const trial = call('echo', {}, { signal: controller.signal })
    expect(circuit.admit(Date.now())).toBe(true)
    controller.abort(new Error('given up'))
    await expect(trial).rejects.toThrow('given up')
    expect(circuit.admit(Date.now())).toBe(true)
  })

  it('a breaker that never closes: the server is back, and the next trial closes it', async () => {
    const plain = await plainHttp()
    const { call, circuit } = testUpstream(plain.launch, { limits: NOW })
    await plain.stop()
    for (let n = 0; n < 10; n += 1) await expect(call('echo')).rejects.toThrow()
    await plain.listen()
    expect(circuit.admit(Date.now())).toBe(true)
    expect(textOf(await call('echo', { a: 1 }))).toBe('{"a":1}')
    expect(circuit.openSince).toBeNull()
    expect(circuit.failures).toBe(0)
  })

  it('a breaker that never closes: the guard finds out by itself that the server is back', async () => {
    const plain = await plainHttp()
    let handshakes = 0
    const { call, circuit } = testUpstream(plain.launch, {
      limits: { trialMs: 60_000 },
      handshakes: { lookMs: 5 },
      // Each look is a minute later.
      now: minutesLater(),
      onHandshake: () => {
        handshakes += 1
      },
    })
    await plain.stop()
    for (let n = 0; n < 3; n += 1) await expect(call('echo')).rejects.toThrow()
    await plain.listen()
    const { nextTrialAt } = circuit
    expect(circuit.admit((nextTrialAt ?? 0) - 1)).toBe(false)
    await until(() => handshakes > 0)
    expect(circuit.openSince).toBeNull()
    expect(plain.received).not.toContain('tools/call')
  })

  it('slow is not down: calls that take too long while the server lives do not open it', async () => {
    const { call, circuit, server } = await startedUpstream(plainLaunch(), SHORT_MS)
    for (let n = 0; n < 4; n += 1) await expect(call('hang')).rejects.toMatchObject({ kind: 'silence' })
    server.silenceMs = 30_000
    await call('echo')
    expect(circuit.openSince).toBeNull()
  })

  it('failures that are not in a row do not open it', async () => {
    const { call, circuit } = testUpstream(plainLaunch())
    for (let n = 0; n < 5; n += 1) {
      await expect(call('die')).rejects.toMatchObject({ kind: 'closed' })
      expect(circuit.openSince).toBeNull()
      await call('echo')
    }
  })

  it('a server that every call ends opens it, though each new one makes its handshake and lists its tools', async () => {
    const { call, circuit, upstream } = testUpstream(plainLaunch())
    for (let n = 0; n < 3; n += 1) {
      expect(circuit.openSince).toBeNull()
      await upstream.learn(30_000)
      await expect(call('die')).rejects.toMatchObject({ kind: 'closed' })
    }
    expect(circuit.openSince).not.toBeNull()
  })

  it('what the agent cancels is no failure', async () => {
    const { call, circuit } = testUpstream(plainLaunch({ never: ['ping'] }))
    await call('echo')
    for (let n = 0; n < 5; n += 1) {
      const controller = new AbortController()
      const hung = call('hang', {}, { signal: controller.signal })
      controller.abort(new Error('not needed'))
      await expect(hung).rejects.toThrow()
    }
    expect(circuit.failures).toBe(0)
  })

  it('one session that is closed while it starts a server tells nothing about the server', async () => {
    const launch = stdioLaunch(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    const { call, circuit, upstream } = testUpstream(launch)
    const waiting = call('echo')
    const closed = upstream.close()
    await expect(waiting).rejects.toMatchObject({ kind: 'closed' })
    await closed
    expect(circuit.failures).toBe(0)
  })
})

function minutesLater(): () => number {
  let now = 0
  return () => {
    now += 60_000
    return now
  }
}

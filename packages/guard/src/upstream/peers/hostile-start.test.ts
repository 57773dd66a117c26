import { describe, expect, it } from 'vitest'
import { besideGoodServer, plainLaunch, stdioLaunch, testUpstream } from '../../test-upstream.ts'

// A server that misbehaves, beside a good one whose every call must complete. Silence is short here only where the
// server is silent for ever.
const SHORT_MS = 200
const SILENT_START = { kind: 'silence', wasSent: false }
const NO_START = { kind: 'start', wasSent: false }
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

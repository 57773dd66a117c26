import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Circuit } from './circuit.ts'
import { Handshakes } from './handshakes.ts'

let circuit: Circuit
let tried: number[]

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  circuit = new Circuit()
  tried = []
})
afterEach(() => vi.useRealTimers())

/** Handshakes with an open circuit, of which calls are refused each second. */
function opened(tryIt: () => Promise<boolean>): Handshakes {
  for (let n = 0; n < 3; n += 1) circuit.failed(Date.now())
  const handshakes = new Handshakes(circuit, Date.now, () => {
    tried.push(Date.now() / 1000)
    return tryIt()
  })
  handshakes.arm()
  return handshakes
}

async function refuse(seconds: number): Promise<void> {
  for (let n = 0; n < seconds; n += 1) {
    circuit.admit(Date.now())
    await vi.advanceTimersByTimeAsync(1000)
  }
}

const waiting = (ms: number) => new Promise<boolean>((resolve) => setTimeout(resolve, ms, false))

describe('Handshakes', () => {
  it('are tried soon where an attempt ends at once, and then as often as calls', async () => {
    const handshakes = opened(async () => false)
    await refuse(28)
    expect(tried).toEqual([2, 6, 14])
    await refuse(100)
    const [, ...later] = tried.slice(2).map((at, n) => at - (tried[n + 1] ?? 0))
    expect(later.every((seconds) => seconds <= 31)).toBe(true)
    handshakes.stop()
  })

  it('are tried as often as calls where an attempt takes long, and one at a time', async () => {
    const handshakes = opened(() => waiting(20_000))
    await refuse(31)
    expect(tried).toEqual([2])
    await refuse(60)
    expect(tried).toHaveLength(3)
    handshakes.stop()
  })

  it('end with an answer, and begin soon again with the next outage', async () => {
    const answers = [false, true, false]
    const handshakes = opened(async () => answers.shift() ?? false)
    await refuse(20)
    expect(tried).toEqual([2, 6])
    expect(circuit.openSince).toBeNull()
    for (let n = 0; n < 3; n += 1) circuit.failed(Date.now())
    handshakes.arm()
    await refuse(3)
    expect(tried).toEqual([2, 6, 22])
    handshakes.stop()
  })

  it('are tried where calls are refused for what others saw, until there is an answer', async () => {
    const answers = [false, true]
    const handshakes = new Handshakes(circuit, Date.now, async () => {
      tried.push(Date.now() / 1000)
      return answers.shift() ?? false
    })
    await vi.advanceTimersByTimeAsync(100_000)
    circuit.refused(Date.now())
    handshakes.arm()
    await vi.advanceTimersByTimeAsync(100_000)
    expect(tried).toEqual([101, 105])
    expect(circuit.isRefusing(Date.now())).toBe(false)
    handshakes.stop()
  })

  it('are not tried where nobody calls', async () => {
    const handshakes = opened(async () => false)
    await vi.advanceTimersByTimeAsync(100_000)
    expect(tried).toEqual([])
    handshakes.stop()
  })
})

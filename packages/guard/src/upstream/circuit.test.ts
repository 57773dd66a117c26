import { describe, expect, it } from 'vitest'
import { Circuit } from './circuit.ts'

const LIMITS = { failures: 3, trialMs: 30, wantedMs: 300 }

function opened(): Circuit {
  const circuit = new Circuit(LIMITS)
  for (const now of [1, 2, 3]) circuit.failed(now)
  return circuit
}

describe('Circuit', () => {
  it('opens after three failures in a row, since the first of them', () => {
    const circuit = new Circuit(LIMITS)
    circuit.failed(1)
    circuit.failed(2)
    expect(circuit.openSince).toBeNull()
    expect(circuit.admit(2)).toBe(true)
    expect(circuit.failed(3)).toBe(true)
    expect(circuit.openSince).toBe(1)
    expect(circuit.admit(4)).toBe(false)
  })

  it('counts anew after an answer', () => {
    const circuit = new Circuit(LIMITS)
    for (const now of [1, 2, 3, 4, 5, 6]) {
      circuit.failed(now)
      if (now % 2 === 0) circuit.completed()
    }
    expect(circuit.openSince).toBeNull()
  })

  it('counts on over handshakes, which close it only while it is open', () => {
    const circuit = new Circuit(LIMITS)
    for (const now of [1, 2, 3]) {
      circuit.started()
      expect(circuit.openSince).toBeNull()
      circuit.failed(now)
    }
    expect(circuit.openSince).toBe(1)
    circuit.started()
    expect([circuit.openSince, circuit.failures]).toEqual([null, 0])
  })

  it('lets one call through in each interval', () => {
    const circuit = opened()
    expect([4, 32, 33, 34, 62, 63].map((now) => circuit.admit(now))).toEqual([false, false, true, false, false, true])
    expect(circuit.nextTrialAt).toBe(93)
  })

  it('closes on any answer, also of a trial that came late', () => {
    const circuit = opened()
    expect(circuit.admit(40)).toBe(true)
    expect(circuit.admit(75)).toBe(true)
    circuit.completed()
    expect(circuit.openSince).toBeNull()
    expect([76, 77, 78].map((now) => circuit.admit(now))).toEqual([true, true, true])
  })

  it('is not held up by a trial whose end is never told', () => {
    const circuit = opened()
    const admitted = [40, 80, 120, 160].map((now) => circuit.admit(now))
    expect(admitted).toEqual([true, true, true, true])
  })

  it('stays open and keeps its beginning while trials fail', () => {
    const circuit = opened()
    for (const now of [40, 80, 120]) {
      circuit.admit(now)
      expect(circuit.failed(now + 5)).toBe(false)
    }
    expect(circuit.openSince).toBe(1)
    expect(circuit.failures).toBe(6)
  })

  it('tries by itself only while calls were refused lately, and once in each interval', () => {
    const circuit = opened()
    expect(circuit.admitHandshake(100)).toBe(false)
    circuit.admit(100)
    expect(circuit.admit(110)).toBe(false)
    expect([111, 140, 141, 180, 500].map((now) => circuit.admitHandshake(now))).toEqual([
      false,
      true,
      false,
      true,
      false,
    ])
    circuit.completed()
    expect(circuit.admitHandshake(501)).toBe(false)
  })

  it('is not kept shut by a clock that was set back', () => {
    const circuit = new Circuit(LIMITS)
    for (const now of [1001, 1002, 1003]) circuit.failed(now)
    expect(circuit.admit(5)).toBe(true)
    expect(circuit.admit(6)).toBe(false)
  })
})

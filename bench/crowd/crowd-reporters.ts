import type { OutcomeSums } from '../../lib/core/caller/outcome'
import { KINDS, type KindName } from './crowd-servers'

/** A reporter of the simulation. */
export interface SimulatedReporter {
  name: string
  /** Age of its key in days when the simulation starts: negative, it is made later; null: it has no key. */
  keyAgeDays: number | null
  /** Calls of a tool an hour, at its busiest. */
  callsAnHour: number
}

export const NO_CALLS: OutcomeSums = { successes: 0, transportFailures: 0, callerFailures: 0, otherFailures: 0 }

/** Of an honest reporter's calls of a tool that works. */
const FAILS_IN_TRANSPORT = 0.015
const FAILS_WITHOUT_CLASS = 0.005
const FAILS_BY_CALLER = 0.01
/** Hours in which a reporter's own connection is broken, of all its hours. */
const OWN_CONNECTION_BROKEN = 1 / 300

/**
 * Honest reporters: each in a network of its own but every eighth, which shares that of the one before; every sixth
 * moves between two. A quarter has new keys.
 */
export function honestReporters(count: number, random: () => number): SimulatedReporter[] {
  return Array.from({ length: count }, (_, n) => ({
    name: `honest ${n}`,
    keyAgeDays: n % 4 === 3 ? Math.floor(random() * 30) - 10 : 31 + Math.floor(random() * 60),
    callsAnHour: 3 + Math.floor(random() * 20),
  }))
}

export function honestAddress(reporter: number, hour: number): string {
  const network = reporter % 8 === 7 ? reporter - 1 : reporter
  const moved = reporter % 6 === 5 && Math.floor(hour / 5) % 2 === 1
  return network % 3 === 2
    ? `3fff:${(network + (moved ? 500 : 0)).toString(16)}:1:1::/64`
    : `198.${moved ? 19 : 18}.${network}.9`
}

/** Whether each honest reporter's own connection is broken in an hour. */
export function brokenConnections(count: number, random: () => number): boolean[] {
  return Array.from({ length: count }, () => random() < OWN_CONNECTION_BROKEN)
}

/** What an honest reporter calls and sees of one tool in a part of an hour. */
export function honestCalls(
  { callsAnHour }: SimulatedReporter,
  kind: KindName,
  span: { hour: number; hours: number; isBroken: boolean },
  random: () => number,
): OutcomeSums {
  const sums = { ...NO_CALLS }
  // Fewer calls in a part of the day, and some always.
  const share = 0.55 + 0.45 * Math.cos(((span.hour % 24) - 14) * (Math.PI / 12))
  const expected = callsAnHour * span.hours * Math.max(0.25, share)
  const calls = Math.floor(expected) + (random() < expected % 1 ? 1 : 0)
  for (let i = 0; i < calls; i += 1) {
    const chance = random()
    if (span.isBroken || !KINDS[kind].works(span.hour)) sums.transportFailures += 1
    else if (chance < FAILS_IN_TRANSPORT) sums.transportFailures += 1
    else if (chance < FAILS_IN_TRANSPORT + FAILS_WITHOUT_CLASS) sums.otherFailures += 1
    else if (chance < FAILS_IN_TRANSPORT + FAILS_WITHOUT_CLASS + FAILS_BY_CALLER) sums.callerFailures += 1
    else sums.successes += 1
  }
  return sums
}

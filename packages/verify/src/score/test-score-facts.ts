import fc from 'fast-check'
import { TRANSPORTS } from '../target-kind.ts'
import type { ScoreFacts } from './score-facts.ts'

const hoursTo = (max: number) => fc.double({ min: 0, max, noNaN: true }).map((value) => Math.round(value * 1000) / 1000)
const hours = hoursTo(720)
const latency = fc.option(fc.nat(30_000))

/** Any facts a server can have, alike or not. */
export const anyScoreFacts: fc.Arbitrary<ScoreFacts> = fc.record({
  asOf: fc.constantFrom(null, '2026-11-20T12:00:00.000Z'),
  upHours30d: fc.oneof(hours, fc.constantFrom(0, 720)),
  downHours30d: fc.oneof(hours, fc.constantFrom(0, 0.001, 720)),
  outages30d: fc.nat(200),
  outageSlots30d: fc.nat(121),
  latencyP50Ms: latency,
  latencyP95Ms: latency,
  looks: fc.nat(10_000),
  transport: fc.constantFrom(null, ...TRANSPORTS),
  upHours90d: fc.oneof(hoursTo(2160), fc.constantFrom(0, 2160)),
  downHours90d: hoursTo(2160),
  outageSlots90d: fc.nat(361),
})

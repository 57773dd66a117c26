import { forecastFrom } from 'assay-verify/forecast/forecast'
import { NO_TOOL_FACTS } from 'assay-verify/score/tool-facts'
import type { ServerState } from 'assay-verify/state/server-state'
import { anyProbes, at, HOURS, outage, probes, watch } from 'assay-verify/state/test-observations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assess } from './assessment'
import { unchangedUntil } from './unchanged-until'

const answerAt = (serverState: ServerState, now: Date) => ({
  server: assess(serverState, 'unknown', null, now),
  tool: assess(serverState, 'unknown', NO_TOOL_FACTS, now),
  forecast: forecastFrom(serverState, now),
})
const stateOf = (serverState: ServerState | null): ServerState => {
  if (serverState === null) throw new Error('nothing was seen')
  return serverState
}
const on = (date: Date, ms: number) => new Date(date.getTime() + ms)
const DAY = 24 * HOURS

describe('what is the same at every instant until then', () => {
  it('is the whole answer, for any probes and any clock', () => {
    let held = 0
    fc.assert(
      fc.property(
        anyProbes(),
        fc.integer({ min: -60_000, max: 3 * 3_600_000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (given, afterMs, share) => {
          const { serverState } = watch(given)
          if (serverState?.lastInformativeAt == null) return
          const now = new Date(serverState.lastInformativeAt + afterMs)
          const until = unchangedUntil(serverState, now)
          if (until === null) return
          held += 1
          expect(until).toBeGreaterThan(now.getTime())
          const span = until - 1 - now.getTime()
          for (const ms of [Math.floor((span * share) / 1_000_000), span])
            expect(answerAt(serverState, on(now, ms))).toEqual(answerAt(serverState, now))
        },
      ),
      { numRuns: 300 },
    )
    expect(held).toBeGreaterThan(20)
  })

  it.each([
    ['the evidence grows too old', 2 * HOURS],
    ['the next minute begins', 60],
  ])('ends where %s', (_what, seconds) => {
    const serverState = stateOf(watch(probes(0, 8)).serverState)
    const limit = on(new Date(serverState.lastInformativeAt ?? 0), seconds * 1000)
    const before = on(limit, -1)
    const until = unchangedUntil(serverState, before)
    expect(until).toBe(limit.getTime())
  })

  it('ends where an outage no longer counts as flapping', () => {
    // Three outages, answered since: the first leaves the window while the evidence is fresh.
    const downs = [1, 3, 5].flatMap((hours) => [...outage(hours * HOURS + 7), ...probes(hours * HOURS + 900, 5)])
    const state = stateOf(watch([...probes(0, 4), ...downs, ...probes(7 * HOURS, 4 * 18)]).serverState)
    const end = Math.min(...state.downsAt) + DAY * 1000
    const now = new Date(end - 1)
    expect(answerAt(state, now).server.verdict).toBe('degraded')
    const until = unchangedUntil(state, now)
    expect(until).toBe(end + 1)
    expect(answerAt(state, new Date(end)).server).toEqual(answerAt(state, now).server)
    expect(answerAt(state, new Date(end + 1)).server.verdict).toBe('healthy')
  })

  it('is not known of a server that is down, was never seen, or was seen later than now', () => {
    const down = stateOf(watch([...probes(0, 8), ...outage(8 * 900)]).serverState)
    expect(down.liveness).toBe('down')
    expect(unchangedUntil(down, new Date(down.lastInformativeAt ?? 0))).toBeNull()
    const up = stateOf(watch(probes(0, 8)).serverState)
    expect(unchangedUntil(up, on(new Date(up.lastInformativeAt ?? 0), -1))).toBeNull()
    expect(unchangedUntil(up, at(8 * 900 + 3 * HOURS))).toBeNull()
  })
})

import { HOUR_MS } from 'assay-verify/duration'
import { type RecentUse, USAGE_MODEL, type UsageSummary } from 'assay-verify/score/recent-use'
import type { ToolFacts } from 'assay-verify/score/tool-facts'
import type { ServerState } from 'assay-verify/state/server-state'
import type { TargetSummary } from 'assay-verify/state/target-summary'
import { anyProbes, probes, watch } from 'assay-verify/state/test-observations'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assess } from './assessment'
import { lastChangeAt, nextChangeAt } from './changes-by-time'

const START = Date.UTC(2026, 8, 1)
const anyUse: fc.Arbitrary<RecentUse> = fc.record({
  networks: fc.nat(3),
  agreeing: fc.nat(3),
  trusted: fc.nat(3),
  share: fc.constantFrom(null, 0, 0.5, 0.9, 1),
  until: fc.option(fc.nat(20).map((hour) => new Date(START + hour * HOUR_MS).toISOString())),
})
const anyTool: fc.Arbitrary<ToolFacts | null> = fc.option(
  fc.record({
    removedAt: fc.option(fc.nat(50).map((hour) => new Date(START + hour * HOUR_MS))),
    usage: fc.option(
      fc.record({ failing: anyUse, succeeding: anyUse }).map((use) => ({ model: USAGE_MODEL, ...use }) as UsageSummary),
    ),
    breakingChangesAt: fc.constant([]),
    openChange: fc.constantFrom(null, {
      class: 'safety' as const,
      at: '2026-09-01T00:00:00.000Z',
      text: 'It changed.',
    }),
  }),
)
/**
 * What is known of a package, some hours before the first probe of the endpoint: evidence ceases to count after three
 * days or a month.
 */
const anyCheck: fc.Arbitrary<TargetSummary> = fc
  .record({
    evidence: fc.constantFrom('launch', 'publication', 'documentation'),
    reason: fc.constantFrom('started', 'deprecated', 'package_gone', 'published', 'start_needs_credentials'),
    hoursBefore: fc.constantFrom(0, 48, 60, 70, 700, 718),
  })
  .map(({ evidence, reason, hoursBefore }) => ({
    targetNo: 1,
    evidence,
    kind: 'npm',
    url: 'one',
    liveness: reason === 'package_gone' ? 'down' : 'up',
    sinceAt: START - hoursBefore * HOUR_MS,
    at: START - hoursBefore * HOUR_MS,
    reason,
    hindrance: null,
    version: null,
    packageFacts: null,
    probes: 2,
  }))
const anyServerState: fc.Arbitrary<ServerState | null> = fc.option(
  fc
    .tuple(anyProbes(), fc.array(anyCheck, { maxLength: 2 }))
    .map(([list, targets]) => ({ ...watch(list).serverState, targets })),
)

test('between two moments without a change nothing is assessed differently', () => {
  let turned = 0
  fc.assert(
    fc.property(anyServerState, anyTool, fc.nat(40), fc.nat(30), (serverState, tool, hours, more) => {
      const newest = serverState?.lastInformativeAt ?? START
      const from = new Date(newest + hours * HOUR_MS - 3 * HOUR_MS)
      const to = new Date(from.getTime() + more * HOUR_MS + 1)
      const [before, after] = [assess(serverState, 'unknown', tool, from), assess(serverState, 'unknown', tool, to)]
      const isSame = before.verdict === after.verdict && before.status === after.status
      if (!isSame) turned += 1
      if (!isSame) expect(nextChangeAt(serverState, tool, from)).toBeLessThanOrEqual(to.getTime())
      return isSame || lastChangeAt(serverState, tool, to) >= from.getTime()
    }),
    { numRuns: 600 },
  )
  expect(turned).toBeGreaterThan(20)
})

test('a settled state has no change ahead', () => {
  const { serverState } = watch(probes(0, 10))
  const last = serverState.lastInformativeAt ?? 0
  const soon = new Date(last + HOUR_MS)
  expect(lastChangeAt(serverState, null, soon)).toBeLessThan(last)
  expect(lastChangeAt(serverState, null, new Date(last + 3 * HOUR_MS))).toBe(last + 2 * HOUR_MS)
  expect(lastChangeAt(null, null, soon)).toBe(Number.NEGATIVE_INFINITY)
  expect(nextChangeAt(serverState, null, soon)).toBe(last + 2 * HOUR_MS)
  expect(nextChangeAt(null, null, soon)).toBe(Number.POSITIVE_INFINITY)
})

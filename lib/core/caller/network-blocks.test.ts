import { HOUR_MS } from 'assay-verify/duration'
import { scoreFrom } from 'assay-verify/score/score'
import { always } from 'assay-verify/score/test-networks'
import { anyScoreFacts } from 'assay-verify/score/test-score-facts'
import { NO_TOOL_FACTS } from 'assay-verify/score/tool-facts'
import { type ReporterOutcomes, scoredUsage } from 'assay-verify/score/usage'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { networkOf } from './network'

const now = new Date('2026-11-20T12:30:00Z')
const NOW_HOUR = Math.floor(now.getTime() / HOUR_MS)
const FRESH = { keyedSince: now, corroborated: 0 }
const TRUSTED = { keyedSince: new Date(now.getTime() - 60 * 24 * HOUR_MS), corroborated: 1000 }

/** A report of every day of the window from an address, its network numbered by the block that counts. */
function reportFrom(
  address: string,
  calls: { successes: number; transportFailures: number },
  reporter = FRESH,
): ReporterOutcomes {
  const hours = Array.from({ length: 31 }, (_, day) => ({
    hour: NOW_HOUR - day * 24,
    callerFailures: 0,
    otherFailures: 0,
    ...calls,
  }))
  return { reporter, hours, networks: always(numberOf(networkOf(address)), now) }
}

const numbers = new Map<string, number>()
function numberOf(network: string): number {
  const known = numbers.get(network) ?? numbers.size
  numbers.set(network, known)
  return known
}

const anyCalls = fc.record({ successes: fc.nat(1000), transportFailures: fc.nat(1000) })
const anyReporter = fc.constantFrom(FRESH, TRUSTED)
const group = fc.nat(0xffff)
const hex = (part: number) => part.toString(16)
const honestAddress = (n: number) => (n % 2 === 0 ? `198.51.${n}.7` : `3fff:${hex(n)}:${hex(n * 7)}:1::/64`)
const anyHonest = fc
  .array(fc.tuple(anyCalls, anyReporter), { maxLength: 40 })
  .map((some) => some.map(([calls, reporter], n) => reportFrom(honestAddress(n), calls, reporter)))

test('however many /48 of one /32 report, they move a score by at most 2 points beside anybody else', () => {
  const hostile = fc
    .tuple(fc.nat(0xfff), fc.array(fc.tuple(group, group, anyReporter), { maxLength: 120 }), fc.boolean())
    .map(([block, members, isUp]) =>
      members.map(([c, d, reporter]) => {
        const calls = isUp ? { successes: 1e6, transportFailures: 0 } : { successes: 0, transportFailures: 1e6 }
        return reportFrom(`3fff:${hex(block)}:${hex(c)}:${hex(d)}::/64`, calls, reporter)
      }),
    )
  fc.assert(
    fc.property(anyScoreFacts, anyHonest, hostile, (facts, honest, some) => {
      const score = (reports: readonly ReporterOutcomes[]) =>
        scoreFrom(facts, { ...NO_TOOL_FACTS, usage: scoredUsage(reports, now) }).score
      expect(Math.abs(Math.round((score([...honest, ...some]) - score(honest)) * 10))).toBeLessThanOrEqual(20)
    }),
    { numRuns: 300 },
  )
})

test('774 fresh keys in as many /48 of one /32 alone move nothing', () => {
  const reports = Array.from({ length: 774 }, (_, n) =>
    reportFrom(`3fff:ccc:${hex(n)}:1::/64`, { successes: 0, transportFailures: 1e6 }),
  )
  expect(scoredUsage(reports, now)?.untrusted).toMatchObject({ reporters: 774, networks: 1, weight: 0, mean: 0 })
})

test('reporters of distinct blocks count each, as if networks were told apart in any other way', () => {
  fc.assert(
    fc.property(anyHonest, (honest) => {
      const each = honest.map((report, n) => ({ ...report, networks: always(1e6 + n, now) }))
      expect(scoredUsage(honest, now)).toEqual(scoredUsage(each, now))
    }),
  )
})

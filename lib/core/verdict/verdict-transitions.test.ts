import { HOUR_MS } from 'assay-verify/duration'
import { LEAST_NETWORKS, summarizeUsage } from 'assay-verify/score/recent-use'
import { always } from 'assay-verify/score/test-networks'
import { NO_TOOL_FACTS, type ToolFacts } from 'assay-verify/score/tool-facts'
import type { ProbeReason } from 'assay-verify/state/observation'
import { type ServerState, updateServerState } from 'assay-verify/state/server-state'
import { anyProbes, at, HOURS, MINUTES, probe } from 'assay-verify/state/test-observations'
import { VERDICTS, type Verdict } from 'assay-verify/verdict'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type Assessment, assess } from './assessment'
import { failuresUntilDown, VERDICT_HOLDS, VERDICT_TRANSITIONS, type VerdictTransition } from './verdict-transitions'

const QUICK = 20
const USUAL = 15 * MINUTES
const MOST_PROBES = 8
const SLOW_MS = 9000

/** A subject probed step by step, and its assessment at each moment. */
class Walk {
  #serverState: ServerState | null = null
  #seconds = 0
  #tool: ToolFacts | null = null

  assessed(): Assessment {
    return assess(this.#serverState, 'unknown', this.#tool, at(this.#seconds))
  }

  wait(seconds: number): this {
    this.#seconds += seconds
    return this
  }

  probe(reason: ProbeReason = 'answered', every = USUAL, latencyMs = 400): this {
    this.wait(every)
    this.#serverState = updateServerState(this.#serverState, probe(this.#seconds, reason, latencyMs)).serverState
    return this
  }

  probes(count: number, reason: ProbeReason = 'answered', every = USUAL, latencyMs = 400): this {
    for (let nth = 0; nth < count; nth += 1) this.probe(reason, every, latencyMs)
    return this
  }

  /** Probes until the verdict changes; returns how many probes it took. */
  until(reason: ProbeReason, { every = QUICK, latencyMs = 400, most = MOST_PROBES } = {}): number {
    const { verdict } = this.assessed()
    for (let count = 1; count <= most; count += 1) {
      if (this.probe(reason, every, latencyMs).assessed().verdict !== verdict) return count
    }
    throw new Error(`still ${verdict} after ${most} probes`)
  }

  healthy(): this {
    return this.probes(20)
  }

  slow(): this {
    return this.healthy().probes(2, 'answered', USUAL, SLOW_MS)
  }

  failsOften(): this {
    for (let round = 0; round < 6; round += 1) this.probes(3).probe('server_error')
    return this.probe()
  }

  down(): this {
    this.until('timed_out')
    return this
  }

  /** Two outages, and answers after each. */
  flapped(): this {
    for (let outage = 0; outage < 2; outage += 1) this.down().probes(4, 'answered', 5 * MINUTES)
    return this
  }

  /** Outcomes that trusted reporters of so many networks sent about an hour of calls that ends now. */
  used(outcome: 'successes' | 'transportFailures', networks = LEAST_NETWORKS): this {
    const now = at(this.#seconds)
    const none = { successes: 0, transportFailures: 0, callerFailures: 0, otherFailures: 0 }
    const hour = { ...none, hour: Math.floor(now.getTime() / HOUR_MS), [outcome]: 20 }
    const reporter = { keyedSince: new Date(0), corroborated: 1e6 }
    const reports = Array.from({ length: networks }, (_, n) => ({ reporter, hours: [hour], networks: always(n, now) }))
    this.#tool = { ...NO_TOOL_FACTS, ...this.#tool, usage: summarizeUsage(reports, now) }
    return this
  }

  /** Its server's listing lacks it from now on, or has it again. */
  listed(isListed: boolean): this {
    this.#tool = { ...NO_TOOL_FACTS, ...this.#tool, removedAt: isListed ? null : at(this.#seconds) }
    return this
  }
}

/** The steps that lead to the verdict before, and the step that changes it. */
interface Scenario {
  reach: (walk: Walk) => unknown
  happen: (walk: Walk) => unknown
}

const answers = (walk: Walk) => walk.until('answered')
const fails = (walk: Walk) => walk.until('timed_out')
const asks = (walk: Walk) => walk.until('credentials_required')
const throttles = (walk: Walk) => walk.until('rate_limited', { every: USUAL, most: 120 })
const goesStale = (walk: Walk) => walk.wait(3 * HOURS)

type TransitionName = keyof typeof VERDICT_TRANSITIONS
type HoldName = keyof typeof VERDICT_HOLDS

const SCENARIOS: Record<TransitionName, Partial<Record<Verdict, Scenario>>> = {
  answers: { unknown: { reach: () => undefined, happen: answers } },
  recovers: { down: { reach: (walk) => walk.healthy().down(), happen: answers } },
  mends: { degraded: { reach: (walk) => walk.slow(), happen: (walk) => walk.until('answered', { every: USUAL }) } },
  slows: {
    healthy: {
      reach: (walk) => walk.healthy(),
      happen: (walk) => walk.until('answered', { every: USUAL, latencyMs: SLOW_MS }),
    },
    unknown: { reach: (walk) => walk.slow().wait(3 * HOURS), happen: answers },
    down: {
      reach: (walk) => walk.slow().down(),
      happen: (walk) => walk.until('answered', { latencyMs: SLOW_MS }),
    },
  },
  fails_often: {
    healthy: {
      reach: (walk) => walk.probes(9),
      happen: (walk) => {
        for (let round = 0; round < 10 && walk.assessed().verdict === 'healthy'; round += 1)
          walk.probes(2).probe('server_error').probe()
      },
    },
    unknown: { reach: (walk) => walk.failsOften().wait(3 * HOURS), happen: answers },
    down: { reach: (walk) => walk.failsOften().down(), happen: answers },
  },
  flaps: {
    down: { reach: (walk) => walk.healthy().flapped().down(), happen: answers },
    unknown: {
      reach: (walk) =>
        walk
          .healthy()
          .flapped()
          .down()
          .wait(3 * HOURS),
      happen: answers,
    },
  },
  asks: {
    healthy: { reach: (walk) => walk.healthy(), happen: asks },
    degraded: { reach: (walk) => walk.slow(), happen: asks },
    down: { reach: (walk) => walk.healthy().down(), happen: asks },
  },
  throttles: {
    healthy: { reach: (walk) => walk.healthy(), happen: throttles },
    degraded: { reach: (walk) => walk.slow(), happen: throttles },
    down: {
      reach: (walk) => walk.healthy().down().probes(100, 'timed_out'),
      happen: (walk) => walk.until('rate_limited'),
    },
  },
  goes_stale: {
    healthy: { reach: (walk) => walk.healthy(), happen: goesStale },
    degraded: { reach: (walk) => walk.slow(), happen: goesStale },
    down: { reach: (walk) => walk.healthy().down(), happen: goesStale },
  },
  fails: {
    healthy: { reach: (walk) => walk.healthy(), happen: fails },
    degraded: { reach: (walk) => walk.slow(), happen: fails },
  },
  fails_unknown: { unknown: { reach: () => undefined, happen: fails } },
  use_verifies: {
    unknown: {
      reach: (walk) => walk.probes(4, 'credentials_required').used('successes', LEAST_NETWORKS - 1),
      happen: (walk) => walk.used('successes'),
    },
  },
  use_lapses: {
    healthy: {
      reach: (walk) => walk.probes(4, 'credentials_required').used('successes'),
      happen: (walk) => walk.until('credentials_required', { every: USUAL, most: 120 }),
    },
  },
  use_fails: {
    healthy: {
      reach: (walk) => walk.healthy().used('transportFailures', LEAST_NETWORKS - 1),
      happen: (walk) => walk.used('transportFailures'),
    },
  },
  use_mends: {
    degraded: {
      reach: (walk) => walk.healthy().used('transportFailures'),
      happen: (walk) => walk.until('answered', { every: USUAL, most: 40 }),
    },
  },
  is_removed: {
    healthy: { reach: (walk) => walk.healthy(), happen: (walk) => walk.listed(false) },
    degraded: { reach: (walk) => walk.slow(), happen: (walk) => walk.listed(false) },
    unknown: {
      reach: (walk) =>
        walk
          .healthy()
          .listed(false)
          .wait(30 * HOURS),
      happen: answers,
    },
  },
  returns: {
    down: { reach: (walk) => walk.healthy().listed(false).probes(97), happen: (walk) => walk.listed(true).probe() },
  },
}

const HOLDS: Record<HoldName, (walk: Walk) => unknown> = {
  failed_once: (walk) => walk.healthy().probe('timed_out'),
  refused_once: (walk) => walk.healthy().probe('forbidden'),
  recovering: (walk) => walk.healthy().down().probe(),
  never_probed: () => undefined,
  not_enough: (walk) => walk.probe(),
}

const rows = Object.entries(VERDICT_TRANSITIONS) as [TransitionName, VerdictTransition][]
const codes = ({ reasons }: Assessment) => reasons.map(({ code }) => code)

describe('every row of the table', () => {
  const claims = rows.flatMap(([name, row]) => row.from.map((from) => ({ name, from, to: row.to, code: row.code })))
  test.each(claims)('$name: $from -> $to ($code)', ({ name, from, to, code }) => {
    const scenario = SCENARIOS[name][from]
    if (scenario === undefined) throw new Error('no scenario shows it')
    const walk = new Walk()
    scenario.reach(walk)
    expect(walk.assessed().verdict, 'before').toBe(from)
    scenario.happen(walk)
    expect(walk.assessed().verdict, 'after').toBe(to)
    expect(codes(walk.assessed())).toContain(code)
  })

  test.each(Object.entries(VERDICT_HOLDS) as [HoldName, (typeof VERDICT_HOLDS)[HoldName]][])(
    '%s holds',
    (name, hold) => {
      const walk = new Walk()
      HOLDS[name](walk)
      expect(walk.assessed().verdict).toBe(hold.verdict)
      expect(codes(walk.assessed())).toContain(hold.code)
    },
  )

  it('counts failures as the filter does', () => {
    expect(new Walk().healthy().until('timed_out')).toBe(failuresUntilDown(QUICK * 1000, true))
    expect(new Walk().healthy().until('timed_out', { every: USUAL })).toBe(failuresUntilDown(USUAL * 1000, true))
    expect(new Walk().until('timed_out')).toBe(failuresUntilDown(QUICK * 1000, false))
  })
})

describe('the table', () => {
  const isInTable = (from: Assessment, to: Assessment, about: VerdictTransition['about'][]) =>
    rows.some(
      ([, row]) =>
        about.includes(row.about) &&
        row.from.includes(from.verdict) &&
        row.to === to.verdict &&
        codes(to).includes(row.code),
    )

  it('has a row for every change of a server’s verdict, whatever is seen and however long nothing is', () => {
    fc.assert(
      fc.property(anyProbes(), (observations) => {
        let serverState: ServerState | null = null
        let last = assess(null, 'unknown', null, at(0))
        const check = (assessment: Assessment) => {
          if (assessment.verdict !== last.verdict && !isInTable(last, assessment, ['server']))
            throw new Error(`${last.verdict} -> ${assessment.verdict} (${codes(assessment)}) is in no row`)
          last = assessment
        }
        for (const observation of observations) {
          check(assess(serverState, 'unknown', null, observation.observedAt))
          serverState = updateServerState(serverState, observation).serverState
          check(assess(serverState, 'unknown', null, observation.observedAt))
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('names every verdict as a start and as an end', () => {
    for (const verdict of VERDICTS) {
      expect(rows.some(([, row]) => row.from.includes(verdict))).toBe(true)
      expect(rows.some(([, row]) => row.to === verdict)).toBe(true)
    }
  })
})

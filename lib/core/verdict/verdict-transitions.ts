import { HOUR_MS } from 'assay-verify/duration'
import {
  FAILING_HOURS,
  FAILING_SHARE,
  LEAST_NETWORKS,
  SUCCEEDING_HOURS,
  SUCCEEDING_SHARE,
} from 'assay-verify/score/recent-use'
import { CONFIRM_AFTER_MS, CONFIRM_PROBES, nextStreak } from 'assay-verify/state/confirmed-state'
import { LAST_KEPT, LEAST_LATENCY_SAMPLES, SLOW_FACTOR, SLOW_MARGIN_MS } from 'assay-verify/state/latency-summary'
import { CONFIRMED_BELOW } from 'assay-verify/state/probe-noise'
import { FLAP_WINDOW_MS, FLAPPING_DOWNS, MAX_GAP_HOURS } from 'assay-verify/state/server-state'
import { FAILING_OFTEN_SHARE, LEAST_PROBES_FOR_TRANSIENT_FAILURES } from 'assay-verify/state/transient-failures'
import type { Verdict } from 'assay-verify/verdict'
import { STALE_AFTER_HOURS } from './assessment'
import { OK_COUNTS_HOURS } from './endpoint-findings'

/**
 * One way a verdict changes. A test reproduces every row with probes and checks each claim; another finds no change
 * without a row.
 */
export interface VerdictTransition {
  /** A server, and its tools with it; or one tool by itself. */
  about: 'server' | 'tool'
  from: readonly Verdict[]
  to: Verdict
  /** What has to be observed; a plain sentence. */
  when: string
  /** The code of the reason given for it. */
  code: string
}

/** The usual interval of probes, and that of rechecks; ms. */
const USUAL_PACE_MS = 900_000
const QUICK_PACE_MS = 20_000

const agreeing = `${CONFIRM_PROBES} probes in a row, ${CONFIRM_AFTER_MS / 1000} seconds apart or more,`

/** How many failed probes in a row, so far apart, make a server `down`; by the rule of the filter. */
export function failuresUntilDown(paceMs: number, everAnswered: boolean): number {
  const enough = everAnswered ? CONFIRMED_BELOW.known : CONFIRMED_BELOW.neverAnswered
  let run = nextStreak(null, 'down', 0)
  let at = 0
  while (run.probes < CONFIRM_PROBES || run.chance > enough) {
    at += paceMs
    run = nextStreak(run, 'down', at)
  }
  return run.probes
}

const quick = failuresUntilDown(QUICK_PACE_MS, true)
const usual = failuresUntilDown(USUAL_PACE_MS, true)
const firstContact = failuresUntilDown(QUICK_PACE_MS, false)

/**
 * Every way the verdict of a server with an endpoint changes, worst news last. `readNonEndpoints` has the rule for
 * packages and pages.
 */
export const VERDICT_TRANSITIONS = {
  answers: {
    about: 'server',
    from: ['unknown'],
    to: 'healthy',
    when: `${agreeing} are answered without a refusal, and nothing below applies.`,
    code: 'answered',
  },
  recovers: {
    about: 'server',
    from: ['down'],
    to: 'healthy',
    when: `${agreeing} are answered without a refusal. One answer never ends an outage.`,
    code: 'answered',
  },
  mends: {
    about: 'server',
    from: ['degraded'],
    to: 'healthy',
    when: 'It still answers, and what made it degraded is over.',
    code: 'answered',
  },
  slows: {
    about: 'server',
    from: ['healthy', 'unknown', 'down'],
    to: 'degraded',
    when: `It answers, but its last ${LAST_KEPT} answers each took ${SLOW_FACTOR} times its usual time and ${SLOW_MARGIN_MS / 1000} seconds more than it. Its usual time is known from ${LEAST_LATENCY_SAMPLES} answers on.`,
    code: 'slow',
  },
  fails_often: {
    about: 'server',
    from: ['healthy', 'unknown', 'down'],
    to: 'degraded',
    when: `It answers, but more than ${percent(FAILING_OFTEN_SHARE)} of the recent probes failed without becoming an outage. It takes ${LEAST_PROBES_FOR_TRANSIENT_FAILURES} probes to say so.`,
    code: 'failing_often',
  },
  flaps: {
    about: 'server',
    from: ['down', 'unknown'],
    to: 'degraded',
    when: `It answers again, but went down ${FLAPPING_DOWNS} times or more within ${FLAP_WINDOW_MS / HOUR_MS} hours.`,
    code: 'flapping',
  },
  asks: {
    about: 'server',
    from: ['healthy', 'degraded', 'down'],
    to: 'unknown',
    when: `${agreeing} are answered by a request for credentials or payment. It is alive, but a probe cannot see whether it works; listings show it as auth.`,
    code: 'auth_required',
  },
  throttles: {
    about: 'server',
    from: ['healthy', 'degraded', 'down'],
    to: 'unknown',
    when: `It is alive, but its answers only ask for fewer requests, and it never admitted a probe or has not for ${OK_COUNTS_HOURS} hours. The reason says since when.`,
    code: 'throttled',
  },
  goes_stale: {
    about: 'server',
    from: ['healthy', 'degraded', 'down'],
    to: 'unknown',
    when: `It has not been seen for ${STALE_AFTER_HOURS} hours. A state is kept across a silence of ${MAX_GAP_HOURS} hours at most.`,
    code: 'stale',
  },
  fails: {
    about: 'server',
    from: ['healthy', 'degraded'],
    to: 'down',
    when: `It failed ${quick} probes in a row in quick succession, or ${usual} at the usual interval: a server that is up does so with a probability of less than ${CONFIRMED_BELOW.known}. One failure never makes it down.`,
    code: 'down_since',
  },
  fails_unknown: {
    about: 'server',
    from: ['unknown'],
    to: 'down',
    when: `The same; ${firstContact} failed probes are enough for a server that never answered.`,
    code: 'down_since',
  },
  use_verifies: {
    about: 'tool',
    from: ['unknown'],
    to: 'healthy',
    when: `It asks for credentials or only throttled probes, but within ${SUCCEEDING_HOURS} hours trusted reporters of ${LEAST_NETWORKS} networks or more, and of all networks ${LEAST_NETWORKS} more than not, had success in ${percent(SUCCEEDING_SHARE)} of their calls or more.`,
    code: 'verified_by_usage',
  },
  use_lapses: {
    about: 'tool',
    from: ['healthy'],
    to: 'unknown',
    when: 'It asks for credentials, and trusted reporters have not seen it work lately.',
    code: 'auth_required',
  },
  use_fails: {
    about: 'tool',
    from: ['healthy'],
    to: 'degraded',
    when: `Within ${FAILING_HOURS} hours trusted reporters of ${LEAST_NETWORKS} networks or more, and of all networks ${LEAST_NETWORKS} more than not, got no answer to ${percent(FAILING_SHARE)} of their newest calls or more. Reports never make it down: only probes decide that.`,
    code: 'failing_in_use',
  },
  use_mends: {
    about: 'tool',
    from: ['degraded'],
    to: 'healthy',
    when: 'Trusted reporters no longer see it fail.',
    code: 'answered',
  },
  is_removed: {
    about: 'tool',
    from: ['healthy', 'degraded', 'unknown'],
    to: 'down',
    when: 'Its server answers, but no longer lists it.',
    code: 'removed_from_listing',
  },
  returns: {
    about: 'tool',
    from: ['down'],
    to: 'healthy',
    when: 'Its server answers and lists it again.',
    code: 'answered',
  },
} as const satisfies Record<string, VerdictTransition>

/** An observation that changes nothing by itself. */
interface VerdictHold {
  verdict: Verdict
  when: string
  code: string
}

export const VERDICT_HOLDS = {
  failed_once: {
    verdict: 'healthy',
    when: 'A probe failed. It is probed again at once, and a reason mentions it.',
    code: 'failed_once',
  },
  refused_once: {
    verdict: 'healthy',
    when: 'It refused an anonymous caller once. A second refusal has to agree.',
    code: 'refused_once',
  },
  recovering: {
    verdict: 'down',
    when: 'It answered once. A second answer has to agree.',
    code: 'recovering',
  },
  never_probed: {
    verdict: 'unknown',
    when: 'It has not been probed yet, or it publishes no address that could be probed.',
    code: 'never_probed',
  },
  not_enough: {
    verdict: 'unknown',
    when: 'Its newest probes do not settle it yet.',
    code: 'not_enough_evidence',
  },
} as const satisfies Record<string, VerdictHold>

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

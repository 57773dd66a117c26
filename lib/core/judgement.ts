import { type Belief, FLAP_WINDOW_MS, MAX_GAP_HOURS } from './belief'
import type { Standing } from './breakage'
import { chainRates, upAfter } from './chain'
import { HOUR_MS } from './duration'
import { LEAST_LATENCY_SAMPLES, latencyQuantile } from './latency-summary'
import type { Reason } from './reason'
import * as say from './reason'
import {
  type Access,
  type Axes,
  listingStatus,
  RECOMMENDATION_BY_VERDICT,
  type Recommendation,
  type Status,
  type Verdict,
} from './verdict'

/** What is known of one tool beyond its server. `removedAt`: when it vanished from its server's own listing; null while it is there. */
export interface ToolFacts {
  removedAt: Date | null
}

export type { Reason }

/** What is said of a subject at one moment. */
export interface Judgement {
  verdict: Verdict
  status: Status
  recommendation: Recommendation
  axes: Axes
  /** Never empty; the one that decided comes first. */
  reasons: Reason[]
  /** 0-1, 2 decimals; see `judge`. 0 where the verdict is `unknown` for want of evidence. */
  confidence: number
  /** Time of the newest evidence; null when there is none. */
  asOf: Date | null
  /** From then on, without new evidence, the verdict is `unknown`. */
  staleAfter: Date | null
}

/** A verdict lives as long, in hours, as a state is held across a silence: past that the filter, too, starts anew. */
export const STALE_AFTER_HOURS = MAX_GAP_HOURS

/** Hours within which one `ok` outweighs being throttled since: we were let in today. */
export const OK_COUNTS_HOURS = 24

/** Slow: the last two answers each took this many times its usual latency and this many ms more than it; both, so that neither fast nor slow servers trip on noise. */
export const SLOW_FACTOR = 3
export const SLOW_MARGIN_MS = 2_000

/** Failing often: a larger share than this of the looks while it stood up failed; retries mend less than one in five. */
export const FAILING_OFTEN_SHARE = 0.2

/** Looks (fading) a failing share needs: two failures among the first few say nothing. */
export const LEAST_BLIP_LOOKS = 10

/** Flapping: this many outages began within 24 hours. */
export const FLAPPING_DOWNS = 3

/**
 * What to say of a server, or of one of its tools, at `now`. Evidence too thin or older than `STALE_AFTER_HOURS` is `unknown`, never a
 * stale `healthy`. A server that is alive and asks for credentials is `unknown` too (reason `auth_required`, status `auth`): we saw the
 * door, not the room. A tool its server no longer lists is `down` while the server is known. What was observed of the
 * access beats `declaredAccess`. `confidence` is the chain's probability, carried on to `now`, that the server is in the state the verdict rests
 * on, times n/(n+1) for n looks: two looks can earn 0.67 at most, ten 0.91.
 */
export function judge(belief: Belief | null, declaredAccess: Access, tool: ToolFacts | null, now: Date): Judgement {
  const access = belief?.access ?? declaredAccess
  const asOfAt = belief?.lastInformativeAt ?? null
  const fresh = asOfAt !== null && now.getTime() <= asOfAt + STALE_AFTER_HOURS * HOUR_MS
  const isKnown = belief !== null && fresh && belief.standing !== 'unknown'
  const removed = say.whyRemoved(tool?.removedAt ?? null)
  const found: Found = isKnown
    ? judgeKnown(belief, removed, now)
    : { verdict: 'unknown', reasons: [...say.whyUnknown(belief, fresh, now), ...removed] }
  const reachable = isKnown ? belief.standing === 'up' : null
  const axes: Axes = { reachable, access, verified: found.verdict === 'unknown' ? 'none' : 'probe' }
  return {
    verdict: found.verdict,
    status: listingStatus(found.verdict, axes),
    recommendation: RECOMMENDATION_BY_VERDICT[found.verdict],
    axes,
    reasons: found.reasons,
    confidence: isKnown ? confidenceIn(belief, now) : 0,
    asOf: asOfAt === null ? null : new Date(asOfAt),
    staleAfter: asOfAt === null ? null : new Date(asOfAt + STALE_AFTER_HOURS * HOUR_MS),
  }
}

/** What breakages are told from. */
export function standingOf({ verdict, axes }: Judgement): Standing {
  return { verdict, access: axes.access, reachable: axes.reachable }
}

interface Found {
  verdict: Verdict
  reasons: Reason[]
}

function judgeKnown(belief: Belief, removed: Reason[], now: Date): Found {
  const server = belief.standing === 'down' ? judgeDown(belief, now) : judgeUp(belief, now)
  if (removed.length === 0) return server
  return { verdict: 'down', reasons: server.verdict === 'down' ? [...removed, ...server.reasons] : removed }
}

function judgeDown(belief: Belief, now: Date): Found {
  return { verdict: 'down', reasons: [...say.whyDown(belief, now), ...flapping(belief, now)] }
}

function judgeUp(belief: Belief, now: Date): Found {
  const doubts = say.openDoubts(belief)
  if (belief.access === 'auth' || belief.access === 'paid') {
    return { verdict: 'unknown', reasons: [say.authRequired(belief.access), ...doubts] }
  }
  const okExpiresAt = (belief.lastOkAt ?? Number.NEGATIVE_INFINITY) + OK_COUNTS_HOURS * HOUR_MS
  if (now.getTime() > okExpiresAt)
    return { verdict: 'unknown', reasons: [say.throttledOnly(OK_COUNTS_HOURS), ...doubts] }
  const wounds = [...slow(belief), ...failingOften(belief), ...flapping(belief, now)]
  const proof = [...say.answered(belief), say.VERIFIED_BY_PROBE_ONLY]
  return { verdict: wounds.length === 0 ? 'healthy' : 'degraded', reasons: [...wounds, ...doubts, ...proof] }
}

function slow({ latency }: Belief): Reason[] {
  const usualMs = latencyQuantile(latency, 0.5)
  const [earlier, later] = latency.lastMs
  if (usualMs === null || earlier === undefined || later === undefined || latency.samples < LEAST_LATENCY_SAMPLES)
    return []
  const limitMs = Math.max(SLOW_FACTOR * usualMs, usualMs + SLOW_MARGIN_MS)
  return Math.min(earlier, later) > limitMs ? [say.slow(earlier, later, usualMs)] : []
}

function failingOften({ blips }: Belief): Reason[] {
  const share = blips.failures / blips.looks
  return blips.looks >= LEAST_BLIP_LOOKS && share > FAILING_OFTEN_SHARE ? [say.failingOften(share)] : []
}

function flapping({ downsAt }: Belief, now: Date): Reason[] {
  const downs = downsAt.filter((at) => now.getTime() - at <= FLAP_WINDOW_MS).length
  return downs >= FLAPPING_DOWNS ? [say.flapping(downs)] : []
}

function confidenceIn(belief: Belief, now: Date): number {
  const hours = (now.getTime() - (belief.lastInformativeAt ?? now.getTime())) / HOUR_MS
  const up = upAfter(belief.up, chainRates(belief.counts), hours)
  const sure = belief.standing === 'up' ? up : 1 - up
  return Math.round(sure * (belief.looks / (belief.looks + 1)) * 100) / 100
}

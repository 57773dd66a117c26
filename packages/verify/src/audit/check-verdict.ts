import { MINUTE_MS } from '../duration.ts'
import { EVIDENCE, type EvidenceKind } from '../evidence-kind.ts'
import { type Reason, verifiedByProbeOnly } from '../reason.ts'
import { FLAP_WINDOW_MS, FLAPPING_DOWNS } from '../state/server-state.ts'
import type { Verdict } from '../verdict.ts'
import { type Finding, finding } from './finding.ts'
import type { TlogFacts, TlogVerdict } from './tlog-facts.ts'

/** A verdict as it is shown; times in epoch ms. */
export interface ShownVerdict {
  /** Of the server or tool. */
  id: string
  verdict: Verdict
  reasons: readonly Reason[]
  staleAfter: number | null
  /** What is known of each target of the server; `asOf` null: nothing. */
  evidence: readonly { kind: EvidenceKind; asOf: number | null }[]
  /** Between these instants it was read. */
  askedAt: number
  readAt: number
}

/** How far clocks, and an answer from memory, may be apart. */
const CLOCK_MS = 20_000
/**
 * A verdict that turned so shortly before it was asked for may still be shown as it was, and evidence that ended so
 * shortly before need not be logged.
 */
const SETTLE_MS = 3 * MINUTE_MS
const NO_REAL_USE = verifiedByProbeOnly(null)

/**
 * Whether a verdict as shown is the logged one. `before` and `after`: the newest leaf about it before and after it was
 * asked for; undefined: none, so it is `unknown`. A stored verdict turns with the next probe or outcome; what the
 * passing of time alone explains meanwhile is no finding.
 */
export function checkVerdict(
  shown: ShownVerdict,
  { before, after }: { before: TlogVerdict | undefined; after: TlogVerdict | undefined },
  facts: TlogFacts,
): Finding[] {
  const { id, verdict, askedAt } = shown
  const logged = new Set<string | null>([before?.to ?? 'unknown', after?.to ?? 'unknown'])
  // It may have turned twice while it was read, or a moment before.
  if (after?.leaf !== before?.leaf) logged.add(after?.from ?? 'unknown')
  if (before !== undefined && before.at > askedAt - SETTLE_MS) logged.add(before.from ?? 'unknown')
  if (logged.has(verdict)) return []
  const newest = after?.to ?? 'unknown'
  if (isExplainedByTime(shown, newest, facts)) return []
  const text =
    after === undefined
      ? `It is shown as ${verdict}; none was logged.`
      : `It is shown as ${verdict}, logged as ${newest}.`
  return [finding('verdict', after?.leaf ?? null, id, text)]
}

/** Whether the rules of verdicts turn what was logged into what is shown without anything new. */
function isExplainedByTime(shown: ShownVerdict, logged: string, facts: TlogFacts): boolean {
  const { verdict, reasons, staleAfter, evidence, readAt } = shown
  if (evidence.some((one) => endedJustNow(one, readAt))) return true
  const has = (...codes: string[]) => reasons.some(({ code }) => codes.includes(code))
  const worked = logged === 'healthy' || logged === 'degraded'
  if (verdict === 'unknown') {
    const isStale = staleAfter !== null && staleAfter <= readAt + CLOCK_MS
    // Refused or throttled: what showed that it works has ceased to count.
    return isStale || (worked && has('auth_required', 'throttled'))
  }
  if (verdict !== 'healthy' || logged !== 'degraded') return false
  const isUsed = has('verified_by_usage') || reasons.some(({ code, text }) => isOfUse(code, text))
  return isUsed || wasFlapping(shown, facts)
}

/** Evidence that ceases to count leaves the verdict to other evidence; the stored verdict follows within minutes. */
function endedJustNow({ kind, asOf }: ShownVerdict['evidence'][number], readAt: number): boolean {
  if (asOf === null) return false
  const endedAt = asOf + EVIDENCE[kind].validForMs
  return endedAt <= readAt + CLOCK_MS && endedAt >= readAt - SETTLE_MS
}

/** Failures of real use fade from hour to hour; where outcomes were counted, they may have. */
function isOfUse(code: string, text: string): boolean {
  return code === NO_REAL_USE.code && text !== NO_REAL_USE.text
}

/**
 * Whether so many outages are logged of the day before its newest evidence that it was flapping, which ends by itself.
 */
function wasFlapping({ id, readAt }: ShownVerdict, facts: TlogFacts): boolean {
  // What is shown as healthy has an endpoint that was probed since.
  const since = readAt - EVIDENCE.endpoint.validForMs - FLAP_WINDOW_MS - SETTLE_MS
  const serverId = facts.findServer(id)
  const intervals = serverId === undefined ? [] : facts.intervalsOf(serverId)
  return intervals.filter(({ state, at }) => state === 'down' && at >= since).length >= FLAPPING_DOWNS
}

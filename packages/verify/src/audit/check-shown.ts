import { type PublicJwk, publicKeysOf } from '../attestation-check.ts'
import { CLOSED_KEPT_DAYS, EVIDENCE_KEPT, SEVERITIES, type Severity } from '../breakage-kind.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../duration.ts'
import { QUEUE_SLACK_MS } from '../leaves/interval-times.ts'
import { digestOf } from '../leaves/leaf.ts'
import { MAX_GAP_HOURS } from '../state/server-state.ts'
import { type Finding, finding } from './finding.ts'
import type { TlogInterval } from './interval-bounds.ts'
import type { TlogBreakage } from './tlog-breakages.ts'
import type { TlogFacts } from './tlog-facts.ts'

/** A breakage as it is shown. */
export interface ShownBreakage {
  id: string
  serverId: string
  toolIds: readonly string[]
  kind: string
  severity: Severity
  openedAt: string
  closedAt: string | null
  evidence: readonly unknown[]
}

type LoggedBreakages = TlogFacts['breakages']

/**
 * Whether breakages as shown are as logged. `before` and `after`: what was logged before and after they were asked
 * for; either is right, and so is what was logged in between. Those that ended before the log was opened are not in it.
 */
export function checkBreakages(
  shown: readonly ShownBreakage[],
  { before, after }: { before: LoggedBreakages; after: LoggedBreakages },
  facts: Pick<TlogFacts, 'openedAt' | 'intervalsOf'>,
): Finding[] {
  return shown.flatMap((one) => {
    const { id, serverId, toolIds, kind, closedAt } = one
    const key = id.replace(/^brk_/, '')
    const logged = [before.get(key), after.get(key)].filter((one) => one !== undefined)
    const [newest] = logged.slice(-1)
    // Also where it is logged meanwhile as open again.
    if (before.get(key) === undefined && closedAt !== null && Date.parse(closedAt) < facts.openedAt) return []
    if (newest === undefined) return [finding('breakage', null, serverId, `${id} (${kind}) is shown and not logged.`)]
    if (newest.kind !== kind || (newest.id !== serverId && !toolIds.includes(newest.id)))
      return [
        finding('breakage', newest.leaf, serverId, `${id} is logged as ${newest.kind} of ${newest.id}, not ${kind}.`),
      ]
    const isOpen = closedAt === null
    const turns = turnsBetween(before.get(key), newest)
    const name = `${id} (${kind})`
    if (turns <= 1 && !logged.some(({ event }) => (event === 'opened') === isOpen)) {
      const text = `${name} is shown as ${isOpen ? 'open' : 'ended'} and logged as ${newest.event}.`
      return [finding('breakage', newest.leaf, serverId, text)]
    }
    const wrong =
      turns === 0 ? (faultOfTimes(newest, one, facts.intervalsOf(serverId)) ?? faultOfWords(newest, one)) : undefined
    return wrong === undefined ? [] : [finding('breakage', newest.leaf, serverId, `${name} is shown as ${wrong}`)]
  })
}

/** Clocks of the log and of what is shown are one; milliseconds may be cut. */
const SAME_MS = 1000
/** A breakage is opened with the probe that settles it: that long after it began at most, but for outages. */
const SETTLED_WITHIN_MS = MAX_GAP_HOURS * HOUR_MS + QUEUE_SLACK_MS
const NEAR_MS = 3 * MINUTE_MS

/** Which of the times of a breakage as shown is not as logged; undefined: none. */
function faultOfTimes(
  logged: TlogBreakage,
  { kind, openedAt, closedAt }: Pick<ShownBreakage, 'kind' | 'openedAt' | 'closedAt'>,
  intervals: readonly TlogInterval[],
): string | undefined {
  if (closedAt !== null && logged.closedAt !== null && Math.abs(Date.parse(closedAt) - logged.closedAt) > SAME_MS)
    return `ended at ${closedAt}; it was logged as ended at ${instantOf(logged.closedAt)}.`
  if (logged.openedAt === null) return undefined
  const at = Date.parse(openedAt)
  const isSettled = at <= logged.openedAt + SAME_MS && at >= logged.openedAt - SETTLED_WITHIN_MS
  // One that is down begins with the outage, which may have lasted longer or be a newer one.
  const isOutage = () =>
    kind === 'down' && intervals.some((one) => one.state === 'down' && Math.abs(one.at - at) <= NEAR_MS)
  if (isSettled || isOutage()) return undefined
  return `begun at ${openedAt}; it was logged as begun at ${instantOf(logged.openedAt)}.`
}

/**
 * What is said of a breakage that is not as logged; undefined: nothing. One that is open may become worse, and gets
 * more evidence; of that the first piece and the newest are kept.
 */
function faultOfWords(
  logged: TlogBreakage,
  { severity, evidence, closedAt }: Pick<ShownBreakage, 'severity' | 'evidence' | 'closedAt'>,
): string | undefined {
  const isOver = closedAt !== null
  const worse = SEVERITIES.indexOf(severity) - SEVERITIES.indexOf(logged.severity)
  if (worse < 0 || (isOver && worse > 0)) return `${severity}; it was logged as ${logged.severity}.`
  const isWhole = digestOf(evidence) === logged.evidence
  const isBegun = evidence.some((_, place) => digestOf(evidence.slice(0, place + 1)) === logged.evidence)
  const isFirst = logged.turns === 1 && logged.openedAt !== null
  const mayBeCut = evidence.length >= EVIDENCE_KEPT && !isFirst
  return isWhole || (!isOver && (isBegun || mayBeCut)) ? undefined : 'a breakage with other evidence than was logged.'
}

const instantOf = (at: number) => new Date(at).toISOString()

/** One that turned more than once was open and closed meanwhile. */
function turnsBetween(before: TlogBreakage | undefined, after: TlogBreakage): number {
  return after.turns - (before?.turns ?? 0)
}

/** Breakages that are logged as open all the time they were asked for, and not shown. `shown`: all that are open. */
export function checkMissingBreakages(
  shown: readonly ShownBreakage[],
  { before, after }: { before: LoggedBreakages; after: LoggedBreakages },
): Finding[] {
  const ids = new Set(shown.map(({ id }) => id))
  return [...after].flatMap(([key, newest]) => {
    const { leaf, id, kind, event } = newest
    const wasOpen = event === 'opened' && turnsBetween(before.get(key), newest) === 0
    if (!wasOpen || ids.has(`brk_${key}`)) return []
    return [finding('breakage', leaf, id, `brk_${key} (${kind}) is logged as open and not shown.`)]
  })
}

/**
 * Breakages of these servers that are logged as ended and not shown, of those that are still kept at `now` (epoch ms).
 * `shown`: all past ones.
 */
export function checkMissingPast(
  shown: readonly ShownBreakage[],
  { before, after }: { before: LoggedBreakages; after: LoggedBreakages },
  isOfKnownServer: (id: string) => boolean,
  now: number,
): Finding[] {
  const ids = new Set(shown.map(({ id }) => id))
  const oldest = now - (CLOSED_KEPT_DAYS - 1) * DAY_MS
  return [...after].flatMap(([key, newest]) => {
    const { leaf, id, kind, closedAt } = newest
    const isKept = closedAt !== null && closedAt > oldest && turnsBetween(before.get(key), newest) === 0
    if (!isKept || ids.has(`brk_${key}`) || !isOfKnownServer(id)) return []
    return [finding('breakage', leaf, id, `brk_${key} (${kind}) is logged as ended and not shown.`)]
  })
}

/** Whether the published attestation keys are logged, and none of them as leaked. */
export function checkKeySet(jwks: unknown, { keys }: Pick<TlogFacts, 'keys'>): Finding[] {
  const published = publicKeysOf(jwks)
  if (published === undefined) return [finding('key', null, null, 'The key set is no JSON Web Key Set.')]
  return published.flatMap(({ kid, x }: PublicJwk) => keyFaults(kid, x, 'attestation', keys))
}

/** Whether a key of the log is logged. */
export function checkTlogKey(kid: string, x: string, { keys }: Pick<TlogFacts, 'keys'>): Finding[] {
  return keyFaults(kid, x, 'log', keys)
}

function keyFaults(kid: string, x: string, use: string, keys: TlogFacts['keys']): Finding[] {
  const logged = keys.get(kid)
  if (logged === undefined) return [finding('key', null, kid, `A key (${use}) is published and not logged.`)]
  if (logged.x !== x || logged.use !== use)
    return [
      finding('key', logged.leaf, kid, `A key (${use}) is published otherwise than it is logged (${logged.use}).`),
    ]
  if (use === 'attestation' && logged.event === 'leaked')
    return [finding('key', logged.leaf, kid, 'A key is published that is logged as leaked.')]
  return []
}

import type { ChangeKind, ServerStateEntry } from 'assay-decide/bundle'
import type { BreakageKind, Severity } from 'assay-verify/breakage-kind'
import { MINUTE_MS } from 'assay-verify/duration'
import type { ForecastWeights } from 'assay-verify/forecast/forecast-model'
import type { ToolFacts } from 'assay-verify/score/tool-facts'
import type { ServerState } from 'assay-verify/state/server-state'
import type { Access } from 'assay-verify/verdict'
import { type Assessment, assess, isEndpointFresh } from '../../core/verdict/assessment'
import { downUntil } from '../../core/verdict/down-until'
import { forecastOf } from '../../core/verdict/server-forecast'

/** An open breakage of a server. */
export interface OpenBreakage {
  kind: BreakageKind
  severity: Severity
  openedAt: Date
  /** The name of the tool it is about; null: the whole server. */
  tool: string | null
}

/** What is stored of a server that its state in the bundle is made from. */
export interface ServerEvidence {
  /** null: it was never probed. */
  serverState: ServerState | null
  declaredAccess: Access
  /** What is known of it apart from probes; null: nothing. */
  own: ToolFacts | null
  /**
   * A text of it instructs agents to act against their users: one of its tools or its own, or only that by which a
   * catalog describes it, which no caller of it is shown.
   */
  unsafe: 'server' | 'description' | null
  open: readonly OpenBreakage[]
  /** Names of tools that it no longer lists. */
  removed: readonly string[]
  /** When an endpoint, and when a package or page, is probed next; null: there is none that was probed. */
  endpointDueAt: Date | null
  otherDueAt: Date | null
}

const OTHER_STEP_MINUTES = 6 * 60
const UP_STEP_PERCENT = 5
/** A chance from here on is not stated. */
const SURELY_UP_PERCENT = 95
/** Tools that a kind of change names at most; a change of more is one of the whole server. */
const MOST_CHANGED = 200

/** The state of a server at `now`; null: there is nothing to say of it. Equal evidence gives equal states. */
export function stateEntryOf(evidence: ServerEvidence, now: Date, weights: ForecastWeights): ServerStateEntry | null {
  const { serverState, declaredAccess, own } = evidence
  const assessment = assess(serverState, declaredAccess, own, now)
  const changed = changesOf(evidence)
  const { verdict, status, staleAfter } = assessment
  if (staleAfter === null && changed === undefined) return null
  const since = sinceOf(assessment, evidence)
  const until = untilOf(assessment, evidence, now)
  const up = upOf(assessment, evidence, now, weights)
  return {
    v: verdict,
    ...(since !== null && { since: minutesOf(since) }),
    ...(until !== null && { until }),
    ...(up !== null && up < SURELY_UP_PERCENT && { up }),
    ...(changed !== undefined && { changed }),
    ...(status === 'auth' && { auth: true as const }),
  }
}

/** Whether no call of the server can be advised, whatever the tool. */
export function cannotBeUsed(entry: ServerStateEntry | null): boolean {
  return entry !== null && (entry.v === 'down' || entry.changed?.unsafe_text !== undefined)
}

function minutesOf(at: Date): number {
  return Math.floor(at.getTime() / MINUTE_MS)
}

function sinceOf({ verdict, downSince }: Assessment, { open }: ServerEvidence): Date | null {
  if (verdict !== 'down' && verdict !== 'degraded') return null
  return downSince ?? open.find(({ kind }) => kind === verdict)?.openedAt ?? null
}

function untilOf(
  { verdict, asOf, staleAfter, downSince }: Assessment,
  { serverState, endpointDueAt, otherDueAt }: ServerEvidence,
  now: Date,
): number | null {
  if (asOf === null || staleAfter === null) return null
  if (verdict !== 'down') return stepUp(staleAfter.getTime(), OTHER_STEP_MINUTES)
  const dueAt = (isEndpointFresh(serverState, now) ? endpointDueAt : otherDueAt) ?? asOf
  const lastedMs = asOf.getTime() - (downSince ?? asOf).getTime()
  return minutesOf(downUntil(dueAt, lastedMs))
}

function stepUp(at: number, minutes: number): number {
  return Math.ceil(at / (minutes * MINUTE_MS)) * minutes
}

/**
 * As of the newest probe, so that it changes with evidence alone; null: no endpoint was probed lately, and its package
 * is not gone.
 */
function upOf(
  { verdict }: Assessment,
  { serverState }: ServerEvidence,
  now: Date,
  weights: ForecastWeights,
): number | null {
  const isFresh = isEndpointFresh(serverState, now)
  if (!isFresh && verdict !== 'down') return null
  const at = isFresh ? new Date(serverState?.lastInformativeAt ?? now) : now
  const { horizons } = forecastOf(serverState, at, weights)
  const inAnHour = horizons.find(({ hours }) => hours === 1)
  return inAnHour === undefined ? null : Math.round((inAnHour.up * 100) / UP_STEP_PERCENT) * UP_STEP_PERCENT
}

/** undefined: nothing is open. */
function changesOf({ unsafe, open, removed }: ServerEvidence): ServerStateEntry['changed'] | undefined {
  const gone = new Set(removed)
  const found = new Map<ChangeKind, Set<string> | null>()
  if (unsafe !== null) found.set('unsafe_text', unsafe === 'server' ? null : new Set())
  if (gone.size > 0) found.set('tool_removed', new Set([...gone].slice(0, MOST_CHANGED)))
  for (const breakage of open) {
    const kind = changeKindOf(breakage)
    const { tool } = breakage
    // Of a tool that is gone only that it is gone.
    if (kind === undefined || (tool !== null && gone.has(tool))) continue
    const known = found.get(kind)
    if (known === null) continue
    if (tool === null || (known?.size ?? 0) >= MOST_CHANGED) found.set(kind, null)
    else found.set(kind, (known ?? new Set()).add(tool))
  }
  if (found.size === 0) return undefined
  const kinds = [...found].sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(kinds.map(([kind, tools]) => [kind, tools === null ? null : [...tools].sort()]))
}

/** undefined: it is no change, or one that the names of removed tools have. */
function changeKindOf({ kind, severity }: OpenBreakage): ChangeKind | undefined {
  if (kind === 'auth_changed') return kind
  if (kind !== 'schema_breaking' && kind !== 'declaration_changed') return undefined
  return severity === 'critical' ? 'safety' : 'schema_breaking'
}

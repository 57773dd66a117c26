import type { DriftClass } from '../drift/types'
import type { Access, Verdict } from './verdict'

export const BREAKAGE_KINDS = ['down', 'degraded', 'auth_changed', 'schema_breaking', 'tool_removed'] as const
export type BreakageKind = (typeof BREAKAGE_KINDS)[number]

export const SEVERITIES = ['minor', 'major', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

/**
 * How bad each kind is for a caller: where it is down, gone, or takes other arguments, calls fail; slower, or behind a door, something
 * still works. `safety` is `schema_breaking` where a tool takes back a promise of harmlessness: a call may do what nobody agreed to.
 * `never_up` is `down` of a server that never answered: nothing that worked stopped working.
 */
export const SEVERITY_RULE = {
  down: 'major',
  tool_removed: 'major',
  schema_breaking: 'major',
  degraded: 'minor',
  auth_changed: 'minor',
  safety: 'critical',
  never_up: 'minor',
} as const satisfies Record<BreakageKind | 'safety' | 'never_up', Severity>

/** So many servers or tools broken together make an incident one step worse than the worst of its breakages. */
export const MANY = { servers: 10, tools: 100 } as const

/** How bad an incident is: `worst` of its breakages, and one step worse where many broke together. */
export function incidentSeverity(worst: Severity, extent: { servers: number; tools: number }): Severity {
  const isMany = extent.servers >= MANY.servers || extent.tools >= MANY.tools
  return isMany ? (SEVERITIES[SEVERITIES.indexOf(worst) + 1] ?? worst) : worst
}

/** How bad a changed tool is: null where nothing that worked stops working. */
export function severityOfDrift(worst: DriftClass): Severity | null {
  if (worst === 'safety') return SEVERITY_RULE.safety
  return worst === 'breaking' ? SEVERITY_RULE.schema_breaking : null
}

/** What breakages are told from: how a server was judged, at one moment. `standingOf` in `judgement` makes it. */
export interface Standing {
  verdict: Verdict
  access: Access
  /**
   * The axis of the judgement; it tells the two kinds of `unknown` apart: alive behind a door (true), and not known for want of fresh
   * evidence (null). Left out, an `unknown` with access `auth` or `paid` counts as alive.
   */
  reachable?: boolean | null
  /** Whether it was ever seen alive; left out: it was. */
  everAnswered?: boolean
  /** Inside an announced window of maintenance: what begins here is no news. What still lasts when the window is over is. */
  inMaintenance?: boolean
}

interface BreakageChanges {
  open: { kind: BreakageKind; severity: Severity }[]
  close: BreakageKind[]
}

/**
 * Which breakages of a whole server begin and end when it goes from one standing to another, given those that are `open`; `before` is null
 * where it was never judged. `down` and `degraded` open while they stand. They close only on evidence: `down` when the server is seen
 * alive, be it behind a door; `degraded` also when it goes down. An `unknown` for want of fresh evidence closes nothing: not looking heals
 * nothing. `auth_changed` opens when what was open asks for credentials or payment and closes when it is open again. Never names a kind
 * twice, nor one to open that is open, nor one to close that is not. Kinds about a tool are told by its listing and never named here.
 */
export function breakageChanges(
  open: readonly BreakageKind[],
  before: Standing | null,
  after: Standing,
): BreakageChanges {
  const changes: BreakageChanges = { open: [], close: [] }
  const begin = (kind: 'down' | 'degraded' | 'auth_changed') => {
    if (open.includes(kind) || after.inMaintenance === true) return
    const rule = kind === 'down' && after.everAnswered === false ? 'never_up' : kind
    changes.open.push({ kind, severity: SEVERITY_RULE[rule] })
  }
  for (const kind of ['down', 'degraded'] as const) {
    if (after.verdict === kind) begin(kind)
    else if (isEvidence(after) && open.includes(kind)) changes.close.push(kind)
  }
  if (before?.access === 'open' && asksForSomething(after)) begin('auth_changed')
  if (after.access === 'open' && open.includes('auth_changed')) changes.close.push('auth_changed')
  return changes
}

function isEvidence(standing: Standing): boolean {
  if (standing.verdict !== 'unknown') return true
  return standing.reachable === undefined ? asksForSomething(standing) : standing.reachable === true
}

function asksForSomething({ access }: Standing): boolean {
  return access === 'auth' || access === 'paid'
}

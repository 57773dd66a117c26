import type { Access, Verdict } from './verdict'

export const BREAKAGE_KINDS = ['down', 'degraded', 'auth_changed', 'schema_breaking', 'tool_removed'] as const
export type BreakageKind = (typeof BREAKAGE_KINDS)[number]

export const SEVERITIES = ['minor', 'major', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

/** How bad each kind is for a caller: with a server down nothing works; slower, or behind a door, something still does. */
export const SEVERITY_OF_STANDING = {
  down: 'major',
  degraded: 'minor',
  auth_changed: 'minor',
} as const satisfies Partial<Record<BreakageKind, Severity>>

/** What breakages are told from: how a server was judged, at one moment. `standingOf` in `judgement` makes it. */
export interface Standing {
  verdict: Verdict
  access: Access
  /**
   * The axis of the judgement; it tells the two kinds of `unknown` apart: alive behind a door (true), and not known for want of fresh
   * evidence (null). Left out, an `unknown` with access `auth` or `paid` counts as alive.
   */
  reachable?: boolean | null
}

export interface BreakageChanges {
  open: { kind: BreakageKind; severity: Severity }[]
  close: BreakageKind[]
}

/**
 * Which breakages begin and end when a server goes from one standing to another; `before` is null where it was never judged.
 * `down` and `degraded` open when entered. They close only on evidence: `down` when the server is seen alive, be it behind a door;
 * `degraded` also when it goes down. An `unknown` for want of fresh evidence closes nothing: not looking heals nothing. `auth_changed` opens
 * when what was open asks for credentials or payment and closes when it is open again. Because a breakage may outlast
 * such an `unknown`, `open` may name one that is open already (keep it), and `close` one that is not (ignore it).
 */
export function breakageChanges(before: Standing | null, after: Standing): BreakageChanges {
  const changes: BreakageChanges = { open: [], close: [] }
  for (const kind of ['down', 'degraded'] as const) {
    if (after.verdict === kind && before?.verdict !== kind)
      changes.open.push({ kind, severity: SEVERITY_OF_STANDING[kind] })
    if (after.verdict !== kind && isEvidence(after) && mayBeOpen(kind, before)) changes.close.push(kind)
  }
  if (before?.access === 'open' && asksForSomething(after)) {
    changes.open.push({ kind: 'auth_changed', severity: SEVERITY_OF_STANDING.auth_changed })
  }
  if (before !== null && asksForSomething(before) && after.access === 'open') changes.close.push('auth_changed')
  return changes
}

/** Under an `unknown` for want of evidence an earlier breakage may still be open. */
function mayBeOpen(kind: BreakageKind, before: Standing | null): boolean {
  return before !== null && (before.verdict === kind || !isEvidence(before))
}

function isEvidence(standing: Standing): boolean {
  if (standing.verdict !== 'unknown') return true
  return standing.reachable === undefined ? asksForSomething(standing) : standing.reachable === true
}

function asksForSomething({ access }: Standing): boolean {
  return access === 'auth' || access === 'paid'
}

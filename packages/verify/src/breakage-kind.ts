/**
 * Every kind of breakage. Leaves, the database enum, the contract and the table of rules (`BREAKAGES`) derive from this
 * list. The order is that of the database enum, so a new kind goes to the end.
 */
export const BREAKAGE_KINDS = [
  'down',
  'degraded',
  'auth_changed',
  'schema_breaking',
  'tool_removed',
  'declaration_changed',
] as const

export type BreakageKind = (typeof BREAKAGE_KINDS)[number]

/** How bad a breakage is, the worst last; the order is that of the database enum. */
export const SEVERITIES = ['minor', 'major', 'critical'] as const

export type Severity = (typeof SEVERITIES)[number]

/** Pieces of evidence kept of one breakage: the first, which shows how it began, and the newest. */
export const EVIDENCE_KEPT = 5

/** Days that closed breakages are kept: two years and a day. */
export const CLOSED_KEPT_DAYS = 731
